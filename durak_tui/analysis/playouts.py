"""Games played out from a position, by dummies or at random; see :mod:`~.kernel`.

Who plays out thousands of games from positions of his own making calls the kernel with masks
and saves the conversion.
"""

from typing import NamedTuple

from durak_tui.analysis import kernel
from durak_tui.game.cards import mask_of
from durak_tui.game.position import DEAL, RESPOND, Position


class Start(NamedTuple):
    """A position as the arguments of the kernel's functions, in their order."""

    attacker: int
    defender: int
    talon: bytes
    drawn: int
    trump_suit: int
    seat: int
    phase: int
    table: int
    last: int


def settled(position: Position) -> Position:
    """The position, or if its bout only has to be settled, a copy in which it is."""
    if position.phase == DEAL:
        position = position.copy()
        position.deal()
    return position


def start(position: Position) -> Start:
    """The position for the kernel: somebody is to act in it."""
    hands, seat = position.hands, position.attacker
    return Start(
        hands[seat],
        hands[1 - seat],
        bytes(position.talon),
        position.drawn,
        position.trump & 3,
        seat,
        position.phase,
        mask_of(position.table),
        1 << position.table[-1] if position.phase == RESPOND else 0,
    )


def dummy_winner(position: Position) -> int:
    """Who wins (0, 1 or ``DRAW``) if durak-dummy goes on for both players."""
    position = settled(position)
    if position.winner >= 0:
        return position.winner
    return kernel.play_dummies(*start(position), 0)[0]


def random_winner(position: Position, state: int) -> tuple[int, int]:
    """Who wins a game of random legal actions, and the next state of the random numbers.

    The first state is ``kernel.seeded(seed)``.
    """
    position = settled(position)
    if position.winner >= 0:
        return position.winner, state
    return kernel.play_randomly(*start(position), state)
