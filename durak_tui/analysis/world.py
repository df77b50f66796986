"""The hidden cards laid out in one way, and play from there.

Compiled. The rules are those of :mod:`durak_tui.game.position` again, but fast. Hands belong
to roles, which change places after a beaten bout, and ``seat`` is the player who attacks. A world
always stands where somebody decides next, or is over. Cards are given to a taker one by one, in
ascending order, so that a set is given in one way only.

A player's habits are the sum of any of those below. Without any it is
durak-dummy (D-050 to D-053).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from durak_tui.analysis.kernel import (
    GIVE_MORE,
    MOVE,
    RESPOND,
    UNDECIDED,
    beaters,
    below,
    count,
    numbers,
    outcome,
    same_ranks,
    turned,
)

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

COMPILED: Final = not __file__.endswith(".py")

KEEPS_TRUMPS: Final = 1  # Never beats with a trump while the talon has more than two cards.
ALWAYS_TAKES: Final = 2
NEVER_THROWS_IN: Final = 4
TRUMPS_FIRST: Final = 8  # Leads and beats with trumps where it may; throws in any card that fits.
AT_RANDOM: Final = 16  # Every card that may be played now, and none, is as likely.
ERRATIC: Final = 32  # Now and then, one time in four, plays at random.

NOTHING: Final = -1
DECK: Final = 52
TRIES: Final = 4  # Cards that are tried in a place of the opponent's hand if one is unlikely.


class World:
    """A game in which every card has its place."""

    def __init__(self) -> None:
        self.attacker: i64 = 0
        self.defender: i64 = 0
        self.seat: i64 = 0
        self.phase: i64 = MOVE
        self.table: i64 = 0
        self.last: i64 = 0  # The attack to be answered, in RESPOND.
        self.attacks: i64 = 0  # How many more are allowed in this bout, and
        self.cap: i64 = 0  # in each to come (H-001).
        self.trumps: i64 = 0
        self.left: i64 = 0  # Cards of the talon, the last of which is drawn last.
        self.talon: vec[i64] = numbers(DECK, 0)  # They are drawn from the end.
        self.giving: i64 = 0  # What may still be given, in GIVE_MORE, and
        self.limit: i64 = 0  # how many of it.
        self.winner: i64 = UNDECIDED
        self.random: i64 = 0  # The state of what those at random do.

    def become(self, other: World) -> None:
        """Be as the other is, but for the random numbers."""
        at: i64 = 0
        self.attacker = other.attacker
        self.defender = other.defender
        self.seat = other.seat
        self.phase = other.phase
        self.table = other.table
        self.last = other.last
        self.attacks = other.attacks
        self.cap = other.cap
        self.trumps = other.trumps
        self.left = other.left
        self.giving = other.giving
        self.limit = other.limit
        self.winner = other.winner
        while at < self.left:
            self.talon[at] = other.talon[at]
            at += 1

    def put(self, place: i64, card: i64) -> None:
        """Lay a card into the talon; place 0 is drawn last."""
        self.talon[place] = card

    def drawing(self) -> list[int]:
        """The numbers of the talon's cards, in the order of drawing."""
        return [int(self.talon[place]).bit_length() - 1 for place in range(self.left - 1, -1, -1)]

    def hand(self, player: i64) -> i64:
        """A player's cards."""
        return self.attacker if player == self.seat else self.defender

    def to_act(self) -> i64:
        """The player who is to decide."""
        if self.phase == RESPOND:
            return 1 - self.seat
        return self.seat

    def legal(self) -> i64:
        """The cards that may be played now."""
        if self.phase == MOVE:
            if self.table:
                return self.attacker & same_ranks(self.table)
            return self.attacker
        if self.phase == RESPOND:
            return self.defender & beaters(self.last, self.trumps)
        return self.giving

    def may_pass(self) -> bool:
        """True if no card at all may be played."""
        return self.phase != MOVE or self.table != 0

    def play(self, card: i64) -> None:
        """Play a card, or 0: be done, take, or give nothing more."""
        answer: i64 = 0
        if self.phase == MOVE:
            if not card:
                self._beaten()
                return
            self.attacker ^= card
            self.table |= card
            self.attacks -= 1
            self.last = card
            self.phase = RESPOND
            if not self.attacker and not self.left:
                # The last card wins, unless the defender's only card can beat it.
                answer = self.defender
                if answer & (answer - 1) or not answer & beaters(card, self.trumps):
                    self.winner = self.seat
        elif self.phase == RESPOND:
            if not card:
                self.ask_for_more()
                if not self.giving or self.limit <= 0:
                    self._taken()
                return
            self.defender ^= card
            self.table |= card
            self.phase = MOVE
            if self.attacker and self.defender:
                if not self.attacks:
                    self._beaten()
            elif self.left:
                self._beaten()
            else:
                self.winner = outcome(self.attacker, self.defender, self.seat)
        else:
            if card:
                self.attacker ^= card
                self.table |= card
                self.giving &= -(card + card)
                self.limit -= 1
            if not (card and self.giving and self.limit):
                self._taken()

    def give(self, cards: i64) -> None:
        """Give all of these cards to the taker at once."""
        self.attacker ^= cards
        self.table |= cards
        self._taken()

    def ask_for_more(self) -> None:
        """The defender takes: say what may be given (D-103, H-001)."""
        self.phase = GIVE_MORE
        self.giving = self.attacker & same_ranks(self.table)
        self.limit = min(count(self.defender) - 1, self.attacks)

    def _taken(self) -> None:
        self.defender |= self.table
        self.attacker = self._filled(self.attacker)
        if not self.attacker:
            self.winner = self.seat
        self._begin()

    def _beaten(self) -> None:
        first: i64 = self._filled(self.attacker)
        second: i64 = self._filled(self.defender)
        if not (first and second):
            self.winner = outcome(first, second, self.seat)
        self.attacker = second
        self.defender = first
        self.seat = 1 - self.seat
        self._begin()

    def _begin(self) -> None:
        self.table = 0
        self.phase = MOVE
        self.attacks = self.cap

    def _filled(self, hand: i64) -> i64:
        wanted: i64 = 0
        if self.left:
            wanted = 6 - count(hand)
            while wanted > 0 and self.left:
                self.left -= 1
                hand |= self.talon[self.left]
                wanted -= 1
        return hand

    def choose(self, habits: i64) -> i64:
        """The card, or 0, that somebody with these habits plays now."""
        choice: i64 = self.legal()
        plain: i64 = ~self.trumps
        pick: i64 = 0
        if habits & ERRATIC:
            self.random = turned(self.random)
            if not self.random & 0xC0000000:
                habits = AT_RANDOM
        if habits & AT_RANDOM:
            self.random = turned(self.random)
            pick = below(self.random, count(choice) + (1 if self.may_pass() else 0))
            while pick and choice:
                choice &= choice - 1
                pick -= 1
            return choice & -choice
        if self.phase == RESPOND:
            if habits & ALWAYS_TAKES:
                return 0
            if habits & KEEPS_TRUMPS and self.left > 2:
                choice &= plain
        elif self.table:
            if habits & NEVER_THROWS_IN:
                return 0
            if not habits & TRUMPS_FIRST:
                choice &= plain
        if habits & TRUMPS_FIRST:
            # Cards are given in ascending order: here trumps cannot be first.
            if self.phase != GIVE_MORE and choice & self.trumps:
                choice &= self.trumps
        elif choice & plain:
            choice &= plain
        return choice & -choice

    def is_ending(self, small: i64) -> bool:
        """True where a bout begins without talon and with few cards.

        ``small`` is how many both hands together have at most.
        """
        if self.left or self.table:
            return False
        return count(self.attacker | self.defender) <= small

    def play_out(self, first: i64, second: i64, small: i64) -> i64:
        """Play on with habits, to the end or nearly.

        They are those of players 0 and 1.  Stops between bouts once the talon is empty and both
        hands together have at most ``small`` cards.  Returns the winner, or ``UNDECIDED``.
        """
        habits: i64 = 0
        while self.winner < 0:
            if self.is_ending(small):
                return UNDECIDED
            habits = first if self.to_act() == 0 else second
            self.play(self.choose(habits))
        return self.winner


