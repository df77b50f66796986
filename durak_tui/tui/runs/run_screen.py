"""The screen of a run: its form, then the run itself."""

from abc import abstractmethod
from asyncio import to_thread
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from os import PathLike
from pathlib import Path
from typing import Any, Final, Generic, NamedTuple, TypeVar

from durak_tui.common.i18n import _, ngettext
from durak_tui.common.text import one_line, sentence, short_path, shortened
from durak_tui.engine.config import EngineConfig
from durak_tui.match.options import RunOption
from durak_tui.match.progress import Progress
from durak_tui.tui.runs.feed import ProgressFeed
from durak_tui.tui.runs.run_form import RunForm, first_entries
from durak_tui.tui.runs.run_words import STATE_WORDS
from durak_tui.tui.toolkit.dialog import Question
from durak_tui.tui.toolkit.menu import Entry
from durak_tui.tui.toolkit.screen import DurakScreen, asking
from durak_tui.user.engines import foreign_commands
from durak_tui.user.folders import data_folder, new_file

FeedT = TypeVar("FeedT", bound=ProgressFeed[Any, Any])
NowT = TypeVar("NowT", bound=Progress)

_COLUMNS: Final = 52  # Of a question in the smallest window.
_LINES: Final = 6  # Of commands in a question there, below a long path.


class Resumable(NamedTuple):
    """A stopped run, as its file describes it."""

    engines: Sequence[EngineConfig]
    resume: Callable[[], None]


