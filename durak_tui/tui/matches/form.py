"""The form for a match of engines."""

from collections.abc import Callable
from dataclasses import fields
from typing import Final

from textual.widgets import Input

from durak_tui.common.i18n import _
from durak_tui.common.text import sentence
from durak_tui.engine.config import EngineConfig
from durak_tui.match.pool.local import worker_count
from durak_tui.tui.engines.problems import COMMAND_HINT, no_command, problem_of
from durak_tui.tui.matches.options import (
    MOST_GAMES,
    OTHER,
    Entered,
    at_once_problem,
    log_problem,
    seed_problem,
    sprt_problem,
    whole_problem,
)
from durak_tui.tui.toolkit.completion import complete_command, complete_path
from durak_tui.tui.toolkit.form import (
    ChoiceField,
    CompletedField,
    Form,
    PressField,
    Row,
    TextField,
    seconds_problem,
)
from durak_tui.user.engines import about, opponents
from durak_tui.user.opponents import shown_name
from durak_tui.user.schema import Settings

START: Final = "start"  # The id of the field that starts the match.


class MatchForm(Form):
    """A form whose fields have the names of :class:`Entered`."""

    DEFAULT_CSS = "MatchForm.-low { padding-top: 0; }"

    def __init__(self, settings: Settings, entered: Entered, *, id: str | None = None) -> None:
        self._settings = settings
        known = [(entry.name, shown_name(entry.name)) for entry in _in_order(settings)]
        engines = [*known, (OTHER, _("another command line"))]

        def text(
            name: str, label: str, hint: str, check: Callable[[str], str], empty: str = ""
        ) -> Row:
            field = TextField(getattr(entered, name), placeholder=empty, id=name)
            return Row(label, field, hint, check)

        def choice(name: str, label: str, options: list[tuple[str, str]], hint: str) -> Row:
            value = getattr(entered, name)
            offered = options if value in dict(options) else [*options, (value, value)]
            check = self._engine_problem if name.startswith("engine") else None
            return Row(label, ChoiceField(offered, value, id=name), hint, check)

        def command(name: str) -> Row:
            field = CompletedField(complete_command, getattr(entered, name), id=name)
            return Row(_("Command"), field, _(COMMAND_HINT), _command_problem)

        which = _("Choose with left and right. Add more on the Engines screen.")
        own_times = _("Unless the engine has its own limit (see Engines).")
        decks = [("36", _("36 cards, from the sixes")), ("52", _("52 cards, from the twos"))]
        self._failure = ""
        super().__init__(
            choice("engine1", _("Engine 1"), engines, which),
            command("command1"),
            choice("engine2", _("Engine 2"), engines, which),
            command("command2"),
            text("matches", _("Matches"), _(
                "The engine that wins more games of a match scores a point."
            ),
                 whole_problem(MOST_GAMES)),
            text("games", _("Games per match"), "", whole_problem(MOST_GAMES)),
            text("seed", _("Seed"), _("The same seed gives the same deals. Empty: random."),
                 seed_problem, _("random")),
            choice("deck", _("Deck"), decks, ""),
            choice("paired", _("Every deal twice"), [("yes", _("yes")), ("no", _("no"))],
                   _("Once from each side, so that luck counts for less.")),
            text("move_time", _("Seconds per move"), own_times, seconds_problem),
            text("game_time", _("Seconds per game"), own_times, seconds_problem, _("no limit")),
            text("sprt", _("Stop by SPRT"),
                 _("Stop once one of two strengths (nElo) of engine 1 is ruled out: 0, 10."),
                 sprt_problem, _("no test")),
            text("concurrency", _("Parallel games"), _("Empty: one per core."),
                 at_once_problem, str(worker_count())),
            Row(_("Log file"), CompletedField(complete_path, entered.log, id="log"),
                _("Every finished game is added to it. Empty: no log."), log_problem),
            Row("", PressField(_("Start"), id=START), "", lambda _text: self._failure),
            id=id,
        )  # fmt: skip

    def on_mount(self) -> None:
        super().on_mount()
        self._show_commands()

    def begin(self, field: str) -> None:
        self.screen.set_focus(self.query_one(f"#{field}"))

    def fail(self, why: str) -> None:
        """Say that the match could not be started, where it was."""
        self._failure = why
        self.begin(START)
        self.say(why, True)

    def problems(self) -> bool:
        self._failure = ""
        return super().problems()

    def set_log(self, path: str) -> None:
        self.query_one("#log", Input).value = path

    def entered(self) -> Entered:
        return Entered(**{one.name: self._value(one.name) for one in fields(Entered)})

    def _value(self, name: str) -> str:
        field = self.query_one(f"#{name}")
        assert isinstance(field, ChoiceField | Input)
        return field.value if isinstance(field, ChoiceField) else field.value.strip()

    # Engines

    def _engine_problem(self, name: str) -> str:
        entry = opponents(self._settings).named(name)
        return "" if name == OTHER else sentence(problem_of(entry.command if entry else name))

    def on_choice_field_changed(self, event: ChoiceField.Changed) -> None:
        event.stop()
        self._show_commands()
        self.say_about(event.field)
        entry = opponents(self._settings).named(event.value)
        if (
            entry
            and event.field.id in ("engine1", "engine2")
            and not self._engine_problem(entry.name)
        ):
            self.say(about(entry))

    def _show_commands(self) -> None:
        """Show a line for a command only where another one is chosen."""
        for seat in (1, 2):
            here = self._value(f"engine{seat}") == OTHER
            self.query_one(f"#command{seat}").query_ancestor(Row).display = here


def _in_order(settings: Settings) -> list[EngineConfig]:
    """Engines first, as matches are between these; then the levels."""
    found = opponents(settings)
    return [*found.shipped, *found.own, *found.levels]


def _command_problem(command: str) -> str:
    return no_command(command) or sentence(problem_of(command.strip()))
