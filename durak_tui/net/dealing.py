"""One side of a deal without a dealer, without I/O.

Two sides, 0 and 1, shuffle a deck together so that neither learns a card that its player may not
know.  Side 0 locks and shuffles the cards, then side 1 does; then each changes its lock of the
whole deck for one of its own on each place.  With both keys to a place a side knows the card: for a
draw it gets the other's key, and a card is shown by the key of the side that has drawn it.

The holder of the lowest trump attacks first.  The sides ask each other for trumps from the lowest
up and take turns: so all that is learnt is the lowest trump, and what follows from its being the
lowest.  If nobody has a trump, they cast a lot by coins promised before the first card was locked.

The same secret and the same messages received make the same messages: to go on after a crash, keep
the secret and what was received, and give it all to a new :class:`Dealing`.
"""

from collections import deque
from collections.abc import Generator, Iterable
from typing import Final, NoReturn, TypeVar

from durak_tui.game.cards import HAND_SIZE, full_deck, suit_of
from durak_tui.net.deal_messages import (
    PORTION,
    Cards,
    Coin,
    Commit,
    DealMessage,
    Keys,
    Part,
    Revealed,
    Without,
    decode,
    encode,
)
from durak_tui.net.locks import values
from durak_tui.net.secret import PASSES, Secret, coin_commitment, lot
from durak_tui.net.talk_faults import DealFault, DealWrong

_WAITING_MOST: Final = 100
"""Messages that wait to be worked on; a whole deal has half as many."""

_T = TypeVar("_T")
Work = Generator[Part | None, None, _T]
"""Work in slices: each ends with something to be sent, or with nothing."""


