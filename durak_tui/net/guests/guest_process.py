"""A guest's application: its process, terminal and line to the server."""

import asyncio
import contextlib
import fcntl
import os
import pty
import re
import signal
import site
import socket
import struct
import sys
import termios
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, Self

from durak_tui.common.fields import Malformed
from durak_tui.engine.orphans import end_marked
from durak_tui.net.guests.news import IdleWarning, ServerNews, VisitEnds, encode_news
from durak_tui.net.guests.terms import GuestTerms, ServerLimits
from durak_tui.net.guests.wishes import Wish, decode_wish
from durak_tui.net.talk_messages import LINE_CAP

MARK: Final = "DURAK_GUEST"
"""The variable by which all processes of a guest are known."""
GRACE: Final = 2.5  # Seconds in which the application ends when it is asked to, or is killed.
LARGEST: Final = 500, 200  # Columns and rows: to draw more takes long, and nobody sees it.
_LAST_WORDS: Final = 0.5  # Seconds for what it wrote last, if others hold its terminal.
_READ_SIZE: Final = 1 << 16
_MUCH: Final = 1 << 16  # Bytes typed ahead from which the guest must wait.
_PASSED_ON: Final = {  # What of the guest's environment its application gets, if it looks like it.
    "TERM": re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,39}"),
    "LANG": re.compile(r"[A-Za-z0-9][A-Za-z0-9._@-]{0,39}"),
    "COLORTERM": re.compile(r"[A-Za-z0-9-]{1,20}"),
    "NO_COLOR": re.compile(r"[A-Za-z0-9]{1,20}"),
}
_FROM_HERE: Final = "PATH", "PYTHONPATH", "TZ"
"""Variables of the server's environment that it gets."""
_PAUSE: Final = 0.01  # Seconds between two wishes: people are slower, and so must programs be.
_MOST_UNHEARD: Final = 1 << 20  # Bytes that wait for a program, which then is given up.

Why = Literal["closing", "idle"]


@dataclass(frozen=True, slots=True)
class Window:
    """The terminal that a guest sits at."""

    environment: Mapping[str, str]  # As the guest's end says; nothing of it is believed.
    columns: int
    rows: int

    @property
    def allowed(self) -> dict[str, str]:
        """The part of the environment that is passed on."""
        given = {name: value for name, value in self.environment.items() if may_pass(name, value)}
        return {"LANG": "C.UTF-8", **given}


