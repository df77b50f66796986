"""Limits on messages that are no part of the game.

These are chat, offers, claims and farewells.
"""

from typing import Final

from durak_tui.net.messages import DealStep, Message, Open, Play, Verdict, encode_message
from durak_tui.net.peer_faults import Fault, PeerFault

EXTRAS: Final = 1000
"""Messages of the other side in a game that are shown; twice as many stop it.

The person here may send half as many: where a game ends and the next begins, both sides may count
one in another game.
"""
TALK: Final = 64 * 1024
"""Bytes that the person here may send in a game, so that they can all wait to be heard."""


class Extras:
    """Messages beside the game, counted from its start."""

    def __init__(self, here: int) -> None:
        self._here: Final = here
        self._counts: Final = [0, 0]  # By the seat that sends them.
        self._bytes = 0  # Of those from here.

    @property
    def may_send(self) -> bool:
        """Leave for the person here to send another one."""
        return self._counts[self._here] < EXTRAS // 2 and self._bytes < TALK

    def sent(self, message: Message) -> None:
        """Count a message of this side."""
        if _is_extra(message):
            self._counts[self._here] += 1
            self._bytes += len(encode_message(self._counts[self._here], message))

    def heard(self, message: Message) -> bool:
        """Count a message of the other side.  Raises PeerFault.

        Returns whether to show it.
        """
        there = 1 - self._here
        self._counts[there] += _is_extra(message)
        if self._counts[there] > 2 * EXTRAS:
            raise PeerFault(Fault.TOO_MANY, f"more than {2 * EXTRAS} beside the game")
        return self._counts[there] <= EXTRAS


def _is_extra(message: Message) -> bool:
    return not isinstance(message, DealStep | Play | Open | Verdict)
