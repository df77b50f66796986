"""Whole games on bit masks: the rules again, but fast.

mypyc compiles this module where a C compiler is at hand; elsewhere the same source runs as plain
Python. Hence its style: 64-bit integers in local variables, no objects in loops, and no arithmetic
that leaves 63 bits, which plain Python would not notice and C would.

A card is the mask with its one bit, so the lowest of a hand is ``hand & -hand``. Hands belong to
roles, which change places after a beaten bout; ``seat`` is the player who attacks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

COMPILED: Final = not __file__.endswith(".py")

# With the numbers of durak_tui.game.position.
MOVE: Final = 0
RESPOND: Final = 1
GIVE_MORE: Final = 2

DRAW: Final = 2
UNDECIDED: Final = -1
UNLIMITED: Final = 52

CLUBS: Final = 0x1111111111111  # Suit s is CLUBS << s, and CLUBS * 15 is the deck.

# Card c is ACE_OF_SPADES >> 51 - c, not 1 << c: mypyc makes the 1 a C int of 32 bits.
ACE_OF_SPADES: Final = 0x8000000000000

_MULTIPLIER: Final = 0x7FFFFDCD
_LOW: Final = 0xFFFFFFFF


def same_ranks(cards: i64) -> i64:
    """All cards, of any suit, of the ranks that these cards have."""
    pairs: i64 = cards | cards >> 1
    return ((pairs | pairs >> 2) & CLUBS) * 15


def beaters(card: i64, trumps: i64) -> i64:
    """All cards that beat this one (D-101)."""
    higher: i64 = -(card + card)
    if card & trumps:
        return trumps & higher
    if card & CLUBS:
        return CLUBS & higher | trumps
    if card & CLUBS * 2:
        return CLUBS * 2 & higher | trumps
    if card & CLUBS * 4:
        return CLUBS * 4 & higher | trumps
    return CLUBS * 8 & higher | trumps


def count(cards: i64) -> i64:
    # Halves, nibbles and bytes side by side, as in Hacker's Delight 5-1, but added up
    # without the multiplication, which would overflow.
    cards -= cards >> 1 & 0x5555555555555
    cards = (cards & 0x3333333333333) + (cards >> 2 & 0x3333333333333)
    cards = (cards + (cards >> 4)) & 0xF0F0F0F0F0F0F
    cards += cards >> 8
    cards += cards >> 16
    return (cards + (cards >> 32)) & 127


if not COMPILED:
    # One call of C does the same; it is what plain Python does best.
    globals()["count"] = int.bit_count


def seeded(seed: i64) -> i64:
    """A state of the random numbers from a non-negative seed."""
    state: i64 = seed & 0x3FFFFFFFFFFFFFFF
    # Two turns mix the halves; the added number keeps clear of the state 0, which stays 0.
    state = _MULTIPLIER * ((state ^ 0x2545F491) & _LOW) + (state >> 32) + 1
    return _MULTIPLIER * (state & _LOW) + (state >> 32)


def turned(state: i64) -> i64:
    """The next random state; its low 32 bits are the number.

    A multiply-with-carry generator (G. Marsaglia, 1994): the multiplier makes
    ``multiplier * 2**32 - 1`` a safe prime, so the period is about 2**62.
    """
    return _MULTIPLIER * (state & _LOW) + (state >> 32)


def lowest(cards: i64, n: i64) -> i64:
    """The n lowest of these cards, or all."""
    rest: i64 = cards
    while rest and n > 0:
        rest &= rest - 1
        n -= 1
    return cards ^ rest


def outcome(attacker: i64, defender: i64, seat: i64) -> i64:
    """Who has won, with an empty talon and an empty hand."""
    if attacker:
        return 1 - seat
    if defender:
        return seat
    return DRAW


def play_dummies(
    attacker: i64, defender: i64, talon: bytes, drawn: i64, trump_suit: i64, seat: i64,
    phase: i64, table: i64, last: i64, attacks: i64, cap: i64, small: i64,
) -> tuple[i64, i64, i64, i64]:  # fmt: skip
    """Let durak-dummy play both hands (D-050 to D-053).

    ``table`` holds the cards of this bout, ``last`` the attack to be answered (in ``RESPOND``
    only), ``talon`` card numbers in the order of drawing, of which ``drawn`` are gone.
    ``attacks`` more are allowed in this bout, ``cap`` in each to come (H-001).

    Stops at the end of the game, or between bouts once the talon is empty and both hands
    together have at most ``small`` cards.  Returns the winner (0, 1, ``DRAW`` or
    ``UNDECIDED`` if it stopped before), both hands and the attacker's seat.
    """
    left: i64 = len(talon) - drawn
    trumps: i64 = CLUBS << trump_suit
    plain: i64 = CLUBS * 15 ^ trumps
    my_count: i64 = count(attacker)
    other_count: i64 = count(defender)
    on_table: i64 = count(table)
    choice: i64 = 0
    card: i64 = last
    taken: bool
    while True:
        # One turn of this loop is one bout, or what is left of it.
        taken = False
        if phase == GIVE_MORE:
            taken = True
        elif phase == MOVE:
            if not table:
                if not left and my_count + other_count <= small:
                    return UNDECIDED, attacker, defender, seat
                choice = attacker & plain
                if not choice:
                    choice = attacker
            else:
                choice = attacker & same_ranks(table) & plain
        else:
            choice = 0
        while not taken:
            if phase == MOVE:
                if not (choice and attacks):
                    break
                card = choice & -choice
                attacker ^= card
                my_count -= 1
                attacks -= 1
                table |= card
                on_table += 1
                if not (my_count or left) and (
                    other_count > 1 or not defender & beaters(card, trumps)
                ):
                    return seat, attacker, defender, seat
            phase = MOVE
            choice = defender & beaters(card, trumps)
            if not choice:
                taken = True
                break
            if choice & plain:
                choice &= plain
            card = choice & -choice
            defender ^= card
            other_count -= 1
            table |= card
            on_table += 1
            if not (my_count and other_count):
                if left:
                    break
                return outcome(my_count, other_count, seat), attacker, defender, seat
            choice = attacker & same_ranks(table) & plain
        phase = MOVE
        if taken:
            choice = attacker & same_ranks(table) & plain
            choice = lowest(choice, other_count - 1 if other_count <= attacks else attacks)
            attacker ^= choice
            defender |= table | choice
            card = count(choice)
            my_count -= card
            other_count += on_table + card
        while left and my_count < 6:
            attacker |= ACE_OF_SPADES >> 51 - talon[-left]
            left -= 1
            my_count += 1
        if taken:
            if not my_count:
                return seat, attacker, defender, seat
        else:
            while left and other_count < 6:
                defender |= ACE_OF_SPADES >> 51 - talon[-left]
                left -= 1
                other_count += 1
            if not (my_count and other_count):
                return outcome(my_count, other_count, seat), attacker, defender, seat
            attacker, defender = defender, attacker
            my_count, other_count = other_count, my_count
            seat = 1 - seat
        table = 0
        on_table = 0
        attacks = cap


def play_randomly(
    attacker: i64, defender: i64, talon: bytes, drawn: i64, trump_suit: i64, seat: i64,
    phase: i64, table: i64, last: i64, attacks: i64, cap: i64, state: i64,
) -> tuple[i64, i64]:  # fmt: skip
    """Play legal actions at random to the end of the game.

    All cards that may be played, and passing where it is allowed, are equally likely; of
    the cards that may be given each is with one half, as far as the limit goes, lowest
    first.  Arguments are those of :func:`play_dummies`.  Returns the winner (0, 1 or
    ``DRAW``) and the new state of the random numbers.
    """
    left: i64 = len(talon) - drawn
    trumps: i64 = CLUBS << trump_suit
    choice: i64 = 0
    card: i64 = last
    pick: i64 = 0
    while True:
        if phase == MOVE:
            choice = attacker & same_ranks(table) if table else attacker
            state = _MULTIPLIER * (state & _LOW) + (state >> 32)
            pick = (state & _LOW) * (count(choice) + (1 if table else 0)) >> 32
            while pick and choice:
                choice &= choice - 1
                pick -= 1
            if choice:
                card = choice & -choice
                attacker ^= card
                table |= card
                attacks -= 1
                if (
                    not attacker
                    and not left
                    and (defender & (defender - 1) or not defender & beaters(card, trumps))
                ):
                    return seat, state
                phase = RESPOND
                continue
        elif phase == RESPOND:
            choice = defender & beaters(card, trumps)
            state = _MULTIPLIER * (state & _LOW) + (state >> 32)
            pick = (state & _LOW) * (count(choice) + 1) >> 32
            while pick and choice:
                choice &= choice - 1
                pick -= 1
            if not choice:
                phase = GIVE_MORE
                continue
            card = choice & -choice
            defender ^= card
            table |= card
            if attacker and defender:
                if attacks:
                    phase = MOVE
                    continue
            elif not left:
                return outcome(attacker, defender, seat), state
        else:
            choice = attacker & same_ranks(table)
            pick = count(defender) - 1
            pick = min(pick, attacks)
            while choice and pick > 0:
                card = choice & -choice
                choice ^= card
                state = _MULTIPLIER * (state & _LOW) + (state >> 32)
                # The top bit of the number: the multiplier acts on it longest.
                if state & 0x80000000:
                    attacker ^= card
                    table |= card
                    pick -= 1
            defender |= table
        # The bout is over.
        pick = count(attacker)
        while left and pick < 6:
            attacker |= ACE_OF_SPADES >> 51 - talon[-left]
            left -= 1
            pick += 1
        if phase == GIVE_MORE:
            if not attacker:
                return seat, state
        else:
            pick = count(defender)
            while left and pick < 6:
                defender |= ACE_OF_SPADES >> 51 - talon[-left]
                left -= 1
                pick += 1
            if not (attacker and defender):
                return outcome(attacker, defender, seat), state
            attacker, defender = defender, attacker
            seat = 1 - seat
        phase = MOVE
        table = 0
        attacks = cap
