"""Habits are found out from actions; a player at random has none."""

from collections.abc import Callable

import pytest
from durak_engines.dummy import Dummy
from durak_engines.random_player import Random

from durak_tui.analysis import kernel
from durak_tui.analysis.character import DUMMY, PRIOR, Character
from durak_tui.analysis.inference import OpponentModel
from durak_tui.analysis.knowledge import knowledge
from durak_tui.analysis.tree import RATIONAL
from durak_tui.analysis.world import (
    ALWAYS_TAKES,
    AT_RANDOM,
    KEEPS_TRUMPS,
    NEVER_THROWS_IN,
    NOTHING,
    TRUMPS_FIRST,
    Worlds,
)
from durak_tui.engine.sdk import Engine
from durak_tui.game.deals import deal
from durak_tui.game.position import DEAL, RESPOND, Position
from tests.engines.inprocess import play
from tests.engines.one_sided import Hoarder, Quitter, Spender, Taker
from tests.game.build import card, cards, mask

HABITS: dict[type[Dummy], int] = {
    Dummy: DUMMY, Hoarder: KEEPS_TRUMPS, Taker: ALWAYS_TAKES, Quitter: NEVER_THROWS_IN,
    Spender: TRUMPS_FIRST,
}  # fmt: skip


def meet(
    character: Character, opponent: Callable[[], Engine], games: range, seat: int = 0
) -> dict[int, float]:
    """The expected share of each habit after games against an opponent."""
    for number in games:
        model = OpponentModel(character)

        def watch(position: Position, model: OpponentModel = model) -> None:
            if position.phase < DEAL and position.to_act == seat:
                model.knowledge(position)

        engines = (Dummy(), opponent()) if seat == 0 else (opponent(), Dummy())
        play(deal("habits", number, (36, 52)[number % 2]), engines, watch=watch)
    return character.expected


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("opponent", HABITS)
def test_a_habit_is_known_after_a_few_games(opponent: type[Dummy], seat: int) -> None:
    character, taken_for = Character(), []
    for number in range(12):
        expected = meet(character, opponent, range(number, number + 1), seat)
        taken_for.append(max(expected, key=expected.__getitem__))
    # Now and then somebody does what is rare.
    assert taken_for.count(HABITS[opponent]) >= 10


def test_a_habit_shows_within_a_game() -> None:
    expected = meet(Character(), Taker, range(1))
    assert max(expected, key=expected.__getitem__) == ALWAYS_TAKES


def test_a_player_without_a_habit_is_taken_for_one_who_looks_for_the_best() -> None:
    expected = meet(Character(), lambda: Random(5), range(4))
    assert sum(expected.values()) < 0.4


def test_nothing_is_concluded_from_nothing() -> None:
    expected = Character().expected
    assert expected == {kind: share for kind, share in PRIOR.items() if kind != RATIONAL}
    assert sum(PRIOR.values()) == pytest.approx(1)


def test_a_player_who_changes_is_known_again() -> None:
    character = Character()
    meet(character, Hoarder, range(10))
    expected = meet(character, Taker, range(10, 13))
    assert expected[ALWAYS_TAKES] > 0.8


def test_the_same_games_lead_to_the_same_conclusions() -> None:
    assert meet(Character(), Quitter, range(2)) == meet(Character(), Quitter, range(2))


def in_all_worlds(table: str, mine: str, theirs: str, *, asked: bool, talon: int = 0) -> Worlds:
    """Worlds with a 9 of clubs to be answered in which all is known; spades are trumps."""
    known = knowledge(
        RESPOND, hand=mask(mine), table=cards(table), trump=card("6S"), talon_count=talon,
        enemy_count=len(theirs.split()), enemy_known=mask(theirs), discarded=0,
    )  # fmt: skip
    return known.worlds(kernel.seeded(1), theirs=asked)


@pytest.mark.parametrize(
    ("habits", "answer"),
    [(DUMMY, "TC"), (KEEPS_TRUMPS, "TC"), (ALWAYS_TAKES, ""), (TRUMPS_FIRST, "7S")],
)
def test_what_a_habit_does_it_does_in_every_world(habits: int, answer: str) -> None:
    worlds = in_all_worlds("9C", "6C 7C", "TC 7S AS 6D", asked=True)
    for other in ("TC", "", "7S", "AS"):
        agrees = worlds.agreement(NOTHING, mask(other), habits, 20)
        assert agrees == (20 if other == answer else 0)


@pytest.mark.parametrize(
    ("habits", "given"), [(DUMMY, "9D 9H"), (NEVER_THROWS_IN, ""), (TRUMPS_FIRST, "9D 9H 9S")]
)
def test_what_is_given_to_one_who_takes_is_a_decision_too(habits: int, given: str) -> None:
    worlds = in_all_worlds("9C", "TC 7D 8D JD", "9D 9H 9S", asked=False)
    assert worlds.agreement(0, mask(given), habits, 20) == 20
    assert worlds.agreement(0, mask("9H"), habits, 20) == 0


def test_where_nothing_can_be_done_nothing_is_what_everybody_does() -> None:
    worlds = in_all_worlds("9C", "TC 7D 8D", "KD KH", asked=False)
    for habits in HABITS.values():
        assert worlds.agreement(0, 0, habits, 20) == 20  # nothing fits
        assert worlds.agreement(mask("TC"), 0, habits, 20) == 20


def test_by_chance_everything_is_done_about_equally_often() -> None:
    worlds = in_all_worlds("9C", "6C 7C", "TC 7S AS 6D", asked=True)
    answers = map(mask, ("TC", "7S", "AS", ""))
    found = [worlds.agreement(NOTHING, each, AT_RANDOM, 4000) for each in answers]
    assert sum(found) == pytest.approx(4000, abs=300)
    assert min(found) > 850
