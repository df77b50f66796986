"""A game that somebody watches, or takes part in."""

import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from datetime import datetime
from typing import Any, Final

from durak_tui.common.files import Closing
from durak_tui.common.i18n import _, why
from durak_tui.engine.cancel import Cancelled, CancelToken
from durak_tui.engine.config import EngineConfig
from durak_tui.engine.engine_errors import EngineError
from durak_tui.games.game_kind import GameKind, Player
from durak_tui.games.group_run import GroupPlan, log_of_games
from durak_tui.games.moves import Moves
from durak_tui.games.person import Person
from durak_tui.games.playthrough import Json, Playthrough
from durak_tui.games.playthrough_log import PlaythroughWriter
from durak_tui.games.program_player import ProgramPlayer
from durak_tui.games.program_table import close_all


def check_log(path: str, kind: GameKind) -> None:
    """Find out early if a log cannot be written.  Raises RunError."""
    with log_of_games(path, kind):
        pass


class LivePlaythrough(Closing):
    """A game in a thread, open to any thread's look."""

    def __init__(
        self,
        kind: GameKind,
        opening: Json,
        players: Sequence[EngineConfig | Person],
        *,
        past: str = "",
        log: str | None = None,
        run: Mapping[str, Any] | None = None,
    ) -> None:
        """Prepare a game that goes on after the moves ``past``.

        It is appended to ``log`` when it ends, with the settings of its ``run``; without a finish,
        when a person leaves it.  Raises EngineStartError if a player is no program, ValueError if
        the moves are not those of this game.
        """
        kind.after(opening, past)
        self.kind = kind
        self.players: Final = tuple(players)
        self.log: Final = log
        self.failure = ""  # Why it could not be played or saved, if it is nobody's fault.
        self.error: Exception | None = None  # The mistake of this program that ended it.
        self._on_change: Callable[[], None] = lambda: None
        self._cancel = CancelToken()
        self._moves = Moves(past, kind.move_length, cancel=self._cancel)
        self._is_dropped = False
        self._players: list[Player] = [
            one
            if isinstance(one, Person)
            else ProgramPlayer(kind.program(one), cancel=self._cancel)
            for one in players
        ]
        names = (one.name if isinstance(one, Person) else one.shown for one in players)
        self._game = Playthrough(
            kind.name, tuple(names), opening, past, None, datetime.now(), 1, run
        )
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._play, name="game", daemon=True)

    @classmethod
    def of_plan(cls, plan: GroupPlan, log: str | None) -> "LivePlaythrough":
        """The first game of a run.  Raises EngineStartError."""
        task = next(plan.schedule.tasks())
        return cls(plan.kind, task.opening, task.players, log=log, run=plan.settings)

    def start(self, on_change: Callable[[], None] = lambda: None) -> None:
        """Begin, once.

        ``on_change`` is called, in its thread, after each move and at its end; it must not wait
        for the thread that calls close(), which waits for this one.
        """
        self._on_change = self._moves.on_change = on_change
        try:
            self._thread.start()
        except RuntimeError as error:  # the system allows no more threads
            self.failure = str(error)
            self._over.set()
            self._on_change()

    @property
    def is_over(self) -> bool:
        """True once nothing more will come: it has ended, or was left."""
        return self._over.is_set()

    def set_pace(self, seconds: float) -> None:
        """Pause so long after each round from now on."""
        self._moves.pace = seconds

    @property
    def playthrough(self) -> Playthrough:
        """The game as far as it has come."""
        game = self._game  # First: with its finish all moves are there.
        return game._replace(moves=self._moves.text)

    def _play(self) -> None:
        programs = [one for one in self._players if isinstance(one, ProgramPlayer)]
        with ExitStack() as ends:
            ends.callback(self._on_change)
            ends.callback(self._over.set)
            ends.callback(self._save)
            ends.callback(close_all, programs)
            try:
                finish = self.kind.play(self._game.opening, self._players, self._moves)
                self._game = self._game._replace(finish=finish)
            except Cancelled:
                pass
            except EngineError as error:  # this machine is out of something
                self.failure = str(error)
            except Exception as error:
                self.error = error
                self.failure = _("stopped by a bug in durak-tui: {why!r}").format(why=error)

    def _save(self) -> None:
        if self.log and self.is_worth_it and not self._is_dropped:
            try:
                with PlaythroughWriter(self.log) as log:
                    log.append(self.playthrough)
            except OSError as error:
                text = _("The game could not be saved in {path}: {why}")
                self.failure = text.format(path=self.log, why=why(error))

    @property
    def is_worth_it(self) -> bool:
        """True if it has ended, or a person has played."""
        game = self.playthrough
        has_person = any(isinstance(one, Person) for one in self.players)
        return bool(game.finish) or (has_person and len(game.moves) > len(self._moves.past))

    def drop(self) -> None:
        """Leave it without saving it."""
        self._is_dropped = True
        self.close()

    def close(self) -> None:
        """Leave it, and wait until nothing of it is left."""
        self._cancel.set()
        for player in self.players:
            if isinstance(player, Person):
                player.leave()
        if self._thread.ident is not None:
            self._thread.join()
