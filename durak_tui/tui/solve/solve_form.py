"""An endgame to be entered."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import DescendantFocus

from durak_tui.analysis.setup import TURNS, SetupError, endgame, endgame_line
from durak_tui.analysis.typed import is_unfinished, names_in
from durak_tui.common.i18n import N_, _
from durak_tui.game.position import Position
from durak_tui.tui.solve.entered_table import EXAMPLE, EnteredCards
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.card_table import CardTable
from durak_tui.tui.toolkit.form import ChoiceField, Form, FormRow, PressField, TextField
from durak_tui.tui.toolkit.note import Note
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
        KeyAction(
            "solve.example", "ctrl+t,f2", N_("Example"), N_("Put an example into the fields")
        ),
    )

    def content(self) -> ComposeResult:
        hands = _("Cards in hand, such as {example}, without those on the table.")
        hands = hands.format(example="6C 7D 9H")
        turns = [("", _("as the table shows"))]
        turns += [(turn, _(_TURNS[turn])) for turn in TURNS]
        fields = {name: TextField(id=name, placeholder=text) for name, text in EXAMPLE.items()}
        form = Form(
            FormRow(_called("attacker"), fields["attacker"], hands),
            FormRow(_called("defender"), fields["defender"], hands),
            FormRow(_called("trump"), fields["trump"], _("Any card of the trump suit.")),
            FormRow(
                _called("table"),
                fields["table"],
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
        with Horizontal(id="entry"):
            yield form
            yield Note(id="about")
        yield CardTable()

    def on_mount(self) -> None:
        self.query_one("#attacker").focus()
        self.fill()

    def fill(self) -> None:
        self.head(_("The talon is empty: nothing is hidden"))
        self.query_one("#about", Note).say((_(self.HELP), "text"))
        self._lay()

    # The table

    def on_input_changed(self) -> None:
        self._lay()

    def on_choice_field_changed(self) -> None:
        self._lay()

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        self._lay()  # A field that has been left is judged.

    def _lay(self) -> None:
        """Lay out the cards entered, or those of the example."""
        cards, news, warns = self._cards()
        by_suit = self.durak.settings.value.by_suit
        self.query_one(CardTable).show(cards.view(by_suit=by_suit, news=news, warns=warns))

    def _cards(self) -> tuple[EnteredCards, str, bool]:
        """The cards, a sentence about them, and if it is a warning."""
        texts = {name: self._text(name) for name in EXAMPLE}
        if not self._text("line") and not any(texts.values()):
            return (
                EnteredCards.of_texts(EXAMPLE),
                _("This is an example; enter your own cards above."),
                False,
            )
        try:
            return EnteredCards.of(self._entered()), "", False
        except SetupError as error:
            needed = ("attacker", "defender", "trump")
            missing = [_called(name) for name in needed if not texts[name]]
            if missing and not self._text("line"):
                news = _("Still missing: {fields}").format(fields=", ".join(missing))
                warns = False
            else:
                news, warns = ("", False) if self._is_typing() else (f"{error}.", True)
        return EnteredCards.of_texts(texts), news, warns

    def _is_typing(self) -> bool:
        """True while the field with the focus cannot be judged yet."""
        name = self.focused.id if self.focused else None
        if self._text("line"):
            return name == "line"
        return name in EXAMPLE and is_unfinished(self._text(name))

    # What can be done

    def action_example(self) -> None:
        self.query_one("#line", TextField).value = ""
        for name, text in EXAMPLE.items():
            self.query_one(f"#{name}", TextField).value = text
        self.query_one("#solve").focus()

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
            ",".join(names_in(self._text(name)))
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
