"""Feeds by which screens follow a run that is played behind them.

One timer looks a few times a second, while something can change.  The screen that is shown gets all
of a run at once: once a second, which can be read and costs little over a slow line, and when the
state changes.  A run that is paused or over has no timer.
"""

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Generic,
    Protocol,
    TypeVar,
    runtime_checkable,
)

from textual.screen import Screen
from textual.timer import Timer

from durak_tui.common.i18n import N_, _, grouped, ngettext
from durak_tui.user.state import UserState

if TYPE_CHECKING:
    from durak_tui.match.background import BackgroundRun
    from durak_tui.match.snapshot import MatchSnapshot
    from durak_tui.pool.background_work import BackgroundWork
    from durak_tui.pool.progress import Progress, RunState
    from durak_tui.tournament.background_tournament import BackgroundTournament, TournamentSnapshot
    from durak_tui.tui.app import DurakApp

WorkT = TypeVar("WorkT", bound="BackgroundWork[Any, Any]")
NowT = TypeVar("NowT", bound="Progress")


@runtime_checkable
class RunViewer(Protocol):
    """A screen that shows a run."""

    FOLLOWS: ClassVar[str]
    """The name of the feed."""

    def run_changed(self, now: Any) -> bool:
        """Show the progress; return whether an end would be seen."""


class ProgressFeed(ABC, Generic[WorkT, NowT]):
    """The progress of a job of an application, which outlives its screen."""

    SECONDS: ClassVar = 0.25  # Between two looks at its state.
    NAME: ClassVar[str]
    """The name by which screens follow it."""
    REMEMBERED: ClassVar = ""
    """The field of the state with the file of a job that may be stopped, if it has one."""
    RUNNING: ClassVar[str]
    """A few English words for a job that is on, marked for translation."""

    def __init__(self, app: "DurakApp") -> None:
        self.job: WorkT | None = None  # The one that is on, or was the last.
        self._owner = app
        self._timer: Timer | None = None
        self._state: RunState | None = None  # As it was seen last.
        self._looks = 0
        self._offers_log = False  # Whether the log is among the recent ones.
        self.entered: Mapping[str, str] | None = None  # In the form for the last job.
        self.finish_is_seen = False  # The last job has finished, and its screen has shown that.

    def show(self, screen: Screen[Any], now: NowT) -> bool:
        """Notify a screen of the progress; return whether it shows an end.

        One that is just being put up looks by itself once it is there.
        """
        if not (screen.is_mounted and isinstance(screen, RunViewer)):
            return False
        return screen.FOLLOWS == self.NAME and screen.run_changed(now)

    def file_of(self, now: NowT) -> str | os.PathLike[str] | None:
        """The file to resume it from, if it is stopped now."""
        return None

    @abstractmethod
    def end_words(self, now: NowT) -> str:
        """A sentence about its end, for other screens."""

    def is_on_words(self) -> str:
        """A few words for a job that is on."""
        return _(self.RUNNING)

    @property
    def is_on(self) -> bool:
        return self.job is not None and self.job.snapshot().is_on

    def note(self) -> str:
        """The progress in a few words; empty with nothing to show."""
        if self.job is None or self.finish_is_seen:
            return ""
        now: Progress = self.job.snapshot()
        if not now.total:
            return _("starting") if now.is_on else ""
        from durak_tui.tui.runs.run_words import STATE_WORDS, games_of

        games = games_of(now.done, now.total)
        if now.state in ("pausing", "paused", "stopped", "failed"):
            return _("{state}: {games}").format(state=STATE_WORDS[now.state](), games=games)
        if now.is_on:
            return games
        n = ngettext("finished, {n} game", "finished, {n} games", now.done)
        return n.format(n=grouped(now.done))

    @property
    def beats(self) -> bool:
        """True while something can change."""
        return self._timer is not None

    def start(self, job: WorkT) -> None:
        """Start a job in place of the last one, and follow it."""
        if self.job and self.job is not job:
            self.job.close()
        self.job, self._offers_log, self.finish_is_seen = job, False, False
        self._remember(self.file_of(job.snapshot()))
        job.start()
        self._state = None
        self.follow()

    def drop(self) -> None:
        """Forget the last job."""
        if self.job:
            self.job.close()
            self.job = None

    def follow(self) -> None:
        """Look from now on: something may happen."""
        if self._timer is None:
            self._timer = self._owner.set_interval(self.SECONDS, self._look)

    def _look(self) -> None:
        job = self.job
        if job is None or not self._owner.is_running:  # its screens may be gone already
            self._rest()
            return
        self._looks += 1
        if job.state == self._state and self._looks % round(1 / self.SECONDS):
            return
        now: NowT = job.snapshot()
        self._state = now.state
        if now.rests:
            self._rest()
        self._remember(None if now.state == "finished" else self.file_of(now))
        if self.REMEMBERED and now.done and job.log and not self._offers_log:
            self._offers_log = True
            self._change(partial(UserState.with_log, path=job.log))
        bug = None if now.is_on else job.error
        if bug:
            job.error = None
            self._owner.mishap(bug, None)
        stack = self._owner.screen_stack
        is_shown = bool(stack) and self.show(stack[-1], now)
        if not (now.is_on or is_shown or bug):
            if now.state == "failed":
                self._owner.notify(self.end_words(now), severity="error", timeout=15, markup=False)
            else:
                self._owner.notify(self.end_words(now), markup=False)

    def _remember(self, file: str | os.PathLike[str] | None) -> None:
        if not self.REMEMBERED:
            return
        path = Path(os.path.abspath(file)) if file else None
        changes: dict[str, Any] = {self.REMEMBERED: path}
        if getattr(self._owner.state.value, self.REMEMBERED) != path:
            self._change(lambda before: replace(before, **changes))

    def _change(self, change: Callable[[UserState], UserState]) -> None:
        # What is not remembered is only not offered.
        with suppress(OSError):
            self._owner.state.change(change)

    def _rest(self) -> None:
        if self._timer:
            self._timer.stop()
            self._timer = None


