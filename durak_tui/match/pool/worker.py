"""A worker: its engines, and perhaps a process of its own."""

import contextlib
import math
import os
import pickle
import select
import threading
import traceback
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from time import monotonic
from typing import Final, NamedTuple

from durak_tui.engine.cancel import Cancelled, CancelToken
from durak_tui.engine.client import EngineClient, Trace
from durak_tui.engine.config import EngineConfig
from durak_tui.engine.process import STDERR_TAIL, pipe_round_trip
from durak_tui.match.engine_game import PlayedGame, play_game
from durak_tui.match.schedule import Task
from durak_tui.match.watch import Broadcast, WatchEvent

RESULT: Final = b"="  # Before what a batch has come to: the games, or an exception.
EVENT: Final = b"+"
HAND_IN_SECONDS: Final = 2.0
"""Seconds after which a worker hands in what it has of a batch, which was meant to take less."""
_CACHED: Final = 8


class Capture(NamedTuple):
    """The output of engines that a run keeps beside the cards."""

    infos: bool = False  # That on themselves and on each decision.
    stderr: int = 0  # Bytes of each engine's standard error, the last ones of a game.


NO_CAPTURE: Final = Capture()


class EngineCache:
    """The engines of one worker, kept from game to game."""

    def __init__(
        self,
        cancel: CancelToken | None = None,
        trace: Callable[[int], Trace] | None = None,
        broadcast: Broadcast | None = None,
        capture: Capture = NO_CAPTURE,
        alone: bool = False,
    ) -> None:
        """``trace`` makes the trace for an engine in seat 0 or 1.

        ``alone``: only engines are started in this process.
        """
        self._capture = capture
        self._alone = alone
        self._cancel = cancel
        self._trace = trace
        self._broadcast = broadcast
        self._pipe_seconds: float | None = None
        self._engines: dict[tuple[int, EngineConfig], EngineClient] = {}

    def play(self, tasks: Sequence[Task]) -> list[PlayedGame]:
        """Play games in order.

        Fewer come back if the token is set, or, after the first, if they take too long.
        """
        games: list[PlayedGame] = []
        until = math.inf
        with contextlib.suppress(Cancelled):
            for task in tasks:
                if (self._cancel and self._cancel.is_set) or monotonic() > until:
                    break
                games.append(self._play(task))
                # Not before: the first may have waited for its engines to start.
                until = min(until, monotonic() + HAND_IN_SECONDS)
        return games

    def _play(self, task: Task) -> PlayedGame:
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
                # Only where games go the same way as what is measured: on one core.
                self._pipe_seconds = pipe_round_trip() if _is_pinned() else 0.0
            engine = EngineClient(
                task.players[seat].program(),
                task.players[seat].limits,
                trace=self._trace(seat) if self._trace else None,
                cancel=self._cancel,
                start_ahead=True,
                pipe_seconds=self._pipe_seconds,
                stderr_kept=self._capture.stderr or STDERR_TAIL,
                alone=self._alone,
            )
        self._engines[key] = engine  # at the end: the one used last
        return engine

    def close(self) -> None:
        while self._engines:
            self._engines.popitem()[1].close()


def _is_pinned() -> bool:
    return hasattr(os, "sched_getaffinity") and len(os.sched_getaffinity(0)) == 1


def play_batch(tasks: Sequence[Task], capture: Capture = NO_CAPTURE) -> list[PlayedGame]:
    """Play games in order with engines that end afterwards."""
    with contextlib.closing(EngineCache(capture=capture)) as engines:
        return engines.play(tasks)


class Setup(NamedTuple):
    """The first message to a worker process.  The descriptors are its own."""

    stop: int  # Readable when the run is stopped; ends when the runner does.
    requests: int | None  # Where somebody asks for a game to watch.
    core: int | None
    capture: Capture


def serve(runner: Connection) -> None:
    """Play batches in a worker process until no more come."""
    setup: Setup = runner.recv()
    if setup.core is not None:
        os.sched_setaffinity(0, {setup.core})

    def notify(event: WatchEvent) -> None:
        runner.send_bytes(EVENT + pickle.dumps(event))

    broadcast = None if setup.requests is None else Broadcast(setup.requests, notify)
    cancel = CancelToken.watching(setup.stop)
    engines = EngineCache(cancel, broadcast=broadcast, capture=setup.capture, alone=True)
    threading.Thread(target=_follow_runner, args=(setup.stop,), daemon=True).start()
    try:
        while True:
            tasks: list[Task] = runner.recv()
            runner.send_bytes(RESULT + pickle.dumps(_outcome(engines, tasks)))
    except (EOFError, OSError):
        pass  # the runner has no more, or is gone
    finally:
        engines.close()


def _outcome(engines: EngineCache, tasks: Sequence[Task]) -> list[PlayedGame] | Exception:
    try:
        return engines.play(tasks)
    except Exception as error:
        # Where it came from would not be seen on the other side.
        error.add_note(traceback.format_exc())
        return error


def _follow_runner(stop: int) -> None:
    """End this process, and with it the engines, after the runner."""
    poll = select.poll()
    poll.register(stop, 0)  # nothing but the end of the pipe
    poll.poll()
    os._exit(1)
