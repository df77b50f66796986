"""Two programs play each other, whatever happens: both have the same games in their logs."""

import json
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from durak_tui.game.caps import NO_CAPS, Caps
from durak_tui.game.cards import DECK_SIZES, cards_in, full_deck
from durak_tui.game.position import DEAL, DRAW
from durak_tui.game.violation import IllegalAction
from durak_tui.net.events import Checked, Claimed, DrawOffered, OtherChecked
from durak_tui.net.fingerprints import words_of
from durak_tui.net.stages import Stage
from durak_tui.net.talk import Conclusion
from durak_tui.net.talk_journal import Sides
from durak_tui.net.talk_messages import MOVE_TIME, Chat, HouseRules, Propose
from durak_tui.records.record import AGREED, TIMEOUT
from tests.examples import examples
from tests.net.sittings import KEYS, Evening, Side, begun, without_decks

Disturbance = Callable[[Evening, int], None]
"""Events of the line or a side, each after a number of lines."""


@pytest.mark.parametrize(
    "terms",
    [HouseRules(24), HouseRules(36), HouseRules(24, Caps(6, 5)), HouseRules(52, Caps(2, 1))],
)
def test_a_whole_game_of_two_people_is_in_both_logs(terms: HouseRules, tmp_path: Path) -> None:
    evening = Evening(tmp_path, 1, terms)
    (game,) = evening.finish()
    for side in evening.sides:
        assert side.told(Checked, OtherChecked) == [Checked(""), OtherChecked("")]
    assert (len(game.deal.deck), game.deal.caps) == (terms.deck, terms.caps)
    evening.close()
    assert not list(tmp_path.rglob("*.sitting"))


