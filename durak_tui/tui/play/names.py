"""The names of two people at one keyboard."""

from functools import partial
from typing import ClassVar

from textual.app import ComposeResult

from durak_tui.common.i18n import N_, _
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.form import Form, FormRow, PressField, TextField, value_problem
from durak_tui.tui.toolkit.screen import DurakScreen
from durak_tui.user.person_names import both_names, last_names, one_name


class NamesScreen(DurakScreen):
    """A form for both names; its result is these, or None."""

    TITLE = N_("Same keyboard")
    HELP = N_(
        "Two players share this keyboard and take turns. Their names appear beside the cards, in"
        " their score and in the log."
    )
    ACTIONS: ClassVar = (
        KeyAction("people.play", "ctrl+o,ctrl+s", N_("Play"), N_("Start the game")),
    )

    def __init__(self, first: str = "") -> None:
        """``first``: who attacks first, if not as the settings say."""
        super().__init__()
        self._first = first

    def content(self) -> ComposeResult:
        first, second = last_names(self.durak.settings.value, self.durak.state.value)
        one = TextField(first, id="first")
        other = TextField(second, id="second")
        yield Form(
            FormRow(
                _("First player"), one, check=lambda name: value_problem(partial(one_name, name))
            ),
            FormRow(_("Second player"), other, check=self._second_problem),
            FormRow("", PressField(_("Play"), id="play"), self._first_attack()),
        )

    def on_mount(self) -> None:
        fields = [*self.query(TextField)]
        empty = next((field for field in fields if not field.value), None)
        (empty or self.query_one(PressField)).focus()

    def _first_attack(self) -> str:
        """A sentence on who attacks first; "you" is the first player."""
        first = self._first or self.durak.settings.value.first_attack
        said = {
            "me": _("The first player attacks first."),
            "person": _("The first player attacks first."),
            "engine": _("The second player attacks first."),
        }
        return said.get(first, "")

    def _names(self) -> tuple[str, str]:
        first, second = (field.value.strip() for field in self.query(TextField))
        return first, second

    def _second_problem(self, name: str) -> str:
        first, _second = self._names()
        return value_problem(partial(one_name, name)) or value_problem(
            partial(both_names, first, name)
        )

    def on_press_field_pressed(self) -> None:
        self.action_play()

    def action_play(self) -> None:
        if not self.query_one(Form).problems():
            self.dismiss(self._names())

    def action_back(self) -> None:
        self.dismiss(None)
