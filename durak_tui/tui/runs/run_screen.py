"""The screen of a run: its form, then the run itself."""

from abc import abstractmethod
from asyncio import to_thread
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from textual.widget import Widget
from textual.widgets import Input, Static

from durak_tui.common.i18n import _, ngettext
from durak_tui.common.text import one_line, sentence, short_path, shortened
from durak_tui.engine.config import EngineConfig
from durak_tui.match.options import RunOption
from durak_tui.pool.local import worker_count
from durak_tui.pool.progress import Progress
from durak_tui.statistics.sprt import Sprt, numbers_in
from durak_tui.tui.runs.feed import ProgressFeed
from durak_tui.tui.runs.run_words import STATE_WORDS
from durak_tui.tui.toolkit.canvas import wrapped
from durak_tui.tui.toolkit.dialog import Question
from durak_tui.tui.toolkit.form import (
    ChoiceField,
    Form,
    FormRow,
    PathField,
    PressField,
    TextField,
    seconds_problem,
    too_much,
)
from durak_tui.tui.toolkit.menu import Entry
from durak_tui.tui.toolkit.panel import Panel
from durak_tui.tui.toolkit.screen import DurakScreen, asking
from durak_tui.user.engines import foreign_commands
from durak_tui.user.folders import data_folder, new_file
from durak_tui.user.schema import ROWS

START: Final = "start"  # The id of the field that starts the run.
Entered: TypeAlias = Mapping[str, str]
"""A form that is filled in: every field as it stands there, by its id."""
FeedT = TypeVar("FeedT", bound=ProgressFeed[Any, Any])
NowT = TypeVar("NowT", bound=Progress)
_AROUND: Final = 8  # Rows above the fields of a form and below, with its note.
_FRAME: Final = 6  # Columns beside a text in a panel below it.
_COLUMNS: Final = 52  # Of a question in the smallest window.
_LINES: Final = 6  # Of commands in a question there, below a long path.


def first_entries(options: Mapping[str, RunOption], **known: str) -> dict[str, str]:
    """A form before anything is entered, with these values known."""
    return {**{name: option.entered for name, option in options.items()}, **known}


def option_row(option: RunOption, value: str, words: Mapping[str, str] = {}) -> FormRow:
    """The row of an option.

    ``words`` are the labels of its choices, unless a setting has the same choices.
    """
    if option.choices or option.kind in ("flag", "switch"):
        field: Widget = ChoiceField(_choices(option, value, words), value, id=option.name)
    else:
        empty = str(worker_count()) if option.name == "concurrency" else option.empty
        field = TextField(value, placeholder=empty and _(empty), id=option.name)
    hint = option.hint and _(option.hint)
    return FormRow(_(option.label), field, hint, partial(problem_in, option))


def _choices(option: RunOption, value: str, words: Mapping[str, str]) -> list[tuple[str, str]]:
    if option.name in ROWS:
        words = {str(one): _(label) for one, label in ROWS[option.name].choices}
    elif not option.choices:
        words = {"yes": _("yes"), "no": _("no")}
    return list({**words, **({} if value in words else {value: value})}.items())


class RunForm(Form):
    """The form of a run."""

    FIRST: str  # The id of the first field.

    def __init__(self, *rows: FormRow, id: str | None = None) -> None:
        self._failure = ""
        start = PressField(_("Start"), id=START)
        super().__init__(*rows, FormRow("", start, "", lambda _text: self.start_problem()), id=id)

    def begin(self, field: str = "") -> None:
        """Put the cursor into a field, by default the first."""
        self.screen.set_focus(self.query_one(f"#{field or self.FIRST}"))

    def fail(self, why: str) -> None:
        """Say why the run could not be started, where it was."""
        self._failure = why
        self.begin(START)
        self.say(why, True)

    def start_problem(self) -> str:
        """A sentence about all fields together, or a failed start."""
        return self._failure

    def problems(self) -> bool:
        self._failure = ""
        return super().problems()

    def is_right(self) -> bool:
        """True if no field is wrong; the start may be."""
        rows = (row for row in self.query(FormRow) if row.display and row.field.id != START)
        return not any(row.problem() for row in rows)

    def set_path(self, path: str) -> None:
        self.query_one(PathField).enter(path)

    def entered(self) -> dict[str, str]:
        fields = (row.field for row in self.query(FormRow))
        return {field.id or "": self.entered_in(field) for field in fields if field.id != START}

    def entered_in(self, field: Widget) -> str:
        assert isinstance(field, ChoiceField | Input)
        return field.value if isinstance(field, ChoiceField) else field.value.strip()


def problem_in(option: RunOption, text: str) -> str:
    """A sentence about a wrong value of an option; or nothing."""
    if option.kind == "seconds":
        return seconds_problem(text)
    if option.kind == "sprt":
        return _sprt_problem(text)
    if option.most is None or (not text and (option.empty or option.kind == "count")):
        return ""
    digits = text.removeprefix("-") if option.kind == "integer" else text
    is_number = digits.isascii() and digits.isdigit()
    if option.kind != "integer":
        is_number = is_number and bool(digits.strip("0"))
    if option.kind == "even":
        is_number = is_number and int(digits[-1]) % 2 == 0
    if is_number:
        return too_much(digits, option.most)
    if option.kind == "even":
        return _("Enter an even number, 2 or more: every deal is played twice.")
    if option.empty:
        return _("Enter a whole number, or leave this empty.")
    if option.kind == "integer":
        return _("Enter a whole number.")
    return _("Enter a whole number from 1 to {most}.").format(most=option.most.number)


