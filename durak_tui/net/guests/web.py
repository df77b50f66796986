"""The door for guests who come with a browser.

The terminal in the page, and what it says and hears, are those of textual-serve.  Its server is
not used: it runs its command in a shell with all of the server's environment, knows no limits, and
its page loads a font from elsewhere.
"""

import asyncio
import contextlib
import ipaddress
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from aiohttp import WSMsgType, web

from durak_tui.common import i18n
from durak_tui.net.guests.house import Guest, House, Refused
from durak_tui.net.guests.visit import Visit, Window

_STATIC: Final = str(files("textual_serve") / "static")
_TERMINAL: Final = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
"""What the page shows, whatever the browser."""
_LONGEST: Final = 1 << 20  # Bytes of a message from a page: what is pasted is one.
_NONSENSE: Final = (
    ValueError, TypeError, LookupError, AttributeError, OverflowError, RecursionError
)  # fmt: skip
"""What a message that no page sends may raise."""
_ALIVE_SECONDS: Final = 15.0  # Between two questions whether the page is still there.
_LAST_SECONDS: Final = 0.5  # For the farewell, and for the end of the lines to the pages.


class WebDoor:
    """Lets everybody in who opens the page."""

    def __init__(self, house: House, *, behind_proxy: bool) -> None:
        """``behind_proxy``: who comes is said by the one before this server."""
        self._house = house
        self._behind_proxy = behind_proxy
        self._page = Path(__file__).with_name("page.html").read_text(encoding="utf-8")

    @asynccontextmanager
    async def open(self, host: str, port: int) -> AsyncIterator[int]:
        """Listen, for a block; gives the port.  Raises OSError."""
        application = web.Application()
        application.add_routes(
            [
                web.get("/", self._index),
                web.get("/ws", self._visit),
                web.static("/static", _STATIC),
            ]
        )
        runner = web.AppRunner(application, access_log=None, shutdown_timeout=_LAST_SECONDS)
        await runner.setup()
        site = web.TCPSite(runner, host, port)
        try:
            await site.start()
            yield runner.addresses[0][1]
        finally:
            await site.stop()
            await self._house.close()
            await runner.cleanup()

    async def _index(self, _request: web.Request) -> web.Response:
        return web.Response(text=self._page, content_type="text/html")

    async def _visit(self, request: web.Request) -> web.StreamResponse:
        """The line of one page, from its first byte to its last."""
        origin = request.headers.get("Origin")
        if origin and urlsplit(origin).netloc != request.host:
            raise web.HTTPForbidden  # A page from elsewhere, in the browser of somebody here.
        socket = web.WebSocketResponse(heartbeat=_ALIVE_SECONDS, max_msg_size=_LONGEST)
        await socket.prepare(request)
        shown: asyncio.Queue[bytes] = asyncio.Queue()
        window = Window(
            {**_TERMINAL, "LANG": _locale(request)},
            _size(request.query.get("width"), 80),
            _size(request.query.get("height"), 24),
        )
        guest = Guest(self._address(request))
        try:
            visit = self._house.admit(guest, window, shown.put_nowait)
        except Refused as error:
            with i18n.speaking(window.allowed["LANG"]):
                await socket.send_bytes(f"\r\n  {error}\r\n".encode())
            await socket.close()
            return socket
        hearing = asyncio.create_task(_hear(socket, visit))
        showing = asyncio.create_task(_show(socket, visit, shown))
        try:
            await self._house.receive(visit)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(shown.join(), _LAST_SECONDS)
        finally:
            showing.cancel()
            await socket.close()
            hearing.cancel()
        return socket

    def _address(self, request: web.Request) -> str:
        if self._behind_proxy:
            # The last one is said by the proxy itself, those before it by anybody.
            said = request.headers.getall("X-Forwarded-For", [""])[-1].rpartition(",")[2]
            with contextlib.suppress(ValueError):
                return str(ipaddress.ip_address(said.strip()))
        return request.remote or ""


async def _hear(socket: web.WebSocketResponse, visit: Visit) -> None:
    """Pass on what the guest types, until the page is gone."""
    try:
        async for message in socket:
            if message.type == WSMsgType.TEXT:
                with contextlib.suppress(*_NONSENSE):
                    answer = _heard(visit, *json.loads(message.data)[:2])
                    if answer:
                        await socket.send_json(answer)
            await visit.room.wait()
    finally:
        visit.hang_up()


def _heard(visit: Visit, what: str, value: Any = None) -> list[object] | None:
    """Do what a page says; returns what it is answered."""
    match what:
        case "stdin":
            visit.type(value.encode())
        case "resize":
            visit.resize(int(value["width"]), int(value["height"]))
        case "ping":
            return ["pong", value]
    return None


async def _show(socket: web.WebSocketResponse, visit: Visit, shown: "asyncio.Queue[bytes]") -> None:
    """Send what it shows, no faster than the page takes it."""
    while True:
        data = await shown.get()
        visit.pause()
        with contextlib.suppress(ConnectionError):
            await socket.send_bytes(data)
        shown.task_done()
        if shown.empty():
            visit.resume()


def _size(text: str | None, otherwise: int) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 6 else otherwise


def _locale(request: web.Request) -> str:
    """The first language that the browser asks for, as a locale."""
    language = request.headers.get("Accept-Language", "")[:2]
    return f"{language if language.isalpha() else 'en'}.UTF-8"