class Dealing:
    """One side of a deal, from the shuffle to the opened secrets.

    :meth:`receive` takes what the other side sends.  While :attr:`busy`, :meth:`step` works for the
    time of one power (some 20 ms) and returns what is to be sent, if anything.  Once :attr:`ready`,
    the game is played: :meth:`draw` and :meth:`show`, and when it is over :meth:`reveal`.

    A place is where a card lies in the shuffled deck, from 0.  As in
    :class:`~durak_tui.game.deals.Deal` six are for side 0, six for side 1, and the rest is the
    talon with the open trump last.
    """

    def __init__(self, secret: Secret, first: int | None = None) -> None:
        """``first`` is who attacks first by agreement, as in a rematch."""
        self.secret: Final = secret
        self.side: Final = secret.side
        self.size: Final = secret.size
        self.group: Final = secret.group
        self.agreed: Final = first
        self.first = 0  # Who attacks first, once that is known.
        self.lowest: int | None = None  # The lowest trump, if it has been shown.
        self.ready = False
        self.passes: Final[tuple[list[int], ...]] = tuple([] for _ in range(PASSES))
        self.sent: Final[list[Part]] = []
        self.heard: Final[list[Part]] = []  # What the other side sent, as far as it is worked on.
        self.revealed: bytes | None = None  # The other side's secret.
        self._over = False
        self._drawn = 2 * HAND_SIZE
        self._owners = {place: place // HAND_SIZE for place in range(2 * HAND_SIZE)}
        self._cards: dict[int, int] = {}  # By place, and the other way round.
        self._places: dict[int, int] = {}
        self._given: set[int] = set()  # Places to which the other side has this side's key.
        self._keys: dict[int, int] = {}  # The other side's, by place.
        self.cards: Final = values(secret.group, secret.size)  # Before the first pass.
        self._card_of_value = dict(zip(self.cards, full_deck(secret.size), strict=True))
        self._inbox: deque[Part] = deque()
        self._waits = False
        self._fault: DealFault | None = None
        self._script = self._whole_deal()

    @property
    def other(self) -> int:
        return 1 - self.side

    @property
    def busy(self) -> bool:
        """True while there is something to do before the other side acts."""
        return self._fault is None and (bool(self._inbox) or not self._waits)

    @property
    def progress(self) -> tuple[int, int]:
        """The powers of the set-up that are done, and their number."""
        opened = min(len(self._cards), HAND_SIZE + 1)
        return sum(map(len, self.passes)) + opened, PASSES * self.size + HAND_SIZE + 1

    @property
    def trump(self) -> int:
        """The open trump, once :attr:`ready`."""
        return self._cards[self.size - 1]

    @property
    def awaited(self) -> frozenset[int]:
        """Places that this side has drawn and still lacks the keys to."""
        return frozenset(
            place
            for place, owner in self._owners.items()
            if owner == self.side and place not in self._keys
        )

    def card_of(self, place: int) -> int | None:
        """The card that lies or lay there, if this side knows it."""
        return self._cards.get(place)

    def place_of(self, card: int) -> int | None:
        """The place of a card in the deck, if known here."""
        return self._places.get(card)

    def owner_of(self, place: int) -> int | None:
        """The side that has drawn the card; None for the talon."""
        return self._owners.get(place)

    def key_of(self, place: int) -> int:
        """This side's key to a place."""
        return self.secret.key(place)

    def has_shown(self, side: int, card: int) -> bool:
        """True if a side has drawn this card and both know it."""
        place = self._places.get(card)
        shown = self._given if side == self.side else self._keys
        return place is not None and self._owners.get(place) == side and place in shown

    def receive(self, message: object) -> None:
        """Take a message of the other side for :meth:`step` to work on.

        Raises DealFault for what cannot be one; once it has, only the secret may still come.
        """
        try:
            part = decode(message, self.group, self.size)
        except ValueError:
            self._check()
            self._end(DealWrong.MALFORMED)
        # It ends the deal at any stage: after an accusation the secrets decide.
        if isinstance(part, Revealed) and self._over and self.revealed is None:
            self.revealed = part.secret
            return
        self._check()
        if isinstance(part, Revealed) or len(self._inbox) == _WAITING_MOST:
            self._end(DealWrong.UNEXPECTED)
        else:
            self._inbox.append(part)

    def step(self) -> DealMessage | None:
        """Do one slice of the work; returns what to send, if anything.

        Raises DealFault if the other side has done something wrong.
        """
        self._check()
        self._waits = False
        part = next(self._script)
        return None if part is None else self._send(part)

    def draw(self, side: int, count: int) -> DealMessage | None:
        """Give a side cards of the talon; returns the keys to send.

        Both sides say so, in the same order.  What this side draws it knows when nothing is
        :attr:`awaited` any more.
        """
        places = range(self._drawn, self._drawn + count)
        self._drawn = places.stop
        self._owners |= dict.fromkeys(places, side)
        return self._give(places) if side != self.side else None

    def show(self, cards: Iterable[int]) -> DealMessage | None:
        """Show cards of this side's own; returns the keys to send.

        None if the other side knows all of these cards.
        """
        return self._give([self._places[card] for card in cards])

    def reveal(self) -> DealMessage:
        """Open this side's secret: the game is over, or cannot go on.

        Only after that may the other side's secret come.
        """
        self._over = True
        return self._send(Revealed(self.secret.data))

    def _check(self) -> None:
        if self._fault is not None:
            raise self._fault

    def _end(
        self, wrong: DealWrong, *, place: int | None = None, card: int | None = None
    ) -> NoReturn:
        self._fault = DealFault(wrong, self.other, place=place, card=card)
        raise self._fault

    def _send(self, part: Part) -> DealMessage:
        self.sent.append(part)
        return encode(part, self.group)

    def _give(self, places: Iterable[int]) -> DealMessage | None:
        keys = self._keys_to(places)
        return self._send(keys) if keys.of else None

    def _keys_to(self, places: Iterable[int]) -> Keys:
        """This side's keys, to places that the other side has none to."""
        wanted = [place for place in places if place not in self._given]
        self._given.update(wanted)
        return Keys(tuple((place, self.key_of(place)) for place in wanted))

    def _next(self) -> Work[Part]:
        while not self._inbox:
            self._waits = True
            yield None
        part = self._inbox.popleft()
        self.heard.append(part)
        return part

    def _whole_deal(self) -> Work[None]:
        yield Commit(self.secret.commitment, self.secret.coin_commitment)
        match (yield from self._next()):
            case Commit() as promised:
                pass
            case _:
                self._end(DealWrong.UNEXPECTED)
        for number in range(PASSES):
            if number % 2 == self.side:
                yield from self._lock(number)
            else:
                yield from self._hear_cards(number, self.size)
        yield from self._open_hands()
        if self.agreed is not None:
            self.first = self.agreed
        elif (holder := (yield from self._find_lowest_trump())) is not None:
            self.first = holder
        else:
            self.first = yield from self._cast_lot(promised)
        self.ready = True
        while True:
            yield from self._in_play()

    def _lock(self, number: int) -> Work[None]:
        """Make one pass from the one before, which the other side makes."""
        before = self.passes[number - 1] if number else self.cards
        locked = self.passes[number]
        for place in range(self.size):
            if number:
                yield from self._hear_cards(number - 1, self.secret.source(number, place) + 1)
            locked.append(self.secret.locked(number, place, before))
            if len(locked) % PORTION and len(locked) < self.size:
                yield None
            else:
                yield Cards(number, tuple(locked[place // PORTION * PORTION :]))

    def _hear_cards(self, number: int, count: int) -> Work[None]:
        """Wait for ``count`` cards of a pass of the other side."""
        locked = self.passes[number]
        while len(locked) < count:
            match (yield from self._next()):
                case Cards(which, new) if which == number:
                    locked += new
                case _:
                    self._end(DealWrong.UNEXPECTED)
            if (len(locked) % PORTION and len(locked) != self.size) or len(locked) > self.size:
                self._end(DealWrong.UNEXPECTED)
            if not all(map(self.group.has, new)):
                self._end(DealWrong.NO_LOCKED_CARD)
            if len(set(locked)) < len(locked):
                self._end(DealWrong.SAME_CARD_LOCKED)

    def _hand(self, side: int) -> range:
        return range(side * HAND_SIZE, (side + 1) * HAND_SIZE)

    def _open_hands(self) -> Work[None]:
        trump = self.size - 1
        yield self._keys_to([*self._hand(self.other), trump])
        match (yield from self._next()):
            case Keys(of) if {place for place, _key in of} == {*self._hand(self.side), trump}:
                yield from self._look(of)
            case _:
                self._end(DealWrong.UNEXPECTED)

    def _look(self, keys: Iterable[tuple[int, int]]) -> Work[None]:
        """Look at cards, with the keys that the other side has given."""
        for place, key in keys:
            both = key * self.key_of(place) % self.group.order
            card = self._card_of_value.get(self.group.unlock(self.passes[-1][place], both))
            if card is None:
                self._end(DealWrong.NO_CARD, place=place)
            if card in self._places:
                self._end(DealWrong.SAME_CARD_SHOWN, card=card)
            self._keys[place] = key
            self._cards[place] = card
            self._places[card] = place
            yield None

    def _find_lowest_trump(self) -> Work[int | None]:
        """Find who has the lowest trump; None if nobody has one."""
        trumps = asked_trumps(self.trump, self.size)
        denied = [0, 0]
        side = 0
        while min(denied) < len(trumps):
            end = min(denied[1 - side] + 1, len(trumps))
            asked = trumps[denied[side] : end]
            if side == self.side:
                held = [card for card in asked if self.place_of(card) in self._hand(side)]
                if held:
                    self.lowest = held[0]
                    yield self._keys_to([self._places[held[0]]])
                    return side
                yield Without(end)
            else:
                match (yield from self._next()):
                    case Without(count) if count == end:
                        pass
                    case Keys(((place, key),)) if place in self._hand(side):
                        yield from self._look([(place, key)])
                        self.lowest = self._cards[place]
                        if self.lowest not in asked:
                            self._end(DealWrong.NOT_ASKED_FOR, card=self.lowest)
                        return side
                    case _:
                        self._end(DealWrong.UNEXPECTED)
            denied[side] = end
            side = 1 - side
        return None

    def _cast_lot(self, promised: Commit) -> Work[int]:
        yield Coin(self.secret.coin)
        match (yield from self._next()):
            case Coin(coin):
                if coin_commitment(self.other, coin) != promised.coin:
                    self._end(DealWrong.COIN)
            case _:
                self._end(DealWrong.UNEXPECTED)
        mine = self.secret.coin
        return lot((mine, coin) if self.side == 0 else (coin, mine))

    def _in_play(self) -> Work[None]:
        match (yield from self._next()):
            case Keys(of) if (
                all(place in self._owners and place not in self._keys for place, _key in of)
                and self.revealed is None
            ):
                yield from self._look(of)
            case Revealed(secret) if self._over and self.revealed is None:
                self.revealed = secret
            case _:
                self._end(DealWrong.UNEXPECTED)


def asked_trumps(trump: int, size: int) -> list[int]:
    """The trumps that a player may have at first, from the lowest."""
    return [card for card in full_deck(size) if suit_of(card) == suit_of(trump) and card != trump]
