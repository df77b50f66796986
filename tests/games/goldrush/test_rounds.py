"""Rounds, miners that are out, the end and the ranks, against a second implementation."""

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

from hypothesis import given

from durak_tui.games.goldrush.dig import BAD, CODES, OUT, SEATS, MineGame, dig
from durak_tui.games.moves import Moves
from durak_tui.games.person import Person
from durak_tui.games.playthrough import Finish, Json
from tests.games.goldrush.mines import FIXED, SEEDS, SIZES, dug_by_lot
from tests.games.goldrush.naive import NaiveGame

WILL: Final = "EPPDDF"
"""Codes that are drawn more often: miners carry and shoot."""


class BothGames(NamedTuple):
    """The same game in both implementations, and turns for it by lot."""

    opening: Json
    theirs: NaiveGame
    lot: Random
    risk: float  # Of being out, in each turn.

    @property
    def ours(self) -> MineGame:
        return MineGame(self.opening)

    def letter(self) -> str:
        """The code of a turn, drawn by lot."""
        return OUT if self.lot.random() < self.risk else self.lot.choice([*CODES, *WILL, BAD])


def begun(seats: int, seed: int) -> BothGames:
    """A game by lot, at its beginning."""
    lot = Random(seed)
    mine, bases, _ = dug_by_lot(seats, lot)
    rounds, full = lot.choice([0, 1, 30, *[300] * 7]), lot.random() < 0.4
    opening = {
        "map": mine.text, "bases": [*map(list, bases)], "rounds": rounds, "full": full,
        "turn_seconds": 1, "start_seconds": 1, "seed": seed, "game": 1,
    }  # fmt: skip
    theirs = NaiveGame(mine.text, bases, rounds, full)
    return BothGames(opening, theirs, lot, lot.choice([0, 0.002, 0.01]))


def assert_same(ours: MineGame, theirs: NaiveGame) -> None:
    assert ours.is_over == theirs.is_over
    assert ours.round == theirs.round
    assert ours.out == set(theirs.out)
    assert [miner.score for miner in ours.mine.miners] == theirs.scores
    if not ours.is_over:
        assert sorted(ours.waiting) == theirs.waiting()


def assert_same_views(ours: MineGame, theirs: NaiveGame) -> None:
    for seat in theirs.everybody:
        assert ours.mine.view(seat) == theirs.mine.view(seat)


def is_refused(game: MineGame, seat: str) -> bool:
    """True if it is not the turn of a seat."""
    try:
        game.step(seat + "E")
    except ValueError:
        return True
    return False


def turns(both: BothGames) -> Iterator[str]:
    """Moves up to the end of the game, of whoever has a turn, in any order."""
    while seats := both.theirs.waiting():
        yield SEATS[both.lot.choice(seats)] + both.letter()


def agreement(seats: int, seed: int) -> set[str]:
    """Assert that both agree move by move; returns how the game has ended."""
    both = begun(seats, seed)
    ours, theirs = both.ours, both.theirs
    assert_same(ours, theirs)
    for move in turns(both):
        waiting = theirs.waiting()
        assert all(is_refused(ours, one) for at, one in enumerate(SEATS) if at not in waiting)
        ours.step(move)
        theirs.step(move)
        assert_same(ours, theirs)
        if move[1] in BAD + OUT:
            assert_same_views(ours, theirs)  # Or it would take too long.
    assert all(is_refused(ours, one) for one in SEATS)
    assert_same_views(ours, theirs)
    return endings(theirs)


def endings(game: NaiveGame) -> set[str]:
    """The ways in which a game has ended, of which several may be true."""
    found = {"some are out"} if game.out else set()
    if len(game.out) == len(game.bases):
        found.add("all are out")
    everything = 0 < game.diamonds == sum(game.scores)
    if game.round < game.rounds:
        found |= {"early end"} if everything and not game.full else set()
    elif game.full and everything:
        found.add("it was to be full")
    else:
        found.add("all rounds" if game.rounds else "no rounds")
    if not game.diamonds and game.round > 1:
        found.add("no diamonds")
    return found


@given(SIZES, SEEDS)
def test_both_implementations_agree_on_turns_and_the_end(seats: int, seed: int) -> None:
    agreement(seats, seed)


def test_they_agree_on_every_way_to_end() -> None:
    ended: set[str] = set().union(*(agreement(seats, seed) for seats, seed in FIXED))
    assert ended == {
        "all are out", "all rounds", "early end", "it was to be full", "no diamonds", "no rounds",
        "some are out",
    }  # fmt: skip


def played(both: BothGames) -> tuple[Finish, str]:
    """A whole game of people who have made up their minds, and its moves."""
    seats, rounds = len(both.opening["bases"]), both.opening["rounds"]
    people = [Person(str(seat)) for seat in range(seats)]
    for number in range(seats * rounds):
        for person in people:
            person.answer(both.letter(), number)
    for person in people:
        person.leave()  # One who is asked too often ends the game, and the test.
    moves = Moves()
    return dig(both.opening, people, moves), moves.text


def same_end(seats: int, seed: int) -> set[str]:
    """Assert that a game has the end and the ranks of theirs; returns what is rare in these."""
    both = begun(seats, seed)
    finish, moves = played(both)
    game = both.theirs
    for at in range(0, len(moves), 2):
        assert SEATS.index(moves[at]) in game.waiting()
        game.step(moves[at : at + 2])
    assert game.is_over
    assert finish.ranks == game.ranks()
    assert finish.details["scores"] == game.scores
    assert finish.details["hands"] == [miner.hand for miner in game.mine.miners]
    assert finish.details["rounds"] == game.round
    found = {"some are level"} if seats > len(set(finish.ranks)) > 1 else set()
    stay = [game.scores[seat] for seat in game.everybody if seat not in game.out]
    if stay and any(game.scores[seat] > min(stay) for seat in game.out):
        found.add("out with more than another")
    return found


@given(SIZES, SEEDS)
def test_a_game_is_played_to_the_same_end_with_the_same_ranks(seats: int, seed: int) -> None:
    same_end(seats, seed)


def test_the_ranks_are_the_same_where_somebody_is_out_or_level() -> None:
    found: set[str] = set().union(*(same_end(seats, seed) for seats, seed in FIXED))
    assert found == {"some are level", "out with more than another"}
