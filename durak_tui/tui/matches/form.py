"""The form for a match of engines."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import ClassVar, Final

from textual.binding import Binding
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input

from durak_tui.common.i18n import N_, _
from durak_tui.common.text import sentence
from durak_tui.engine.config import EngineConfig
from durak_tui.match.plan import GAMES, MATCHES
from durak_tui.match.pool.local import worker_count
from durak_tui.tui.engines.problems import no_command, problem_of
from durak_tui.tui.matches.options import (
    Entered,
    at_once_problem,
    log_problem,
    seed_problem,
    sprt_problem,
    whole_problem,
)
from durak_tui.tui.toolkit.completion import complete_name_of
from durak_tui.tui.toolkit.form import (
    ChoiceField,
    CompletedField,
    Form,
    FormRow,
    PathField,
    PressField,
    TextField,
    seconds_problem,
)
from durak_tui.user.engines import about, opponents
from durak_tui.user.opponents import meant, shown_name
from durak_tui.user.schema import ROWS, Settings

START: Final = "start"  # The id of the field that starts the match.
_WHICH: Final = N_("A name or any command line. Enter: list. Tab: complete.")


class EngineField(CompletedField):
    """An engine by its name or command line; enter lists all."""

    BINDINGS: ClassVar = [Binding("enter", "list", show=False)]

    @dataclass
    class Asked(Message):
        """A wish for the list."""

        field: "EngineField"

    def action_list(self) -> None:
        self.post_message(self.Asked(self))

    def enter(self, name: str) -> None:
        """Put in the engine of that name."""
        self.value = shown_name(name)
        self.cursor_position = len(self.value)


class MatchForm(Form):
    """A form whose fields have the names of :class:`Entered`."""

    def __init__(self, settings: Settings, entered: Entered, *, id: str | None = None) -> None:
        self._settings = settings
        names = [shown_name(entry.name) for entry in opponents(settings)]

        def text(
            name: str, label: str, hint: str, check: Callable[[str], str], empty: str = ""
        ) -> FormRow:
            field = TextField(getattr(entered, name), placeholder=empty, id=name)
            return FormRow(label, field, hint, check)

        def choice(name: str, label: str, options: list[tuple[str, str]], hint: str) -> FormRow:
            value = getattr(entered, name)
            offered = options if value in dict(options) else [*options, (value, value)]
            return FormRow(label, ChoiceField(offered, value, id=name), hint)

        def engine(name: str, label: str) -> FormRow:
            value = shown_name(getattr(entered, name))
            field = EngineField(complete_name_of(names), value, id=name)
            return FormRow(label, field, _(_WHICH), self._engine_problem)

        own_times = _("Unless the engine has its own limit (see Engines).")
        decks = [("36", _("36 cards, from the sixes")), ("52", _("52 cards, from the twos"))]
        limit = ROWS["attack_limit"]
        limits = [(value, _(words)) for value, words in limit.choices]
        yes_no = [("yes", _("yes")), ("no", _("no"))]
        self._failure = ""
        super().__init__(
            engine("engine1", _("Engine 1")),
            engine("engine2", _("Engine 2")),
            text("matches", _("Matches"), _(
                "The engine that wins more games of a match scores a point."
            ),
                 whole_problem(MATCHES)),
            text("games", _("Games per match"), "", whole_problem(GAMES)),
            text("seed", _("Seed"), _("The same seed gives the same deals. Empty: random."),
                 seed_problem, _("random")),
            choice("deck", _("Deck"), decks, ""),
            choice("attack_limit", _(limit.label), limits, _("The most attacks in a bout.")),
            choice("paired", _("Every deal twice"), yes_no,
                   _("Once from each side, so that luck counts for less.")),
            text("move_time", _("Seconds per move"), own_times, seconds_problem),
            text("game_time", _("Seconds per game"), own_times, seconds_problem, _("no limit")),
            text("sprt", _("Stop by SPRT"),
                 _("Stop once one of two strengths (nElo) of engine 1 is ruled out: 0, 10."),
                 sprt_problem, _("no test")),
            text("concurrency", _("Parallel games"), _("Empty: one per core."),
                 at_once_problem, str(worker_count())),
            FormRow(_("Log file"), PathField(entered.log, id="log"),
                _("Every finished game is added to it. Empty: no log."), log_problem),
            choice("infos", _("Log thoughts"), yes_no,
                   _("Also log what engines say of each decision, for replays.")),
            FormRow("", PressField(_("Start"), id=START), "", lambda _text: self._failure),
            id=id,
        )  # fmt: skip

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
        self.query_one(PathField).enter(path)

    def entered(self) -> Entered:
        return Entered(**{one.name: self._entered_in(one.name) for one in fields(Entered)})

    def _entered_in(self, name: str) -> str:
        field = self.query_one(f"#{name}")
        assert isinstance(field, ChoiceField | Input)
        value = field.value if isinstance(field, ChoiceField) else field.value.strip()
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