class RunScreen(DurakScreen, Generic[FeedT, NowT]):
    """A form, then the run.

    A subclass shows the run on a widget with the id ``board``.
    """

    CSS_PATH = "runs.tcss"
    AUTO_FOCUS = ""
    FOLDER: str  # Of the user's data, for files that nobody has named.
    FILE: str  # The field of the form with such a file, and the ending of its name.
    ENDING: str
    STOP: str  # The question before a stop.
    _read: Callable[[Path], Resumable | str]
    """Reads the file of a stopped run, or gives a sentence why it is none."""

    def __init__(self, resume: Path | None) -> None:
        """``resume`` is the file of a stopped run to resume at once."""
        super().__init__()
        self._resumes = resume
        self._first = ""  # The field with the cursor at first; by default that of the form.
        self._now: NowT | None = None  # The run as it is shown; None while the form is.
        self._is_reading = False  # Somebody waits for a file to be read, to resume its run.

    @property
    @abstractmethod
    def _feed(self) -> FeedT:
        """The progress of its kind of run."""

    @property
    def _form(self) -> RunForm:
        return self.query_one(RunForm)

    def on_screen_resume(self) -> None:
        self.fill()

    def fill(self) -> None:
        if self._now:
            self._show_run()

    # The form

    @property
    def _folder(self) -> Path:
        return data_folder() / self.FOLDER

    def _new_path(self) -> str:
        return short_path(new_file(self._folder, self.ENDING, datetime.now()))

    def _new_entries(self, options: Mapping[str, RunOption]) -> dict[str, str]:
        settings = self.durak.settings.value
        known = {"deck": str(settings.deck), "attack_limit": settings.attack_limit}
        return first_entries(options, **known, **{self.FILE: self._new_path()})

    def _show_form(self, problem: str = "") -> None:
        self._now = None
        self.remove_class("-playing")
        self.head()
        if problem:
            self._form.fail(problem)
        else:
            self._form.begin(self._first)
        self.keys_changed()

    def on_press_field_pressed(self) -> None:
        self.perform(self.ACTIONS[0])  # The start.

    def _leaves(self, problem: str) -> bool:
        """Leave a screen that was opened to resume a run."""
        # Its form knows nothing of that run.
        return bool(self._resumes) and self.leave_saying(problem)

    @asking
    async def _resume(self, path: Path) -> None:
        """Resume a run that was started here."""
        self._feed.entered = self._form.entered()
        self._form.set_path(short_path(path))
        await self._read_and_resume(path, is_own=True)

    async def _read_and_resume(self, path: Path, *, is_own: bool = False) -> None:
        """Resume the run of a file, which may be large.

        ``is_own`` says that it was started here, so that its commands are known.
        """
        self._is_reading = True
        self.keys_changed()
        self._form.say(_("Reading {path}...").format(path=short_path(path)))
        found = await to_thread(self._read, path)
        if not self._is_reading:  # the user has gone back
            return
        self._is_reading = False
        if isinstance(found, str):
            if not self._leaves(found):
                self._form.fail(found)
                self.keys_changed()
        elif is_own or await self._may_run(found.engines, path):
            found.resume()
        else:
            self._form.begin(self.FILE)
            self.keys_changed()

    async def _may_run(self, engines: Iterable[EngineConfig], path: PathLike[str]) -> bool:
        """Ask before engines that the user has not chosen are run."""
        commands = foreign_commands(self.durak.settings.value, engines)
        if not commands:
            return True
        lines = shortened(map(one_line, commands), _COLUMNS)
        if len(lines) > _LINES:
            n = len(lines) - _LINES + 1
            lines[_LINES - 1 :] = [ngettext("and {n} more", "and {n} more", n).format(n=n)]
        text = _("To resume {path}, these commands are run on this computer:")
        text = "\n".join((text.format(path=short_path(path)), *lines))
        entries = [Entry("change", _("Choose another file")), Entry("run", _("Run them"))]
        return bool(await self.ask(Question(_("Run these commands?"), text, entries)) == "run")

    # The run

    def _show_run(self) -> None:
        if self._feed.job:
            self._show(self._feed.job.snapshot())

    def run_changed(self, now: NowT) -> bool:
        """Show how the run stands; return whether its end would be seen."""
        if self._now is None:
            return False
        self._show(now)
        return True

    def heading(self, now: NowT) -> tuple[str, str]:
        """The title of a run, and its state in few words."""
        return self.title_text(), STATE_WORDS[now.state]()

    def _show(self, now: NowT) -> None:
        if now.state == "failed" and not now.done:  # what is wrong can be corrected in the form
            self._feed.drop()
            problem = sentence(now.failure)
            if not self._leaves(problem):
                self._show_form(problem)
            return
        before = None if self._now is None else (self._now.state, self._now.done > 0)
        board: Any = self.query_one("#board")
        if self._now is None:
            self._is_reading = False  # the user has gone back
            self.set_focus(None)
            self.add_class("-playing")
            board.focus()
        self._now = now
        look = "bad" if now.state == "failed" else "good" if not now.is_on else "dim"
        title, state = self.heading(now)
        self.head(state, look, title=title)
        board.show(self._feed.job, now)
        if (now.state, now.done > 0) != before:
            self.keys_changed()

    def allowed(self, now: NowT) -> dict[str, bool]:
        """The actions that depend on the state, each with its possibility."""
        return {
            "stop": now.is_on and now.state != "stopping",
            "resume": now.state in ("stopped", "failed"),
            "new": not now.is_on,
        }

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "start":
            return self._now is None and not self._is_reading
        if self._now is None:
            return action not in [one.method for one in self.ACTIONS]
        return self.allowed(self._now).get(action, True)

    def _order(self, what: Callable[[Any], None]) -> None:
        if job := self._feed.job:
            what(job)
            self._feed.follow()
            self._show_run()

    @asking
    async def action_stop(self) -> None:
        entries = [Entry("stay", _("Let it continue")), Entry("stop", _("Stop it"))]
        text = _("Finished games are kept and count; games in progress are dropped.")
        if await self.ask(Question(_(self.STOP), text, entries)) == "stop":
            self._order(lambda job: job.stop())

    def action_log(self) -> None:
        if self._feed.job:
            self.durak.go("logs", path=self._feed.job.log)

    def action_new(self) -> None:
        self._resumes = None
        self._show_form()

    def action_back(self) -> None:
        if self._now is None and self._feed.job:
            self._show_run()
        else:
            super().action_back()
