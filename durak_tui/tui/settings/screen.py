"""The settings: each takes effect, and is saved, as soon as it is changed."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from textual.app import ComposeResult
from textual.events import DescendantBlur, DescendantFocus
from textual.widget import Widget
from textual.widgets import Input

from durak_tui.common import i18n
from durak_tui.common.i18n import LANGUAGES, N_, _, ngettext
from durak_tui.tui.settings.file import SettingsFileScreen
from durak_tui.tui.settings.themes import theme_label
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.form import ChoiceField, Form, PressField, Row, TextField
from durak_tui.tui.toolkit.glyphs import has_utf8
from durak_tui.tui.toolkit.note import Heading
from durak_tui.tui.toolkit.save_settings import update
from durak_tui.tui.toolkit.screen import DurakScreen
from durak_tui.user.schema import CHECKS, Wrong

_YES_NO: Final = ((True, N_("yes")), (False, N_("no")))
_CHOICES: Final[Mapping[str, Sequence[tuple[Any, str]]]] = {
    "cards": (
        ("auto", N_("as the terminal can")),
        ("unicode", N_("suits as signs (UTF-8)")),
        ("ascii", N_("suits as letters (ASCII)")),
    ),
    "deck": ((36, N_("36 cards, from the sixes")), (52, N_("52 cards, from the twos"))),
    "winner_first": (
        (False, N_("who holds the lowest trump")),
        (True, N_("the winner of the last game")),
    ),
    "take_back": _YES_NO,
    "mouse": _YES_NO,
}
"""What is set, and how it is said."""
_NUMBERS: Final[Mapping[str, Callable[[str], float]]] = {
    "think_seconds": lambda text: float(text.replace(",", ".")),
    "hint_seconds": lambda text: float(text.replace(",", ".")),
    "pause_ms": int,
    "replay_ms": int,
    "watch_ms": int,
}
"""How they are read."""
_ROWS: Final[Mapping[str, tuple[str, str]]] = {
    "language": (N_("Language"), N_("Of all texts but those that engines and logs have.")),
    "theme": (N_("Theme"), N_("The colours. Each theme is shown before you choose.")),
    "cards": (N_("Cards"), N_("Without UTF-8 all texts are English.")),
    "player": (N_("Your name"), N_('As logs have it; without one "Human" there, "You" here.')),
    "deck": (N_("Deck"), N_("From the next game on.")),
    "winner_first": (
        N_("First attack"), N_("Of the first game, and after a draw, it is the lowest trump."),
    ),
    "take_back": (N_("Take back"), N_("Whether a card you have played can be taken back.")),
    "think_seconds": (
        N_("Engine's seconds"), N_("For a move, unless the list of engines says other."),
    ),
    "hint_engine": (
        N_("Hints from"), N_("An engine that gives hints; the strongest that ships does."),
    ),
    "hint_seconds": (N_("Hint's seconds"), N_("How long it may think about a hint.")),
    "pause_ms": (
        N_("Pause after a bout"), N_("Milliseconds that its cards stay on the table; or none: 0."),
    ),
    "replay_ms": (
        N_("Pace of a replay"), N_("Milliseconds a card when a recorded game plays by itself."),
    ),
    "watch_ms": (
        N_("Pace of watching"), N_("Milliseconds a card when a game of engines is watched."),
    ),
    "mouse": (N_("Mouse"), N_("From the next start on. Without it the terminal marks text.")),
    "keys": (N_("Keys"), N_("Which key does what, and other keys for it.")),
    "file": (N_("Settings file"), N_("Where it is, and what is wrong with it, if anything is.")),
}  # fmt: skip
"""Label and hint, in the order of the form."""


class SettingsScreen(DurakScreen):
    """A form of all settings but the engines."""

    CSS_PATH = "screen.tcss"
    ACTIONS: ClassVar = (
        KeyAction("settings.theme", "t", N_("Theme"), N_("Choose the colours")),
        KeyAction("settings.keys", "k", N_("Keys"), N_("See all keys, and choose others")),
        KeyAction(
            "settings.file", "f", N_("File"), N_("Where the settings are, and what is wrong")
        ),
    )

    def __init__(self) -> None:
        super().__init__()
        self._language = ""
        """That of the form."""
        self._problem = ""
        """What is still to be said."""

    def content(self) -> ComposeResult:
        yield Heading(id="heading")
        yield self._form()

    def title_text(self) -> str:
        return _("Settings")

    def help_text(self) -> str:
        return _(
            "Up and down go from line to line, left and right change what stands there. Every"
            " change takes effect and is saved at once, in a file that you may edit, too."
        )

    def on_mount(self) -> None:
        self.query_one(Heading).show(_("Settings"))
        self.query_one("#language").focus()

    # The form

    def _form(self) -> Form:
        self._language = i18n.chosen()
        rows = []
        for key, (label, hint) in _ROWS.items():
            check = None if key in ("theme", "keys", "file") else self._check(key)
            rows.append(Row(_(label), self._field(key), _(hint), check))
        return Form(*rows)

    def _field(self, key: str) -> Widget:
        if key == "language":
            return ChoiceField(self._languages(), self.durak.settings.value.language, id=key)
        if key in ("theme", "keys", "file"):
            return PressField(self._label(key), id=key)
        now = getattr(self.durak.settings.value, key)
        if key in _CHOICES:
            options = [(str(value), _(text)) for value, text in _CHOICES[key]]
            return ChoiceField(options, str(now), id=key)
        return TextField(_text(now), id=key)

    def _languages(self) -> list[tuple[str, str]]:
        ascii_only = self.durak.glyphs.ascii
        names = {
            code: code if ascii_only and not name.isascii() else name
            for code, name in LANGUAGES.items()
        }
        system = names[i18n.environment_language()]
        return [
            ("", _("as the system has it ({language})").format(language=system)),
            *names.items(),
        ]

    def _label(self, key: str) -> str:
        settings = self.durak.settings
        if key == "theme":
            return theme_label(settings.value.theme)
        if key == "keys":
            count = len(settings.value.keys)
            changed = ngettext("{n} changed", "{n} changed", count).format(n=count)
            return changed if count else _("as they come")
        count = len(SettingsFileScreen.problems(self.durak))
        if not count:
            return _("nothing is wrong")
        return ngettext("{n} problem", "{n} problems", count).format(n=count)

    def redraw(self) -> None:
        """In another language it is another form."""
        if self._language != i18n.chosen():
            self.call_later(self._rebuild)
        for field in self.query(PressField):
            field.label = self._label(field.id or "")
        self.query_one(Heading).show(_("Settings"))
        super().redraw()

    async def _rebuild(self) -> None:
        here = self.focused.id if self.focused else None
        async with self.batch():
            await self.query_one(Form).remove()
            await self.mount(self._form(), after="#heading")
        self.query_one(f"#{here or 'language'}").focus()

    def on_screen_resume(self) -> None:
        """What was changed on another screen."""
        if self.is_mounted:
            self.redraw()

    # Changes

    def on_choice_field_changed(self, event: ChoiceField.Changed) -> None:
        """A choice holds at once."""
        key = event.field.id or ""
        choices = {str(value): value for value, _label in _CHOICES.get(key, ())}
        self._set(key, choices.get(event.value, event.value))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter takes over what was written."""
        self._take_over(event.input)

    def on_descendant_blur(self, event: DescendantBlur) -> None:
        """And so does leaving the field."""
        if isinstance(event.widget, Input) and event.widget.is_attached:
            self._take_over(event.widget)

    def _take_over(self, field: Input) -> None:
        key = field.id or ""
        now = getattr(self.durak.settings.value, key)
        if problem := self._check(key)(field.value):
            field.value = _text(now)
            self._complain(_("{problem} It stays as it was.").format(problem=problem))
            return
        value = _value(key, field.value)
        field.value = _text(value)
        if value != now:
            self._set(key, value)

    def _set(self, key: str, value: object) -> None:
        if problem := update(self.durak, **{key: value}):
            self._complain(problem)

    def _complain(self, problem: str) -> None:
        """Say what went wrong; if the cursor is just going on, when it has arrived."""
        self._problem = problem
        self.query_one(Form).say(problem, True)

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """The form has said what the field is for; what went wrong matters more."""
        if self._problem:
            self.query_one(Form).say(self._problem, True)
            self._problem = ""

    def _check(self, key: str) -> Callable[[str], str]:
        def problem(text: str) -> str:
            if key not in _NUMBERS and key not in ("player", "hint_engine"):
                return self._language_problem() if key == "language" else ""
            try:
                CHECKS[key](_value(key, text))
            except Wrong as error:
                return f"{_(_ROWS[key][0])}: {error.what}."
            return ""

        return problem

    def _language_problem(self) -> str:
        wanted = self.durak.settings.value.language
        if not self.durak.glyphs.ascii or has_utf8() or wanted in ("", "en"):
            return ""
        return _("This terminal has no UTF-8, so all texts are English.")

    # What can be done

    def on_press_field_pressed(self, event: PressField.Pressed) -> None:
        """A line that leads on."""
        getattr(self, f"action_{event.field.id}")()

    def action_theme(self) -> None:
        """Choose the colours."""
        from durak_tui.tui.settings.themes import ThemesScreen

        self.app.push_screen(
            ThemesScreen(), lambda problem: self._complain(problem) if problem else None
        )

    def action_keys(self) -> None:
        """See all keys."""
        from durak_tui.tui.settings.key_map import groups
        from durak_tui.tui.settings.keys import KeysScreen

        groups()  # which takes a moment, in which this screen had better stay
        self.app.push_screen(KeysScreen())

    def action_file(self) -> None:
        """Look at what is wrong with the file."""
        self.app.push_screen(SettingsFileScreen())

    def action_back(self) -> None:
        """Leave, with what was written last."""
        self._finish()
        super().action_back()

    async def action_quit(self) -> None:
        """Leave the program, with what was written last."""
        self._finish()
        await super().action_quit()

    def _finish(self) -> None:
        if isinstance(self.focused, Input):
            self._take_over(self.focused)


def _value(key: str, text: str) -> Any:
    """What was written, as it is set; a text that is no number stays one."""
    text = text.strip()
    try:
        return _NUMBERS[key](text) if key in _NUMBERS else text
    except ValueError:
        return text


def _text(value: object) -> str:
    return f"{value:.12g}" if isinstance(value, float) else str(value)