class Worlds:
    """Player 0's knowledge of the cards, and worlds that fit it."""

    def __init__(self, random: i64) -> None:
        """``random`` is the state of the random numbers, from :func:`kernel.seeded`."""
        self.random: i64 = random
        self.base = World()
        """The part that all worlds share, without their hand and the talon's cards."""
        self._cards: vec[i64] = numbers(DECK, 0)
        self._unlikely: vec[i64] = numbers(DECK, 0)
        self._hidden: i64 = 0
        self._wanted: i64 = 0
        self._enemy_known: i64 = 0
        self._trump: i64 = 0

    def begin(self, trump: i64, enemy_known: i64, enemy_count: i64, hidden: i64) -> None:
        """Begin where player 0 knows this, and what is in ``base`` already.

        ``trump`` is the card; the names are those of
        :class:`durak_tui.analysis.knowledge.Knowledge`.
        """
        at: i64 = 0
        self._trump = trump
        self._enemy_known = enemy_known
        self._wanted = enemy_count - count(enemy_known)
        self._hidden = 0
        while hidden:
            self._cards[self._hidden] = hidden & -hidden
            hidden &= hidden - 1
            self._hidden += 1
        while at < DECK:
            self._unlikely[at] = 0
            at += 1

    def doubt(self, place: i64, cards: i64) -> None:
        """Say what the card in this place of their hand hardly is."""
        self._unlikely[place] = cards

    def agreement(self, first: i64, action: i64, habits: i64, samples: i64) -> i64:
        """Count in how many worlds player 1 does this by habit.

        ``first`` is what player 0 does before, ``NOTHING`` if it is their turn already.  Where
        that ends the bout, they do nothing.
        """
        world = World()
        found: i64 = 0
        done: i64 = 0
        card: i64 = 0
        world.random = turned(self.random)
        while samples > 0:
            samples -= 1
            self.draw(world)
            if first != NOTHING:
                world.play(first)
                if world.winner >= 0 or not world.table:
                    found += 1 if action == 0 else 0
                    continue
            card = done = world.choose(habits)
            while card and world.phase == GIVE_MORE:
                world.play(card)
                card = world.choose(habits) if world.phase == GIVE_MORE else 0
                done |= card
            if done == action:
                found += 1
        return found

    def draw(self, world: World) -> None:
        """Make a world one of those that may be.

        All are equally likely, but where a card that is unlikely in their hand would come to lie
        there, others are tried first: the fewer such cards there are, the less often one does.
        """
        cards = self._cards
        state: i64 = self.random
        enemy: i64 = self._enemy_known
        at: i64 = 0
        other: i64 = 0
        card: i64 = 0
        tries: i64 = 0
        doubtful: i64 = 0
        # The open trump is in the last place of the talon, which is drawn from its end.
        talon: i64 = self.base.left - 1
        drawn: i64 = self._wanted
        if talon > 0:
            drawn += talon
        world.become(self.base)
        # Fisher and Yates, as far as cards are needed.  They need not be in order at the start.
        while at < drawn and at < self._hidden:
            doubtful = self._unlikely[at] if at < self._wanted else 0
            tries = TRIES if doubtful else 1
            while tries:
                tries -= 1
                state = turned(state)
                other = at + below(state, self._hidden - at)
                card = cards[other]
                if not doubtful & card:
                    break
            cards[other] = cards[at]
            cards[at] = card
            if at < self._wanted:
                enemy |= card
            else:
                world.talon[talon] = card
                talon -= 1
            at += 1
        if world.left:
            world.talon[0] = self._trump
        if world.seat:
            world.attacker = enemy
        else:
            world.defender = enemy
        if world.phase == GIVE_MORE:
            world.ask_for_more()
        self.random = state