def _sprt_problem(text: str) -> str:
    """The two strengths of a sequential test, or nothing."""
    try:
        if text:
            Sprt(*numbers_in(text))
    except ValueError:
        return _("Enter two strengths, the lower first, such as 0, 10, or leave this empty.")
    return ""


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
    ENDING: str  # Of the name of such a file.
    STOP: str  # The question before a stop.

    def __init__(self) -> None:
        super().__init__()
        self._first = ""  # The field with the cursor at first; by default that of the form.
        self._now: NowT | None = None  # The run as it is shown; None while the form is.
        self._is_reading = False  # Somebody waits for a file to be read, to resume its run.
        self._was_shown = False  # The run was here, so that the form leads back to it.

    @property
    @abstractmethod
    def _feed(self) -> FeedT:
        """The progress of its kind of run."""

    @property
    def _form(self) -> RunForm:
        return self.query_one(RunForm)

    def on_screen_resume(self) -> None:
        self.fill()

    def on_resize(self) -> None:
        # Once it is known how wide the window is now.
        self.call_after_refresh(self.fill)

    def fill(self) -> None:
        if self._now:
            self._show_run()
        else:
            self.foresee()

    # The form

    @property
    def _folder(self) -> Path:
        return data_folder() / self.FOLDER

    def _new_path(self) -> str:
        return short_path(new_file(self._folder, self.ENDING, datetime.now()))

    def _show_form(self, problem: str = "") -> None:
        self._now = None
        self.remove_class("-playing")
        self.head()
        self.foresee()
        if problem:
            self._form.fail(problem)
        else:
            self._form.begin(self._first)
        self.keys_changed()

    def on_input_changed(self) -> None:
        self.foresee()

    def on_choice_field_changed(self) -> None:
        self.foresee()

    def foresee(self) -> None:
        """Say what would be played, where there is room for it."""
        if self.has_class("-wide"):
            self.say_ahead()

    def say_ahead(self) -> None:
        """Say what would be played; of a wrong form nothing."""

    def below(self, text: str) -> str:
        """The text for a panel below the form, if it fits whole."""
        lines = [
            part for line in text.split("\n") for part in wrapped(line, self.size.width - _FRAME)
        ]
        room = self.size.height - _AROUND - len(self.query(FormRow))
        return text if len(lines) + 2 <= room else ""

    def tell(self, **said: str) -> None:
        """Say this in panels, by their ids; an empty one hides."""
        for name, text in said.items():
            panel = self.query_one(f"#{name}", Panel)
            panel.fill()
            panel.display = bool(text)
            panel.query_one(Static).visible = True
            panel.query_one(Static).update(text)

    def unsay(self, name: str) -> None:
        """Blank a panel, which keeps its room until a mistake is mended."""
        self.query_one(f"#{name} Static").visible = False

    def on_press_field_pressed(self) -> None:
        self.perform(self.ACTIONS[0])  # The start.

    def _leaves(self, problem: str) -> bool:
        """Leave with a problem if the form is of no use."""
        return False

    # The run

    @property
    def _has_run(self) -> bool:
        """True with a run to show in place of the form.

        One that was seen finished is shown again by the screen that has shown it, and by no other.
        What was stopped or has failed can be resumed, so that all screens show it.
        """
        feed = self._feed
        return feed.job is not None and (self._was_shown or not feed.finish_is_seen)

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
        if self._now is None:
            self._is_reading = False  # the user has gone back
            self.set_focus(None)
            self.add_class("-playing")
            self.query_one("#board").focus()
        self._now = now
        self._was_shown = True
        self._feed.finish_is_seen = now.state == "finished"
        look = "bad" if now.state == "failed" else "good" if not now.is_on else "dim"
        title, state = self.heading(now)
        self.head(state, look, title=title)
        self.show_board(now)
        if (now.state, now.done > 0) != before:
            self.keys_changed()

    def show_board(self, now: NowT) -> None:
        """Show the run on its board."""
        board: Any = self.query_one("#board")
        board.show(self._feed.job, now)

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
        entries = [
            Entry("stay", _("Let it continue"), key="n"),
            Entry("stop", _("Stop it"), key="y"),
        ]
        text = _("Finished games are kept and count; games in progress are dropped.")
        if await self.ask(Question(_(self.STOP), text, entries)) == "stop":
            self._order(lambda job: job.stop())

    def action_log(self) -> None:
        if self._feed.job:
            self.durak.go("logs", path=self._feed.job.log)

    def action_new(self) -> None:
        self._show_form()

    def action_back(self) -> None:
        if self._now is None and self._has_run:
            self._show_run()
        else:
            super().action_back()


class ResumingScreen(RunScreen[FeedT, NowT]):
    """A form and a run of Durak, perhaps one that was stopped."""

    FILE: str  # The field of the form with the file of the run.

    def __init__(self, resume: Path | None) -> None:
        """``resume`` is the file of a stopped run to resume at once."""
        super().__init__()
        self._resumes = resume

    def _new_entries(self, options: Mapping[str, RunOption]) -> dict[str, str]:
        settings = self.durak.settings.value
        known = {"deck": str(settings.deck), "attack_limit": settings.attack_limit}
        return first_entries(options, **known, **{self.FILE: self._new_path()})

    @abstractmethod
    def _read(self, path: Path) -> Resumable | str:
        """Read the file of a stopped run; else return a sentence."""

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
        text = _("For {path}, these commands are run on this computer:")
        text = "\n".join((text.format(path=short_path(path)), *lines))
        entries = [
            Entry("change", _("Choose another file"), key="n"),
            Entry("run", _("Run them"), key="y"),
        ]
        return bool(await self.ask(Question(_("Run these commands?"), text, entries)) == "run")

    def action_new(self) -> None:
        self._resumes = None
        super().action_new()
