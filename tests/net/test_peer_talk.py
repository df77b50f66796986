"""Two programs play each other: every game is the same on both sides, and in both logs."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest

from durak_tui.game.caps import Caps
from durak_tui.game.cards import cards_in, full_deck
from durak_tui.game.violation import IllegalAction
from durak_tui.net.events import Checked, OtherChecked
from durak_tui.net.fingerprints import words_of
from durak_tui.net.stages import Stage
from durak_tui.net.talk_journal import Sides
from durak_tui.net.talk_messages import HouseRules
from tests.net.sittings import KEYS, Evening

Disturbance = Callable[[Evening, int], None]
"""What happens to the line or a side, once the other number has been brought a line."""


@pytest.mark.parametrize(
    "terms",
    [HouseRules(36), HouseRules(52), HouseRules(36, Caps(6, 5)), HouseRules(52, Caps(2, 1))],
)
def test_a_whole_game_of_two_people_is_in_both_logs(terms: HouseRules, tmp_path: Path) -> None:
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
