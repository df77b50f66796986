"""Tournaments without engines: results are drawn by lot, the same for the same game."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, Final

from durak_tui.engine.cancel import Cancelled, CancelToken
from durak_tui.game.position import DRAW
from durak_tui.match.engine_game import PlayedGame
from durak_tui.match.engine_table import EngineTable
from durak_tui.match.schedule import Task
from durak_tui.pool.local import SerialPool
from durak_tui.records.record import VOID, Clock, Ending, GameRecord
from durak_tui.tournament.tournament_config import TournamentConfig, parse
from durak_tui.tournament.tournament_run import Tournament

NOON: Final = datetime(2026, 11, 21, 12)
Outcome = Callable[[Task], Ending]


def cup(form: str, engines: int, games: int = 4, **more: Any) -> TournamentConfig:
    """A tournament of engines called e1, e2 ..."""
    names = [{"name": f"e{number}", "command": "durak-dummy"} for number in range(1, engines + 1)]
    return parse({"format": form, "games": games, "output": "out", "engine": names, **more})


def by_lot(task: Task) -> Ending:
    """Any ending: won, drawn, forfeited, void."""
    lot = Random(f"{task.game_id} {task.players[0].shown}")
    kind = lot.randrange(12)
    winner = lot.randrange(2)
    if kind == 0:
        return Ending(VOID, "crash", None, "both are gone", "init", "timeout", "a\nb")
    if kind < 3:
        reason = lot.choice(("illegal", "crash"))
        return Ending(winner, reason, 1 - winner, f"{reason} <b>", "move", stderr="<script>")
    return Ending(DRAW if kind < 5 else winner)


def drawn(task: Task) -> Ending:
    """Every game is a draw."""
    return Ending(DRAW)


def record_of(task: Task, outcome: Outcome) -> GameRecord:
    """The record that would be written about a game."""
    lot = Random(task.game_id)
    clocks = [Clock(lot.random(), lot.randrange(1, 40), lot.random()) for _ in (0, 1)]
    first, second = (player.shown for player in task.players)
    return GameRecord(
        task.deal,
        (),
        outcome(task),
        (first, second),
        NOON + timedelta(seconds=task.game_id),
        NOON + timedelta(seconds=task.game_id + 1),
        task.game_id,
        task.seed,
        (clocks[0], clocks[1]),
    )


class LotPool(SerialPool[Task, PlayedGame]):
    """Plays by lot, one game at a time; sets the token when ``stop_after`` are played."""

    def __init__(
        self, cancel: CancelToken, outcome: Outcome = by_lot, stop_after: int | None = None
    ) -> None:
        super().__init__(EngineTable, cancel)
        self.cancel = cancel
        self.outcome = outcome
        self.stop_after = stop_after
        self.tasks: list[Task] = []

    def submit(self, tasks: Sequence[Task]) -> "Future[list[PlayedGame]]":
        """Play."""
        games = [PlayedGame(record_of(task, self.outcome), (None, None), 0.0) for task in tasks]
        self.tasks += tasks
        if len(self.tasks) == self.stop_after:
            self.cancel.set()
        future: Future[list[PlayedGame]] = Future()
        future.set_result(games)
        return future


class MemoryLog:
    """A log that is a list."""

    def __init__(self) -> None:
        self.records: list[GameRecord] = []

    def append(self, record: GameRecord) -> None:
        """Save a game, without what only the writer adds."""
        self.records.append(replace(record, run=None))


def played(
    config: TournamentConfig,
    outcome: Outcome = by_lot,
    *,
    past: Sequence[GameRecord] = (),
    stop_after: int | None = None,
) -> tuple[Tournament, list[GameRecord], list[Task]]:
    """A tournament that went on after ``past``: itself, its games, the tasks it gave out."""
    cancel, log = CancelToken(), MemoryLog()
    tournament = Tournament(config, log=log)
    tournament.resume(past)
    pool = LotPool(cancel, outcome, stop_after)
    try:
        tournament.play(pool, cancel)
    except Cancelled:
        assert stop_after is not None
    return tournament, [*past, *log.records], pool.tasks


def folder_names(folder: Path) -> list[str]:
    """The names in a folder, in order."""
    return sorted(file.name for file in folder.iterdir())