def test_a_deck_that_the_other_program_does_not_know_is_not_offered(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    for seat in (0, 1):
        evening.deliver(seat, without_decks)
    (older, _), wanted = evening.sides, HouseRules(24)
    assert not older.conversation.say(Propose(wanted))
    assert older.talk.offered is None
    assert older.conversation.say(Propose(HouseRules(36)))
    evening.bring()
    assert not evening.sides[1].conversation.say(Propose(wanted))
    (game,) = evening.finish()
    assert len(game.deal.deck) == 36


def test_a_name_that_means_somebody_else_here_has_the_words_of_its_key_with_it() -> None:
    sides = Sides.new(1, "Ann", KEYS[0], KEYS[1], "Ann")
    assert sides.other_name == f"Ann ({words_of(KEYS[1])})"


def test_the_winner_of_a_game_attacks_first_in_the_next(tmp_path: Path) -> None:
    for before, after in pairwise(Evening(tmp_path, 3, games=3).finish()):
        if before.ending.winner in (0, 1):
            assert after.deal.first == before.ending.winner


def test_an_illegal_action_is_refused_here_and_never_sent(evening: Evening) -> None:
    evening.bring()
    for side in evening.sides:
        side.conversation.settle()
    evening.bring()
    for side in evening.sides:
        game = side.talk.game
        assert game
        own = game.position.hands[side.seat]
        strange = next(card for card in full_deck(36) if not own >> card & 1)
        with pytest.raises(IllegalAction):
            side.conversation.play([strange if side.seat == game.to_act else cards_in(own)[0]])
        assert not side.lines
    evening.finish()


def play_disturbed(
    folder: Path,
    seed: int,
    at: int,
    disturb: Disturbance,
    *,
    stage: Stage,
    games: int,
) -> bool:
    """Play an evening that is disturbed ``at`` lines after a side has come to a stage.

    Returns False if it was over before.
    """
    evening = Evening(folder, seed, games=games)
    disturbed = False
    left: int | None = None
    for receiver in evening.steps():
        if left is None and any(side.talk.stage is stage for side in evening.sides):
            left = at
        if left is not None:
            left -= 1
            if left <= 0 and not disturbed:
                disturbed = True
                disturb(evening, receiver)
    evening.agreed()
    evening.close()
    return disturbed


def cut(evening: Evening, _receiver: int) -> None:
    evening.connect()


def kill_before_it_is_heard(evening: Evening, receiver: int) -> None:
    evening.die(receiver)


def kill_once_it_is_heard(evening: Evening, receiver: int) -> None:
    evening.sides[receiver].work()
    evening.die(receiver)


def kill_in_the_midst_of_it(evening: Evening, receiver: int) -> None:
    if evening.sides[receiver].conversation.busy:
        evening.sides[receiver].conversation.work()
    evening.die(receiver)


def kill_the_sender(evening: Evening, receiver: int) -> None:
    evening.die(1 - receiver)


def kill_both(evening: Evening, receiver: int) -> None:
    evening.sides[receiver].work()
    evening.die(0)
    evening.die(1)


DISTURBANCES: Final = (
    cut, kill_before_it_is_heard, kill_once_it_is_heard, kill_in_the_midst_of_it, kill_the_sender,
    kill_both,
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("disturb", DISTURBANCES)
@pytest.mark.parametrize(("stage", "games"), [(Stage.RULES, 1), (Stage.CHECKING, 2)])
def test_a_loss_of_the_line_or_a_crash_after_any_message_changes_nothing(
    disturb: Disturbance, stage: Stage, games: int, tmp_path: Path
) -> None:
    at = 1
    while play_disturbed(tmp_path / str(at), 5, at, disturb, stage=stage, games=games):
        at += 1
    assert at > 60


# Offers, claims and resignations: both sides always agree on which of them stand.


def mover(evening: Evening) -> tuple[Side, Side]:
    """The side to act, and the other, once all that was said has come."""
    evening.bring()
    for side in evening.sides:
        side.conversation.settle()
    ann, bob = evening.sides
    game = ann.talk.game
    assert game
    assert game.to_act is not None
    return (ann, bob) if game.to_act == ann.seat else (bob, ann)


def act(side: Side) -> None:
    assert side.talk.game
    side.conversation.play(side.choice(side.talk.game.position))


def test_an_accepted_offer_is_a_draw_in_both_logs(evening: Evening) -> None:
    acting, other = mover(evening)
    acting.agree_on_draw()
    evening.bring()
    assert other.told(DrawOffered)
    other.agree_on_draw()
    evening.bring()
    (game,) = evening.finish()
    assert (game.ending.winner, game.ending.reason) == (DRAW, AGREED)


def test_a_player_who_is_silent_for_too_long_loses_the_game_to_a_claim(evening: Evening) -> None:
    silent, waiting = mover(evening)
    for side in evening.sides:
        side.now += MOVE_TIME - 1
    assert waiting.conversation.conclusion is None
    assert not waiting.conversation.conclude()
    for side in evening.sides:
        side.now += 1
    assert silent.conversation.conclusion is None, "the time here is up"
    assert waiting.conversation.conclusion is Conclusion.TIMEOUT
    assert not waiting.conversation.conclude(), "their program may concede"
    assert waiting.talk.claims[waiting.seat]
    evening.bring()
    assert silent.told(Claimed)
    silent.conversation.check_time()
    (game,) = evening.finish()
    ending = game.ending
    assert (ending.winner, ending.reason, ending.engine) == (waiting.seat, TIMEOUT, silent.seat)
    assert ending.detail == f"{game.names[silent.seat]} did not act within {MOVE_TIME} s"


def test_a_claim_waits_for_the_others_clock_and_lapses_when_they_act(evening: Evening) -> None:
    slow, waiting = mover(evening)
    waiting.now += MOVE_TIME
    slow.now += MOVE_TIME - 10  # It has heard of the last action later.
    waiting.conversation.conclude()
    evening.bring()
    assert slow.talk.claims[1 - slow.seat]
    slow.conversation.check_time()
    assert slow.talk.stage is Stage.PLAYING
    act(slow)
    evening.bring()
    assert not slow.talk.claims[1 - slow.seat]
    assert not waiting.talk.claims[waiting.seat]
    evening.finish()


@pytest.mark.parametrize("is_up", [True, False])
def test_a_program_that_answers_no_claim_is_done_without(is_up: bool, evening: Evening) -> None:
    _silent, waiting = mover(evening)
    waiting.now += MOVE_TIME
    if is_up:
        assert not waiting.conversation.conclude()
    else:
        waiting.conversation.line_lost()
    assert waiting.conversation.conclusion is Conclusion.TIMEOUT
    assert waiting.conversation.conclude()
    game = waiting.logged_game()
    assert (game.ending.winner, game.ending.reason) == (waiting.seat, TIMEOUT)
    assert waiting.conversation.store.path is None


def withheld(evening: Evening) -> bool:
    """Play on without Ann's keys; False if Bob never has to draw in this deal."""
    ann, bob = evening.sides
    while not bob.failures and bob.talk.game and not bob.talk.game.over:
        for side in evening.sides:
            side.work()
            side.decide(evening.terms, 1)
            side.work()
        ann.lines = type(ann.lines)(line for line in ann.lines if b'"is":"deal"' not in line)
        is_settled = bob.talk.game.position.phase == DEAL
        if not evening.deliver(0) and not evening.deliver(1) and is_settled:
            return True
    return False


def test_a_player_who_withholds_the_keys_to_a_draw_can_be_waited_out(tmp_path: Path) -> None:
    evenings = (begun(tmp_path / str(number), 60) for number in range(9))
    _ann, bob = next(one for one in evenings if withheld(one)).sides
    assert bob.talk.wait and bob.talk.wait.seat == 0
    bob.now += MOVE_TIME
    assert bob.conversation.conclusion is Conclusion.TIMEOUT


def test_a_game_that_was_claimed_alone_is_logged_once_despite_a_crash(evening: Evening) -> None:
    slow, waiting = mover(evening)
    waiting.conversation.line_lost()
    waiting.now += MOVE_TIME
    waiting.log.mkdir()  # It cannot be written.
    assert not waiting.conversation.conclude(), "it is in no log"
    assert waiting.conversation.store.trouble
    assert waiting.conversation.say(Chat("Come back!"))
    waiting.die()
    evening.connect()
    act(slow)
    evening.bring()
    assert [side.failures for side in evening.sides] == [[], []], "nothing is heard any more"
    waiting.log.rmdir()
    waiting.die()
    game = waiting.logged_game()
    assert game.ending.reason == TIMEOUT
    assert waiting.conversation.store.path is None


@pytest.mark.parametrize("answer", ["accept", "decline"])
def test_a_late_answer_in_an_earlier_version_is_taken_up_so(answer: str, evening: Evening) -> None:
    ann, _bob = evening.sides
    ann.agree_on_draw()
    acting, _other = mover(evening)
    act(acting)
    evening.bring()
    for side, direction in zip(evening.sides, ("heard", "out"), strict=True):
        path = side.conversation.store.path
        assert path
        # Offers lapsed by no action then, and did not say when they were made.
        text = re.sub(r'("is": ?"offer"), ?"played": ?\d+', r"\1", path.read_text())
        path.write_text(text + json.dumps({direction: {"is": answer}}) + "\n")
        side.die()
    evening.connect()
    (game,) = evening.finish()
    assert (game.ending.reason == AGREED) is (answer == "accept")


@settings(max_examples=examples(50))
@given(seed=st.integers(0, 10**6))
def test_with_whims_claims_and_accidents_both_logs_have_the_same_games(seed: int) -> None:
    rng = Random(seed)
    rules = HouseRules(rng.choice(DECK_SIZES), rng.choice((NO_CAPS, Caps(6, 5), Caps(2, 1))))
    with TemporaryDirectory() as folder:
        evening = Evening(Path(folder), seed, rules, games=2)
        evening.wander(rng)
        evening.finish()
        evening.close()
