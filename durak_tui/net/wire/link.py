"""One SSH channel between two programs: bytes in, bytes out, both bounded.

Encryption, keep-alive and identity come from SSH; of all that it can do a link uses a subsystem of
one name, and nothing else is allowed at its ends.
"""

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import asyncssh

from durak_tui.net.wire.greeting import LONGEST
from durak_tui.net.wire.waiting import address_of

SUBSYSTEM: Final = "durak"
USER: Final = "durak"  # SSH wants a name; nobody looks at it.
KEEPALIVE_SECONDS: Final = 0.45
KEEPALIVES: Final = 5
"""After one more of these, 2.7 seconds, without an answer the line is lost.

In this time TCP repeats up to three times what was lost on the way, even where an answer takes
400 ms.  With one packet in twenty lost each way that was not enough once in 40 minutes; fewer and
slower keep-alives (0.67 and 0.9 s) were five and seven times worse.
"""
WINDOW: Final = 1 << 16  # Bytes that the other end may send before it hears that they were read.
MOST_UNREAD: Final = 1 << 18  # Bytes that wait for whoever shows the line; then the window closes.
MOST_UNSENT: Final = 1 << 20  # Bytes that wait for the other end; then it does not read any more.
_COST: Final = 256  # Bytes that each piece costs beside its own.
_FAREWELL_SECONDS: Final = 2.0
# TCP_THIN_LINEAR_TIMEOUTS and TCP_RTO_MAX_MS of linux/tcp.h: the socket module does not name them.
_PATIENCE: Final = {16: 1, 44: 1000}

Connection = asyncssh.SSHClientConnection | asyncssh.SSHServerConnection

OPTIONS: Final[dict[str, Any]] = {
    "config": None,
    "compression_algs": None,
    "keepalive_interval": KEEPALIVE_SECONDS,
    "keepalive_count_max": KEEPALIVES,
    "gss_host": None,
    "x509_trusted_certs": None,
    "signature_algs": ["ssh-ed25519"],
}
"""Of every connection, at both ends.  Nothing of the user's own SSH is read."""


class Ended(Exception):
    """The link has ended, or says what makes no sense."""


class Link(asyncssh.SSHClientSession[bytes], asyncssh.SSHServerSession[bytes]):
    """One end of a channel."""

    def __init__(self, connection: Connection, key: str, server: bool = False) -> None:
        """``key`` is the public key that the other end has proved."""
        self.key: Final = key
        self.address: Final = address_of(connection)
        self.has_ended = False
        self.said_goodbye = False
        """Whether the other end has ended it on purpose."""
        self.is_closing = False
        """Whether a goodbye is on its way: it ends by itself within two seconds."""
        self.overran = False
        """Whether the other end did not read what it was sent."""
        self.ended: Final = asyncio.Event()
        self._connection = connection
        self._is_server = server
        self.channel: Any = None  # Of asyncssh.
        self._buffer = bytearray()
        self._changed = asyncio.Event()
        self._came: Callable[[bytes], object] | None = None
        self._lost: Callable[[], object] = lambda: None
        self._unread = 0
        self._is_paused = False
        patient(connection)

    async def line(self) -> bytes:
        """The next line, without its end.  Raises Ended."""
        while (end := self._buffer.find(b"\n", 0, LONGEST)) < 0:
            if len(self._buffer) >= LONGEST:
                raise Ended("a line is too long")
            if self.has_ended:
                raise Ended("it has ended")
            self._changed.clear()
            await self._changed.wait()
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        return line

    def flow(self, came: Callable[[bytes], object], lost: Callable[[], object]) -> None:
        """Hand over bytes as they come, and tell the end.

        Each piece counts as unread until :meth:`taken`.
        """
        self._came, self._lost = came, lost
        rest, self._buffer = bytes(self._buffer), bytearray()
        if rest:
            self._hand_over(rest)
        elif self._is_paused:
            self._resume()
        if self.has_ended:
            lost()

    def taken(self, size: int) -> None:
        """Somebody has read a piece of so many bytes."""
        self._unread -= size + _COST
        if self._is_paused and self._unread < MOST_UNREAD // 2:
            self._resume()

    def write(self, data: bytes) -> None:
        """Send; after the end it does nothing."""
        if self.has_ended or self.is_closing:
            return
        if self.channel.get_write_buffer_size() + len(data) > MOST_UNSENT:
            self.overran = True
            self.abort()
            return
        with suppress(OSError):  # the other end has closed it: that it has ended is told next
            self.channel.write(data)

    def close(self) -> None:
        """Say goodbye and end it, when all was sent."""
        if self.is_closing or self.has_ended:
            return
        self.is_closing = True
        with suppress(OSError):  # the other end was quicker
            self.channel.write_eof()
        self.channel.close()
        asyncio.get_running_loop().call_later(_FAREWELL_SECONDS, self._connection.abort)

    def abort(self) -> None:
        """End it at once, as if the line were cut."""
        self._connection.abort()

    # What asyncssh tells.

    def connection_made(self, chan: Any) -> None:
        self.channel = chan

    def subsystem_requested(self, subsystem: str) -> bool:
        return self._is_server and subsystem == SUBSYSTEM

    def data_received(self, data: bytes, datatype: int | None) -> None:
        if datatype is not None:
            return  # what would be standard error; there is none
        if self._came:
            self._hand_over(data)
            return
        self._buffer += data
        if len(self._buffer) > LONGEST:
            self._pause()
        self._changed.set()

    def eof_received(self) -> bool:
        self.said_goodbye = True
        self.close()
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        self.has_ended = True
        self.ended.set()
        self._changed.set()
        # A connection is there for its one channel.
        self._connection.abort()
        self._lost()

    def _hand_over(self, data: bytes) -> None:
        assert self._came
        self._unread += len(data) + _COST
        if self._unread > MOST_UNREAD:
            self._pause()
        self._came(data)

    def _pause(self) -> None:
        self._is_paused = True
        self.channel.pause_reading()

    def _resume(self) -> None:
        self._is_paused = False
        if not self.has_ended:
            self.channel.resume_reading()


def patient(connection: Connection) -> None:
    """Have TCP repeat what was lost at even times.

    It doubles the time before each repetition, which is for lines that are full; on one with a few
    bytes now and then, three losses in a row would take as long as a cut.  Linux can do without the
    doubling ("thin streams"), and from 6.15 on bound the time; other systems do as they do.
    """
    sock = connection.get_extra_info("socket")
    for option, value in _PATIENCE.items():
        with suppress(OSError):
            sock.setsockopt(socket.IPPROTO_TCP, option, value)
