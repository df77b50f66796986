"""A server for guests, from its start to a signal that ends it."""

import asyncio
import signal
from collections.abc import Callable, Sequence
from pathlib import Path

from durak_tui.engine.config import EngineConfig
from durak_tui.net.guests.house import House
from durak_tui.net.guests.terms import Limits


def serve_ssh(
    address: tuple[str, int],
    limits: Limits,
    engines: Sequence[EngineConfig],
    authorized_keys: Path | None,
    opened: Callable[[int], None],
) -> int:
    """Serve guests who come by SSH; returns the signal that ended it.

    Everybody may come in without a file of keys.  ``opened`` is told the port.  Raises UserError,
    OSError, and ImportError without the libraries.
    """
    from durak_tui.net.guests.ssh import SshDoor

    async def serve() -> int:
        door = SshDoor(House(limits, engines), authorized_keys)
        async with door.open(*address) as port:
            opened(port)
            return await _signal()

    return asyncio.run(serve())


def serve_web(
    address: tuple[str, int],
    limits: Limits,
    engines: Sequence[EngineConfig],
    opened: Callable[[int], None],
    *,
    behind_proxy: bool,
) -> int:
    """Serve guests who come with a browser; otherwise as :func:`serve_ssh`."""
    from durak_tui.net.guests.web import WebDoor

    async def serve() -> int:
        door = WebDoor(House(limits, engines), behind_proxy=behind_proxy)
        async with door.open(*address) as port:
            opened(port)
            return await _signal()

    return asyncio.run(serve())


async def _signal() -> int:
    """Wait for a signal to end, and return it."""
    loop, heard = asyncio.get_running_loop(), asyncio.Queue[int]()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, heard.put_nowait, number)
    return await heard.get()
