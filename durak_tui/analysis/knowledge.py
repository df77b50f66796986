"""What one player knows of where each card is.

Cards that the opponent took are in their hand until played; those of a beaten bout are
gone; the open trump card is the last of the talon.  All others are hidden.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from durak_tui.analysis import kernel
from durak_tui.game.caps import NO_CAPS, Caps, attacks_on
from durak_tui.game.cards import cards_in, mask_of
from durak_tui.game.position import GIVE_MORE, MOVE, PASS, RESPOND, Position

_BIG_DECK = (1 << 52) - 1
_SMALL_DECK = _BIG_DECK ^ (1 << 16) - 1

TRIES: Final = 4  # Cards that are tried in a place of the opponent's hand if one is unlikely.


class World(NamedTuple):
    """One way in which the hidden cards may lie."""

    enemy: int
    talon: bytes  # In the order of drawing, the open trump card last.


class Knowledge(NamedTuple):
    """What the player to act knows; sets of cards are masks."""

    phase: int  # `MOVE`, `RESPOND` or `GIVE_MORE` of durak_tui.game.position.
    hand: int
    table: tuple[int, ...]
    trump: int
    talon_count: int
    enemy_count: int
    enemy_known: int
    hidden: int  # In their hand or face down in the talon; or in neither, if somebody made it up.
    unlikely: tuple[int, ...] = ()
    """What each hidden card of their hand hardly is; empty where nothing is concluded."""
    caps: Caps = NO_CAPS  # The attack limits, this bout being the first.

    @property
    def attacks_left(self) -> int:
        """How many cards more the attacker may play in this bout (H-001)."""
        return self.caps.first - attacks_on(len(self.table))

    @property
    def enemy_hidden(self) -> int:
        return self.enemy_count - self.enemy_known.bit_count()

    @property
    def talon_hidden(self) -> int:
        """How many cards lie face down in the talon."""
        return max(0, self.talon_count - 1)

    @property
    def certain(self) -> bool:
        """Whether the cards can lie in only one way."""
        enemy, talon = self.enemy_hidden, self.talon_hidden
        if not enemy or not talon:
            return enemy + talon == 0 or (self.hidden.bit_count() == enemy + talon and talon <= 1)
        return False

    def world(self, state: int) -> tuple[World, int]:
        """One of the ways in which the cards may lie.

        All are equally likely, but where a card that is unlikely in the opponent's hand would come
        to lie there, others are tried first.  ``state`` is that of the random numbers, from
        :func:`kernel.seeded`; the new one comes with the answer.
        """
        cards = cards_in(self.hidden)
        wanted = self.enemy_hidden
        drawn = wanted + self.talon_hidden
        left = len(cards)
        turned = kernel.turned
        unlikely = self.unlikely
        # Fisher and Yates, as far as cards are needed.
        for at in range(min(drawn, left)):
            doubtful = unlikely[at] if at < wanted and at < len(unlikely) else 0
            for _ in range(TRIES if doubtful else 1):
                state = turned(state)
                other = at + ((state & 0xFFFFFFFF) * (left - at) >> 32)
                if not doubtful >> cards[other] & 1:
                    break
            cards[at], cards[other] = cards[other], cards[at]
        talon = bytes([*cards[wanted:drawn], self.trump]) if self.talon_count else b""
        return World(self.enemy_known | mask_of(cards[:wanted]), talon), state

    def position(self, world: World) -> Position:
        """The position in this world; player 0 is the one who knows."""
        mine, theirs = self.table[::2], self.table[1::2]
        attacker = 0
        if self.phase == RESPOND:
            mine, theirs, attacker = theirs, mine, 1
        position = Position(
            (self.hand | mask_of(mine), world.enemy | mask_of(theirs)),
            world.talon,
            attacker,
            trump=self.trump,
            caps=self.caps,
        )
        for card in self.table:
            position.play((card,))
        if self.phase == GIVE_MORE:
            position.respond(PASS)
        return position

    def key(self) -> int:
        """A hash of at most 62 bits without what is only likely."""
        state = kernel.seeded(self.phase)
        for part in (
            self.hand, self.enemy_known, self.hidden, self.trump, self.talon_count,
            self.enemy_count, mask_of(self.table),
        ):  # fmt: skip
            state = kernel.seeded(state ^ part)
        if self.caps != NO_CAPS:
            state = kernel.seeded(state ^ (self.caps.each << 6 | self.caps.first))
        return state


def knowledge(
    phase: int,
    *,
    hand: int,
    table: Iterable[int],
    trump: int,
    talon_count: int,
    enemy_count: int,
    discarded: int,
    enemy_known: int = 0,
    caps: Caps = NO_CAPS,
) -> Knowledge:
    """What the player to act knows, in masks; ValueError for the impossible."""
    table = tuple(table)
    on_table = mask_of(table)
    open_trump = 1 << trump if talon_count else 0
    places = hand, on_table, discarded, enemy_known, open_trump
    located = hand | on_table | discarded | enemy_known | open_trump
    if sum(place.bit_count() for place in places) != located.bit_count():
        raise ValueError("a card is in two places")
    if phase not in (MOVE, RESPOND, GIVE_MORE) or len(table) % 2 != (phase != MOVE):
        raise ValueError("nobody is to play a card there")
    if (not enemy_count and phase != RESPOND) or enemy_known.bit_count() > enemy_count:
        raise ValueError(f"the opponent does not hold {enemy_count} cards")
    if talon_count < 0:
        raise ValueError(f"the talon does not have {talon_count} cards")
    wanted = enemy_count - enemy_known.bit_count() + max(0, talon_count - 1)
    # The twos to fives are in the game if one of them has been seen, or is needed.
    deck = _BIG_DECK if located & ~_SMALL_DECK else _SMALL_DECK
    if (deck & ~located).bit_count() < wanted:
        deck = _BIG_DECK
    hidden = deck & ~located
    if hidden.bit_count() < wanted:
        raise ValueError("there are more cards in the game than in a deck")
    if phase != RESPOND and len(table) >= 2 * caps.first - (phase == GIVE_MORE):
        raise ValueError("no attack is left")
    return Knowledge(
        phase, hand, table, trump, talon_count, enemy_count, enemy_known, hidden, caps=caps
    )


def knowledge_of(position: Position) -> Knowledge:
    """What the player to act has seen here, without counting the rest."""
    player = position.to_act
    opponent = 1 - player
    return knowledge(
        position.phase,
        hand=position.hands[player],
        table=position.table,
        trump=position.trump,
        talon_count=position.talon_count,
        enemy_count=position.hands[opponent].bit_count(),
        discarded=mask_of(position.discarded),
        enemy_known=position.seen(opponent),
        caps=position.caps,
    )
