"""The form of a run: a row for each option."""

from collections.abc import Mapping
from functools import partial
from typing import Final, TypeAlias

from textual.widget import Widget
from textual.widgets import Input

from durak_tui.common.i18n import _
from durak_tui.match.options import RunOption
from durak_tui.match.pool.local import worker_count
from durak_tui.statistics.sprt import Sprt, numbers_in
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
from durak_tui.user.schema import ROWS

START: Final = "start"  # The id of the field that starts the run.
Entered: TypeAlias = Mapping[str, str]
"""A form that is filled in: every field as it stands there, by its id."""


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
    """The form of a match or a tournament."""

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
