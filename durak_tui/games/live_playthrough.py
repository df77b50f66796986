"""A game that somebody watches, or takes part in."""

import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from datetime import datetime

from durak_tui.common.files import Closing
from durak_tui.common.i18n import _
from durak_tui.engine.cancel import Cancelled, CancelToken
from durak_tui.engine.config import EngineConfig
from durak_tui.engine.engine_errors import EngineError
from durak_tui.games.game_kind import GameKind, Player
from durak_tui.games.moves import Moves
from durak_tui.games.person import Person
from durak_tui.games.playthrough import Json, Playthrough
from durak_tui.games.program_player import ProgramPlayer
from durak_tui.games.program_table import close_all


class LivePlaythrough(Closing):
    """A game in a thread, open to any thread's look."""

    def __init__(
        self,
        kind: GameKind,
        opening: Json,
        players: Sequence[EngineConfig | Person],
        *,
        past: str = "",
        pace: float = 0.0,
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        """Prepare a game that goes on after the moves ``past``.

        ``pace`` is the pause after each round, in seconds.  ``on_change`` is called, in its thread,
        after each move and at its end; it must not wait for the thread that calls close(), which
        waits for this one.  Raises EngineStartError if a player is no program, ValueError if the
        moves are none of this game.
        """
        kind.after(opening, past)
        self.kind = kind
        self.failure = ""  # Why it could not be played, if it is nobody's fault.
        self.error: Exception | None = None  # The mistake of this program that ended it.
        self._on_change = on_change
        self._cancel = CancelToken()
        self._moves = Moves(
            past, kind.move_length, on_change=on_change, pace=pace, cancel=self._cancel
        )
        self._players: list[Player] = [
            one
            if isinstance(one, Person)
            else ProgramPlayer(kind.program(one), cancel=self._cancel)
            for one in players
        ]
        names = (one.name if isinstance(one, Person) else one.shown for one in players)
        self._game = Playthrough(kind.name, tuple(names), opening, past, None, datetime.now())
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._play, name="game", daemon=True)

    def start(self) -> None:
        """Begin, once."""
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

    def close(self) -> None:
        """Leave it, and wait until nothing of it is left."""
        self._cancel.set()
        for player in self._players:
            if isinstance(player, Person):
                player.leave()
        if self._thread.ident is not None:
            self._thread.join()
