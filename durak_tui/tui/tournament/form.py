"""The form for a tournament of engines."""

from collections.abc import Callable, Sequence
from typing import Final

from textual.widgets import Input

from durak_tui.common.i18n import _
from durak_tui.common.text import one_line, sentence
from durak_tui.tournament.pairings import FORMATS
from durak_tui.tui.engines.problems import COMMAND_HINT, problem_of
from durak_tui.tui.toolkit.completion import complete_command
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
from durak_tui.tui.tournament.options import (
    LEAST_ENGINES,
    OWN,
    Entered,
    entrants,
    file_problem,
    games_problem,
    rounds_problem,
    seed_problem,
)
from durak_tui.user.engines import opponents
from durak_tui.user.schema import ROWS, Settings

START: Final = "start"  # The id of the field that starts the tournament.
_IN: Final = "in"
_OUT: Final = "out"


class TournamentForm(Form):
    """A form whose fields have the names of :class:`Entered`."""

    def __init__(self, settings: Settings, entered: Entered, *, id: str | None = None) -> None:
        self._offered = [engine.name for engine in entrants(settings)]
        self._commands = {engine.name: engine.command for engine in entrants(settings)}

        def text(
            name: str, label: str, hint: str, check: Callable[[str], str], empty: str = ""
        ) -> FormRow:
            field = TextField(getattr(entered, name), placeholder=empty, id=name)
            return FormRow(label, field, hint, check)

        def choice(
            name: str, label: str, options: Sequence[tuple[str, str]], hint: str = ""
        ) -> FormRow:
            return FormRow(label, ChoiceField(options, getattr(entered, name), id=name), hint)

        def engine(number: int, name: str) -> FormRow:
            options = [(_OUT, _("no")), (_IN, _("takes part"))]
            field = ChoiceField(options, _IN if name in entered.known else _OUT, id=f"e{number}")
            hint = one_line(self._commands[name])
            return FormRow(one_line(name), field, hint, lambda value: self._engine(name, value))

        def own(number: int) -> FormRow:
            field = CompletedField(complete_command, entered.commands[number], id=f"own{number}")
            return FormRow(_("Another command"), field, more or _(COMMAND_HINT), _own_problem)

        count, more = len(list(opponents(settings))), ""
        if count > len(self._offered):
            more = _("Above are {n} of {all} engines; any other takes part by its command.")
            more = more.format(n=len(self._offered), all=count)
        formats = [(one, _FORMATS[one]()) for one in FORMATS]
        decks = [("36", _("36 cards, from the sixes")), ("52", _("52 cards, from the twos"))]
        limit = ROWS["attack_limit"]
        limits = [(value, _(words)) for value, words in limit.choices]
        of_all = _("Unless the engine has its own limit (see Engines).")
        self._failure = ""
        super().__init__(
            FormRow(_("File"), PathField(entered.file, id="file"),
                _("The tournament file. Choose an existing one to resume its tournament."),
                file_problem),
            choice("format", _("Format"), formats),
            text("games", _("Games per pairing"), _("Every deal is played from both seats."),
                 games_problem),
            text("rounds", _("Rounds"), "", rounds_problem, _("enough for one winner")),
            choice("deck", _("Deck"), decks),
            choice("attack_limit", _(limit.label), limits, _("The most attacks in a bout.")),
            text("seed", _("Seed"), _("The same seed gives the same deals."), seed_problem),
            text("move_time", _("Seconds per move"), of_all, seconds_problem),
            text("game_time", _("Seconds per game"), of_all, seconds_problem, _("no limit")),
            *(engine(number, name) for number, name in enumerate(self._offered)),
            *(own(number) for number in range(OWN)),
            FormRow("", PressField(_("Start"), id=START), "", lambda _text: self._start_problem()),
            id=id,
        )  # fmt: skip

    def on_mount(self) -> None:
        super().on_mount()
        self._show_rounds()

    def begin(self, field: str = "file") -> None:
        self.screen.set_focus(self.query_one(f"#{field}"))

    def fail(self, why: str) -> None:
        """Say that the tournament could not be started, where it was."""
        self._failure = why
        self.begin(START)
        self.say(why, True)

    def set_file(self, path: str) -> None:
        self.query_one(PathField).enter(path)

    def problems(self) -> bool:
        self._failure = ""
        return super().problems()

    def entered(self) -> Entered:
        names = (
            "file",
            "format",
            "games",
            "rounds",
            "deck",
            "attack_limit",
            "seed",
            "move_time",
            "game_time",
        )
        known = (
            name for number, name in enumerate(self._offered) if self._value(f"e{number}") == _IN
        )
        commands = (self._value(f"own{number}") for number in range(OWN))
        values = {name: self._value(name) for name in names}
        return Entered(**values, known=frozenset(known), commands=tuple(commands))

    def _value(self, name: str) -> str:
        field = self.query_one(f"#{name}")
        assert isinstance(field, ChoiceField | Input)
        return field.value if isinstance(field, ChoiceField) else field.value.strip()

    def _engine(self, name: str, value: str) -> str:
        return sentence(problem_of(self._commands[name])) if value == _IN else ""

    def _start_problem(self) -> str:
        entered = self.entered()
        own = [text for text in entered.commands if text]
        if len(entered.known) + len(own) < LEAST_ENGINES:
            return _("Choose at least two engines.")
        if len({*entered.known, *own}) < len(entered.known) + len(own):
            return _("Two engines have the same name.")
        return self._failure

    def on_choice_field_changed(self, event: ChoiceField.Changed) -> None:
        event.stop()
        self._show_rounds()
        self.say_about(event.field)

    def _show_rounds(self) -> None:
        is_swiss = self._value("format") == "swiss"
        self.query_one("#rounds").query_ancestor(FormRow).display = is_swiss


def _own_problem(command: str) -> str:
    return sentence(problem_of(command.strip())) if command.strip() else ""


_FORMATS: Final = {
    "round-robin": lambda: _("round-robin: everyone plays everyone"),
    "gauntlet": lambda: _("gauntlet: the first plays all others"),
    "swiss": lambda: _("Swiss: winners play winners"),
    "knockout": lambda: _("knockout: the loser is out"),
}
