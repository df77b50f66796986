"""An endgame on the table, as far as it has been entered."""

from dataclasses import dataclass, replace
from typing import Final, Self

from durak_tui.analysis.typed import cards_in
from durak_tui.common.i18n import _
from durak_tui.game.cards import mask_of, parse_card
from durak_tui.game.position import Position
from durak_tui.tui.toolkit.table_view import SeatView, TableView, part_of, spread_hand

EXAMPLE: Final = {
    "trump": "7S",
    "attacker": "6C 7D 9H 9D AC",
    "defender": "8C 9S TD JD QC",
    "table": "6H",
}
"""The texts of the fields of an endgame in which either side has something to find."""


@dataclass(frozen=True, slots=True)
class EnteredCards:
    """The cards in their places; the attacker is player 0."""

    hands: tuple[int, int]
    trump: int
    table: tuple[int, ...] = ()
    attacker: int = 0
    to_act: int = 0
    taking: bool = False

    @classmethod
    def of(cls, position: Position) -> Self:
        """The cards of a whole position."""
        return cls(
            (position.hands[0], position.hands[1]),
            position.trump,
            tuple(position.table),
            position.attacker,
            position.to_act,
            taking=position.taking,
        )

    @classmethod
    def of_texts(cls, texts: dict[str, str]) -> Self:
        """The cards that are whole in the texts of the fields."""
        found = {name: cards_in(text) for name, text in texts.items()}
        table = tuple(found["table"])
        gone = mask_of(table)
        attacker, defender = (mask_of(found[name]) & ~gone for name in ("attacker", "defender"))
        # Of the example until there is one: the grey text of the empty field names it, too.
        trump = found["trump"][0] if found["trump"] else parse_card(EXAMPLE["trump"])
        return cls((attacker, defender & ~attacker), trump, table, to_act=len(table) % 2)

    def view(self, *, by_suit: bool, news: str = "", warns: bool = False) -> TableView:
        """The table from the seat to act, as the solution has it."""
        here = self.to_act
        slots = [spread_hand(hand, self.trump, by_suit=by_suit) for hand in self.hands]
        shown = TableView(
            self._seat(1 - here),
            self._seat(here),
            trump=self.trump,
            talon_count=0,
            discard_count=0,
            table=self.table,
            news=news,
            warns=warns,
            has_keys=False,
        )
        return replace(shown, slots=slots[here], top_slots=slots[1 - here])

    def _seat(self, seat: int) -> SeatView:
        hand = self.hands[seat]
        return SeatView(
            _("Attacker") if seat == self.attacker else _("Defender"),
            hand.bit_count(),
            hand,
            part=part_of(seat, self.attacker, taking=self.taking),
            to_act=seat == self.to_act,
        )
