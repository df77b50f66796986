"""The score of a run, and what it costs to keep it."""

import tracemalloc
from collections import Counter
from datetime import datetime
from random import Random

import pytest

from durak_tui.cli.run_results import JsonResults, table
from durak_tui.engine.config import EngineConfig
from durak_tui.game.deals import deal
from durak_tui.game.position import DRAW
from durak_tui.match.schedule import Schedule, paired, seeded
from durak_tui.match.tally import PairTally, Tally
from durak_tui.records.record import Clock, Ending, GameRecord
from durak_tui.statistics.counts import PairCounts

NOW = datetime(2026, 1, 1)
PLAYERS = (EngineConfig("a"), EngineConfig("b"))


def game(winner: int | None, *failed: int, game_id: int = 1) -> GameRecord:
    """A game with this winner in which these engines failed."""
    ending = Ending(winner)
    if failed:
        both = len(failed) == 2
        ending = Ending(
            winner, "timeout", None if both else failed[0], other_reason="crash" if both else None
        )
    clocks = Clock(0.1, 10, 0.05), Clock(0.2, 10, 0.05)
    return GameRecord(deal(1, 1), (), ending, ("a", "b"), NOW, NOW, game_id, clocks=clocks)


def test_a_match_goes_to_who_wins_more_games_and_a_tie_is_shared() -> None:
    tally = Tally(3, 3)
    for match, winners in enumerate([(0, 0, 1), (DRAW, 1, None), (0, 1, DRAW)], 1):
        for winner in winners:
            tally.add(match, game(winner))
    assert tally.points() == (1.5, 1.5)
    assert (tally.games.wins, tally.games.draws) == ([3, 3], 2)


@pytest.mark.parametrize(("matches", "points"), [(1_000_000, 500_000), (0, 0), (-1, 0)])
def test_matches_without_games_are_ties(matches: int, points: float) -> None:
    tally = Tally(matches, 0)
    assert tally.points() == (points, points)
    assert len(list(tally.matches())) == tally.begun == 2 * points
    assert len({id(score) for score in tally.matches()}) <= 1, "none takes room of its own"


def test_void_games_are_nobodys() -> None:
    tally = Tally(1, 1)
    tally.add(1, game(None, 0, 1, game_id=7))
    games = tally.games
    assert (games.wins, games.draws, games.void, games.played) == ([0, 0], 0, 1, 1)
    lines = list(table(tally, ["a", "b"]))
    assert "Engine1 (a) timeout: 1 (game 7)" in lines
    assert "Engine2 (b) crash: 1 (game 7)" in lines


def test_many_faults_are_counted_and_the_first_games_named() -> None:
    tally = Tally(1, 100)
    for number in range(1, 101):
        tally.add(1, game(1, 0, game_id=number))
    line = list(table(tally, ["a", "b"]))[-1]
    assert line.startswith("Engine1 (a) timeout: 100 (games 1, 2, 3, ")
    assert line.endswith("19, 20 and 80 more)")


def test_totals_are_the_sums_of_the_matches_at_any_moment() -> None:
    random = Random(1)
    tally, played = Tally(11, 20), Counter[int]()
    for number in range(1, 201):
        match = random.choice([n for n in range(1, 12) if played[n] < 20])
        played[match] += 1
        tally.add(match, game(random.choice((0, 1, DRAW, None)), game_id=number))
        scores = list(tally.matches())
        assert tally.games.wins == [sum(one.wins[seat] for one in scores) for seat in (0, 1)]
        assert tally.games.draws == sum(one.draws for one in scores)
        whole = [one for one in scores if one.played == 20]
        assert tally.points() == tuple(sum(one.points()[seat] for one in whole) for seat in (0, 1))


