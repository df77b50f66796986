"""The search behind exact endgames, compiled like the kernel.

With an empty talon nothing is hidden and nothing is left to luck. The search asks one question at a
time, "does the attacker reach at least this much?", and answers it by alpha-beta with a window that
lets no other answer through. It always ends: a beaten bout takes cards out of the game, and one
that is taken leaves the same attacker with fewer.

Spades are trumps here. Positions that differ only in what cannot matter are one to the memory:
ranks that are out of the game leave no gaps, and the other suits come in the order of what is held
of them. Of neighbours of one suit in one hand, each the only card of its rank, only the lower is
tried: to beat with, both are the same, and who leads the lower keeps the higher. Where a rank has
more cards it matters which is played, because it is ranks that are thrown in.
"""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Final

from durak_tui.analysis.kernel import (
    CLUBS,
    DRAW,
    MOVE,
    RESPOND,
    UNDECIDED,
    UNLIMITED,
    beaters,
    count,
    numbers,
    same_ranks,
)
from durak_tui.analysis.world import World

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

COMPILED: Final = not __file__.endswith(".py")

NO: Final = 0
YES: Final = 1
UNKNOWN: Final = 2

TRUMPS: Final = 0x8888888888888
PLAIN: Final = 0x7777777777777

DEEPEST: Final = 400
"""Actions that a line may be long before it is given up, for the sake of the stack: plain
Python allows 1,000 calls inside each other."""


def with_spades_as_trumps(cards: i64, trump_suit: i64) -> i64:
    """These cards with trumps and spades exchanged."""
    differing: i64 = (cards >> trump_suit ^ cards >> 3) & CLUBS
    if trump_suit == 3:
        return cards
    return cards ^ (differing << trump_suit | differing << 3)


def beatable(hand: i64) -> i64:
    """All cards that some card of this hand beats."""
    lower: i64 = hand >> 4
    lower |= lower >> 4
    lower |= lower >> 8
    lower |= lower >> 16
    lower |= lower >> 32
    if hand & TRUMPS:
        lower |= PLAIN
    return lower


def spare(hand: i64, others: i64) -> i64:
    """The mask of this hand's cards that need not be tried.

    The next lower rank's is in it, too; ``others`` are the other cards of the game.
    """
    cards: i64 = hand | others
    one: i64 = cards & CLUBS
    two: i64 = cards >> 1 & CLUBS
    three: i64 = cards >> 2 & CLUBS
    four: i64 = cards >> 3 & CLUBS
    several: i64 = one & two | (one | two) & three | (one | two | three) & four
    single: i64 = hand & ~(several * 15)
    return single & single << 4


