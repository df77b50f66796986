"""The form for a match, and the plan made from it."""

from dataclasses import dataclass
from os.path import expanduser, isdir
from pathlib import Path
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding
from textual.message import Message
from textual.widget import Widget

from durak_tui.common.i18n import N_, _, why
from durak_tui.common.text import one_line, sentence
from durak_tui.engine.config import DEFAULT_MOVE_TIME, EngineConfig, Limits
from durak_tui.game.caps import ATTACK_LIMITS
from durak_tui.library.index import has_games, has_something
from durak_tui.match.options import MATCH_FORM
from durak_tui.match.plan import Plan
from durak_tui.statistics.sprt import Sprt, numbers_in
from durak_tui.tui.engines.engine_form import no_command, problem_of
from durak_tui.tui.engines.offers import offers
from durak_tui.tui.runs.run_screen import Entered, RunForm, option_row
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.completed_field import complete_name_of
from durak_tui.tui.toolkit.form import CompletedField, FormRow, PathField, entered_seconds
from durak_tui.tui.toolkit.menu import EntryList
from durak_tui.tui.toolkit.offer_list import OfferList
from durak_tui.tui.toolkit.screen import DurakScreen
from durak_tui.user.engines import about, engine_named, opponents
from durak_tui.user.opponents import meant, shown_name
from durak_tui.user.schema import Settings
from durak_tui.user.state import UserState

_WHICH: Final = N_("A name or any command line. Enter lists, Tab completes.")


def log_of(entered: Entered) -> Path | None:
    """The log that is entered, if any."""
    return Path(expanduser(entered["log"])) if entered["log"] else None


def plan_of(entered: Entered, settings: Settings) -> Plan:
    """The plan of a form in which nothing is wrong."""
    move_time = entered_seconds(entered["move_time"]) or DEFAULT_MOVE_TIME
    limits = Limits(move_time, entered_seconds(entered["game_time"]))

    def player(name: str) -> EngineConfig:
        return engine_named(settings, name, move_time).within(limits)

    return Plan(
        (player(entered["engine1"]), player(entered["engine2"])),
        matches=int(entered["matches"]),
        match_size=int(entered["games"]),
        seed=int(entered["seed"]) if entered["seed"] else None,
        deck=int(entered["deck"]),
        caps=ATTACK_LIMITS[entered["attack_limit"]],
        paired=entered["paired"] == "yes",
        sprt=Sprt(*numbers_in(entered["sprt"])) if entered["sprt"] else None,
    )


def log_problem(text: str) -> str:
    """A sentence about a path that cannot be a log's; or nothing."""
    if one_line(text) != text:
        return _("A path is one line of text.")
    if not text:
        return ""
    try:
        path = Path(expanduser(text))
        if text.endswith("/") or isdir(path):
            return _("This is a folder: add the name of a file.")
        if has_something(path) and not has_games(path):
            return _("This file is not a log of games: choose another.")
    except OSError as error:
        return _("This file cannot be used: {why}.").format(why=why(error))
    return ""


class EngineField(CompletedField):
    """An engine by its name or command line; enter lists all."""

    BINDINGS: ClassVar = [Binding("enter", "list", show=False)]

    @dataclass
    class ListWanted(Message):
        """A wish for the list of engines."""

        field: "EngineField"

    def action_list(self) -> None:
        self.post_message(self.ListWanted(self))

    def enter(self, name: str) -> None:
        """Put in the engine of that name."""
        self.value = shown_name(name)
        self.cursor_position = len(self.value)


class EngineListScreen(DurakScreen):
    """All engines and levels; its result is a name, or empty."""

    TITLE = N_("Engines")
    HELP = N_("Choose an engine for a match. You can also type any command line in its field.")
    CSS_PATH = "runs.tcss"
    ACTIONS: ClassVar = (
        KeyAction("autoplay.choose", "enter", N_("Choose"), N_("Let this one play"), does="pick"),
    )

    def __init__(self, name: str) -> None:
        """The cursor stands on the engine of that name."""
        super().__init__()
        self._chosen = name

    def content(self) -> ComposeResult:
        yield OfferList(id="engines")

    def on_mount(self) -> None:
        self.head(title=_("Which engine should play?"))
        self.fill()

    def fill(self) -> None:
        listed = offers(opponents(self.durak.settings.value), UserState())
        self.query_one(OfferList).offer(listed, self._chosen)

    def on_entry_list_highlighted(self, event: EntryList.Highlighted) -> None:
        self._chosen = event.entry.id

    def on_entry_list_picked(self, event: EntryList.Picked) -> None:
        event.stop()
        self.dismiss(event.entry.id)

    def action_back(self) -> None:
        self.dismiss("")


class MatchForm(RunForm):
    """The options of a match."""

    FIRST = "engine1"

    def __init__(self, settings: Settings, entered: Entered, *, id: str | None = None) -> None:
        self._settings = settings
        self._names = [shown_name(entry.name) for entry in opponents(settings)]
        super().__init__(*(self._row(name, entered[name]) for name in MATCH_FORM), id=id)

    def _row(self, name: str, value: str) -> FormRow:
        option = MATCH_FORM[name]
        if name in ("engine1", "engine2"):
            field = EngineField(complete_name_of(self._names), shown_name(value), id=name)
            return FormRow(_(option.label), field, _(_WHICH), self._engine_problem)
        if name == "log":
            return FormRow(_(option.label), PathField(value, id=name), _(option.hint), log_problem)
        return option_row(option, value)

    def entered_in(self, field: Widget) -> str:
        value = super().entered_in(field)
        return meant(value) if isinstance(field, EngineField) else value

    # Engines

    def _engine(self, text: str) -> EngineConfig | None:
        return opponents(self._settings).named(meant(text.strip()))

    def _engine_problem(self, text: str) -> str:
        entry = self._engine(text)
        command = entry.command if entry else text
        return no_command(command) or sentence(problem_of(command.strip()))

    def say_about(self, field: Widget) -> None:
        entry = self._engine(field.value) if isinstance(field, EngineField) else None
        if entry and not self._engine_problem(entry.name):
            self.say(f"{about(entry)}\n{_(_WHICH)}")
        else:
            super().say_about(field)
