"""The line in a thread of its own: wishes in, events out.

It is a thread, although Textual has an event loop of its own: the line mode and the commands have
none; a screen that takes its time must not keep the line from answering, or the other program would
take it for lost; and once the thread has ended nothing is left running.
"""

import asyncio
import logging
import secrets
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any, Final

from durak_tui.common.files import Closing
from durak_tui.common.i18n import Message
from durak_tui.net.address import PORT, Address
from durak_tui.net.line import (
    Broken,
    LineEvent,
    Listening,
    NotListening,
    Waiting,
    clean_name,
)
from durak_tui.net.wire.discovery import Discovery, own_addresses
from durak_tui.net.wire.greeting import Greeting
from durak_tui.net.wire.identity import Identity, own_identity
from durak_tui.net.wire.listen import CannotListen, Door
from durak_tui.net.wire.people import FILE, People
from durak_tui.net.wire.switchboard import Switchboard
from durak_tui.user.folders import data_folder


class Companion(Closing):
    """This program in the network, from :meth:`start` to :meth:`close`.

    Wishes may be made in any thread and return at once; what comes of them is told.
    """

    def __init__(
        self,
        name: str,
        tell: Callable[[LineEvent], object],
        *,
        folder: Path | None = None,
        host: str | None = None,
        addresses: Callable[[], list[str]] = own_addresses,
    ) -> None:
        """Read who one is and whom one knows.  Raises NoIdentity.

        ``tell`` is called in the thread of the line and must only pass the event on.  ``folder`` is
        where the key and the people are, the user's unless it is given.  With ``host`` one is
        called at this address only; ``addresses`` are those of this computer.
        """
        folder = folder or data_folder()
        self.identity: Final[Identity] = own_identity(folder)
        self.people: Final = People(folder / FILE)
        self.program: Final = secrets.token_hex(8)
        """What tells this program from others of this person, and of this computer."""
        self._name = clean_name(name)
        self._tell = tell
        self._host = host
        self._addresses = addresses
        self._numbers = count(1)
        self._loop = asyncio.new_event_loop()
        self._over = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="line", daemon=True)
        # In the thread of the line only.
        self._board: Switchboard
        self._door: Door | None = None
        self._discovery: Discovery | None = None
        self._looking: asyncio.Task[None] | None = None
        self._opening = asyncio.Lock()
        self._is_announced = False
        self._is_hushed = False

    @property
    def messages(self) -> Sequence[Message]:
        """What is wrong with the file of people."""
        return self.people.messages

    def start(self) -> None:
        """Begin, once; the network hears nothing of it yet."""
        # What libraries have to say is for nobody's screen.
        for library in ("asyncio", "asyncssh", "zeroconf"):
            logging.getLogger(library).addHandler(logging.NullHandler())
        self._thread.start()

    def close(self) -> None:
        """End everything; an open line is lost, not ended.

        It waits for goodbyes that are on their way, two seconds at most.
        """
        if self._thread.ident is None:
            self._loop.close()
            return
        self._post(self._over.set)
        self._thread.join()

    # Wishes.

    def look(self) -> None:
        """Tell who waits in the network, now and whenever it changes."""
        self._post(self._look)

    def listen(self, port: int | None = None, *, announce: bool = True) -> None:
        """Be called at a port.

        Without one it is the usual one, or any if that is taken.  With ``announce`` others see it,
        except during a game.  Told: Listening or NotListening.
        """
        self._post(lambda: self._begin(self._listen(port, announce)))

    def hush(self) -> None:
        """Be seen and called no more; a game goes on."""
        self._post(self._hush)

    def invite(self, whom: Waiting | Address) -> int:
        """Ask somebody for a game; returns the number of the line.

        Told: Asked, then Opened or Refused; or Refused at once.
        """
        number = next(self._numbers)
        if isinstance(whom, Waiting):
            targets = [Address(ip, whom.port) for ip in whom.addresses]
            self._post(
                lambda: self._board.invite(number, targets, key=whom.key, program=whom.program)
            )
        else:
            self._post(lambda: self._board.invite(number, [whom], entered=str(whom)))
        return number

    def accept(self, line: int) -> None:
        """Play whoever asks.  Told: Opened, or Withdrawn if it is too late."""
        self._post(lambda: self._board.accept(line))

    def trust(self, line: int) -> None:
        """Remember the person of this line.

        Their key and name, and their address if it was entered.  For when the person here has had
        the words before their eyes and goes on: nobody is remembered otherwise.  Whoever is known
        keeps their name.  Told: NotRemembered, if it fails.
        """
        self._post(lambda: self._board.trust(line))

    def hang_up(self, line: int) -> None:
        """Withdraw an invitation, decline one, or leave for good; nothing is told."""
        self._post(lambda: self._board.hang_up(line))

    def resume(self, key: str, name: str, addresses: Sequence[Address] = ()) -> int:
        """Get back a line that an earlier run of this program had.

        Whoever called then calls again, at ``addresses``; the other listens, at the port of then:
        ``Opened`` said both.
        Told: Back, or Lost with the reason why not yet.
        """
        number = next(self._numbers)
        self._post(lambda: self._board.resume(number, key, name, addresses))
        return number

    # In the thread of the line.

    def _run(self) -> None:
        try:
            with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
                runner.run(self._live())
        except Exception as error:
            self._tell(Broken(error))

    async def _live(self) -> None:
        self._loop.set_exception_handler(self._unforeseen)
        self._board = Switchboard(
            identity=self.identity,
            people=self.people,
            greeting=Greeting(self._name, self.program),
            port=lambda: self._door.port if self._door else 0,
            numbers=self._numbers,
            tell=self._tell,
            changed=self._show,
        )
        try:
            await self._over.wait()
        finally:
            await self._board.stop()
            if self._looking:
                self._looking.cancel()
                with suppress(asyncio.CancelledError):
                    await self._looking
            if self._door:
                self._door.close()

    def _look(self) -> None:
        if not self._discovery:
            self._discovery = Discovery(self.program, self._tell, self._addresses, self.people.find)
            self._looking = self._begin(self._discovery.run())

    async def _listen(self, port: int | None, announce: bool) -> None:
        async with self._opening:
            self._is_announced, self._is_hushed = announce, False
            if not self._door:
                door = Door(self.identity, lambda link: self._board.called(link, door.let_in))
                try:
                    await self._opened(door, port)
                except CannotListen as error:
                    self._tell(NotListening(error.message))
                    return
                self._door = door
            self._tell(Listening(self._door.port))
            self._show()

    async def _opened(self, door: Door, port: int | None) -> None:
        try:
            await door.open(PORT if port is None else port, self._host)
        except CannotListen:
            if port is not None:
                raise
            # Another program of this computer waits at the usual one.
            await door.open(0, self._host)

    def _hush(self) -> None:
        self._is_announced, self._is_hushed = False, True
        self._show()

    def _show(self) -> None:
        """Be seen by others if one waits for them."""
        if self._is_announced and self._door and not self._board.is_playing:
            self._look()
            assert self._discovery
            self._discovery.announce(self._name, self.identity.key, self._door.port)
        elif self._discovery:
            self._discovery.conceal()
        if self._is_hushed and self._door and not self._board.is_playing:
            self._door.close()  # Nobody has to come back to a game.
            self._door = None

    def _post(self, call: Callable[[], object]) -> None:
        with suppress(RuntimeError):  # it has ended
            self._loop.call_soon_threadsafe(call)

    def _begin(self, work: Any) -> "asyncio.Task[None]":
        task: asyncio.Task[None] = self._loop.create_task(work)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: "asyncio.Task[None]") -> None:
        if not task.cancelled() and (error := task.exception()):
            self._tell(Broken(error))

    def _unforeseen(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        if error := context.get("exception"):
            self._tell(Broken(error))
