"""A game of which only one hand is known here.

The rules are those of :class:`~durak_tui.game.position.Position`, and so are the events.  In place
of a card that is not known, a hand or the talon holds the number of its place in the deck, beyond
those of all cards (:data:`~durak_tui.game.cards.HIDDEN`).  A card is learned before it is played,
or drawn into the hand here; so all that lies on the table are cards.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from durak_tui.game.caps import NO_CAPS, Caps
from durak_tui.game.cards import BIT, HAND_SIZE, HIDDEN, full_deck, mask_of
from durak_tui.game.deals import Deal
from durak_tui.game.position import DEAL, GIVE_MORE, Position
from durak_tui.records.record import Ending
from durak_tui.records.walk import Acts, Drawn
from durak_tui.table.game import Choices, LiveGame

_REAL: Final = (1 << HIDDEN) - 1


class ImpossibleCard(Exception):
    """A card that cannot be in its place; completes "The card"."""


class HiddenGame(LiveGame):
    """A game as one of its players knows it.

    Places are those of the deck in dealing order: 0 to 5 are the first hand of seat 0, 6 to 11
    that of seat 1, then comes the talon with the open trump last.
    """

    def __init__(
        self,
        here: int,
        names: tuple[str, str],
        size: int,
        shown: Mapping[int, int],
        first: int,
        *,
        caps: Caps = NO_CAPS,
        lowest: int | None = None,
        started_at: datetime | None = None,
    ) -> None:
        """Deal out; ``shown`` are the known cards by their places.

        They are the hand here, the trump, and the ``lowest`` trump if its holder showed it.
        """
        self.first: Final = first
        self.started_at = started_at or datetime.now()
        self._deck = list(range(HIDDEN, HIDDEN + size))
        for place, card in shown.items():
            self._deck[place] = card
        self._all: Final = mask_of(full_deck(size))
        other = (1 - here) * HAND_SIZE
        self.closed = set(range(other, other + HAND_SIZE)) - set(shown)
        """The places of cards in the other's hand that are not known."""
        deck = self._deck
        hands = mask_of(deck[:HAND_SIZE]), mask_of(deck[HAND_SIZE : 2 * HAND_SIZE])
        dealt = Position(hands, tuple(deck[2 * HAND_SIZE :]), first, caps=caps)
        super().__init__(dealt, names, here, by_lowest_trump=lowest is not None)
        self._look_again()

    def likely_deck(self) -> list[int]:
        """The deck with unknown cards in any places, which breaks no rule."""
        unseen = iter(full_deck(self.size))
        known = set(self._deck)
        return [
            card if card < HIDDEN else next(one for one in unseen if one not in known)
            for card in self._deck
        ]

    def choices(self, seat: int) -> Choices:
        """The choices of the player here; those of the other are unknown."""
        return super().choices(seat) if seat == self.here else Choices()

    @property
    def is_formality(self) -> bool:
        """True if both can see that nothing may be given.

        A player who is not asked for lack of a card would betray their hand.
        """
        if self.to_act != self.here or self.position.phase != GIVE_MORE:
            return False
        return self.position.give_limit() <= 0

    def known(self, seat: int) -> int:
        assert seat == self.here
        return self.position.hands[1 - seat] & _REAL

    def card_at(self, place: int) -> int | None:
        """The card of a place, if it is known."""
        card = self._deck[place]
        return None if card >= HIDDEN else card

    def place_of(self, card: int) -> int | None:
        """The place of a card, if it is known."""
        return self._deck.index(card) if card in self._deck else None

    def to_draw(self) -> tuple[Sequence[int], Sequence[int]]:
        """The places that each player draws when the bout is settled."""
        assert self.position.phase == DEAL
        after = self.position.copy()
        before = after.drawn
        dealt = after.deal()
        counts = [0 if dealt.taken_by == seat else len(dealt.cards[seat]) for seat in (0, 1)]
        attacker = self.position.attacker
        start = 2 * HAND_SIZE + before
        middle = start + counts[attacker]
        drawn = range(start, middle), range(middle, middle + counts[1 - attacker])
        return (drawn[1], drawn[0]) if attacker else (drawn[0], drawn[1])

    def show(self, place: int, card: int) -> None:
        """Learn a card that the other plays.  Raises ImpossibleCard."""
        if place not in self.closed:
            raise ImpossibleCard("is not in that hand")
        self.learn(place, card)
        self.closed.remove(place)

    def learn(self, place: int, card: int) -> None:
        """Learn the card of a place.  Raises ImpossibleCard."""
        deck, position, hidden = self._deck, self.position, HIDDEN + place
        if not self._all >> card & 1:
            raise ImpossibleCard("is not in this deck")
        if deck[place] != hidden:
            raise ImpossibleCard("lies in a place that is open")
        if card in deck:
            raise ImpossibleCard("is in another place")
        deck[place] = card
        position.talon = tuple(deck[2 * HAND_SIZE :])
        for seat in (0, 1):
            if position.hands[seat] & BIT[hidden]:
                position.hands[seat] ^= BIT[hidden] | BIT[card]
        self._look_again()

    def play(self, cards: Sequence[int]) -> Acts:
        """Play for the seat to act; no card passes.  Raises IllegalAction.

        What the other plays has been learned before.
        """
        return self._play(cards)

    def settle(self) -> Drawn:
        """Clear a finished bout, and draw.  Raises ValueError without one.

        What is drawn here has been learned before.
        """
        drawn = self._settle()
        self.closed |= {card - HIDDEN for card in drawn.by(1 - self.here) if card >= HIDDEN}
        self._look_again()
        return drawn

    def _look_again(self) -> None:
        """Give them all missing cards, once the talon hides none."""
        position = self.position
        if position.talon_count > 1:
            return
        hands = position.hands
        elsewhere = mask_of((*position.table, *position.given, *position.discarded))
        elsewhere |= hands[self.here]
        if position.talon_count:
            elsewhere |= BIT[position.trump]
        hands[1 - self.here] = self._all & ~elsewhere

    def end(self, ending: Ending) -> None:
        """End the game otherwise than by its cards.  Raises IllegalAction if over."""
        self._must_be_on()
        self._end(ending)

    def deal(self) -> Deal:
        """The deal, all cards being known.  Raises ValueError before."""
        if any(card >= HIDDEN for card in self._deck):
            raise ValueError("not all cards are known")
        return Deal(tuple(self._deck), self.first, self.caps)
