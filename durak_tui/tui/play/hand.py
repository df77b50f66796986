"""A person's cards at one decision, with their keys and the cursor."""

from collections.abc import Iterable, Sequence
from string import ascii_lowercase, digits

from durak_tui.game.cards import mask_of
from durak_tui.game.position import GIVE_MORE, Action, Position
from durak_tui.table.game import Choices, LiveGame, Pass
from durak_tui.tui.toolkit.screen import DurakScreen
from durak_tui.tui.toolkit.table_view import spread_hand


def card_keys(taken: Iterable[str]) -> str:
    """The keys that are left for cards: digits and letters, capitals last."""
    used = set(taken)
    small = [key for key in digits[1:] + digits[0] + ascii_lowercase if key not in used]
    large = [key.upper() for key in small if key.isalpha() and key.upper() not in used]
    return "".join([*small, *large])


class Hand:
    """The cards of a person at one decision, and how they choose."""

    position: Position
    """The one in which they decide."""

    def __init__(self, keys: str, *, by_suit: bool = False) -> None:
        """``keys`` are those of the cards from left to right."""
        self.by_suit = by_suit  # How they are sorted, from the next decision on.
        self.slots: list[int | None] = []
        self.choices = Choices()
        self.legal: list[int] = []  # The legal cards from left to right.
        self.chosen: list[int] = []  # Those that are to be given with the next decision.
        self.cursor: int | None = None  # On one of them, if there is one.
        self._all_keys = keys
        self._keys: dict[int, str] = {}

    @classmethod
    def on(cls, screen: DurakScreen) -> "Hand":
        """A hand with the keys that a screen leaves for cards."""
        app = screen.durak
        taken = [key for action in screen.actions() for key in app.keys_of(action)]
        return cls(card_keys(taken), by_suit=app.settings.value.by_suit)

    def update(self, game: LiveGame, seat: int) -> None:
        """Take in how the game stands now for this seat."""
        position, attacks = game.position, seat == game.position.attacker
        # Its cards keep their places for a bout.
        gone = mask_of(position.table[0 if attacks else 1 :: 2])
        gone |= mask_of(position.given) if attacks else 0
        self.hold(position, seat, game.choices(seat), gone)

    def hold(self, position: Position, seat: int, choices: Choices, gone: int = 0) -> None:
        """Hold the cards of a seat, of which these may be played.

        Those that are ``gone`` keep their places, too.
        """
        held = position.hands[seat] | gone
        self.slots = spread_hand(held, position.trump, by_suit=self.by_suit)
        cards = [card for card in self.slots if card is not None]
        self._keys = dict(zip(cards, self._all_keys, strict=False))
        self.position, self.choices = position, choices
        self.legal = [card for card in cards if choices.cards >> card & 1]
        self.chosen = []
        if self.cursor not in self.legal:
            self.cursor = self.legal[0] if self.legal else None

    @property
    def legal_keys(self) -> dict[int, str]:
        """The keys of the legal cards, a blank where none was left."""
        return {card: self._keys.get(card, " ") for card in self.legal}

    def card_of(self, key: str) -> int | None:
        return next((card for card, its in self._keys.items() if its == key), None)

    def choose(self, card: int) -> Action | None:
        """The action meant by choosing a card; None if it is marked.

        Where several may be given they are marked first, and marked no longer when chosen again.
        Raises IllegalAction if a card may not be given with those marked.
        """
        if self.position.phase != GIVE_MORE or self.choices.limit <= 1:
            return (card,)
        if card in self.chosen:
            self.chosen.remove(card)
        else:
            self.position.check((*self.chosen, card))
            self.chosen.append(card)
        self.cursor = card
        return None

    def without_more(self, wanted: Pass) -> Action | None:
        """The action of taking, or being done; None if not allowed."""
        return tuple(self.chosen) if self.choices.allow(wanted) else None

    def step(self, by: int) -> None:
        """Move the cursor by legal cards."""
        if self.cursor is not None:
            there = self.legal.index(self.cursor) + by
            self.cursor = self.legal[max(0, min(there, len(self.legal) - 1))]

    def line(self, by: int, lines: Sequence[Sequence[int]]) -> None:
        """Move the cursor by lines, which have these cards."""
        at = next((n for n, line in enumerate(lines) if self.cursor in line), None)
        if at is None or self.cursor is None or not 0 <= at + by < len(lines):
            return
        column = lines[at].index(self.cursor)
        there = lines[at + by]
        if found := [card for card in there if card in self.legal]:
            self.cursor = min(found, key=lambda card: abs(there.index(card) - column))
