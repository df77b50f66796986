"""The settings, each saved as soon as it is changed."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, ClassVar, Final

from textual.app import ComposeResult
from textual.events import DescendantBlur, DescendantFocus
from textual.widget import Widget
from textual.widgets import Input

from durak_tui.common import i18n
from durak_tui.common.i18n import N_, _, ngettext
from durak_tui.common.values import WrongValue
from durak_tui.tui.settings.choices import choices, in_words
from durak_tui.tui.settings.file import problems_of
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.card_table import CardTable
from durak_tui.tui.toolkit.form import (
    ChoiceField,
    Form,
    FormRow,
    FormTitle,
    PressField,
    TextField,
)
from durak_tui.tui.toolkit.glyphs import has_utf8
from durak_tui.tui.toolkit.sample_table import sample
from durak_tui.tui.toolkit.screen import DurakScreen, asking
from durak_tui.tui.toolkit.side_by_side import SideBySide
from durak_tui.user.schema import GROUPS, ROWS, SettingRow

_LEADING: Final[Mapping[str, tuple[str, str]]] = {
    "keys": (N_("Keys"), N_("See and change the key of every action.")),
    "file": (N_("Settings file"), N_("Where it is, and any problems with it.")),
}
"""Lines of the form that only lead on to another screen; label and hint."""


class SettingsScreen(DurakScreen):
    """A form of all settings but the engines."""

    TITLE = N_("Settings")
    HELP = N_(
        "Up and down move between lines; left and right change a value. Every change takes"
        " effect at once."
    )
    CSS_PATH = "settings_screen.tcss"
    ACTIONS: ClassVar = (
        KeyAction("settings.theme", "t", N_("Theme"), N_("Choose a theme")),
        KeyAction("settings.keys", "k", N_("Keys"), N_("See and change the keys")),
        KeyAction("settings.file", "f", N_("File"),
                  N_("Where the settings are, and any problems"), guests=False),
    )  # fmt: skip

    def __init__(self, at: str = "language") -> None:
        """``at`` is the setting with the cursor."""
        super().__init__()
        self._at = at
        self._language = ""  # That of the form.
        self._problem = ""  # What is still to be said.

    def help_text(self) -> str:
        if self.durak.is_guest:
            return super().help_text()
        saved = _("It is saved in a file that you can edit, too.")
        return f"{super().help_text()} {saved}"

    def content(self) -> ComposeResult:
        yield SideBySide(self._form(), beside=CardTable())

    def on_mount(self) -> None:
        self.query_one(f"#{self._at}").focus()
        self.query_one(CardTable).show(sample(self.durak.settings.value))

    # The form

    def _form(self) -> Form:
        self._language = i18n.chosen()
        lines: list[FormRow | FormTitle] = []
        for title, keys in GROUPS:
            lines += [FormTitle(_(title)), *(self._row(ROWS[key]) for key in keys)]
        allowed = {action.method for action in self.actions()}
        lines += [
            FormRow(_(label), PressField(self._label(key), id=key), _(hint))
            for key, (label, hint) in _LEADING.items()
            if key in allowed
        ]
        return Form(*lines)

    def _row(self, row: SettingRow) -> FormRow:
        label = f"{_(row.label)} ({_(row.unit)})" if row.unit else _(row.label)
        return FormRow(label, self._field(row), _(row.hint), partial(self._problem_of, row))

    def _field(self, row: SettingRow) -> Widget:
        now = getattr(self.durak.settings.value, row.key)
        if row.key == "theme":
            return PressField(self._label("theme"), id="theme")
        if options := [(str(value), text) for value, text in choices(self.durak, row.key)]:
            return ChoiceField(options, str(now), id=row.key)
        return TextField(_text(row, now), id=row.key)

    def _label(self, key: str) -> str:
        settings = self.durak.settings
        if key == "theme":
            return in_words(self.durak, "theme")
        if key == "keys":
            count, none = len(settings.value.keys), _("default keys")
            text = ngettext("{n} changed", "{n} changed", count)
        else:
            count, none = len(problems_of(self.durak)), _("no problems")
            text = ngettext("{n} problem", "{n} problems", count)
        return text.format(n=count) if count else none

    def fill(self) -> None:
        self.query_one(CardTable).show(sample(self.durak.settings.value))
        if self._language != i18n.chosen():
            self.call_later(self._rebuild)
        for field in self.query(PressField):
            field.label = self._label(field.id or "")

    async def _rebuild(self) -> None:
        here = self.focused.id if self.focused else None
        async with self.batch():
            await self.query_one(Form).remove()
            await self.query_one(".column").mount(self._form())
        self.query_one(f"#{here or self._at}").focus()

    def on_screen_resume(self) -> None:
        if self.is_mounted:
            self.redraw()

    # Changes

    def on_choice_field_changed(self, event: ChoiceField.Changed) -> None:
        key = event.field.id or ""
        values = {str(value): value for value, _shown in choices(self.durak, key)}
        self._set(key, values[event.value])

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self._take_over(event.input)

    def on_descendant_blur(self, event: DescendantBlur) -> None:
        if isinstance(event.widget, Input) and event.widget.is_attached:
            self._take_over(event.widget)

    def _take_over(self, field: Input) -> None:
        row = ROWS[field.id or ""]
        now = getattr(self.durak.settings.value, row.key)
        if problem := self._problem_of(row, field.value):
            field.value = _text(row, now)
            self._complain(_("{problem} It is unchanged.").format(problem=problem))
            return
        value = _value(row, field.value)
        field.value = _text(row, value)
        if value != now:
            self._set(row.key, value)

    def _set(self, key: str, value: object) -> None:
        if problem := self.durak.change_settings(**{key: value}):
            self._complain(problem)

    def _complain(self, problem: str) -> None:
        """Say what went wrong, again once the cursor has moved on."""
        self._problem = problem
        self.query_one(Form).say(problem, True)

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Say what went wrong in place of what the field is for."""
        if self._problem:
            self.query_one(Form).say(self._problem, True)
            self._problem = ""

    def _problem_of(self, row: SettingRow, text: str) -> str:
        if row.key == "language":
            no_utf8 = self.durak.glyphs.ascii and not has_utf8()
            is_english = self.durak.settings.value.language in ("", "en")
            text = _("This terminal has no UTF-8, so all texts are English.")
            return text if no_utf8 and not is_english else ""
        if row.choices or row.key == "theme":
            return ""
        try:
            row.check(_value(row, text))
        except WrongValue as error:
            return f"{_(row.label)}: {row.entered() if row.entered else error}."
        return ""

    # What can be done

    def on_press_field_pressed(self, event: PressField.Pressed) -> None:
        getattr(self, f"action_{event.field.id}")()

    @asking
    async def action_theme(self) -> None:
        from durak_tui.tui.settings.themes import ThemesScreen

        if problem := await self.ask(ThemesScreen()):
            self._complain(problem)

    def action_keys(self) -> None:
        self.durak.go("keys")

    def action_file(self) -> None:
        self.durak.go("settings-file")

    def action_back(self) -> None:
        self._finish()
        super().action_back()

    def before_leaving(self, leave: Callable[[], object]) -> None:
        self._finish()
        leave()

    def _finish(self) -> None:
        if isinstance(self.focused, Input):
            self._take_over(self.focused)


def _value(row: SettingRow, text: str) -> Any:
    """The value for a text, which may be no number."""
    text = text.strip()
    try:
        if row.number is None:
            return text
        return round(row.number(text) * row.parts) if row.parts > 1 else row.number(text)
    except (ValueError, OverflowError):
        return text


def _text(row: SettingRow, value: Any) -> str:
    """A value as the form shows it, in its unit."""
    if row.parts > 1:
        value = value / row.parts
    return i18n.decimal(value, ".12g") if isinstance(value, float) else str(value)
