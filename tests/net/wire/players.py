"""Two people at their programs, on loopback, for tests of the line."""

import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeVar

from durak_tui.net.address import Address
from durak_tui.net.line_events import (
    Broken,
    Invited,
    LineEvent,
    Listening,
    NotListening,
    Opened,
    Seen,
    WaitingPlayer,
)
from durak_tui.net.wire.identity import FILE, own_identity
from durak_tui.net.wire.network_thread import NetworkThread
from durak_tui.net.wire.switchboard import Came, Connected

LOOPBACK = "127.0.0.1"
T = TypeVar("T")
_KEYS: Final[dict[str, bytes]] = {}


class Player(NetworkThread):
    """A program and what it hears, one event after the other."""

    def __init__(self, folder: Path, name: str) -> None:
        self._heard: queue.Queue[LineEvent | Connected | Came] = queue.Queue()
        self.came = b""
        self.port = 0
        self._own_addresses = [LOOPBACK]
        self.line = 0
        self.connected: Connected | None = None
        self.send: Callable[[bytes], object] = lambda data: None
        super().__init__(
            name,
            self._heard.put,
            folder=with_key(folder / name),
            host=LOOPBACK,
            addresses=lambda: self._own_addresses,
        )

    def hears(self, kind: type[T], where: Callable[[T], bool] = lambda event: True) -> T:
        """The next event of a kind; those before it are passed over."""
        while True:
            event = self._heard.get(timeout=60)
            if isinstance(event, Broken):
                raise event.error
            if isinstance(event, Connected):
                self.connected, self.send = event, event.link.send
                event = event.event
                self.line = event.line
            if self.connected:
                self.came += self.connected.link.read()
            if isinstance(event, kind) and where(event):
                return event

    def reads(self, wanted: bytes) -> None:
        """Until just this has come."""
        while len(self.came) < len(wanted):
            self.hears(Came)
        assert self.came == wanted
        self.came = b""

    def waits(self, port: int = 0, *, announce: bool = False) -> Address:
        """Be called; returns where."""
        self.listen(port, announce=announce)
        event = self.hears(Listening | NotListening)  # type: ignore[arg-type]
        assert isinstance(event, Listening), event
        self.port = event.port
        return Address(LOOPBACK, event.port)

    def sees(self, other: "Player") -> WaitingPlayer:
        """Somebody who waits, as the list has them."""
        self.look()
        seen = self.hears(Seen, lambda seen: other.program in {one.program for one in seen.waiting})
        return next(one for one in seen.waiting if one.program == other.program)

    def has_addresses(self, addresses: list[str]) -> None:
        """From now on these are the addresses of this computer."""
        self._own_addresses = addresses

    def has_heard_nothing(self) -> bool:
        """True if a test has taken in every event."""
        return self._heard.empty()


def with_key(folder: Path) -> Path:
    """A folder with a key, the same in all tests for a name: its words take a while."""
    if not folder.exists():
        folder.mkdir()
        if made := _KEYS.get(folder.name):
            (folder / FILE).write_bytes(made)
        own_identity(folder)
        _KEYS[folder.name] = (folder / FILE).read_bytes()
    return folder


@contextmanager
def at_their_programs(folder: Path, *names: str) -> Iterator[list[Player]]:
    """People at programs of their own, which have ended afterwards."""
    others = set(threading.enumerate())
    players = [Player(folder, name) for name in names]
    try:
        for player in players:
            player.start()
        yield players
    finally:
        for player in players:
            player.close()
        for thread in set(threading.enumerate()) - others:
            if thread.name == "look-up":  # for whose answer nobody waits
                thread.join()
        left = {one.name for one in set(threading.enumerate()) - others}
        assert {name for name in left if not name.startswith("asyncio_")} == set()


def opened(caller: Player, called: Player) -> tuple[Opened, Opened]:
    """A line between the two."""
    caller.invite(called.waits())
    called.accept(called.hears(Invited).line)
    return caller.hears(Opened), called.hears(Opened)
