"""One player's knowledge of the place of each card.

Cards that the opponent took are in their hand until played; those of a beaten bout are
gone; the open trump card is the last of the talon.  All others are hidden.
"""

from collections.abc import Iterable
from typing import NamedTuple

from durak_tui.analysis import kernel
from durak_tui.analysis.world import World, Worlds
from durak_tui.game.caps import NO_CAPS, Caps, attacks_on
from durak_tui.game.cards import DECK_SIZES, SUIT_MASK, full_deck, mask_of
from durak_tui.game.position import GIVE_MORE, MOVE, PASS, RESPOND, Position

_DECKS = tuple(mask_of(full_deck(size)) for size in DECK_SIZES)


class Knowledge(NamedTuple):
    """The knowledge of the player to act; sets of cards are masks."""

    phase: int  # `MOVE`, `RESPOND` or `GIVE_MORE` of durak_tui.game.position.
    hand: int
    table: tuple[int, ...]
    trump: int
    talon_count: int
    enemy_count: int
    enemy_known: int
    hidden: int  # In their hand or face down in the talon; or in neither, if somebody made it up.
    unlikely: tuple[int, ...] = ()
    """Cards that are hardly in their hand; empty where nothing is concluded."""
    caps: Caps = NO_CAPS  # The attack limits, this bout being the first.

    @property
    def attacks_left(self) -> int:
        """The attacks still allowed in this bout (H-001)."""
        return self.caps.first - attacks_on(len(self.table))

    @property
    def enemy_hidden(self) -> int:
        return self.enemy_count - self.enemy_known.bit_count()

    @property
    def talon_hidden(self) -> int:
        """The number of cards face down in the talon."""
        return max(0, self.talon_count - 1)

    @property
    def certain(self) -> bool:
        """True if the cards can lie in only one way."""
        enemy, talon = self.enemy_hidden, self.talon_hidden
        if not enemy or not talon:
            return enemy + talon == 0 or (self.hidden.bit_count() == enemy + talon and talon <= 1)
        return False

    def worlds(self, state: int, *, theirs: bool = False) -> Worlds:
        """The ways in which the cards may lie.

        Player 0 is the one who knows.  ``theirs`` is whether the opponent is to act in this phase,
        ``state`` that of the random numbers, from :func:`kernel.seeded`.
        """
        worlds = Worlds(state)
        base = worlds.base
        base.phase = self.phase
        base.table = mask_of(self.table)
        base.attacks, base.cap = self.attacks_left, self.caps.each
        base.trumps = SUIT_MASK[self.trump & 3]
        base.left = self.talon_count
        base.seat = int((self.phase == RESPOND) != theirs)
        if base.seat:
            base.defender = self.hand
        else:
            base.attacker = self.hand
        if self.phase == RESPOND:
            base.last = 1 << self.table[-1]
        worlds.begin(1 << self.trump, self.enemy_known, self.enemy_count, self.hidden)
        for place, cards in enumerate(self.unlikely):
            worlds.doubt(place, cards)
        return worlds

    def position(self, state: int) -> Position:
        """The position in one of these worlds."""
        world = World()
        self.worlds(state).draw(world)
        mine, theirs = self.table[::2], self.table[1::2]
        attacker = 0
        if self.phase == RESPOND:
            mine, theirs, attacker = theirs, mine, 1
        position = Position(
            (self.hand | mask_of(mine), world.hand(1) | mask_of(theirs)),
            world.drawing(),
            attacker,
            trump=self.trump,
            caps=self.caps,
        )
        for card in self.table:
            position.play((card,))
        if self.phase == GIVE_MORE:
            position.respond(PASS)
        return position

    def after(self, action: int, reply: int) -> "Knowledge | None":
        """The knowledge at the next turn, if this is played.

        None if that ends the bout, or leaves nothing to decide; nothing is concluded from it.
        """
        phase = self.phase
        can_go_on = self.enemy_count and self.attacks_left > 0
        if phase == RESPOND and not (can_go_on and self.hand & ~action):
            return None
        played = [each.bit_length() - 1 for each in (action, reply) if each]
        if phase == MOVE and action and not reply:
            phase = GIVE_MORE
        elif phase == GIVE_MORE or not (action and reply):
            return None
        known = self._replace(
            phase=phase, hand=self.hand & ~action, table=(*self.table, *played), unlikely=(),
            enemy_count=self.enemy_count - reply.bit_count(),
            enemy_known=self.enemy_known & ~reply, hidden=self.hidden & ~reply,
        )  # fmt: skip
        may_attack = known.enemy_count and known.attacks_left > 0
        return known if known.hand and (phase == RESPOND or may_attack) else None

    def key(self) -> int:
        """A hash of at most 63 bits without what is only likely."""
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
    """The knowledge of the player to act; ValueError for the impossible."""
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
    # No command names the deck (H-005): it is the smallest with all these cards.
    for deck in _DECKS:
        hidden = deck & ~located
        if not located & ~deck and hidden.bit_count() >= wanted:
            break
    else:
        raise ValueError("there are more cards in the game than in a deck")
    if phase != RESPOND and len(table) >= 2 * caps.first - (phase == GIVE_MORE):
        raise ValueError("no attack is left")
    return Knowledge(
        phase, hand, table, trump, talon_count, enemy_count, enemy_known, hidden, caps=caps
    )


def knowledge_of(position: Position) -> Knowledge:
    """The knowledge of the player to act in a position."""
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


def same_bout(before: Knowledge, now: Knowledge) -> bool:
    """True if a turn is in the bout of the turn before."""
    longer = len(now.table) > len(before.table)
    return (
        longer
        and now.table[: len(before.table)] == before.table
        and (before.phase == RESPOND) == (now.phase == RESPOND)
        and (before.phase != RESPOND or bool(before.table))
    )
