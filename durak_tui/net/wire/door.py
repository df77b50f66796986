"""Bounds of those who come: of waiting, staying inside, and asking."""

import asyncio
import contextlib
import ipaddress
from collections import Counter
from collections.abc import Callable, Hashable
from time import monotonic
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from durak_tui.common.errors import UserError
from durak_tui.common.i18n import N_, Message
from durak_tui.net.line_events import Contact

V = TypeVar("V", bound=Hashable)

_CROWDED: Final = N_(
    "Too many connections are waiting, and this one has waited longest. Please connect again."
)
_LATE: Final = N_("You took too long to begin. Please connect again.")
_CLOSED: Final = N_("This program no longer accepts connections.")
STRANGERS: Final = 3, 60.0
"""Invitations by an address, and by a key, at once; and the seconds until there may be one more.

An invitation is open for a minute: so a stranger who is ignored can always ask once more.
"""
KNOWN: Final = 6, 20.0  # The same for the key of somebody known.
MOST_BUDGETS: Final = 1000  # That are kept; those touched longest ago are forgotten first.
_IPV6_NETWORK: Final = 64  # Bits: somebody with one address of it has all.

TurnAway = Callable[[Message], object]
"""Ends a line, and says why at the other end, where that is possible."""


class Connection(Protocol):
    """A carrier of a line, in asyncio or asyncssh."""

    def get_extra_info(self, name: str) -> Any: ...


def address_of(connection: Connection) -> str:
    """From where a connection comes, or nothing if it is gone."""
    address: str = (connection.get_extra_info("peername") or [""])[0]
    return address


def place_of(address: str) -> str:
    """The IPv4 address, or the IPv6 network, that counts as one address."""
    with contextlib.suppress(ValueError):
        ip = ipaddress.ip_address(address.partition("%")[0])
        if isinstance(ip, ipaddress.IPv6Address):
            if ip.ipv4_mapped:
                return str(ip.ipv4_mapped)
            return str(ipaddress.ip_network((ip, _IPV6_NETWORK), strict=False))
    return address


class Bounds(NamedTuple):
    """The most there may be at a time."""

    in_all: int
    of_one: int  # Of one address.


class NoEntry(UserError):
    """A sentence for somebody who cannot come in."""


class Door(Generic[V]):
    """Everybody who is inside, bounded in all and for each address."""

    def __init__(self, bounds: Bounds) -> None:
        self.inside: Final[dict[V, str]] = {}
        """Visitors, and where they come from."""
        self.is_closed = False
        self._bounds: Final = bounds

    def check(self, address: str) -> None:
        """Raise NoEntry if there is no room for an address."""
        here = Counter(map(place_of, self.inside.values()))
        if self.is_closed:
            raise NoEntry(N_("The server is closing. Please come back later."))
        if here.total() >= self._bounds.in_all:
            raise NoEntry(N_("All places are taken. Please come back later."))
        if here[place_of(address)] >= self._bounds.of_one:
            raise NoEntry(N_("All places for your address are taken. Please come back later."))


class _Wait(NamedTuple):
    """One line that waits."""

    place: str
    turn_away: TurnAway
    end: asyncio.TimerHandle


class WaitingRoom:
    """The lines at a door that are not served yet.

    There is always room for one more.  Where there are too many of one address, the one of them
    that has waited longest gives way; where there are too many in all, the one that has waited
    longest at the address with most of them, so that nobody pushes out all others.
    """

    def __init__(self, bounds: Bounds, seconds: float) -> None:
        """Let a line wait ``seconds`` at most."""
        self._bounds: Final = bounds
        self._seconds: Final = seconds
        self._waits: dict[Hashable, _Wait] = {}
        """In the order in which they began to wait."""

    def wait(self, line: Hashable, address: str, turn_away: TurnAway) -> None:
        """Let a line wait, perhaps anew and in place of another.

        One without an address is gone already.
        """
        self.done(line)
        loop = asyncio.get_running_loop()
        if not address:
            loop.call_soon(turn_away, Message(_CLOSED))
            return
        end = loop.call_later(self._seconds, self._turn_away, line, _LATE)
        self._waits[line] = _Wait(place_of(address), turn_away, end)
        here = Counter(wait.place for wait in self._waits.values())
        crowded = self._waits[line].place
        if here[crowded] <= self._bounds.of_one:
            if here.total() <= self._bounds.in_all:
                return
            longest = max(here.values())
            crowded = next(
                wait.place for wait in self._waits.values() if here[wait.place] == longest
            )
        oldest = next(one for one, wait in self._waits.items() if wait.place == crowded)
        self._turn_away(oldest, _CROWDED)

    def done(self, line: Hashable) -> None:
        """Forget a line that is served, or gone."""
        if wait := self._waits.pop(line, None):
            wait.end.cancel()

    def close(self) -> None:
        """Turn away all that wait."""
        for line in list(self._waits):
            self._turn_away(line, _CLOSED)

    def _turn_away(self, line: Hashable, why: str) -> None:
        wait = self._waits[line]
        self.done(line)
        wait.turn_away(Message(why))


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
        while len(self._full_at) > MOST_BUDGETS:
            del self._full_at[next(iter(self._full_at))]
        return True


class Invitations:
    """Budgets of those who ask the person here for a game.

    So somebody who has mistyped, or thought better of it, can ask again, and nobody is pestered by
    a program that invites and withdraws without end.

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
