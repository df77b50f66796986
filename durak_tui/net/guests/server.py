"""A server for guests, from its start to a signal."""

import asyncio
import signal
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Protocol

from durak_tui.engine.config import EngineConfig
from durak_tui.net.guests.house import House
from durak_tui.net.guests.origins import PublicHost
from durak_tui.net.guests.terms import Limits


class Door(Protocol):
    """A way by which guests come."""

    def open(self, host: str, port: int) -> AbstractAsyncContextManager[int]:
        """Listen, for a block; gives the port.

        At its end, at which the house is closed already, what is left of lines to guests ends.
        """


def ssh_door(authorized_keys: Path | None) -> Callable[[House], Door]:
    """For guests who come by SSH.

    Without a file of keys everybody may come in.  Raises ImportError without the library; the door
    raises UserError if the keys cannot be read.
    """
    from durak_tui.net.guests.ssh import SshDoor

    return lambda house: SshDoor(house, authorized_keys)


def web_door(public: Iterable[PublicHost], *, behind_proxy: bool) -> Callable[[House], Door]:
    """For guests who come with a browser.  Raises ImportError without the libraries.

    ``public`` are names of the server.  Behind a proxy the address of a guest is what that says.
    """
    from durak_tui.net.guests.web import WebDoor

    return lambda house: WebDoor(house, public, behind_proxy=behind_proxy)


def serve(
    door: Callable[[House], Door],
    address: tuple[str, int],
    limits: Limits,
    engines: Sequence[EngineConfig],
    opened: Callable[[int], None],
) -> int:
    """Serve guests until a signal, which is returned.

    ``opened`` is told the port.  Raises UserError, and OSError if nobody can listen there.
    """

    async def until_signal() -> int:
        with House(limits, engines) as house:
            async with door(house).open(*address) as port:
                try:
                    opened(port)
                    return await _signal()
                finally:
                    await house.close()

    return asyncio.run(until_signal())


async def _signal() -> int:
    """Wait for a signal to end, and return it."""
    loop, heard = asyncio.get_running_loop(), asyncio.Queue[int]()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, heard.put_nowait, number)
    return await heard.get()
