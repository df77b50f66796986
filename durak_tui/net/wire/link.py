"""One SSH channel between two programs: bytes in, bytes out, both bounded.

Encryption, keep-alive and identity come from SSH; of all that it can do a link uses a subsystem of
one name, and nothing else is allowed at its ends.  A link belongs to the thread of the network;
only :meth:`Link.send` and :meth:`Link.read` are for others, too.
"""

import asyncio
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final

import asyncssh

from durak_tui.net.wire.door import address_of
from durak_tui.net.wire.greeting import LONGEST

SUBSYSTEM: Final = "durak"
USER: Final = "durak"  # SSH wants a name; nobody looks at it.
KEEPALIVE_SECONDS: Final = 0.45
KEEPALIVES: Final = 5
"""After one more of these, 2.7 seconds, without an answer the line is lost.

In this time TCP repeats up to three times what was lost on the way, even where an answer takes
400 ms.  With one packet in twenty lost each way that was not enough once in 40 minutes; fewer and
slower keep-alives (0.67 and 0.9 s) were five and seven times worse.
"""
WINDOW: Final = 1 << 16  # Bytes that the other end may send before the first of them are read.
MOST_UNREAD: Final = 1 << 18  # Bytes that wait to be read here; then the window closes.
MOST_UNSENT: Final = 1 << 20  # Bytes that wait for the other end; more, and it is given up.
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


class LinkEnded(Exception):
    """The link has ended, or a line on it is too long."""


class Link(asyncssh.SSHClientSession[bytes], asyncssh.SSHServerSession[bytes]):
    """One end of a channel.

    What the other end sends waits here until it is read, first line by line, then as it comes.
    """

    def __init__(
        self,
        connection: Connection,
        key: str,
        started: "Callable[[Link], object] | None" = None,
        let_in: Callable[[], object] = lambda: None,
    ) -> None:
        """``key`` is the public key that the other end has proved.

        At the called end ``started`` is called with the link once the other has opened it, and
        ``let_in`` is to be called if it may stay.
        """
        self.key: Final = key
        self.let_in: Final = let_in
        self.address: Final = address_of(connection)
        self.has_ended = False
        self.said_goodbye = False
        """The other end has ended it on purpose."""
        self.is_closing = False
        """A goodbye is on its way: it ends by itself within two seconds."""
        self.overran = False
        """The other end did not read what it was sent."""
        self.ended: Final = asyncio.Event()
        self.channel: Any = None  # Of asyncssh.
        self._connection = connection
        self._started = started
        self._loop = asyncio.get_running_loop()
        self._lock = threading.Lock()  # Of the next two.
        self._unread = bytearray()
        self._is_paused = False
        self._most = LONGEST  # So much waits before the window closes.
        self._changed = asyncio.Event()
        self._on_data: Callable[[], object] = lambda: None
        self._on_end: Callable[[], object] = lambda: None
        patient(connection)

    async def line(self) -> bytes:
        """The next line, without its end.  Raises LinkEnded."""
        while (end := self._unread.find(b"\n", 0, LONGEST)) < 0:
            if len(self._unread) >= LONGEST:
                raise LinkEnded("a line is too long")
            if self.has_ended:
                raise LinkEnded("it has ended")
            self._changed.clear()
            await self._changed.wait()
        line = bytes(self._unread[:end])
        del self._unread[: end + 1]
        return line

    def flow(self, on_data: Callable[[], object], on_end: Callable[[], object]) -> None:
        """Call these when there is something to read, and at the end."""
        self._on_data, self._on_end, self._most = on_data, on_end, MOST_UNREAD
        if self._unread:
            on_data()
        self._resume()
        if self.has_ended:
            on_end()

    def read(self) -> bytes:
        """All bytes that wait, in any thread.

        When there are too many the other end waits.
        """
        with self._lock:
            data, self._unread = bytes(self._unread), bytearray()
            was_paused = self._is_paused
        if was_paused:
            self._post(self._resume)
        return data

    def send(self, data: bytes) -> None:
        """Send, in any thread; after the end it does nothing."""
        self._post(partial(self.write, data))

    def _post(self, call: Callable[[], object]) -> None:
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(call)

    def write(self, data: bytes) -> None:
        """Send; after the end it does nothing."""
        if self.has_ended or self.is_closing:
            return
        if self.channel.get_write_buffer_size() + len(data) > MOST_UNSENT:
            self.overran = True
            self.abort()
            return
        with suppress(OSError):  # the other end has closed it: its end is next
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

    # Events of asyncssh.

    def connection_made(self, chan: Any) -> None:
        self.channel = chan

    def subsystem_requested(self, subsystem: str) -> bool:
        return self._started is not None and subsystem == SUBSYSTEM

    def session_started(self) -> None:
        if self._started:
            self._started(self)

    def data_received(self, data: bytes, datatype: int | None) -> None:
        if datatype is not None:
            return  # what would be standard error; there is none
        with self._lock:
            is_first = not self._unread
            self._unread += data
            if len(self._unread) > self._most and not self._is_paused:
                self._is_paused = True
                self.channel.pause_reading()
        self._changed.set()
        if is_first:  # else somebody has been called already, and has not read yet
            self._on_data()

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
        self._on_end()

    def _resume(self) -> None:
        with self._lock:
            if not self._is_paused or len(self._unread) > self._most:
                return
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
