"""A server for guests: their places, their folders, and the log.

How they come, by SSH or in a browser, is the affair of its entries, ``ssh.py`` and ``web.py``.
"""

import asyncio
import contextlib
import os
import secrets
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Final, Self

from durak_tui.common.fields import Malformed
from durak_tui.common.files import lock, locked, make_folder
from durak_tui.common.i18n import N_, _, ngettext, pgettext, time_words
from durak_tui.common.text import one_line
from durak_tui.engine.config import EngineConfig
from durak_tui.engine.orphans import Guard
from durak_tui.net.guests.guest_process import MARK, Channel, Guest, GuestProcess, Window
from durak_tui.net.guests.lobby import Lobby
from durak_tui.net.guests.shelf import JsonShelf
from durak_tui.net.guests.terms import GuestTerms, ServerLimits
from durak_tui.net.wire.door import Bounds, Door, NoEntry
from durak_tui.user.folders import state_folder

_MOMENT: Final = 0.25  # Seconds in which changes of who waits are gathered.
LAST_SECONDS: Final = 0.75
"""For each of two last steps: to tidy when all guests are gone, and to close their lines.

Together with :data:`~durak_tui.net.guests.guest_process.GRACE` they are less than five.
"""
_HUNG_UP: Final = 128 + signal.SIGHUP  # The exit code of a guest who has closed the window.
_MOST_REPORTS: Final = 20  # Of errors that are kept: guests may be able to cause them.


def end_of_visit(seconds: int, status: int) -> str:
    """A line of the log on a guest who has left."""
    text = _("disconnected after {time}")
    if status not in (0, _HUNG_UP):
        text = _("disconnected after {time}, exit code {status}")
    return text.format(time=time_words(seconds), status=status)


class GuestServer:
    """The guests that are here, each with an application of their own.

    It is a context, at whose end nothing of it is left but what is kept of them.
    """

    def __init__(self, limits: ServerLimits, engines: Sequence[EngineConfig] = ()) -> None:
        """``engines`` are offered to guests beside those that ship.  Raises OSError."""
        self.limits = limits
        self._engines = tuple(engines)
        self.door: Final = Door[GuestProcess](Bounds(limits.sessions, limits.per_address))
        self._is_empty = asyncio.Event()
        self._token = secrets.token_hex(8)
        self._number = 0
        # All processes of guests end with this one, even if it is killed.
        self._guard = Guard(MARK, self._token)
        self._guard.start()
        self._passing = _PassingFolder()
        loop = asyncio.get_running_loop()
        tables, results = (
            JsonShelf(guests_folder() / name, limits.known, self.unable)
            for name in ("tables", "results")
        )
        self.lobby = Lobby(
            tables,
            results,
            limits.return_minutes * 60,
            lambda what: loop.call_later(_MOMENT, what),
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._guard.stop()
        self._passing.remove()

    def admit(self, guest: Guest, window: Window, shown: Callable[[bytes], None]) -> GuestProcess:
        """Make a place for a guest.  Raises NoEntry.

        What is returned is for :meth:`receive`.

        ``shown`` gets all that the guest is to see.
        """
        self.door.check(guest.address)
        self._number += 1
        try:
            home, keeps = self._home(guest)
            terms = GuestTerms(os.fspath(home), -1, keeps, self.limits, self._engines)
            mark = f"{self._token}.{self._number}"
            visit = GuestProcess(guest, terms, window, mark, shown)
        except OSError as error:
            raise self.unable(error) from None
        self.door.inside[visit] = guest.address
        return visit

    def unable(self, error: Exception) -> NoEntry:
        """Log a trouble of the server; returns a sentence for guests."""
        self._write(one_line(str(error)))
        return NoEntry(N_("The server cannot let anybody in now. Please come back later."))

    async def receive(self, visit: GuestProcess) -> int:
        """Run the application of a guest; returns its exit code."""
        guest, begun, status = visit.guest, monotonic(), 1
        self.note(guest, pgettext("log", "connected"))
        try:
            status = await visit.run(lambda channel: self._hear(guest, channel))
        except OSError as error:
            self.note(guest, one_line(str(error)))
        finally:
            del self.door.inside[visit]
            self.note(guest, end_of_visit(round(monotonic() - begun), status))
            await asyncio.to_thread(self._tidy, visit)
            self._forget(visit)
            if self.door.is_closed and not self.door.inside:
                self._is_empty.set()
        return status

    async def _hear(self, guest: Guest, channel: Channel) -> None:
        """Let the program of a guest into the lobby."""
        member = self.lobby.come(guest.fingerprint, channel.send)
        try:
            await channel.listen(partial(self.lobby.handle, member))
        except Malformed as error:
            text = _("what their program says is not understood: {why}")
            self.note(guest, text.format(why=one_line(str(error))))
        finally:
            self.lobby.go(member)
            channel.close()  # The program notices, and ends.

    async def close(self) -> None:
        """Warn all guests, and wait until they have left."""
        self.door.is_closed = True
        if count := len(self.door.inside):
            text = ngettext("closing, {n} guest is warned", "closing, {n} guests are warned", count)
            self._write(text.format(n=count))
            await asyncio.gather(*(visit.end("closing") for visit in self.door.inside))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._is_empty.wait(), LAST_SECONDS)

    # Their folders

    def _home(self, guest: Guest) -> tuple[Path, bool]:
        """The folder of a guest, and whether it is kept."""
        if guest.fingerprint:
            known = guests_folder() / "known"
            # A slash is all that a fingerprint has and a name of a folder may not have.
            home = known / guest.fingerprint.removeprefix("SHA256:").replace("/", "_")
            make_folder(known)
            if home.is_dir() or len(os.listdir(known)) < self.limits.known:
                make_folder(home)
                return home, True
        return Path(tempfile.mkdtemp(dir=self._passing.path)), False

    def _tidy(self, visit: GuestProcess) -> None:
        """Remove what is not kept, and put reports of errors aside."""
        home = Path(visit.home)
        kept = guests_folder() / "errors"
        with contextlib.suppress(OSError):
            for report in home.glob(".local/state/durak-tui/errors/*.txt"):
                make_folder(kept)
                shutil.move(report, kept / report.name)
                self._write(_("an error is reported in {path}").format(path=kept / report.name))
            # Their names begin with the time.
            for old in sorted(kept.glob("*.txt"))[:-_MOST_REPORTS]:
                old.unlink()
        if home.is_relative_to(self._passing.path):
            shutil.rmtree(home, ignore_errors=True)

    def _forget(self, visit: GuestProcess) -> None:
        """Remove the folder of a guest in which nothing is kept.

        It would count as that of a known guest.  Nobody is admitted to it meanwhile: that happens
        in this thread, too.
        """
        if all(other.home != visit.home for other in self.door.inside):
            for folder, _folders, _files in os.walk(visit.home, topdown=False):
                with contextlib.suppress(OSError):  # it is not empty
                    os.rmdir(folder)

    # The log

    def note(self, guest: Guest, what: str) -> None:
        """Log something about a guest."""
        who = guest.fingerprint or _("a guest without a key")
        text = _("{who} from {address}: {what}")
        self._write(text.format(who=who, address=one_line(guest.address), what=what))

    def _write(self, text: str) -> None:
        with contextlib.suppress(OSError):
            sys.stderr.write(f"{datetime.now().astimezone():%Y-%m-%d %H:%M:%S%z} {text}\n")
            sys.stderr.flush()


