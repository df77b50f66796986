"""The talk of two people: who may say what, and what follows, whatever carries it."""

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from durak_tui.game.position import DEAL, DRAW, OVER
from durak_tui.net.events import DrawDeclined, DrawOffered, TalkEvent
from durak_tui.net.stages import NEXT, Stage, TalkRow
from durak_tui.net.talk import EXTRAS, Talk, settled
from durak_tui.net.talk_faults import Fault, PeerFault
from durak_tui.net.talk_messages import (
    USUAL_RULES,
    AcceptDraw,
    Again,
    Agree,
    Chat,
    Claim,
    DealStep,
    DealVerdict,
    DeclineDraw,
    HouseRules,
    Leave,
    Message,
    OfferDraw,
    Open,
    Play,
    Propose,
    Resign,
    name_of,
)
from durak_tui.table.controller import Acted
from tests.examples import examples
from tests.game.walks import any_choice
from tests.net.sittings import Evening
from tests.pages import ROOT
from tests.table.games import unplayed

ANN, BOB = 0, 1


class Side:
    """One side of a talk in a game, after an action; both hands are known to it."""

    def __init__(self, seat: int | None, *, is_ordered: bool = False, seed: int = 1) -> None:
        self.events: list[TalkEvent] = []
        self.talk = Talk(("Ann", "Bob"), seat, self.events.append, is_ordered=is_ordered)
        self.talk.has_met = True
        self.talk.deal(USUAL_RULES, None, (0, 0, 0))
        self.talk.begin(unplayed(seed))
        self.act()
        self.events.clear()

    def act(self, rng: Random | None = None) -> None:
        """Have somebody play who is to act."""
        game = self.talk.game
        assert game and game.to_act is not None
        self.talk.apply(game.to_act, Play(any_choice(game.position, rng or Random(1))))


@pytest.fixture
def ann() -> Side:
    """The talk in Ann's program; Bob's messages cross hers."""
    return Side(ANN)


@pytest.fixture
def server() -> Side:
    """The talk of a server."""
    return Side(None, is_ordered=True)


def fault(side: Side, seat: int, message: Message) -> Fault:
    with pytest.raises(PeerFault) as caught:
        side.talk.apply(seat, message)
    return caught.value.fault


def test_the_page_has_the_table() -> None:
    lines = [
        f"| {stage.name} | `{name_of(kind)}` | {row.who} | {_then(row)} |"
        for stage, rows in NEXT.items()
        for kind, row in rows.items()
    ]
    table = "\n".join(lines)
    assert table in (ROOT / "docs" / "sitting.md").read_text(), table


def _then(row: TalkRow) -> str:
    if row.then is None:
        return "-"
    return f"{row.then.name}, once {row.once}" if row.once else row.then.name


@settings(max_examples=examples(5))
@given(seed=st.integers(0, 10**6))
def test_no_message_leads_where_the_table_does_not(seed: int) -> None:
    seen: set[tuple[Stage, str]] = set()
    apply = Talk.apply

    def watched(talk: Talk, seat: int, message: Message) -> bool:
        before = talk.stage
        counts = apply(talk, seat, message)
        row = NEXT[before].get(type(message))
        assert row
        assert talk.stage in (before, row.then)
        seen.add((before, name_of(type(message))))
        return counts

    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as folder:
        patch.setattr(Talk, "apply", watched)
        evening = Evening(Path(folder), seed, games=2)
        evening.wander(Random(seed))
        evening.finish()
    assert {(Stage.RULES, "agree"), (Stage.BETWEEN, "again")} <= seen


def test_house_rules_are_proposed_in_turn() -> None:
    side = Side(None, is_ordered=True)
    talk = side.talk = Talk(("Ann", "Bob"), None, side.events.append, is_ordered=True)
    assert fault(side, BOB, Propose(USUAL_RULES)) is Fault.TURN
    assert talk.apply(ANN, Propose(USUAL_RULES))
    assert fault(side, ANN, Propose(USUAL_RULES)) is Fault.TURN
    assert fault(side, BOB, Agree(HouseRules(52))) is Fault.TURN
    assert talk.apply(BOB, Propose(HouseRules(52)))
    assert talk.apply(ANN, Agree(HouseRules(52)))
    assert (talk.stage, talk.rules) == (Stage.DEALING, HouseRules(52))


def test_an_offer_stands_until_it_is_declined_or_somebody_acts(ann: Side) -> None:
    talk = ann.talk
    assert talk.apply(BOB, OfferDraw(1))
    assert talk.may(ANN, AcceptDraw) and not talk.may(BOB, AcceptDraw)
    assert fault(ann, BOB, OfferDraw(1)) is Fault.TURN
    assert fault(ann, BOB, DeclineDraw(1)) is Fault.TURN
    assert talk.apply(ANN, DeclineDraw(1))
    assert talk.apply(ANN, OfferDraw(1))
    ann.act()
    assert talk.offers == [False, False]
    assert list(map(type, ann.events)) == [DrawOffered, Acted]