class MatchFeed(ProgressFeed["BackgroundRun", "MatchSnapshot"]):
    """The match of an application."""

    job: "BackgroundRun | None"
    NAME = "match_feed"
    REMEMBERED = "last_match"
    RUNNING = N_("A match is running")

    def is_on_words(self) -> str:
        is_held = self.job is not None and self.job.state in ("pausing", "paused")
        return _("A match is paused") if is_held else super().is_on_words()

    def file_of(self, now: "MatchSnapshot") -> str | None:
        # Until a game is over, the log ends with another match, which may be somebody else's.
        return now.log if now.done or (self.job and self.job.resumes) else None

    def end_words(self, now: "MatchSnapshot") -> str:
        if now.state == "failed":
            return _("The match failed: {why}").format(why=now.failure)
        done, total = grouped(now.done), grouped(now.total)
        if now.state == "stopped":
            text = _("The match was stopped: {done} of {total} games.")
            return text.format(done=done, total=total)
        text = ngettext("The match is over: {n} game.", "The match is over: {n} games.", now.done)
        return text.format(n=done)


class TournamentFeed(ProgressFeed["BackgroundTournament", "TournamentSnapshot"]):
    """The tournament of an application."""

    job: "BackgroundTournament | None"
    SECONDS = 0.5
    NAME = "tournament_feed"
    REMEMBERED = "last_tournament"
    RUNNING = N_("A tournament is running")
    file = Path()  # Its description.

    def file_of(self, now: "TournamentSnapshot") -> Path:
        return self.file

    def end_words(self, now: "TournamentSnapshot") -> str:
        if now.state == "failed":
            return _("The tournament failed: {why}").format(why=now.failure)
        if now.state == "stopped":
            text = _("The tournament was stopped: {done} of {total} games.")
            return text.format(done=grouped(now.done), total=grouped(now.total))
        from durak_tui.tui.runs.run_words import tournament_result

        return _("The tournament is over: {result}").format(result=tournament_result(now))
