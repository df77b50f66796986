"""The guests of a server: who may come in, where games are.

How they come, by SSH or in a browser, is the affair of its doors.
"""

import asyncio
import contextlib
import os
import secrets
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Final, Self

from durak_tui.common.errors import UserError
from durak_tui.common.files import lock, locked, make_folder
from durak_tui.common.i18n import N_, _, ngettext
from durak_tui.common.text import one_line
from durak_tui.engine.config import EngineConfig
from durak_tui.engine.orphans import Guard
from durak_tui.net.guests.channel import Channel
from durak_tui.net.guests.lobby import Lobby
from durak_tui.net.guests.shelf import JsonShelf
from durak_tui.net.guests.terms import Limits, Terms
from durak_tui.net.guests.visit import MARK, Visit, Window
from durak_tui.net.messages import Malformed
from durak_tui.net.wire.waiting import place_of
from durak_tui.user.folders import state_folder

_MOMENT: Final = 0.25  # Seconds in which changes of who waits are told at once.
LAST_SECONDS: Final = 0.75
"""For each of two last steps: to tidy when all guests are gone, and to close their lines.

Together with :data:`~durak_tui.net.guests.visit.GRACE` they are less than five.
"""
_MOST_REPORTS: Final = 20  # Of errors that are kept: guests may be able to cause them.


class Refused(UserError):
    """Why a guest cannot come in, in a sentence for the guest."""


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who wants to play."""

    address: str
    fingerprint: str = ""  # Of the key that they have proved to have, as SHA256:...; empty: none.

    @property
    def place(self) -> str:
        """The guest's address, as it is counted."""
        return place_of(self.address)


class House:
    """The guests that are here, each with an application of their own.

    It is a context, at whose end nothing of it is left but what is kept of them.
    """

    def __init__(self, limits: Limits, engines: Sequence[EngineConfig] = ()) -> None:
        """``engines`` are offered to guests beside those that ship.  Raises OSError."""
        self.limits = limits
        self._engines = tuple(engines)
        self._visits: dict[Visit, Guest] = {}
        self._is_closing = False
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

    def check(self, guest: Guest) -> None:
        """Raise Refused if there is no place for a guest."""
        here = Counter(one.place for one in self._visits.values())
        if self._is_closing:
            raise Refused(N_("The server is closing. Please come back later."))
        if here.total() >= self.limits.sessions:
            raise Refused(N_("All places are taken. Please come back later."))
        if here[guest.place] >= self.limits.per_address:
            text = N_("All places for your address are taken. Please come back later.")
            raise Refused(text)

    def admit(self, guest: Guest, window: Window, shown: Callable[[bytes], None]) -> Visit:
        """A place for a guest, to be used by :meth:`receive`.  Raises Refused.

        ``shown`` is given all that the guest is to see.
        """
        self.check(guest)
        self._number += 1
        try:
            home, keeps = self._home(guest)
            terms = Terms(os.fspath(home), -1, keeps, self.limits, self._engines)
            visit = Visit(terms, window, f"{self._token}.{self._number}", shown)
        except OSError as error:
            raise self.unable(error) from None
        self._visits[visit] = guest
        return visit

    def unable(self, error: Exception) -> Refused:
        """Log a trouble of the server; returns what guests hear of it."""
        self._write(one_line(str(error)))
        return Refused(N_("The server cannot let anybody in now. Please come back later."))

    async def receive(self, visit: Visit) -> int:
        """See a visit through; returns the exit code of its application."""
        guest, begun, status = self._visits[visit], monotonic(), 1
        self.note(guest, _("comes"))
        try:
            status = await visit.run(lambda channel: self._hear(guest, channel))
        except OSError as error:
            self.note(guest, one_line(str(error)))
        finally:
            del self._visits[visit]
            minutes, seconds = divmod(round(monotonic() - begun), 60)
            text = _("leaves after {minutes} min {seconds} s, exit code {status}")
            self.note(guest, text.format(minutes=minutes, seconds=seconds, status=status))
            await asyncio.to_thread(self._tidy, visit)
            self._forget(visit)
            if self._is_closing and not self._visits:
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
            channel.close()  # The program hears of it, and ends.

    async def close(self) -> None:
        """Tell all guests, and wait until they have left."""
        self._is_closing = True
        if count := len(self._visits):
            text = ngettext("closing, {n} guest is told", "closing, {n} guests are told", count)
            self._write(text.format(n=count))
            await asyncio.gather(*(visit.end("closing") for visit in self._visits))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._is_empty.wait(), LAST_SECONDS)

    # Their folders

    def _home(self, guest: Guest) -> tuple[Path, bool]:
        """The folder of a guest, and whether it is kept."""
        if guest.fingerprint:
            known = guests_folder() / "known"
            # A slash is all that a fingerprint has and a name of a folder may not have.
            home = known / guest.fingerprint.removeprefix("SHA256:").replace("/", "_")
            if home.is_dir() or len(_names(known)) < self.limits.known:
                make_folder(home)
                return home, True
        return Path(tempfile.mkdtemp(dir=self._passing.path)), False

    def _tidy(self, visit: Visit) -> None:
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

    def _forget(self, visit: Visit) -> None:
        """Remove the folder of a guest in which nothing is kept.

        It would count as that of a known guest.  Nobody is admitted to it meanwhile: that happens
        in this thread, too.
        """
        if all(other.home != visit.home for other in self._visits):
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
    """Where guests are of whom nothing is kept.

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
    """Where the server keeps its key and the games of guests."""
    return state_folder() / "guests"


def _names(folder: Path) -> list[str]:
    try:
        return os.listdir(folder)
    except FileNotFoundError:
        return []
