"""durak-player: five levels, each weaker than the next, and the styles beside them."""

import functools
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence

import pytest
from durak_engines.dummy import Dummy
from durak_engines.endgame import Endgame
from durak_engines.montecarlo import MonteCarloEngine
from durak_engines.player import Beginner, Expert, Player, player
from durak_engines.styles import Careful, Greedy, Tricky

from durak_tui.engine.sdk import Turn
from durak_tui.game.cards import BEATS, card_name
from durak_tui.game.deals import deal
from durak_tui.game.position import RESPOND, Position
from tests.engines.inprocess import late, play, score, tables

KINDS = {
    1: Beginner, 2: Beginner, 3: Dummy, 4: Expert, 5: MonteCarloEngine,
    "careful": Careful, "greedy": Greedy, "tricky": Tricky,
}  # fmt: skip


@pytest.mark.parametrize("name", KINDS)
def test_every_level_and_style_is_an_engine_that_says_its_name(name: int | str) -> None:
    made = Player(name, time=0.1) if isinstance(name, int) else Player(style=name)
    assert type(made.engine) is KINDS[name]
    assert made.engine.name == f"durak-player {name}"


def test_without_options_it_is_the_third_level() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "durak_engines.player"],
        input=b"init 7S\n", capture_output=True, timeout=60, check=True,
        env={"DURAK_PROTOCOL": "2"},
    )  # fmt: skip
    assert b'"name": "durak-player 3"' in run.stdout


def test_what_is_said_to_it_is_answered_by_the_engine_of_its_level() -> None:
    deals = [deal("levels", number) for number in range(5)]
    for start in deals:
        assert tables(start, (Player(level=3), Endgame())) == tables(start, (Dummy(), Endgame()))


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--level", "0"], "--level"),
        (["--level", "6"], "--level"),
        (["--style", "bold"], "argument --style: invalid choice: 'bold'"),
        (["--style", "greedy", "--level", "3"], "--level: not allowed with argument --style"),
        (["--level", "1", "--style", "greedy"], "--style: not allowed with argument --level"),
    ],
)
def test_a_level_is_one_of_five_or_a_style_of_three_takes_its_place(
    options: list[str], reason: str
) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "durak_engines.player", *options],
        input=b"", capture_output=True, timeout=60, check=False,
    )  # fmt: skip
    assert run.returncode == 2
    assert reason in run.stderr.decode()


def test_a_beginner_makes_the_mistakes_of_beginners() -> None:
    thrown = taken = 0

    def count(position: Position) -> None:
        nonlocal thrown, taken
        if position.phase == RESPOND and position.to_act == 0 and len(position.table) > 1:
            thrown += position.table[-1] & 3 == position.trump & 3 and position.talon_count > 0
        if position.taking and position.defender == 1 and not position.given:
            beaters = BEATS[position.trump & 3][position.table[-1]] & position.hands[1]
            taken += bool(beaters)

    for number in range(40):
        play(deal("beginner", number), (Dummy(), Beginner(number)), watch=count)
    assert thrown > 5
    assert taken > 20


def test_with_a_seed_it_makes_the_same_mistakes_again() -> None:
    start = deal("mistakes", 1)
    first = tables(start, (player(1, seed=5), player(2, seed=6)))
    assert tables(start, (player(1, seed=5), player(2, seed=6))) == first
    assert tables(start, (player(1, seed=7), player(2, seed=8))) != first


@pytest.mark.parametrize("level", [1, 2, 4])
def test_neither_another_game_nor_a_hint_changes_its_mistakes(level: int) -> None:
    start = deal("mistakes", 2)
    fresh = tables(start, (player(level, seed=5), Dummy()))
    used = player(level, seed=5)
    tables(deal("mistakes", 3), (used, Dummy()))
    data = b'{"discarded":[],"deck_count":0,"enemy_count":2,"trump":"6S","hand":["7C","8C"]}'
    assert tables(start, (used, Dummy())) == fresh
    hinted = []

    def watch(position: Position) -> None:
        hinted.append(tuple(position.table))
        assert used.answer(b"hint move  ## " + data) in (b"7C", b"8C")

    play(start, (used, Dummy()), watch=watch)
    assert hinted == fresh


def test_the_fourth_level_sees_the_win_but_for_two_times_in_five() -> None:
    turn = late("move", "6C 9D", "7C", trump="8S")
    assert card_name(Dummy().move(turn) or 0) == "6C", "which loses"
    played = Counter(card_name(player(4, seed).move(turn) or 0) for seed in range(300))
    assert played.keys() == {"6C", "9D"}
    assert 90 < played["6C"] < 150


def test_the_fourth_level_shows_in_a_hint_what_it_thinks() -> None:
    turn = late("move", "6C 9D", "7C", trump="8S", is_hint=True)
    assert {card_name(player(4, seed).move(turn) or 0) for seed in range(30)} == {"9D"}


class Watched(Expert):
    """The fourth level, beside an engine that is shown the same turns and only follows the game."""

    def __init__(self) -> None:
        super().__init__(seed=5)
        self.follower = MonteCarloEngine(seed=5)

    def move(self, turn: Turn) -> int | None:
        self.follower.known(turn)
        return super().move(turn)

    def respond(self, turn: Turn) -> int | None:
        self.follower.known(turn)
        return super().respond(turn)

    def give_more(self, turn: Turn) -> Sequence[int]:
        self.follower.known(turn)
        return super().give_more(turn)


def test_the_fourth_level_follows_the_game_also_where_it_does_not_think() -> None:
    watched = Watched()
    play(deal("mistakes", 2), (watched, Dummy()))
    assert watched.character and watched.follower.character
    assert watched.character.expected == watched.follower.character.expected


@pytest.mark.parametrize("data", ["{}", '{"deck_count":0,"enemy_count":2,"trump":"6S"}'])
def test_the_fourth_level_answers_with_any_data(data: str) -> None:
    for number in range(12):
        fourth = player(4, seed=number)
        fourth.answer(b"init 6S")
        fourth.answer(b"deal 7C 8C 9C TD JD QD ## {}")
        assert fourth.answer(b"move  ## " + data.encode()) == b"7C"


@pytest.mark.slow
@pytest.mark.parametrize("deck", [36, 24])
@pytest.mark.parametrize(("level", "pairs"), [(1, 150), (2, 150), (3, 60)])
def test_every_level_loses_to_the_next(level: int, pairs: int, deck: int) -> None:
    found = score(lambda n: player(level + 1, n), lambda n: player(level, n), pairs, "levels", deck)
    assert found > 0.53


@pytest.mark.slow
def test_the_fourth_level_loses_to_the_engine_of_the_fifth() -> None:
    # By how much, and with which time to think, is for tools.ratings.
    strong = functools.partial(MonteCarloEngine, None, 3000)
    assert score(strong, lambda n: player(4, n), 15, "levels") > 0.55
