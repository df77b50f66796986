"""The rules a second time, to hold the first against: slow, plain, in lists and strings.

Written from the description of pyDurak, not from the position of the product, and it
shares nothing with it but the names of the cards.
"""

from dataclasses import dataclass, field

ORDER = "23456789TJQKA"
SUITS = "CDHS"


def all_cards(size: int) -> list[str]:
    """The names of a deck of 24, 36 or 52 cards."""
    ranks = ORDER[-size // 4 :]
    return [rank + suit for suit in SUITS for rank in ranks]


def height(card: str) -> int:
    """The height of a card in its suit."""
    return ORDER.index(card[0])


def can_beat(card: str, attack: str, trump: str) -> bool:
    """Same suit and higher rank, or trump over non-trump (D-101)."""
    if card[1] == attack[1]:
        return height(card) > height(attack)
    return card[1] == trump[1]


@dataclass
class Received:
    """The cards dealt to each player, in the order of receiving."""

    cards: tuple[list[str], list[str]]
    taker: int | None


@dataclass
class ReferenceGame:
    """One game.  ``state`` is the word of the command, or ``deal`` or ``over``."""

    hands: list[list[str]]
    talon: list[str]
    trump: str
    mover: int
    table: list[str] = field(default_factory=list)
    given: list[str] = field(default_factory=list)
    discarded: list[str] = field(default_factory=list)
    state: str = "move"
    took: bool = False
    result: str = ""
    """``0``, ``1`` or ``draw`` when the game is over."""
    attacks: int = 99
    """The number of attacks that are still allowed in this bout."""
    attacks_later: int = 99
    """The number of attacks that is allowed in each later bout."""

    @classmethod
    def dealt(cls, deck: list[str], mover: int) -> "ReferenceGame":
        return cls([deck[0:6], deck[6:12]], deck[12:], deck[-1], mover)

    @property
    def other(self) -> int:
        """The defender of this bout."""
        return 0 if self.mover == 1 else 1

    def asked(self) -> int:
        """The player whose answer is awaited."""
        return self.other if self.state == "respond" else self.mover

    def playable(self) -> list[str]:
        """The cards that the player to act may play by the rules."""
        if self.state in ("deal", "over"):
            return []
        hand = self.hands[self.asked()]
        if self.state == "respond":
            return [card for card in hand if can_beat(card, self.table[-1], self.trump)]
        if self.state == "move" and not self.table:
            return list(hand)
        ranks = [card[0] for card in self.table]
        return [card for card in hand if card[0] in ranks]

    def silence_allowed(self) -> bool:
        """True if an empty answer is allowed."""
        return self.state != "move" or len(self.table) > 0

    def most_to_give(self) -> int:
        return min(len(self.hands[self.other]) - 1, self.attacks)

    def answer(self, cards: list[str]) -> None:
        """Answer with these cards; none is "beaten", "take" or "no more"."""
        player = self.asked()
        for card in cards:
            self.hands[player].remove(card)
        if self.state == "move":
            self._moved(cards)
        elif self.state == "respond":
            self._responded(cards)
        else:
            self.given = list(cards)
            self.state = "deal"
            if cards:
                self._look_for_the_end()

    def _moved(self, cards: list[str]) -> None:
        if not cards:
            self.state = "deal"
            return
        self.table.append(cards[0])
        self.attacks -= 1
        self.state = "respond"
        if self.talon or self.hands[self.mover]:
            return
        left = self.hands[self.other]
        if len(left) == 1 and can_beat(left[0], cards[0], self.trump):
            return
        self.state, self.result = "over", str(self.mover)

    def _responded(self, cards: list[str]) -> None:
        if not cards:
            self.took = True
            self.state = "give_more" if self.hands[self.mover] and self.attacks else "deal"
            return
        self.table.append(cards[0])
        goes_on = self.hands[0] and self.hands[1] and self.attacks
        self.state = "move" if goes_on else "deal"
        self._look_for_the_end()

    def _look_for_the_end(self) -> None:
        if self.talon:
            return
        without = [player for player in (0, 1) if not self.hands[player]]
        if without:
            self.state = "over"
            self.result = "draw" if len(without) == 2 else str(without[0])

    def deal(self) -> Received:
        """Settle the bout and draw."""
        received: tuple[list[str], list[str]] = ([], [])
        if self.took:
            received[self.other].extend(self.table + self.given)
            drawing = [self.other, self.mover]
        else:
            self.discarded.extend(self.table)
            drawing = [self.mover, self.other]
        self.hands[0] += received[0]
        self.hands[1] += received[1]
        for player in drawing:
            while self.talon and len(self.hands[player]) < 6:
                card = self.talon.pop(0)
                received[player].append(card)
                self.hands[player].append(card)
        result = Received(received, self.other if self.took else None)
        if not self.took:
            self.mover = self.other
        self.table, self.given, self.took = [], [], False
        self.attacks = self.attacks_later
        self.state = "move"
        self._look_for_the_end()
        return result
