"""The form for a tournament, and the file made from it."""

from collections.abc import Mapping
from os.path import expanduser, isdir
from pathlib import Path
from typing import Any, Final

from rich.cells import cell_len

from durak_tui.common.i18n import N_, _
from durak_tui.common.text import is_one_line, one_line, sentence
from durak_tui.engine.config import DEFAULT_MOVE_TIME, EngineConfig
from durak_tui.tournament.tournament_config import TournamentConfig, parse
from durak_tui.tournament.tournament_files import config_values
from durak_tui.tournament.tournament_options import TOURNAMENT_FORM
from durak_tui.tui.engines.engine_form import COMMAND_HINT, problem_of
from durak_tui.tui.runs.run_screen import Entered, RunForm, option_row
from durak_tui.tui.toolkit.completed_field import complete_command
from durak_tui.tui.toolkit.form import (
    ChoiceField,
    CompletedField,
    FormRow,
    PathField,
    TickField,
    entered_seconds,
)
from durak_tui.user.engines import about, opponents
from durak_tui.user.opponents import shown_name
from durak_tui.user.schema import Settings

LEAST_ENGINES: Final = 2
OFFERED: Final = 100  # Engines, each with a field; a file may have more.
_OWN: Final = tuple(f"own{number}" for number in range(3))
"""The fields of command lines, beside those of the known engines."""
_IN: Final = TickField.IN
_FORMATS: Final = {
    "round-robin": N_("round robin: everyone plays everyone"),
    "gauntlet": N_("gauntlet: the first plays all others"),
    "swiss": N_("Swiss: winners play winners"),
    "knockout": N_("knockout: the loser is out"),
}


def file_of(entered: Entered) -> Path:
    """The file that is entered."""
    return Path(expanduser(entered["file"])).absolute()


def entrants(settings: Settings) -> dict[str, EngineConfig]:
    """The engines that a form offers, by their fields."""
    offered = opponents(settings).engines_first[:OFFERED]
    return {f"e{number}": engine for number, engine in enumerate(offered)}


def _taking_part(entered: Entered, settings: Settings) -> list[EngineConfig]:
    """The engines of a form, those that are known first."""
    known = [one for field, one in entrants(settings).items() if entered.get(field) == _IN]
    commands = (entered.get(field, "") for field in _OWN)
    return [*known, *(EngineConfig(text, text) for text in commands if text)]


def config_of(entered: Entered, settings: Settings) -> TournamentConfig:
    """The tournament of a form in which nothing is wrong.

    Its folder stands beside its file and has the same name.  Raises ConfigError.
    """
    path = file_of(entered)
    values: dict[str, Any] = {
        "format": entered["format"],
        "games": int(entered["games"]),
        "seed": int(entered["seed"]),
        "deck": int(entered["deck"]),
        "attack_limit": entered["attack_limit"],
        "output": path.stem,
        "move_time": entered_seconds(entered["move_time"]) or DEFAULT_MOVE_TIME,
        "engine": [_table(engine) for engine in _taking_part(entered, settings)],
    }
    if entered["game_time"]:
        values["game_time"] = entered_seconds(entered["game_time"])
    if entered["rounds"] and entered["format"] == "swiss":
        values["rounds"] = int(entered["rounds"])
    return parse(values, str(path.parent))


def _table(engine: EngineConfig) -> Mapping[str, Any]:
    table: dict[str, Any] = {"name": engine.shown, "command": engine.command}
    for key in ("move_time", "game_time"):
        if (value := getattr(engine, key)) is not None:
            table[key] = value
    return table


def file_values(entered: Entered, settings: Settings) -> dict[str, Any]:
    """The contents of the file of a tournament."""
    return config_values(config_of(entered, settings), file_of(entered).stem)


def file_problem(text: str) -> str:
    """A sentence about a path that cannot be a tournament's; or nothing."""
    path = expanduser(text.strip())
    if not path or not is_one_line(text):
        return _("Enter the path of a file, such as cup.toml.")
    if path.endswith("/") or isdir(path):
        return _("This is a folder: add the name of a file.")
    return "" if path.endswith(".toml") else _("The file name must end in .toml.")


class TournamentForm(RunForm):
    """The options of a tournament, and the engines that may take part."""

    FIRST = "file"

    def __init__(self, settings: Settings, entered: Entered, *, id: str | None = None) -> None:
        self.settings: Final = settings  # By which fields stand for engines.
        offered = entrants(settings)
        names = (shown_name(engine.name) for engine in offered.values())
        self._width: Final = max(map(cell_len, names))
        count, hint = len(list(opponents(settings))), _(COMMAND_HINT)
        if count > len(offered):
            text = _("{n} of {all} engines are listed above; add any other by its command.")
            hint = text.format(n=len(offered), all=count)
        super().__init__(
            *(self._row(name, entered[name]) for name in TOURNAMENT_FORM),
            *(
                self._engine_row(field, engine, entered.get(field, ""), is_first=not number)
                for number, (field, engine) in enumerate(offered.items())
            ),
            *(
                FormRow(
                    _("Another command"),
                    CompletedField(complete_command, entered.get(field, ""), id=field),
                    hint,
                    _command_problem,
                )
                for field in _OWN
            ),
            id=id,
        )

    def _row(self, name: str, value: str) -> FormRow:
        option = TOURNAMENT_FORM[name]
        if name == "file":
            return FormRow(_(option.label), PathField(value, id=name), _(option.hint), file_problem)
        return option_row(option, value, {one: _(text) for one, text in _FORMATS.items()})

    def _engine_row(
        self, field: str, engine: EngineConfig, value: str, *, is_first: bool
    ) -> FormRow:
        name = shown_name(engine.name)
        tick = TickField(name, about(engine), self._width, ticked=value == _IN, id=field)
        command = engine.command

        def problem(value: str) -> str:
            return sentence(problem_of(command)) if value == _IN else ""

        label = _("Engines") if is_first else ""
        row = FormRow(label, tick, one_line(command), problem)
        row.set_class(is_first, "-group")
        return row

    def on_mount(self) -> None:
        self._show_rounds()

    def start_problem(self) -> str:
        names = [engine.shown for engine in _taking_part(self.entered(), self.settings)]
        if len(names) < LEAST_ENGINES:
            return _("Choose at least two engines.")
        if len(set(names)) < len(names):
            return _("Two engines have the same name.")
        return super().start_problem()

    def on_choice_field_changed(self, event: ChoiceField.Changed) -> None:
        self._show_rounds()
        self.say_about(event.field)

    def _show_rounds(self) -> None:
        is_swiss = self.entered()["format"] == "swiss"
        self.query_one("#rounds").query_ancestor(FormRow).display = is_swiss


def _command_problem(command: str) -> str:
    return sentence(problem_of(command.strip())) if command.strip() else ""