class Search:
    """A search of endgames that remembers its answers.

    Hands and the table are masks; the table is what has been played in this bout.  The
    attacker's results are 1 (a win), 0 (a draw) and -1.
    """

    def __init__(self, bits: i64) -> None:
        """At most ``2**bits`` positions are remembered, of 16 bytes each."""
        self.bits: i64 = bits
        self.nodes: i64 = 0  # Positions looked at since this was last set to 0.
        self.limit: i64 = 0
        self.deadline: float = inf  # When it gives up at the latest, in seconds of `monotonic()`.
        self.cap: i64 = UNLIMITED  # The most attacks of a bout; see :meth:`limit_attacks`.
        # What is remembered: a key and its entry, each in the one place that it may have.
        self._keys: vec[i64] = numbers(1 << bits, -1)
        self._entries: vec[i64] = numbers(1 << bits, -1)

    def forget(self) -> None:
        """Remember nothing."""
        self._keys = numbers(1 << self.bits, -1)

    def limit_attacks(self, cap: i64) -> None:
        """Set the most attacks of every bout, and forget other limits' answers."""
        if cap != self.cap:
            self.cap = cap
            self.forget()

    def at_least(
        self, phase: i64, attacker: i64, defender: i64, table: i64, last: i64, want: i64
    ) -> i64:
        """Decide if the attacker gets ``want``, 1 or 0, or more."""
        if phase == MOVE:
            return self._move(attacker, defender, table, want, 0)
        if phase == RESPOND:
            return self._respond(attacker, defender, table, last, want, 0)
        return self._give(attacker, defender, table, want, 0)

    def playout(self, world: World, mine: i64, theirs: i64, small: i64, nodes: i64) -> i64:
        """The winner of a game that habits begin and exact play ends.

        They are players 0 and 1, and play until the talon is empty and both hands together have at
        most ``small`` cards; from there the winner is that of exact play, 2 for a draw.  If
        ``nodes`` do not suffice, it is who wins after all when durak-dummy plays both hands.
        """
        winner: i64 = world.play_out(mine, theirs, small)
        if winner < 0:
            winner = self._winner(world, nodes)
        return winner if winner >= 0 else world.play_out(0, 0, 0)

    def _winner(self, world: World, nodes: i64) -> i64:
        """The winner with best play, between bouts; ``UNDECIDED`` if unknown."""
        suit: i64 = 0
        answer: i64 = UNKNOWN
        while not world.trumps >> suit & 1:
            suit += 1
        first: i64 = with_spades_as_trumps(world.attacker, suit)
        second: i64 = with_spades_as_trumps(world.defender, suit)
        self.nodes = 0
        self.limit = nodes
        self.limit_attacks(world.cap)
        answer = self._move(first, second, 0, 1, 0)
        if answer == YES:
            return world.seat
        if answer == NO:
            answer = self._move(first, second, 0, 0, 0)
        if answer == UNKNOWN:
            return UNDECIDED
        return DRAW if answer == YES else 1 - world.seat

    def _is_last_node(self) -> bool:
        """Count one more; whether nodes or time are used up."""
        self.nodes += 1
        # The clock is asked after a millisecond of compiled code, or ten of Python.
        if not self.nodes & 255 and monotonic() >= self.deadline:
            self.limit = 0
        return self.nodes > self.limit

    def _move(self, attacker: i64, defender: i64, table: i64, want: i64, depth: i64) -> i64:
        """The attacker leads, throws in or declares the bout beaten."""
        choice: i64 = 0
        if not table:
            choice = attacker & beatable(defender)
            if not attacker & (attacker - 1):
                # The last card wins, unless it can be beaten by a last card.
                if want == 1 and choice and not defender & (defender - 1):
                    return NO
                return YES
            # Cards that cannot be beaten are led one by one, plain suits before trumps and
            # low before high, so that none of them arms the defender against those to
            # come; one other card may be left for the end, when the defender has more
            # than one.
            if not choice & (choice - 1):
                return YES
        if self._is_last_node() or depth > DEEPEST:
            return UNKNOWN

        # The position in the form in which it is remembered: a card on the table is one
        # that both hold, so that two masks say all.
        first: i64 = attacker | table
        second: i64 = defender | table
        used: i64 = same_ranks(first | second)
        below: i64 = 0
        while used & (used + 1):
            below = (used ^ (used + 1)) >> 1
            first = first & below | (first & ~below) >> 4
            second = second & below | (second & ~below) >> 4
            used = used & below | (used & ~below) >> 4
        one: i64 = first & CLUBS | (second & CLUBS) << 1
        two: i64 = first >> 1 & CLUBS | (second >> 1 & CLUBS) << 1
        three: i64 = first >> 2 & CLUBS | (second >> 2 & CLUBS) << 1
        if one < two or two < three:
            if one < two:
                one, two = two, one
            if two < three:
                two, three = three, two
            if one < two:
                one, two = two, one
            first = first & TRUMPS | one & CLUBS | (two & CLUBS) << 1 | (three & CLUBS) << 2
            second = second & TRUMPS | one >> 1 & CLUBS | two & CLUBS * 2 | (three & CLUBS * 2) << 1
        # The key mixes one mask with the other, which the entry holds in full: together
        # they are exact.
        key: i64 = first ^ ((second & 0x3FFFFFF) * 0x5DEECE66D + (second >> 26) * 0x65D200CE5)
        place: i64 = (key ^ key >> 29 ^ key >> 47) & ((1 << self.bits) - 1)
        # The lower four bits: is at least a draw, is none, is a win, is none.
        known: i64 = 0
        if self._keys[place] == key and self._entries[place] >> 4 == second:
            known = self._entries[place] & 15
            if want == 1:
                if known & 4:
                    return YES
                if known & 8:
                    return NO
            else:
                if known & 1:
                    return YES
                if known & 2:
                    return NO

        table = first & second
        attacker = first ^ table
        defender = second ^ table
        result: i64 = self._best_move(attacker, defender, table, want, depth)
        if result == UNKNOWN:
            return UNKNOWN
        if want == 1:
            known |= 5 if result == YES else 8
        else:
            known |= 1 if result == YES else 10
        self._keys[place] = key
        self._entries[place] = second << 4 | known
        return result

    def _best_move(self, attacker: i64, defender: i64, table: i64, want: i64, depth: i64) -> i64:
        result: i64 = NO
        answer: i64 = NO
        choice: i64 = attacker
        part: i64 = 0
        card: i64 = 0
        turn: i64 = 0
        if table:
            choice = attacker & same_ranks(table)
        else:
            choice &= ~spare(attacker, defender)
        while turn < 2:
            part = choice & PLAIN if turn == 0 else choice & TRUMPS
            turn += 1
            while part:
                card = part & -part
                part ^= card
                answer = YES
                if attacker != card or not defender & (defender - 1):
                    answer = self._respond(
                        attacker ^ card, defender, table | card, card, want, depth + 1
                    )
                if answer == YES:
                    return YES
                if answer == UNKNOWN:
                    if self.nodes > self.limit:
                        return UNKNOWN
                    result = UNKNOWN
        if table:
            # Beaten: the defender attacks.  One gets this much if the other does not get
            # more than the rest.  Last, because it opens the largest tree.
            answer = self._move(defender, attacker, 0, 1 - want, depth + 1)
            if answer == NO:
                return YES
            if answer == UNKNOWN:
                if self.nodes > self.limit:
                    return UNKNOWN
                result = UNKNOWN
        return result

    def _respond(
        self, attacker: i64, defender: i64, table: i64, last: i64, want: i64, depth: i64
    ) -> i64:
        """Search the defender's answers: to beat the last card or take."""
        choice: i64 = defender & beaters(last, TRUMPS)
        result: i64 = YES
        answer: i64 = YES
        part: i64 = 0
        card: i64 = 0
        turn: i64 = 0
        if choice and not defender & (defender - 1):
            # The last card beats: the defender wins, or both are without cards.
            return NO if attacker or want == 1 else YES
        if not attacker:
            return YES
        choice &= ~spare(choice, attacker | defender | table)
        # After the last attack that is allowed any card that beats it ends the bout (H-002).
        is_last: bool = self.cap < UNLIMITED and count(table) + 1 >= self.cap + self.cap
        # Ranks that the attacker does not hold let nothing be thrown in.
        safe: i64 = ~same_ranks(attacker)
        while turn < 4:
            part = choice & PLAIN if turn < 2 else choice & TRUMPS
            part &= safe if turn & 1 == 0 else ~safe
            turn += 1
            while part:
                card = part & -part
                part ^= card
                if is_last:
                    answer = self._move(defender ^ card, attacker, 0, 1 - want, depth + 1)
                    if answer != UNKNOWN:
                        answer = YES + NO - answer
                else:
                    answer = self._move(attacker, defender ^ card, table | card, want, depth + 1)
                if answer == NO:
                    return NO
                if answer == UNKNOWN:
                    if self.nodes > self.limit:
                        return UNKNOWN
                    result = UNKNOWN
        answer = self._give(attacker, defender, table, want, depth + 1)
        if answer == YES:
            return result
        return answer

    def _give(self, attacker: i64, defender: i64, table: i64, want: i64, depth: i64) -> i64:
        """Search what the attacker adds: fewer cards than the defender holds."""
        choice: i64 = attacker & same_ranks(table)
        given: i64 = choice
        answer: i64 = NO
        result: i64 = NO
        limit: i64 = count(defender)
        if self.cap < UNLIMITED and limit > self.cap - (count(table) + 1) // 2 + 1:
            limit = self.cap - (count(table) + 1) // 2 + 1
        defender_after: i64 = defender | table
        while True:
            if count(given) < limit:
                if given == attacker:
                    return YES
                answer = self._move(attacker ^ given, defender_after | given, 0, want, depth + 1)
                if answer == YES:
                    return YES
                if answer == UNKNOWN:
                    if self.nodes > self.limit:
                        return UNKNOWN
                    result = UNKNOWN
            # There may be very many of these.
            elif self._is_last_node():
                return UNKNOWN
            if not given:
                return result
            given = (given - 1) & choice
