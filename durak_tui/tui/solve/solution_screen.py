"""An endgame solved: its value, and best play card by card."""

from dataclasses import replace
from typing import ClassVar, Final

from textual import work
from textual.app import ComposeResult

from durak_tui.analysis.endgame import NODES
from durak_tui.analysis.solving import Solved, Solving
from durak_tui.common.i18n import N_, _, grouped, why
from durak_tui.game.position import DEAL, Position
from durak_tui.records.record import Ending
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.card_table import CardTable
from durak_tui.tui.toolkit.note import Note
from durak_tui.tui.toolkit.screen import DurakScreen
from durak_tui.tui.toolkit.table_view import SeatView, TableView, part_of, spread_hand
from durak_tui.words.endgame_words import Step, line_words, solution_words, steps
from durak_tui.words.worth import card_marks

MORE: Final = 10  # How many times as many positions are looked at when more are asked for.
_END: Final = 1 << 20  # More cards than any line has.


class SolutionScreen(DurakScreen):
    """Best play from a position with an empty talon."""

    TITLE = N_("Best play")
    HELP = N_(
        "With an empty talon nothing is hidden, so the game can be solved: who wins with best"
        " play, and how. A card with + wins, with = draws, with - loses. Step through the line"
        " with the arrows; the marked card is played next."
    )
    CSS_PATH = "solution_screen.tcss"
    ACTIONS: ClassVar = (
        KeyAction("solve.next", "right,l", N_("Card"), N_("One card forward"),
                  does="step", arguments=(1,)),
        KeyAction("solve.previous", "left,h", N_("Card back"), N_("One card backward"),
                  does="step", arguments=(-1,)),
        KeyAction("solve.first", "home,g", N_("First"), N_("Back to the position"), False,
                  "step", (-_END,)),
        KeyAction("solve.last", "end,G", N_("Last"), N_("Go to the end of the line"), False,
                  "step", (_END,)),
        KeyAction("solve.stop", "s,x", N_("Stop"), N_("Stop the search")),
        KeyAction("solve.more", "m", N_("Search more"), N_("Search ten times as many positions")),
    )  # fmt: skip

    def __init__(
        self,
        position: Position,
        names: tuple[str, str] | None = None,
        seat: int | None = None,
        you: int | None = None,
    ) -> None:
        """Solve a position, and show it from a seat.

        Without one it is that of the seat to act.  ``you`` is that of the person, if they play.
        """
        super().__init__()
        self.position: Final = position.copy()
        self.solved: Solved | None = None
        self._names = names
        self._seat = position.to_act if seat is None else seat
        self._you = you
        self._solving: Solving | None = None
        self._limit = NODES
        self._problem = ""
        self._steps: list[Step] = [Step(self.position, "")]
        self._at = 0

    def content(self) -> ComposeResult:
        yield CardTable()
        yield Note(id="line")

    def on_mount(self) -> None:
        if self.position.phase == DEAL:
            self.position.deal()
        self._search()

    def on_unmount(self) -> None:
        self.action_stop()

    # The search

    def _search(self) -> None:
        self._problem = ""
        self._solving = Solving(self.position, self._limit)
        self._in_thread(self._solving)
        self.fill()

    @work(thread=True)
    def _in_thread(self, solving: Solving) -> None:
        found, problem = None, ""
        try:
            found = solving.run()
        except OSError as error:
            problem = _("Cannot start the search: {why}.").format(why=why(error))
        self.call_later(self._take, solving, found, problem)

    def _take(self, solving: Solving, found: Solved | None, problem: str) -> None:
        if solving is self._solving:
            self._solving, self._problem = None, problem
            if found:
                self.solved = found
            self.fill()

    def _make_steps(self) -> None:
        line = self.solved.solution.line if self.solved else ()
        cards = self.durak.glyphs.cards
        self._steps = steps(self.position, line, self.names, cards, self._you)

    @property
    def names(self) -> tuple[str, str]:
        """Those of the players, or what they are at first."""
        if self._names:
            return self._names
        attacker, defender = _("Attacker"), _("Defender")
        return (defender, attacker) if self.position.attacker else (attacker, defender)

    # What is shown

    def fill(self) -> None:
        self._make_steps()
        self.query_one(CardTable).show(self._table())
        self.query_one(Note).say((self._problem, "bad"), (self._line(), "text"))
        self.head(self._state(), "text")
        self.keys_changed()

    def _state(self) -> str:
        if self._solving:
            return _("searching up to {n} positions").format(n=grouped(self._limit))
        if self.solved is None:
            return "" if self._problem else _("stopped")
        found = self.solved.solution
        asked = self.position.to_act
        name = "" if asked == self._you else self.names[asked]
        return solution_words(found.low, found.high, name)

    def _line(self) -> str:
        if self.solved is None or not self.solved.solution.line:
            return ""
        cards, line = self.durak.glyphs.cards, self.solved.solution.line
        bouts = line_words(self.position.copy(), line, self.names, cards, self._you)
        return "; ".join(bouts) + "."

    def _table(self) -> TableView:
        step, here = self._steps[self._at], self._seat
        position = step.position
        seats = [self._seat_view(position, seat) for seat in (0, 1)]
        by_suit = self.durak.settings.value.by_suit
        hands = [spread_hand(hand, position.trump, by_suit=by_suit) for hand in position.hands]
        marks = self._marks(step)
        return replace(
            TableView.of(position, seats[1 - here], seats[here]),
            news=step.news,
            task=self._to_do(step),
            marks=marks,
            # The line for keys shows marks, too.
            keys={card: " " for card in marks if position.hands[here] >> card & 1},
            slots=hands[here],
            top_slots=hands[1 - here],
            has_keys=here == position.to_act,
        )

    def _seat_view(self, position: Position, seat: int) -> SeatView:
        hand, over = position.hands[seat], position.winner >= 0
        ending = Ending(position.winner) if over else None
        return SeatView(
            self.names[seat],
            hand.bit_count(),
            hand,
            part=part_of(seat, position.attacker, taking=position.taking, ending=ending),
            to_act=position.phase < DEAL and position.to_act == seat,
        )

    def _to_do(self, step: Step) -> str:
        if self._at or self.solved is None or step.action is None:
            return ""
        what = self.durak.glyphs.cards(step.action)
        if not step.action:
            what = _("take") if step.position.to_act != step.position.attacker else _("done")
        return _("Best: {what}").format(what=what)

    def _marks(self, step: Step) -> dict[int, tuple[str, bool]]:
        if self.solved is None:
            return {}
        if self._at:
            return dict.fromkeys(step.action or (), ("", True))
        known = [one for one in self.solved.values if one.value is not None]
        scores = [(one.action, (one.low + 1) / 2) for one in known]
        best = self.solved.solution.action if self.solved.solution.sure else ()
        return card_marks(scores, best, exact=True)

    def on_resize(self) -> None:
        self.fill()

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "step":
            return len(self._steps) > 1
        if action == "stop":
            return self._solving is not None
        if action == "more":
            known = self.solved and self.solved.solution.value is not None
            return not self._solving and not known
        return True

    def action_step(self, by: int) -> None:
        self._at = max(0, min(self._at + by, len(self._steps) - 1))
        self.fill()

    def action_stop(self) -> None:
        if self._solving:
            self._solving.stop()

    def action_more(self) -> None:
        self._limit *= MORE
        self._search()
