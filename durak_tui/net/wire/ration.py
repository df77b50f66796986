"""Budgets of those who may do something again and again.

So somebody who has mistyped, or thought better of it, can ask again, and the person here is not
pestered by a program that invites and withdraws without end.
"""

from collections.abc import Callable, Hashable
from time import monotonic
from typing import Final

from durak_tui.net.line_events import Contact
from durak_tui.net.wire.door import place_of

STRANGERS: Final = 3, 60.0
"""Invitations by an address, and by a key, at once; and the seconds until there may be one more.

An invitation is open for a minute: so a stranger who is ignored can always ask once more.
"""
KNOWN: Final = 6, 20.0  # The same for the key of somebody known.
MOST: Final = 1000  # Of those who are remembered; who was here longest ago is forgotten first.


class Ration:
    """A budget for each of many (a token bucket).

    Each may have ``at_once``, and gets one more in ``seconds``, up to that number again.
    """

    def __init__(
        self, at_once: int, seconds: float, clock: Callable[[], float] = monotonic
    ) -> None:
        self._seconds: Final = seconds
        self._room: Final = (at_once - 1) * seconds
        self._clock: Final = clock
        self._full_at: dict[Hashable, float] = {}
        """When each budget is whole again, who was here last at the end (GCRA of ATM networks)."""

    def take(self, *whose: Hashable) -> bool:
        """Take one from all these budgets, if there is one in each.

        Without a name it is one budget for all.
        """
        whose = whose or (None,)
        now = self._clock()
        full_at = [max(now, self._full_at.get(one, now)) for one in whose]
        if max(full_at) > now + self._room:
            return False
        for one, at in zip(whose, full_at, strict=True):
            self._full_at.pop(one, None)
            self._full_at[one] = at + self._seconds
        while len(self._full_at) > MOST:
            del self._full_at[next(iter(self._full_at))]
        return True


class Invitations:
    """Budgets of those who ask the person here for a game.

    Those who are known have a budget by their keys, which they have proved.  Strangers have one by
    their address, as a key is made in no time, and one by their key, as one may have many
    addresses; it is not that of somebody known who has the same address.
    """

    def __init__(self) -> None:
        self._strangers = Ration(*STRANGERS)
        self._known = Ration(*KNOWN)

    def may(self, who: Contact, address: str) -> bool:
        """Count an invitation, unless it is one too many."""
        if who.is_known:
            return self._known.take(who.key)
        return self._strangers.take(place_of(address), who.key)
