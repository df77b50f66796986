"""An endgame to be entered."""

import re
from typing import ClassVar

from textual.app import ComposeResult

from durak_tui.analysis.setup import TURNS, SetupError, endgame, endgame_line
from durak_tui.common.i18n import N_, _
from durak_tui.game.position import Position
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.form import ChoiceField, Form, FormRow, PressField, TextField
from durak_tui.tui.toolkit.screen import DurakScreen

_LABELS = {
    "line": N_("Position"),
    "attacker": N_("Attacker's cards"),
    "defender": N_("Defender's cards"),
    "trump": N_("Trump"),
    "table": N_("On the table"),
    "to-act": N_("To act"),
}
_TURNS = {"attacker": N_("attacker"), "defender": N_("defender"), "give-more": N_("attacker adds")}


class SolveScreen(DurakScreen):
    """A form for a position with an empty talon."""

    TITLE = N_("Solve an endgame")
    HELP = N_(
        "Enter both hands of a game whose talon is empty, and see who wins with best play. Cards"
        " are written like 6C, TD or AS: rank, then C, D, H or S for clubs, diamonds, hearts or"
        " spades, or the sign of the suit. Or paste a position as one line of text."
    )
    CSS_PATH = "solve_form.tcss"
    ACTIONS: ClassVar = (
        KeyAction("solve.solve", "ctrl+o,f5", N_("Solve"), N_("Solve this position")),
    )

    def content(self) -> ComposeResult:
        example = "6C 7D 9H"
        hands = _("Without the cards on the table, such as {example}.").format(example=example)
        turns = [("", _("as the table shows"))]
        turns += [(turn, _(_TURNS[turn])) for turn in TURNS]
        yield Form(
            FormRow(_called("attacker"), TextField(id="attacker"), hands),
            FormRow(_called("defender"), TextField(id="defender"), hands),
            FormRow(_called("trump"), TextField(id="trump"), _("Any card of the trump suit.")),
            FormRow(
                _called("table"),
                TextField(id="table"),
                _("In the order of play: an attack, the card that beats it, the next attack."),
            ),
            FormRow(_called("to-act"), ChoiceField(turns, id="to-act")),
            FormRow(
                _called("line"),
                TextField(id="line"),
                _("Everything in one line, instead of the fields above."),
            ),
            FormRow("", PressField(_("Solve"), id="solve")),
        )

    def on_mount(self) -> None:
        self.query_one("#attacker").focus()

    def on_press_field_pressed(self) -> None:
        self.action_solve()

    def action_solve(self) -> None:
        try:
            position = self._entered()
        except SetupError as error:
            self.query_one(Form).say(f"{error}.", bad=True)
            return
        self.durak.go("solution", position=position)

    def _entered(self) -> Position:
        """The position of the fields.  Raises SetupError."""
        if line := self._text("line"):
            return endgame_line(line, _called("line"))
        attacker, defender, trump, table = (
            re.sub(r"[\s,]+", ",", self._text(name))
            for name in ("attacker", "defender", "trump", "table")
        )
        return endgame(
            attacker=attacker,
            defender=defender,
            trump=trump,
            table=table,
            to_act=self.query_one("#to-act", ChoiceField).value or None,
            called=_called,
        )

    def _text(self, name: str) -> str:
        return self.query_one(f"#{name}", TextField).value.strip()


def _called(name: str) -> str:
    return _(_LABELS[name])
