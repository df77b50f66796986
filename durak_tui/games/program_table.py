"""A table of programs, which plays one game after the other."""

import contextlib
from collections.abc import Callable, Sequence
from datetime import datetime
from time import monotonic
from typing import Final, NamedTuple, TypeAlias

from durak_tui.common.text import one_line
from durak_tui.engine.config import EngineConfig
from durak_tui.engine.process import STDERR_TAIL
from durak_tui.games.game_kind import GameKind
from durak_tui.games.group_schedule import GroupTask
from durak_tui.games.moves import Moves
from durak_tui.games.playthrough import Playthrough
from durak_tui.games.program_player import END_SECONDS, ProgramPlayer
from durak_tui.pool.dispatch import Pool
from durak_tui.pool.worker import Surroundings, pipe_seconds

_KEPT: Final = 16  # Programs that wait for their next game.


class PlayedGroup(NamedTuple):
    """A game played to its end, or to faults."""

    group: tuple[int, ...]  # The numbers of the players, by seat.
    playthrough: Playthrough
    seconds: float
    stderr: tuple[bytes, ...] = ()  # What each wrote to it, if that is kept.

    def expected_seconds(self, *, started: bool) -> float:
        """The seconds of this one."""
        return self.seconds


GroupPool: TypeAlias = Pool[GroupTask, PlayedGroup]


class ProgramTable:
    """The programs of one worker, and the games between them."""

    def __init__(
        self,
        around: Surroundings = Surroundings(),  # noqa: B008 (frozen)
        *,
        kind: GameKind,
        stderr_kept: int = 0,
        on_event: Callable[[str, str, str], None] = lambda *_: None,
        pace: float = 0.0,
    ) -> None:
        """``stderr_kept`` bytes are kept of each standard error in a game.

        For ``on_event`` and ``pace`` see :class:`durak_tui.games.moves.Moves`.
        """
        self._around = around
        self._kind = kind
        self._stderr_kept = stderr_kept
        self._on_event = on_event
        self._pace = pace
        self._pipe_seconds: float | None = None
        self._players: dict[tuple[int, EngineConfig], ProgramPlayer] = {}

    def play(self, task: GroupTask) -> PlayedGroup:
        players = [self._player(seat, one) for seat, one in enumerate(task.players)]
        started_at, started, cancel = datetime.now(), monotonic(), self._around.cancel
        moves = Moves(on_event=self._on_event, pace=self._pace, cancel=cancel)
        finish = self._kind.play(task.opening, players, moves)
        seconds = monotonic() - started
        names = tuple(one_line(one.shown) for one in task.players)
        playthrough = Playthrough(
            self._kind.name, names, task.opening, moves.text, finish, started_at, task.game_id
        )
        words = tuple(one.take_stderr() for one in players)
        return PlayedGroup(task.group, playthrough, seconds, words if self._stderr_kept else ())

    def _player(self, seat: int, config: EngineConfig) -> ProgramPlayer:
        key = seat, config
        player = self._players.pop(key, None)
        if player is None:
            if len(self._players) >= _KEPT:
                self._players.pop(next(iter(self._players))).close()
            if self._pipe_seconds is None:
                self._pipe_seconds = pipe_seconds()
            player = ProgramPlayer(
                self._kind.program(config),
                cancel=self._around.cancel,
                pipe_seconds=self._pipe_seconds,
                stderr_kept=self._stderr_kept or STDERR_TAIL,
                alone=self._around.alone,
            )
        self._players[key] = player  # at the end: the one used last
        return player

    def close(self) -> None:
        close_all(list(self._players.values()))
        self._players.clear()


def close_all(players: Sequence[ProgramPlayer]) -> None:
    """End the processes of players, all in the same time."""
    until = monotonic() + END_SECONDS
    with contextlib.ExitStack() as ends:
        for player in players:
            player.close_input()
            ends.callback(player.close, until)
