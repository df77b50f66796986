"""The form for an engine, and checks of its entries."""

import os
import shlex
from dataclasses import replace
from functools import partial
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.events import DescendantFocus
from textual.widget import Widget
from textual.widgets import Input, Static

from durak_tui.common.i18n import N_, _, decimal
from durak_tui.common.text import is_one_line, sentence
from durak_tui.common.values import LONGEST_LINE, LONGEST_NAME, short
from durak_tui.engine.config import EngineConfig
from durak_tui.engine.engine_errors import EngineStartError
from durak_tui.engine.registry import SHIPPED, resolve
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.completed_field import complete_command
from durak_tui.tui.toolkit.dialog import Question
from durak_tui.tui.toolkit.form import (
    CompletedField,
    Form,
    FormRow,
    PressField,
    TextField,
    entered_seconds,
    seconds_problem,
    value_problem,
)
from durak_tui.tui.toolkit.menu import Entry
from durak_tui.tui.toolkit.screen import DurakScreen, asking
from durak_tui.user.engines import known_engines
from durak_tui.user.schema import Settings

COMMAND_HINT: Final = N_(
    "A program and its arguments, quoted as in a shell. Tab completes file names."
)


def problem_of(command: str) -> str:
    """The reason why a command cannot be run; empty if it can."""
    try:
        resolve(command)
    except EngineStartError as error:
        return str(error)
    return ""


def no_command(text: str) -> str:
    """A sentence about a text that is no command line at all."""
    if not text.strip():
        return _("Enter its command, such as: python3 my_engine.py")
    return too_long(text, LONGEST_LINE) or (
        "" if is_one_line(text) else _("A command is one line of text.")
    )


def too_long(text: str, most: int) -> str:
    """A sentence about a text that cannot be kept whole."""
    return value_problem(partial(short, text.strip(), most))


