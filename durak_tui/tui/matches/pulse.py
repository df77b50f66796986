"""The heartbeat of a match, by which any screen follows it.

One timer looks at the match a few times a second, while something can change, and tells the
screen that is shown.  A match that is held or over has none.
"""

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
    from durak_tui.match.background import BackgroundRun
    from durak_tui.match.progress import Snapshot
    from durak_tui.tui.matches.options import Entered

SECONDS: Final = 0.25  # Between two looks.
_CLOCK: Final = 4  # Looks in a second, after which clocks go on even if no game has been finished.


@runtime_checkable
class MatchViewer(Protocol):
    """A screen that shows the match."""

    def match_changed(self, now: "Snapshot") -> bool:
        """Show how it stands; return whether its end would be seen."""


class _HasMatch(Protocol):
    """An application in which matches are played."""

    match_pulse: "MatchPulse"
    state: StateStore


def pulse_of(node: DOMNode) -> "MatchPulse":
    """The match of the application that a screen belongs to."""
    return cast(_HasMatch, node.app).match_pulse


class MatchPulse:
    """The match of an application, which outlives its screen."""

    def __init__(self, app: App[Any]) -> None:
        self.match: BackgroundRun | None = None  # The one that is on, or was the last.
        self.entered: Entered | None = None  # What was entered for the last match.
        self._owner = app
        self._timer: Timer | None = None
        self._version = -1
        self._looks = 0

    @property
    def is_on(self) -> bool:
        return self.match is not None and self.match.snapshot().is_on

    def note(self) -> str:
        """How far the match is, in a few words; empty without one."""
        if self.match is None:
            return ""
        now = self.match.snapshot()
        if not now.total:
            return _("starting") if now.is_on else ""
        from durak_tui.tui.matches.match_words import games_of, state_word

        games = games_of(now.done, now.total)
        if now.state in ("pausing", "paused", "stopped"):
            return _("{state}: {games}").format(state=state_word(now), games=games)
        return games if now.is_on else _("over: {games}").format(games=games)

    @property
    def beats(self) -> bool:
        """Whether something can change."""
        return self._timer is not None

    def begin(self, match: "BackgroundRun") -> None:
        """Start a match and follow it to its end."""
        self.match = match
        self._remember(match.snapshot().log)
        match.start()
        self._version = -1
        self.follow()

    def follow(self) -> None:
        """Look from now on: something may happen."""
        if self._timer is None:
            self._timer = self._owner.set_interval(SECONDS, self._look)

    def _look(self) -> None:
        match = self.match
        if match is None or not self._owner.is_running:  # its screens may be gone already
            self._rest()
            return
        self._looks += 1
        if match.version == self._version and self._looks % _CLOCK:
            return
        now = match.snapshot()
        self._version = now.version
        if now.state == "paused" or not now.is_on:
            self._rest()
        if now.state == "finished":
            self._remember(None)
        if not now.is_on and match.error:
            # As any other mistake: whoever is to correct it has to see where it was made.
            raise match.error
        stack = self._owner.screen_stack
        screen = stack[-1] if stack else None
        is_shown = isinstance(screen, MatchViewer) and screen.match_changed(now)
        if not (now.is_on or is_shown):
            self._notify_end(now)

    def _remember(self, log: str | None) -> None:
        """Remember the log of a match that may be stopped."""
        path = Path(os.path.abspath(log)) if log else None
        state = cast(_HasMatch, self._owner).state
        if state.value.last_match != path:
            # Without it a stopped match is only not offered.
            with suppress(OSError):
                state.change(lambda before: replace(before, last_match=path))

    def _rest(self) -> None:
        if self._timer:
            self._timer.stop()
            self._timer = None

    def _notify_end(self, now: "Snapshot") -> None:
        if now.state == "failed":
            text = _("The match failed: {why}").format(why=now.failure)
            self._owner.notify(text, severity="error", timeout=15, markup=False)
        else:
            from durak_tui.common.i18n import grouped

            done, total = grouped(now.done), grouped(now.total)
            text = _("The match is over: {done} of {total} games.").format(done=done, total=total)
            self._owner.notify(text, markup=False)
