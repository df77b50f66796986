"""All that a card table shows at one moment, as data."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, Self

from durak_tui.common.i18n import N_
from durak_tui.game.cards import in_hand_order, suit_of
from durak_tui.game.position import DRAW, Position
from durak_tui.records.record import VOID, Ending

Part = Literal["", "attacks", "defends", "takes", "won", "lost", "drew"]
PARTS: Final = {
    # Said of "you" as well as of a name.
    "attacks": N_("attacking"), "defends": N_("defending"), "takes": N_("taking"),
    "won": N_("winner"), "lost": N_("the fool"), "drew": N_("draw"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player, as far as they are seen."""

    name: str
    count: int
    hand: int | None = None  # The mask of the cards, None if they lie face down.
    known: int = 0  # Of a hand that lies face down, the cards that can be known to be in it.
    part: Part = ""
    to_act: bool = False


@dataclass(frozen=True, slots=True)
class TableView:
    """All that a table shows at one moment."""

    top: SeatView
    bottom: SeatView
    trump: int  # The card that lay open under the talon; its suit is trump to the end.
    talon_count: int
    discard_count: int
    table: Sequence[int] = ()  # As played: attacks at even places, what beat them at odd ones.
    given: Sequence[int] = ()  # Thrown in for the defender who takes.
    news: str = ""
    warns: bool = False  # Whether the news is why something cannot be done.
    task: str = ""
    score: str = ""
    brief_scores: Sequence[str] = ()  # In its place where there is no room: the first that fits.
    keys: Mapping[int, str] = field(default_factory=dict)
    """For cards of the lower hand that may be played: the key of each."""
    marks: Mapping[int, tuple[str, bool]] = field(default_factory=dict)
    """For cards of an open hand: what a hint or a review says of each, in at most three cells, and
    whether that is the best."""
    cursor: int | None = None  # The card of the lower hand that the cursor stands on.
    chosen: Sequence[int] = ()  # Cards of that hand to be given with the next decision.
    slots: Sequence[int | None] = ()  # That hand from left to right, with gaps; if none, sorted.
    top_slots: Sequence[int | None] = ()  # The upper hand likewise, where it is open.
    marks_last: bool = True  # Whether the card that was played last has a sign.
    by_suit: bool = False  # How hands without slots are sorted.
    has_keys: bool = True  # Whether the lower hand, if it has slots, has a line for keys.

    @property
    def played_by_top(self) -> int:
        """The cards on the table that were in the upper hand."""
        if self.top.part == "attacks":
            return (len(self.table) + 1) // 2 + len(self.given)
        return len(self.table) // 2

    @classmethod
    def of(cls, position: Position, top: SeatView, bottom: SeatView) -> Self:
        """The cards of a position between these players."""
        return cls(
            top,
            bottom,
            trump=position.trump,
            talon_count=position.talon_count,
            discard_count=len(position.discarded),
            table=tuple(position.table),
            given=tuple(position.given),
        )


def part_of(seat: int, attacker: int, *, taking: bool, ending: Ending | None = None) -> Part:
    """The part of a player in the bout or the ending."""
    if ending is None:
        return "attacks" if seat == attacker else "takes" if taking else "defends"
    if ending.winner is VOID:
        return ""
    return "drew" if ending.winner == DRAW else "won" if ending.winner == seat else "lost"


def spread_hand(mask: int, trump: int, *, by_suit: bool = False) -> list[int | None]:
    """A hand with a gap before its trumps."""
    cards = in_hand_order(mask, suit_of(trump), by_suit=by_suit)
    plain = [card for card in cards if suit_of(card) != suit_of(trump)]
    trumps = cards[len(plain) :]
    return [*plain, *([None] if plain and trumps else []), *trumps]
