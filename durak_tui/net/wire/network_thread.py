"""The network in a thread of its own: wishes in, events out.

It is a thread, although Textual has an event loop of its own: the line mode and the commands have
none; a screen that takes its time must not keep the line from answering, or the other program would
take it for lost; and once the thread has ended nothing is left running.
"""

import asyncio
import logging
import secrets
import threading
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, Final

from durak_tui.common.files import Closing
from durak_tui.net.address import PORT, Address
from durak_tui.net.line_events import Broken, Listening, NotListening, WaitingPlayer, clean_name
from durak_tui.net.talk_messages import USUAL_RULES, HouseRules
from durak_tui.net.wire.discovery import Discovery, own_addresses
from durak_tui.net.wire.greeting import Greeting
from durak_tui.net.wire.identity import Identity, own_identity
from durak_tui.net.wire.known_people import FILE, KnownPeople
from durak_tui.net.wire.listen import CannotListen, LineListener
from durak_tui.net.wire.switchboard import Notify, Switchboard
from durak_tui.user.folders import data_folder


class NetworkThread(Closing):
    """This program in the network, from :meth:`start` to :meth:`close`.

    Wishes may be made in any thread and return at once; events say what comes of them
    (``net/line_events.py``).
    """

    def __init__(
        self,
        name: str,
        notify: Notify,
        *,
        folder: Path | None = None,
        host: str | None = None,
        addresses: Callable[[], list[str]] = own_addresses,
    ) -> None:
        """Read the own key and the people known.  Raises NoIdentity.

        ``notify`` is called in the thread of the network and must only pass the event on.
        ``folder`` is where the key and the people are, the user's unless it is given.  With
        ``host`` one is called at this address only; ``addresses`` are those of this computer.
        """
        folder = folder or data_folder()
        self.identity: Final[Identity] = own_identity(folder)
        self.people: Final = KnownPeople(folder / FILE)
        self.program: Final = secrets.token_hex(8)
        """The number of this program, unlike that of any other, also of this person."""
        self.name: Final = clean_name(name)
        self._notify = notify
        self._host = host
        self._addresses = addresses
        self._numbers = count(1)
        self._loop = asyncio.new_event_loop()
        self._over = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="line", daemon=True)
        # In the thread only.
        self._board: Switchboard
        self._listener: LineListener | None = None
        self._discovery: Discovery | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._opening = asyncio.Lock()
        self._is_announced = False
        self._is_mute = False

    def start(self) -> None:
        """Begin, once; the network hears nothing of it yet."""
        # The messages of libraries are for nobody's screen.
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
        """See who waits in the network: Seen, now and whenever it changes."""
        self._post(self._look)

    def listen(self, port: int | None = None, *, announce: bool = True) -> None:
        """Be called at a port.

        Without one it is the usual one, or any if that is taken.  With ``announce`` others see it,
        except during a game.
        """
        self._post(lambda: self._begin(self._listen(port, announce)))

    def mute(self) -> None:
        """Be seen and called no more; a game goes on."""
        self._post(self._mute)

    def invite(self, whom: WaitingPlayer | Address, rules: HouseRules = USUAL_RULES) -> int:
        """Ask for a game with these house rules; returns the line."""
        number = next(self._numbers)
        self._post(partial(self._invite, number, whom, rules))
        return number

    def accept(self, line: int) -> None:
        """Play with somebody who asks: Opened, or Withdrawn if too late."""
        self._post(lambda: self._board.accept(line))

    def trust(self, line: int) -> None:
        """Remember the person of this line.

        Their key and name, and their address if it was entered.  For when the person here has had
        the words before their eyes and goes on: nobody is remembered otherwise.  People who are
        known keep their name.
        """
        self._post(lambda: self._board.trust(line))

    def hang_up(self, line: int) -> None:
        """Withdraw an invitation, decline one, or leave for good; without an event."""
        self._post(lambda: self._board.hang_up(line))

    def reconnect(
        self, key: str, name: str, targets: Sequence[Address] = (), line: int | None = None
    ) -> int:
        """Get back a line that was left, or of an earlier run.

        The side that called then calls again, at ``targets``; the other listens, at the port of
        then: ``Connected`` has both.  ``line`` is its number in this run, if it had one.  The event
        is Back, or Lost with the reason why not yet.
        """
        number = next(self._numbers) if line is None else line
        self._post(lambda: self._board.reconnect(number, key, name, targets))
        return number

    # In the thread.

    def _run(self) -> None:
        try:
            with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
                runner.run(self._live())
        except Exception as error:
            self._notify(Broken(error))

    async def _live(self) -> None:
        self._loop.set_exception_handler(self._unforeseen)
        self._board = Switchboard(
            identity=self.identity,
            people=self.people,
            greeting=Greeting(self.name, self.program),
            port=lambda: self._listener.port if self._listener else 0,
            numbers=self._numbers,
            notify=self._notify,
            start=self._begin,
            changed=self._show,
        )
        try:
            await self._over.wait()
        finally:
            for task in (running := list(self._tasks)):
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)
            await self._board.stop()
            if self._listener:
                self._listener.close()

    def _look(self) -> None:
        if not self._discovery:
            self._discovery = Discovery(
                self.program, self._notify, self._addresses, self.people.find
            )
            self._begin(self._discovery.run())

    def _invite(self, number: int, whom: WaitingPlayer | Address, rules: HouseRules) -> None:
        if isinstance(whom, Address):
            self._board.invite(number, [whom], rules, entered=str(whom))
        else:
            targets = self._discovery.targets_of(whom.program) if self._discovery else ()
            self._board.invite(number, targets, rules, key=whom.key, program=whom.program)

    async def _listen(self, port: int | None, announce: bool) -> None:
        async with self._opening:
            self._is_announced, self._is_mute = announce, False
            if not self._listener:
                listener = LineListener(self.identity, self._board.called)
                try:
                    await self._open(listener, port)
                except CannotListen as error:
                    self._notify(NotListening(error.message))
                    return
                self._listener = listener
            self._notify(Listening(self._listener.port))
            self._show()

    async def _open(self, listener: LineListener, port: int | None) -> None:
        try:
            await listener.open(PORT if port is None else port, self._host)
        except CannotListen:
            if port is not None:
                raise
            # Another program of this computer waits at the usual one.
            await listener.open(0, self._host)

    def _mute(self) -> None:
        self._is_announced, self._is_mute = False, True
        self._show()

    def _show(self) -> None:
        """Be seen by others if one waits for them."""
        is_waiting = self._listener is not None and not self._board.is_playing
        if self._is_announced and self._listener and is_waiting:
            self._look()
            assert self._discovery
            self._discovery.announce(self.name, self.identity.key, self._listener.port)
        elif self._discovery:
            self._discovery.conceal()
        if self._is_mute and self._listener and is_waiting:
            self._listener.close()  # Nobody needs to come back to a game.
            self._listener = None

    def _post(self, call: Callable[[], object]) -> None:
        with suppress(RuntimeError):  # it has ended
            self._loop.call_soon_threadsafe(call)

    def _begin(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self._notify(Broken(error))

    def _unforeseen(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        if error := context.get("exception"):
            self._notify(Broken(error))