def test_the_scores_of_some_matches_are_copies_of_those_that_have_begun() -> None:
    tally = Tally(1000, 1)
    for match in range(1, 101):
        tally.add(match, game(match % 2, game_id=match))
    asked = tally.scores(99, 102)
    assert [one.wins for one in asked] == [[0, 1], [1, 0]]
    asked[0].wins[0] = 5
    assert tally.scores(99, 99)[0].wins == [0, 1]
    assert tally.scores(-5, 0) == tally.scores(101, 200) == []


def test_a_run_that_was_stopped_has_no_matches_that_were_not_begun() -> None:
    tally = Tally(10**15, 1)  # None of which may take room.
    tally.add(1, game(0))
    tally.add(2, game(0))
    assert len(list(tally.matches())) == 2
    assert tally.points() == (2.0, 0.0)


def test_every_game_of_a_schedule_has_its_number_its_match_and_its_deal() -> None:
    games = list(Schedule(3, 2, PLAYERS, seeded(5, 36), 5).tasks())
    assert [(task.game_id, task.match) for task in games] == [
        (1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3),
    ]  # fmt: skip
    assert [task.deal for task in games] == [deal(5, number) for number in range(1, 7)]
    assert list(Schedule(3, 2, PLAYERS, seeded(5, 36), 5).tasks(after=4)) == games[4:]
    assert next(Schedule(10**15, 2, PLAYERS, seeded(5, 36), 5).tasks()) == games[0]
    for matches, size in [(-1, 5), (5, 0)]:
        assert not list(Schedule(matches, size, PLAYERS, seeded(5, 36)).tasks())


def test_a_paired_schedule_plays_every_deal_twice_with_the_hands_exchanged() -> None:
    deals = [task.deal for task in Schedule(3, 2, PLAYERS, paired(5, 52), 5).tasks()]
    assert deals[0::2] == [deal(5, number, 52) for number in (1, 2, 3)]
    for first, second in zip(deals[0::2], deals[1::2], strict=True):
        assert second.hands == (first.hands[1], first.hands[0])
        assert second.deck[12:] == first.deck[12:]
        assert second.first == 1 - first.first


def test_pairs_count_whole_or_not_at_all() -> None:
    pairs = PairTally()
    for pair in [
        (0, 0), (0, 0.5), (1, 0), (0, 1), (0.5, 0.5), (0.5, 1), (1, 1), (1, None), (None, 1),
    ]:  # fmt: skip
        for points in pair:
            pairs.add(points)
    assert pairs.counts == PairCounts(ll=1, ld=1, wl=2, dd=1, wd=1, ww=1)


@pytest.mark.slow
def test_memory_does_not_grow_with_the_number_of_games() -> None:
    tally = Tally(10, 100_000)
    one = game(0, 1)
    with JsonResults("-") as results:

        def play(games: int) -> int:
            for number in range(games):
                tally.add(number % 10 + 1, one)
                results.add(1, one)
            return tracemalloc.get_traced_memory()[0]

        tracemalloc.start()
        try:
            few = play(500)
            many = play(20_000)
        finally:
            tracemalloc.stop()
    assert many - few < 20_000


def test_a_match_that_is_not_over_is_nobodys() -> None:
    tally = Tally(3, 2)
    for match, winner in [(1, 0), (1, 1), (2, 0), (2, 0), (3, 0)]:
        tally.add(match, game(winner))
    assert tally.points() == (1.5, 0.5)
    lines = list(table(tally, ["a", "b"]))
    assert lines[0] == "Engine1 (a) scores:\t1.5"
    assert lines[-2:] == [
        "Match 2 - Engine1 wins: 2, Engine2 wins: 0, Draws: 0",
        "Match 3 - Engine1 wins: 1, Engine2 wins: 0, Draws: 0 (1 of 2 games)",
    ]
    tally.add(3, game(1))
    assert tally.points() == (2.0, 1.0)


def test_a_sequential_test_that_decides_ends_the_match() -> None:
    tally = Tally(1, 100)
    for winner in (0, 1, 0):
        tally.add(1, game(winner))
    tally.decided()
    assert tally.points() == (1.0, 0.0)
