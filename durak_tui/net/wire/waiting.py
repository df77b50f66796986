"""How many lines may wait at a door, and how long."""

import asyncio
from collections import Counter
from collections.abc import Callable, Hashable
from typing import Any, Final, NamedTuple, Protocol


class Connection(Protocol):
    """What carries a line, in asyncio or asyncssh."""

    def get_extra_info(self, name: str) -> Any: ...


def address_of(connection: Connection) -> str:
    """From where a connection comes, or nothing if it is gone."""
    address: str = (connection.get_extra_info("peername") or [""])[0]
    return address


class _Wait(NamedTuple):
    """One line that waits."""

    place: str
    abort: Callable[[], object]
    end: asyncio.TimerHandle


class Waiting:
    """The lines at a door that are not served yet."""

    def __init__(self, most: int, of_one: int, seconds: float) -> None:
        """Let so many wait in all and of one place.

        Each has so many seconds.
        """
        self._most: Final = most
        self._of_one: Final = of_one
        self._seconds: Final = seconds
        self._waits: dict[Hashable, _Wait] = {}

    def came(self, line: Hashable, place: str, abort: Callable[[], object]) -> None:
        """Let a line wait, or abort one too many.

        One from no place is gone already.
        """
        here = Counter(wait.place for wait in self._waits.values())
        if not place or here.total() >= self._most or here[place] >= self._of_one:
            asyncio.get_running_loop().call_soon(abort)
        else:
            self.wait(line, place, abort)

    def wait(self, line: Hashable, place: str, abort: Callable[[], object]) -> None:
        """Let a line that has come wait, or wait anew."""
        self.done(line)
        end = asyncio.get_running_loop().call_later(self._seconds, abort)
        self._waits[line] = _Wait(place, abort, end)

    def done(self, line: Hashable) -> None:
        """Forget a line that is served, or gone."""
        if wait := self._waits.pop(line, None):
            wait.end.cancel()

    def close(self) -> None:
        """Abort all that wait."""
        for line, wait in [*self._waits.items()]:
            self.done(line)
            wait.abort()