def may_pass(name: str, value: str) -> bool:
    """Say if a variable of a guest's environment is passed on."""
    form = _PASSED_ON.get(name)
    return form is not None and form.fullmatch(value) is not None


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who wants to play."""

    address: str
    fingerprint: str = ""  # Of the key that they have proved to have, as SHA256:...; empty: none.


class Channel:
    """The server's end of the line to a guest's program.

    Messages go out, wishes come in.
    """

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def open(cls, end: socket.socket) -> Self:
        """Take one end of a pair of sockets."""
        return cls(*await asyncio.open_unix_connection(sock=end, limit=LINE_CAP))

    def send(self, message: ServerNews) -> None:
        """Send a message, unless nobody listens."""
        if self._writer.transport.get_write_buffer_size() > _MOST_UNHEARD:
            self._writer.transport.abort()
        elif not self._writer.is_closing():
            self._writer.write(encode_news(message))

    async def listen(self, handle: Callable[[Wish], object]) -> None:
        """Handle the wishes of a program to its end.  Raises Malformed."""
        try:
            while (line := await self._reader.readline()).endswith(b"\n"):
                handle(decode_wish(line))
                await asyncio.sleep(_PAUSE)
        except OSError:
            return  # it is gone
        except ValueError as error:
            raise Malformed(str(error)) from None

    def close(self) -> None:
        self._writer.close()


class GuestProcess:
    """The application of a guest, from its start to its end."""

    def __init__(
        self,
        guest: Guest,
        terms: GuestTerms,
        window: Window,
        mark: str,
        shown: Callable[[bytes], None],
    ) -> None:
        """Make its terminal; ``shown`` gets all that it shows."""
        self.guest: Final = guest
        self.pid = 0  # Of the application, once it is there; also its session and group.
        self.mark = mark
        self._terms = terms
        self._window = window
        self._shown = shown
        self._loop = asyncio.get_running_loop()
        self._typed = bytearray()  # What the terminal has not taken yet.
        self.room = asyncio.Event()
        """Set as long as not too much is typed ahead."""
        self.room.set()
        self._last_typed = self._loop.time()
        self._is_read = False
        self._all_shown = asyncio.Event()
        self._process: asyncio.subprocess.Process | None = None
        self._channel: Channel | None = None
        self._why: Why | None = None  # Why it must end, if it must.
        self._master, self._slave = pty.openpty()
        os.set_blocking(self._master, False)
        self.resize(window.columns, window.rows)

    @property
    def home(self) -> str:
        """The guest's own folder."""
        return self._terms.home

    # The guest's end

    def type(self, data: bytes) -> None:
        """Pass on what the guest has typed."""
        self._last_typed = self._loop.time()
        if self._master < 0:
            return
        if not self._typed:
            self._loop.add_writer(self._master, self._write)
        self._typed += data
        if len(self._typed) > _MUCH:
            self.room.clear()

    def resize(self, columns: int, rows: int) -> None:
        """Give its terminal the size of the guest's window."""
        if self._master >= 0:
            columns, rows = (
                max(1, min(size, most)) for size, most in zip((columns, rows), LARGEST, strict=True)
            )
            size = struct.pack("HHHH", rows, columns, 0, 0)
            fcntl.ioctl(self._master, termios.TIOCSWINSZ, size)

    def pause(self) -> None:
        """Show nothing for now: the guest's line takes no more."""
        if self._is_read:
            self._is_read = False
            self._loop.remove_reader(self._master)

    def resume(self) -> None:
        """Show more again."""
        if not self._is_read and self._master >= 0:
            self._is_read = True
            self._loop.add_reader(self._master, self._read)

    def hang_up(self) -> None:
        """Close the terminal: the guest is gone."""
        if self._master >= 0:
            self._loop.remove_reader(self._master)
            self._loop.remove_writer(self._master)
            os.close(self._master)
            self._master, self._is_read = -1, False
            self._all_shown.set()
            self.room.set()
            # A signal says so, and it may be too busy to do anything about it.
            self._loop.call_later(GRACE, self._kill)

    def _read(self) -> None:
        try:
            data = os.read(self._master, _READ_SIZE)
        except BlockingIOError:
            return
        except OSError:  # no program has the other end any more
            data = b""
        if data:
            self._shown(data)
        else:
            self._loop.remove_reader(self._master)
            self._is_read = False
            self._all_shown.set()

    def _write(self) -> None:
        with contextlib.suppress(OSError):
            written = os.write(self._master, self._typed)
            del self._typed[:written]
        if not self._typed:
            self._loop.remove_writer(self._master)
        if len(self._typed) <= _MUCH:
            self.room.set()

    # The application

    async def run(self, hear: Callable[[Channel], Coroutine[None, None, None]]) -> int:
        """Run it; returns its exit code, or minus its signal.

        ``hear`` listens to what it says.  All that it has started has ended by then, too.
        """
        try:
            process = await self._start()
            assert self._channel
            beside = [asyncio.create_task(hear(self._channel))]
            if self._why:
                await self.end(self._why)
            beside.append(asyncio.create_task(self._watch()))
            try:
                status = await process.wait()
            finally:
                for task in beside:
                    task.cancel()
            if self._master >= 0:
                # What it wrote last: its farewell.
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._all_shown.wait(), _LAST_WORDS)
            return status
        finally:
            self._kill()
            self.hang_up()
            if self._channel:
                self._channel.close()
            await asyncio.to_thread(end_marked, MARK, self.mark)

    async def _start(self) -> asyncio.subprocess.Process:
        ours, theirs = socket.socketpair()
        self._channel = await Channel.open(ours)
        home = self._terms.home
        around = {name: os.environ[name] for name in _FROM_HERE if name in os.environ}
        environment = {
            **around, **self._window.allowed,
            "HOME": home, "TMPDIR": home, "PYTHONDONTWRITEBYTECODE": "1", MARK: self.mark,
            # Else Python would look for packages of the user, even this one, in that folder.
            "PYTHONUSERBASE": site.getuserbase(),
        }  # fmt: skip
        terms = replace(self._terms, line=theirs.fileno())
        with theirs:
            try:
                process = await asyncio.create_subprocess_exec(
                    sys.executable, "-P", "-m", "durak_tui.cli.guest", terms.to_json(),
                    stdin=self._slave, stdout=self._slave, stderr=self._slave,
                    pass_fds=(theirs.fileno(),), start_new_session=True, env=environment,
                )  # fmt: skip
            finally:
                os.close(self._slave)
        self._process, self.pid = process, process.pid
        self.resume()
        return process

    async def _watch(self) -> None:
        """Warn a guest who does nothing, and then end the visit."""
        limits: ServerLimits = self._terms.limits
        idle, warning = limits.idle_minutes * 60, limits.warning_seconds
        while True:
            was = self._last_typed
            await asyncio.sleep(was + idle - warning - self._loop.time())
            if self._last_typed == was:
                self.send(IdleWarning(round(warning)))
                await asyncio.sleep(warning)
                if self._last_typed == was:
                    await self.end("idle")

    async def end(self, why: Why) -> None:
        """Have it end, and wait for that."""
        self._why = why
        self.send(VisitEnds(why))
        if self._process:
            try:
                await asyncio.wait_for(self._process.wait(), GRACE)
            except TimeoutError:
                self._kill()

    def send(self, message: ServerNews) -> None:
        """Send the application a message, on a line of its own."""
        if self._channel:
            self._channel.send(message)

    def _kill(self) -> None:
        if self._process and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.pid, signal.SIGKILL)
