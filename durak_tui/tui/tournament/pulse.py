"""The tournament of an application, which outlives its screen."""

import os
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, cast, runtime_checkable

from textual.app import App
from textual.dom import DOMNode
from textual.timer import Timer

from durak_tui.common.i18n import _
from durak_tui.user.state import StateStore

if TYPE_CHECKING:
    from durak_tui.tournament.background import BackgroundTournament, TournamentSnapshot

SECONDS: Final = 0.5  # Between two looks.
_CLOCK: Final = 2  # Looks in a second, after which clocks go on even if no game has been finished.


@runtime_checkable
class TournamentViewer(Protocol):
    """A screen that shows the tournament."""

    def tournament_changed(self, now: "TournamentSnapshot") -> None:
        """Show how it stands."""


class _HasTournament(Protocol):
    """An application in which tournaments are played."""

    tournament_pulse: "TournamentPulse"
    state: StateStore


def tournament_of(node: DOMNode) -> "TournamentPulse":
    """The tournament of the application that a screen belongs to."""
    return cast(_HasTournament, node.app).tournament_pulse


class TournamentPulse:
    """Looks at a tournament while something can change, and tells its screen."""

    def __init__(self, app: App[Any]) -> None:
        self.tournament: BackgroundTournament | None = None  # The one that is on, or was the last.
        self.file = ""  # What describes it.
        self._owner = app
        self._timer: Timer | None = None
        self._version = -1
        self._looks = 0

    @property
    def is_on(self) -> bool:
        return self.tournament is not None and self.tournament.snapshot().is_on

    def note(self) -> str:
        """How far the tournament is, in a few words; empty without one."""
        if self.tournament is None:
            return ""
        from durak_tui.tui.matches.match_words import games_of

        now = self.tournament.snapshot()
        games = games_of(now.done, now.total)
        return games if now.is_on else _("over: {games}").format(games=games)

    def begin(self, tournament: "BackgroundTournament", file: Path) -> None:
        """Start a tournament and follow it to its end."""
        if self.tournament:
            self.tournament.close()
        self.tournament, self.file = tournament, os.fspath(file)
        self._remember(file)
        tournament.start()
        self._version = -1
        if self._timer is None:
            self._timer = self._owner.set_interval(SECONDS, self._look)

    def _remember(self, file: Path | None) -> None:
        """Remember the file of a tournament that may be stopped."""
        state = cast(_HasTournament, self._owner).state
        if state.value.last_tournament != file:
            # Without it a stopped tournament is only not offered.
            with suppress(OSError):
                state.change(lambda before: replace(before, last_tournament=file))

    def _look(self) -> None:
        tournament = self.tournament
        if tournament is None or not self._owner.is_running:
            self._rest()
            return
        self._looks += 1
        if tournament.version == self._version and self._looks % _CLOCK:
            return
        now = tournament.snapshot()
        self._version = now.version
        if not now.is_on:
            self._rest()
            if now.state == "finished":
                self._remember(None)
            if tournament.error:
                raise tournament.error
        stack = self._owner.screen_stack
        screen = stack[-1] if stack else None
        if isinstance(screen, TournamentViewer):
            screen.tournament_changed(now)
        elif not now.is_on:
            from durak_tui.tui.tournament.board import result_sentence

            text = _("The tournament is over: {result}").format(result=result_sentence(now))
            self._owner.notify(text, markup=False)

    def _rest(self) -> None:
        if self._timer:
            self._timer.stop()
            self._timer = None