class EngineForm(DurakScreen):
    """A form whose result is the name of the saved engine.

    With it comes what went wrong when it was saved.
    """

    ACTIONS: ClassVar = (
        KeyAction("engine.save", "ctrl+o,ctrl+s", N_("Save"), N_("Save the engine and go back")),
    )

    def __init__(self, entry: EngineConfig | None = None) -> None:
        """Without an engine a new one is added."""
        super().__init__()
        self._entry = entry or EngineConfig("", "")
        self._ships = self._entry.name in SHIPPED
        self._first_entries: list[str] = []

    def content(self) -> ComposeResult:
        entry = self._entry
        general = _number(self.durak.settings.value.think_seconds)
        name: Widget = TextField(entry.name, id="name")
        command: Widget = CompletedField(complete_command, entry.command, id="command")
        if self._ships:
            name, command = (Static(text, markup=False) for text in (entry.name, entry.command))
        as_for_all = _("{n} (default)").format(n=general)
        move = TextField(_number(entry.move_time), placeholder=as_for_all, id="move-time")
        game = TextField(_number(entry.game_time), placeholder=_("no limit"), id="game-time")
        yield Form(
            FormRow(_("Name"), name, _("Its name in lists and logs."),
                None if self._ships else self._name_problem),
            FormRow(_("Command"), command, _(COMMAND_HINT), None if self._ships else no_command),
            FormRow(_("Seconds per move"), move,
                _("Per answer. Empty: {n} in play (Settings); in a match, the match's"
                  " limit.").format(n=general), seconds_problem),
            FormRow(_("Seconds per game"), game,
                _("For all answers in a game together. Empty: no limit."), seconds_problem),
            FormRow("", PressField(_("Save"), id="save")),
        )  # fmt: skip

    def title_text(self) -> str:
        name = self._entry.name
        return _("Engine {name}").format(name=name) if name else _("New engine")

    def help_text(self) -> str:
        text = _(
            "Up, down and enter move between fields. The command is a program with its"
            " arguments; no shell is involved. Times left empty come from the settings."
        )
        if self._ships:
            text += " " + _("You can only change the time limits of a shipped engine.")
        return text

    def on_mount(self) -> None:
        state = (
            _("ships with durak-tui: you can change its time limits only") if self._ships else ""
        )
        self.head(state)
        self._first_entries = self._entries()
        self.query(Input).first().focus()

    # What is wrong, or may be

    def _name_problem(self, name: str) -> str:
        name = name.strip()
        if not name:
            return _("Give the engine a name.")
        if not is_one_line(name):
            return _("A name is one line of text.")
        if why := too_long(name, LONGEST_NAME):
            return why
        if name in SHIPPED:
            return _("{name} ships with durak-tui; choose another name.").format(name=name)
        others = {one.name for one in known_engines(self.durak.settings.value)}
        if name in others - {self._entry.name}:
            return _("There is already an engine called {name}; choose another name.").format(
                name=name
            )
        return ""

    def _command_warning(self) -> str:
        command = self._text("command")
        if no_command(command):
            return ""
        if problem := problem_of(command):
            problem = problem[:1].upper() + problem[1:]
            return _("{problem}. You can save it anyway.").format(problem=problem)
        text = _(
            "{path} works from this folder only; use its full path to start the engine from"
            " anywhere."
        )
        path = _relative(command)
        return text.format(path=path) if path else ""

    def _say(self, text: str) -> None:
        # After the form's own sentence.
        self.call_after_refresh(self.query_one(Form).say, text)

    def on_input_changed(self, event: Input.Changed) -> None:
        self._warn(event.input)

    def on_completed_field_completions(self, event: CompletedField.Completions) -> None:
        self._say("  ".join(event.choices))

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        self._warn(event.widget)

    def _warn(self, field: Widget) -> None:
        if field.id == "command" and (warning := self._command_warning()):
            self._say(warning)

    # Saving

    def on_press_field_pressed(self) -> None:
        self.action_save()

    @asking
    async def action_save(self) -> None:
        await self._save()

    async def _save(self) -> None:
        """Save, unless something is wrong; ask if something may be."""
        if self.query_one(Form).problems():
            return
        if not self._ships and (problem := problem_of(self._text("command"))):
            text = sentence(problem)
            edit = Entry("edit", _("Change the command"))
            entries = [edit, Entry("save", _("Save anyway"))]
            if await self.ask(Question(_("Program not found"), text, entries)) != "save":
                self.query_one("#command").focus()
                return
        entry = self._filled()

        def saved(settings: Settings) -> Settings:
            if self._ships and entry.move_time is entry.game_time is None:
                # Nothing is left to say of it.
                default = settings.default_engine
                return replace(settings.without_engine(entry.name), default_engine=default)
            return settings.with_engine(entry, instead_of=self._entry.name)

        self.dismiss((entry.name, self.durak.change_settings(saved)))

    def _filled(self) -> EngineConfig:
        move, game = (entered_seconds(self._text(field)) for field in ("move-time", "game-time"))
        if self._ships:
            return replace(self._entry, move_time=move, game_time=game)
        return EngineConfig(
            self._text("command"), self._text("name"), move_time=move, game_time=game
        )

    def _text(self, field: str) -> str:
        return self.query_one(f"#{field}", Input).value.strip()

    def _entries(self) -> list[str]:
        return [field.value for field in self.query(Input)]

    def action_back(self) -> None:
        if self._entries() != self._first_entries:
            self._ask_before_leaving()
        else:
            self.dismiss(None)

    @asking
    async def _ask_before_leaving(self) -> None:
        text = _("You have changed this engine.")
        entries = [
            Entry("stay", _("Keep editing")), Entry("save", _("Save")),
            Entry("drop", _("Discard the changes")),
        ]  # fmt: skip
        answer = await self.ask(Question(_("Not saved yet"), text, entries))
        if answer == "save":
            await self._save()
        elif answer == "drop":
            self.dismiss(None)


def _relative(command: str) -> str:
    """A word of the command that names a file of this folder."""
    try:
        words = shlex.split(command)
    except ValueError:  # it is a path as a whole
        words = [command]
    return next((word for word in words if word[:1] not in "/~" and os.path.isfile(word)), "")


def _number(time: float | None) -> str:
    return "" if time is None else decimal(time, ".12g")
