"""The score of a run, and what it costs to keep it."""

import tracemalloc
from datetime import datetime

from durak_tui.arena.game import PlayedGame
from durak_tui.arena.schedule import Schedule, ScheduledGame, seeded
from durak_tui.arena.tally import Tally
from durak_tui.cli.results import JsonResults, table
from durak_tui.game.deals import deal
from durak_tui.game.position import DRAW
from durak_tui.protocol.faults import Verdict
from durak_tui.records.record import Ending, GameRecord

NOW = datetime(2026, 1, 1)


def played(winner: int | None, *failed: int) -> PlayedGame:
    """A game with this winner in which these engines failed."""
    verdict = Verdict("e", "timeout", "no answer", "move", "move ", "", 1.0)
    record = GameRecord(deal(1, 1), (), Ending(winner), ("a", "b"), NOW, NOW)
    first, second = (verdict if seat in failed else None for seat in (0, 1))
    return PlayedGame(record, (0.1, 0.1), (first, second))


def test_a_match_goes_to_who_wins_more_games_and_a_tie_is_shared() -> None:
    tally = Tally(3)
    for match, winner in [(1, 0), (1, 0), (1, 1), (2, DRAW), (2, 1), (3, 0), (3, 1), (3, DRAW)]:
        tally.add(match, 1, played(winner))
    assert tally.points() == (1.5, 1.5)
    assert tally.wins == (3, 3)
    assert tally.draws == 2


def test_void_games_are_nobodys() -> None:
    tally = Tally(1)
    tally.add(1, 7, played(None, 0, 1))
    assert (tally.wins, tally.draws, tally.void) == ((0, 0), 0, 1)
    lines = list(table(tally, ["a", "b"]))
    assert "Engine1 (a) timeout: 1 (game 7)" in lines
    assert "Engine2 (b) timeout: 1 (game 7)" in lines


def test_many_faults_are_counted_and_the_first_games_named() -> None:
    tally = Tally(1)
    for number in range(1, 101):
        tally.add(1, number, played(1, 0))
    line = list(table(tally, ["a", "b"]))[-1]
    assert line.startswith("Engine1 (a) timeout: 100 (games 1, 2, 3, ")
    assert line.endswith("19, 20 and 80 more)")


def test_a_run_that_was_stopped_has_no_matches_that_were_not_begun() -> None:
    tally = Tally(5)
    tally.add(1, 1, played(0))
    tally.add(2, 2, played(0))
    tally.stopped()
    assert len(tally.matches) == 2
    assert tally.points() == (2.0, 0.0)


def test_every_game_of_a_schedule_has_its_number_its_match_and_its_deal() -> None:
    games = list(Schedule(3, 2, seeded(5, 36), 5))
    assert [(game.game_id, game.match) for game in games] == [
        (1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3),
    ]  # fmt: skip
    assert [game.deal for game in games] == [deal(5, number) for number in range(1, 7)]
    assert list(Schedule(-1, 5, seeded(5, 36))) == list(Schedule(5, 0, seeded(5, 36))) == []


def test_memory_does_not_grow_with_the_number_of_games() -> None:
    tally = Tally(10)
    game = played(0, 1)
    with JsonResults("-") as results:

        def play(games: int) -> int:
            for number in range(games):
                tally.add(number % 10 + 1, number, game)
                results.add(ScheduledGame(number, 1, game.record.deal), game)
            return tracemalloc.get_traced_memory()[0]

        tracemalloc.start()
        try:
            few = play(500)
            many = play(20_000)
        finally:
            tracemalloc.stop()
    assert many - few < 20_000