def test_what_has_crossed_an_action_is_passed_over(ann: Side) -> None:
    assert ann.talk.apply(ANN, OfferDraw(1))
    ann.act()
    for late in (OfferDraw(1), AcceptDraw(1), DeclineDraw(1), Claim(1)):
        assert not ann.talk.apply(BOB, late)
    assert ann.talk.apply(ANN, OfferDraw(2))
    assert ann.talk.apply(BOB, DeclineDraw(2))
    assert list(map(type, ann.events)) == [Acted, DrawDeclined]


def test_at_a_server_nobody_offers_a_draw_for_all_moments(server: Side) -> None:
    assert not server.talk.apply(ANN, OfferDraw())
    assert server.talk.offers == [False, False]


def test_an_answer_that_crosses_an_action_is_void(ann: Side) -> None:
    while ann.talk.due_from != BOB:
        ann.act()
    played = ann.talk.played
    assert ann.talk.apply(BOB, OfferDraw(played))
    assert ann.talk.apply(ANN, AcceptDraw(played))
    assert ann.talk.is_ending
    ann.act()  # Bob has not heard of it yet.
    assert not ann.talk.is_ending
    assert ann.talk.stage is Stage.PLAYING


def test_an_end_counts_once_the_other_has_heard_it_or_at_a_server(ann: Side, server: Side) -> None:
    for side in (ann, server):
        assert side.talk.apply(ANN, Resign())
        assert fault(side, ANN, OfferDraw(1)) is Fault.TURN
    assert ann.talk.is_ending
    assert ann.talk.apply(BOB, Resign())
    assert ann.talk.ending and ann.talk.ending.winner == DRAW, "both gave up at once"
    assert server.talk.ending and server.talk.ending.winner == BOB
    assert (ann.talk.stage, server.talk.stage) == (Stage.CHECKING, Stage.BETWEEN)


def test_what_the_cards_have_decided_nobody_ends_otherwise(server: Side) -> None:
    game = server.talk.game
    while game and not game.over:
        if game.position.phase == DEAL:
            server.talk.can_settle = True
            server.talk.settle()
        else:
            server.act()
    assert server.talk.stage is Stage.BETWEEN
    for message in (Resign(), OfferDraw(server.talk.played), Play(())):
        assert fault(server, ANN, message) is Fault.TURN
    assert sum(server.talk.score) == 1


def test_a_claim_lapses_with_the_keys_that_it_waited_for(ann: Side) -> None:
    while ann.talk.due_from != BOB:
        ann.act()
    assert ann.talk.apply(ANN, Claim(ann.talk.played))
    assert ann.talk.claims == [True, False]
    assert ann.talk.apply(BOB, DealStep({}))
    assert ann.talk.claims == [False, False]


def test_who_resigns_once_the_cards_have_decided_is_passed_over() -> None:
    ann, rng = Side(ANN, seed=160), Random(160)
    game = ann.talk.game
    assert game
    while settled(game.position).phase != OVER:
        ann.talk.can_settle = game.position.phase == DEAL
        ann.talk.settle()
        ann.act(rng)
    assert not game.over, "the last bout lies there, and what is drawn then ends the game"
    assert not ann.talk.may(ANN, Resign)
    assert not ann.talk.apply(BOB, Resign())
    assert game.ending is None


def test_both_are_ready_before_another_game_begins(server: Side) -> None:
    talk = server.talk
    talk.apply(ANN, Resign())
    assert talk.apply(ANN, Again())
    assert fault(server, ANN, Again()) is Fault.TURN
    assert talk.apply(BOB, Again())
    assert (talk.stage, talk.first, talk.score) == (Stage.DEALING, BOB, (0, 1, 0))


def test_there_is_a_limit_to_talk_and_none_to_resigning(ann: Side, server: Side) -> None:
    for side in (ann, server):
        for _ in range(EXTRAS):
            assert side.talk.apply(ANN, Chat("ha"))
        assert fault(side, ANN, Chat("ha")) is Fault.TURN
        assert fault(side, ANN, OfferDraw(1)) is Fault.TURN
        assert side.talk.apply(BOB, Chat("stop"))
        assert side.talk.may(ANN, Resign)


def test_who_sits_at_a_server_has_nothing_to_open_and_hangs_up_to_leave(server: Side) -> None:
    assert fault(server, ANN, Leave()) is Fault.TURN
    assert not any(server.talk.may(ANN, kind) for kind in (DealStep, Open, DealVerdict))
