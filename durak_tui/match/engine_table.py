"""A table of Durak engines, kept from game to game."""

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from durak_tui.engine.client import EngineClient, Trace
from durak_tui.engine.config import EngineConfig
from durak_tui.engine.process import STDERR_TAIL
from durak_tui.match.engine_game import PlayedGame, play_game
from durak_tui.match.schedule import Task
from durak_tui.match.watch import Broadcast
from durak_tui.pool.dispatch import Pool
from durak_tui.pool.worker import Surroundings, pipe_seconds

EnginePool: TypeAlias = Pool[Task, PlayedGame]
_CACHED: Final = 8


class Capture(NamedTuple):
    """The output of engines that a run keeps beside the cards."""

    infos: bool = False  # That on themselves and on each decision.
    stderr: int = 0  # Bytes of each engine's standard error, the last ones of a game.


class EngineTable:
    """The engines of one worker, and the games between them."""

    def __init__(
        self,
        around: Surroundings = Surroundings(),  # noqa: B008 (frozen)
        capture: Capture = Capture(),  # noqa: B008 (frozen)
        trace: Callable[[int], Trace] | None = None,
    ) -> None:
        """``trace`` makes the trace for an engine in seat 0 or 1."""
        self._around = around
        self._capture = capture
        self._trace = trace
        self._broadcast: Broadcast | None = None
        if around.requests is not None:
            self._broadcast = Broadcast(around.requests, around.notify)
        self._pipe_seconds: float | None = None
        self._engines: dict[tuple[int, EngineConfig], EngineClient] = {}

    def play(self, task: Task) -> PlayedGame:
        engines = self._engine(task, 0), self._engine(task, 1)
        report = self._broadcast.begin(task) if self._broadcast else None
        game = play_game(
            task.deal,
            engines,
            game_id=task.game_id,
            seed=task.seed,
            on_action=report.played if report else None,
            on_thought=report.thinks if report else None,
            keeps_infos=self._capture.infos,
        )
        if report is not None:
            report.ended(game.record.ending)
        game = game._replace(pipe_seconds=self._pipe_seconds or 0.0)
        if self._capture.stderr:
            first, second = engines
            game = game._replace(stderr=(first.take_stderr(), second.take_stderr()))
        return game

    def _engine(self, task: Task, seat: int) -> EngineClient:
        key = seat, task.players[seat]
        engine = self._engines.pop(key, None)
        if engine is None:
            if len(self._engines) >= _CACHED:
                self._engines.pop(next(iter(self._engines))).close()
            if self._pipe_seconds is None:
                self._pipe_seconds = pipe_seconds()
            engine = EngineClient(
                task.players[seat].program(),
                task.players[seat].limits,
                trace=self._trace(seat) if self._trace else None,
                cancel=self._around.cancel,
                start_ahead=True,
                pipe_seconds=self._pipe_seconds,
                stderr_kept=self._capture.stderr or STDERR_TAIL,
                alone=self._around.alone,
            )
        self._engines[key] = engine  # at the end: the one used last
        return engine

    def close(self) -> None:
        while self._engines:
            self._engines.popitem()[1].close()