class _PassingFolder:
    """The folder of guests of whom nothing is kept.

    Each server has one, and locks it as long as it runs.
    """

    def __init__(self) -> None:
        """Make it, and remove those of servers that were killed."""
        parent = guests_folder() / "passing"
        with locked(parent):
            make_folder(parent)
            for left in parent.iterdir():
                with contextlib.suppress(OSError), _opened(left) as fd:
                    if lock(fd):
                        shutil.rmtree(left, ignore_errors=True)
            self.path = Path(tempfile.mkdtemp(dir=parent))
            self._fd = os.open(self.path, os.O_RDONLY | os.O_CLOEXEC)
            lock(self._fd)

    def remove(self) -> None:
        """Remove it with all that is in it."""
        shutil.rmtree(self.path, ignore_errors=True)
        os.close(self._fd)


@contextlib.contextmanager
def _opened(folder: Path) -> Iterator[int]:
    fd = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        yield fd
    finally:
        os.close(fd)


def guests_folder() -> Path:
    """The folder of the server's key and the games of guests."""
    return state_folder() / "guests"


def serve(
    entry: Callable[[GuestServer], AbstractAsyncContextManager[int]],
    limits: ServerLimits,
    engines: Sequence[EngineConfig],
    opened: Callable[[int], None],
) -> int:
    """Serve guests until a signal, which is returned.

    ``entry`` listens for a block and gives the port, with which ``opened`` is called.  Raises
    UserError, and OSError if nobody can listen there.
    """

    async def until_signal() -> int:
        with GuestServer(limits, engines) as server:
            async with entry(server) as port:
                try:
                    opened(port)
                    return await _signal()
                finally:
                    await server.close()

    return asyncio.run(until_signal())


async def _signal() -> int:
    """Wait for a signal to end, and return it."""
    loop, received = asyncio.get_running_loop(), asyncio.Queue[int]()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, received.put_nowait, number)
    return await received.get()
