"""Two programs play each other: every game is the same on both sides, and in both logs."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from durak_tui.game.caps import NO_CAPS, Caps
from durak_tui.game.cards import cards_in
from durak_tui.game.position import DEAL, GIVE_MORE
from durak_tui.game.violation import IllegalAction, Rule
from durak_tui.net.events import Checked, OtherChecked
from durak_tui.net.fingerprints import words_of
from durak_tui.net.stages import Stage
from durak_tui.net.talk_journal import Sides
from durak_tui.net.talk_messages import HouseRules
from tests.examples import examples
from tests.net.sittings import KEYS, Evening, Side

Disturbance = Callable[[Evening, int], None]
"""What happens to the line or a side, once the other number has been brought a line."""


@pytest.mark.parametrize(
    "terms",
    [HouseRules(36), HouseRules(52), HouseRules(36, Caps(6, 5)), HouseRules(52, Caps(2, 1))],
)
def test_two_people_play_a_whole_game_and_both_have_it_in_their_logs(
    terms: HouseRules, tmp_path: Path
) -> None:
    evening = Evening(tmp_path, 1, terms)
    (game,) = evening.finish()
    for side in evening.sides:
        assert side.told(Checked, OtherChecked) == [Checked(""), OtherChecked("")]
    assert (len(game.deal.deck), game.deal.caps) == (terms.deck, terms.caps)
    evening.close()
    assert not list(tmp_path.rglob("*.sitting"))


def test_a_name_that_means_somebody_else_here_has_the_words_of_its_key_with_it() -> None:
    sides = Sides.new(1, "Ann", KEYS[0], KEYS[1], "Ann")
    assert sides.other_name == f"Ann ({words_of(KEYS[1])})"


def test_the_winner_of_a_game_attacks_first_in_the_next(tmp_path: Path) -> None:
    for before, after in pairwise(Evening(tmp_path, 3, games=3).finish()):
        if before.ending.winner in (0, 1):
            assert after.deal.first == before.ending.winner


def refused(side: Side, *cards: int) -> Rule:
    """Why somebody may not play this, which is not sent then."""
    before = list(side.lines)
    with pytest.raises(IllegalAction) as refusal:
        side.conversation.play(cards)
    assert list(side.lines) == before
    return refusal.value.rule


def refusals(side: Side) -> Iterator[Rule]:
    """Why somebody may not play now what they may not."""
    side.work()
    game = side.talk.game
    if side.talk.stage is not Stage.PLAYING or not game or game.position.phase == DEAL:
        return
    own, position = cards_in(game.position.hands[side.seat]), game.position
    if game.to_act != side.seat:
        yield refused(side, *own[:1])
    elif position.phase != GIVE_MORE:
        if not position.may_pass():
            yield refused(side)
        if len(own) > 1:
            yield refused(side, *own[:2])
        yield from (refused(side, card) for card in own if not position.legal() >> card & 1)


def test_what_may_not_be_played_is_refused_here_and_never_sent(tmp_path: Path) -> None:
    # The shuffle is random: in one game of a hundred, no trump is ever needed.
    evening = Evening(tmp_path, 3, games=8)
    rules = {rule for _ in evening.steps() for side in evening.sides for rule in refusals(side)}
    assert rules == {
        Rule.BOUT_OVER, Rule.MUST_LEAD, Rule.ONE_CARD, Rule.LOWER, Rule.OTHER_SUIT,
        Rule.TRUMP_NEEDED, Rule.RANK_NOT_ON_TABLE,
    }  # fmt: skip
    evening.agreed()


def play_disturbed(
    folder: Path,
    seed: int,
    at: int,
    disturb: Disturbance,
    *,
    stage: Stage = Stage.RULES,
    games: int = 1,
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
def test_a_line_that_is_lost_or_a_side_that_is_killed_after_any_message_changes_nothing(
    disturb: Disturbance, tmp_path: Path
) -> None:
    at = 1
    while play_disturbed(tmp_path / str(at), 5, at, disturb):
        at += 1
    assert at > 60


@pytest.mark.slow
@pytest.mark.parametrize("disturb", DISTURBANCES)
def test_what_happens_between_two_games_changes_nothing_either(
    disturb: Disturbance, tmp_path: Path
) -> None:
    for at in range(1, 40):
        assert play_disturbed(tmp_path / str(at), 5, at, disturb, stage=Stage.CHECKING, games=2)


@settings(max_examples=examples(25))
@given(st.integers(0, 10**6), st.sampled_from([36, 52]))
@example(157213, 52)  # Somebody is killed after they have said something during the deal.
def test_what_crosses_on_the_line_leads_to_the_same_end_on_both_sides(seed: int, deck: int) -> None:
    rng = Random(seed)
    with TemporaryDirectory() as folder:
        caps = rng.choice((NO_CAPS, Caps(6, 5), Caps(2, 1)))
        evening = Evening(Path(folder), seed, HouseRules(deck, caps), games=2)
        evening.wander(rng, rng.choice((0.005, 0.05, 0.3)), rng.choice((0, 0.005, 0.03)))
        evening.agreed()
        evening.close()
