"""The entry for guests who come with a browser.

The terminal in the page, and its messages, are those of textual-serve.  Its server is
not used: it runs its command in a shell with all of the server's environment, knows no limits, and
its page loads a font from elsewhere.  Here aiohttp has no limits either, of connections and of the
time until a request; what waits is counted as at the other entries.

A browser also does what pages from elsewhere want.  So a request must name this server as its
host, and a visit must come from the server's own page.
"""

import asyncio
import contextlib
import ipaddress
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from aiohttp import WSMsgType, web
from aiohttp.http import HttpProcessingError

from durak_tui.common import i18n
from durak_tui.common.i18n import N_, Message, _
from durak_tui.net.guests.guest_process import Guest, GuestProcess, Window
from durak_tui.net.guests.origins import (
    Origin,
    Origins,
    PublicHost,
    parse_origin,
    parse_public_host,
)
from durak_tui.net.guests.server import LAST_SECONDS, GuestServer
from durak_tui.net.wire.door import Bounds, NoEntry, WaitingRoom, address_of, place_of

_HERE: Final = Path(__file__).parent
_STATIC: Final = Path(str(files("textual_serve"))) / "static"
_TERMINAL: Final = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
"""The terminal that the page is, in any browser."""
_LONGEST: Final = 1 << 20  # Bytes of a message from a page: what is pasted is one.
_NONSENSE: Final = (
    ValueError, TypeError, LookupError, AttributeError, OverflowError, RecursionError
)  # fmt: skip
"""Errors that a message which no page sends may raise."""
_ALIVE_SECONDS: Final = 15.0  # Between two questions whether the page is still there.
_OF_A_PAGE: Final = 6  # Connections that a browser opens at a time for what is on a page.
_POLICY: Final = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self' 'unsafe-inline'",  # The terminal makes styles of the size of its letters.
    "font-src": "'self'",
    "connect-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
}
"""The rights of the page: what it may load, and no page may frame it."""
_HEADERS: Final = {
    "Content-Security-Policy": "; ".join(map(" ".join, _POLICY.items())),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""Those of every answer."""
_UNKNOWN_HOST: Final = N_(
    "This server is not known by that name. Whoever runs it can allow the name with --public-host."
)
_FROM_ELSEWHERE: Final = N_(
    "Only a page of this server may begin a game. If this is one, whoever runs the server can allow"
    " its address with --public-host."
)
_MOST_NOTED: Final = 1000  # Addresses of which the log says once that they were refused.


class WebEntry:
    """Lets everybody in who opens the page."""

    def __init__(
        self, server: GuestServer, public: Iterable[PublicHost] = (), *, behind_proxy: bool = False
    ) -> None:
        """``public`` are names of the server beside its own addresses.

        ``behind_proxy``: who comes is said by the one before this server.
        """
        self._server = server
        self._public = tuple(public)
        self._refused: dict[str, None] = {}  # Addresses of which the log says so already.
        self._behind_proxy = behind_proxy
        found = {f"/static/{one.relative_to(_STATIC)}": one for one in _STATIC.rglob("*.*")}
        own = {f"/{name}": _HERE / name for name in ("page.css", "page.js")}
        self._files = {"/": _HERE / "page.html", **own, **found}
        limits = server.limits
        most = _OF_A_PAGE * limits.sessions
        # Through a proxy all come from one address.
        of_one = most if behind_proxy else _OF_A_PAGE * limits.per_address
        self._waiting = WaitingRoom(Bounds(most, of_one), limits.login_seconds)

    @asynccontextmanager
    async def open(self, host: str, port: int) -> AsyncIterator[int]:
        """Listen, for a block; gives the port.  Raises OSError."""
        logging.getLogger("aiohttp.server").addFilter(_is_ours)
        self._origins = Origins(host, self._public)
        server = _Server(self._answer, self._waiting)
        runner = web.ServerRunner(server, shutdown_timeout=LAST_SECONDS)
        await runner.setup()
        site = web.TCPSite(runner, host, port)
        try:
            await site.start()
            yield runner.addresses[0][1]
        finally:
            await runner.cleanup()

    async def _answer(self, request: web.BaseRequest) -> web.StreamResponse:
        transport = request.transport
        assert transport
        # A visit must follow in time, or another request.
        self._waiting.wait(request.protocol, address_of(transport), lambda _why: transport.abort())
        named = _hosts(request)
        here = transport.get_extra_info("sockname")[:2]
        origins = self._origins.named(named[0], here) if len(named) == 1 else []
        if not origins:
            return self._refuse(request, 421, _UNKNOWN_HOST, "Host", named)
        if request.path == "/ws":
            return await self._visit(request, origins)
        if file := self._files.get(request.path):
            return web.FileResponse(file)
        raise web.HTTPNotFound

    def _refuse(
        self, request: web.BaseRequest, status: int, why: str, header: str, said: Sequence[str]
    ) -> web.Response:
        """Refuse what another page may have asked; log the first."""
        address = self._address(request)
        if (place := place_of(address)) not in self._refused:
            if len(self._refused) >= _MOST_NOTED:
                del self._refused[next(iter(self._refused))]
            self._refused[place] = None
            self._server.note(Guest(address), _why_refused(header, said))
        with i18n.speaking(_locale(request)):
            return web.Response(status=status, text=f"{_(why)}\n")

    async def _visit(
        self, request: web.BaseRequest, origins: Sequence[Origin]
    ) -> web.StreamResponse:
        """The line of one page, from its first byte to its last."""
        said = request.headers.getall("Origin", [])
        try:
            (origin,) = map(parse_origin, said)
        except ValueError:  # or none, or several
            origin = None
        if origin is None or origin not in origins:
            return self._refuse(request, 403, _FROM_ELSEWHERE, "Origin", said)
        socket = web.WebSocketResponse(heartbeat=_ALIVE_SECONDS, max_msg_size=_LONGEST)
        socket.headers.update(_HEADERS)
        await socket.prepare(request)
        shown: asyncio.Queue[bytes] = asyncio.Queue()
        window = Window(
            {**_TERMINAL, "LANG": _locale(request)},
            _size(request.query.get("width"), 80),
            _size(request.query.get("height"), 24),
        )
        guest = Guest(self._address(request))
        try:
            visit = self._server.admit(guest, window, shown.put_nowait)
        except NoEntry as error:
            with i18n.speaking(window.allowed["LANG"]):
                await socket.send_bytes(f"\r\n  {error}\r\n".encode())
            await socket.close()
            return socket
        self._waiting.done(request.protocol)
        hearing = asyncio.create_task(_hear(socket, visit))
        showing = asyncio.create_task(_show(socket, visit, shown))
        try:
            await self._server.receive(visit)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(shown.join(), LAST_SECONDS)
        finally:
            showing.cancel()
            await socket.close()
            hearing.cancel()
        return socket

    def _address(self, request: web.BaseRequest) -> str:
        if self._behind_proxy:
            # The last one is said by the proxy itself, those before it by anybody.
            said = request.headers.getall("X-Forwarded-For", [""])[-1].rpartition(",")[2]
            with contextlib.suppress(ValueError):
                return str(ipaddress.ip_address(said.strip()))
        return request.remote or ""


class _Connection(web.RequestHandler):
    """A connection whose answers all have :data:`_HEADERS`.

    So do those of aiohttp itself, to what it does not understand.
    """

    async def finish_response(
        self, request: web.BaseRequest, resp: web.StreamResponse, start_time: float | None
    ) -> Any:
        resp.headers.update(_HEADERS)
        return await super().finish_response(request, resp, start_time)


class _Server(web.Server):
    """A server whose connections wait until they have asked for something."""

    def __init__(
        self,
        answer: Callable[[web.BaseRequest], Awaitable[web.StreamResponse]],
        waiting: WaitingRoom,
    ) -> None:
        super().__init__(answer)
        self._waiting = waiting

    def __call__(self) -> web.RequestHandler:
        # Nobody reads a log of requests, with the addresses of all guests.
        loop = asyncio.get_running_loop()
        return _Connection(self, loop=loop, access_log=None)  # type: ignore[arg-type]

    def connection_made(self, handler: web.RequestHandler, transport: asyncio.Transport) -> None:
        super().connection_made(handler, transport)
        self._waiting.wait(handler, address_of(transport), partial(_turn_away, transport))

    def connection_lost(
        self, handler: web.RequestHandler, exc: BaseException | None = None
    ) -> None:
        super().connection_lost(handler, exc)
        self._waiting.done(handler)


def _turn_away(transport: asyncio.Transport, why: Message) -> None:
    """Answer a connection that has not asked for anything, and end it."""
    text = f"{why}\n".encode()
    headers = {
        **_HEADERS, "Connection": "close", "Content-Length": len(text), "Retry-After": 1,
        "Content-Type": "text/plain; charset=utf-8",
    }  # fmt: skip
    lines = ["HTTP/1.1 503 Service Unavailable", *(f"{a}: {b}" for a, b in headers.items()), "\r\n"]
    transport.write("\r\n".join(lines).encode() + text)
    transport.abort()  # What was written has gone: nothing was before it.


def _hosts(request: web.BaseRequest) -> Sequence[str]:
    """The hosts that a request names."""
    target = request.raw_path
    if target.startswith("/"):
        return request.headers.getall("Host", [])
    return [target.partition("://")[2].partition("/")[0]]  # RFC 9112, 3.2.2


def _why_refused(header: str, said: Sequence[str]) -> str:
    """A sentence for the log, with the option that changes it."""
    text = _("a request is refused, as its header {header} names no server")
    with contextlib.suppress(ValueError):
        (host,) = said
        public = parse_public_host(host)  # It is nothing else, such as a line for a shell.
        if public.port is None:  # The usual one; which that is nobody says here.
            text = _(
                "a request is refused, as its header {header} is {host}; if that is this server,"
                " start it with --public-host https://{host}, or http://{host} without TLS"
            )
        else:
            text = _(
                "a request is refused, as its header {header} is {host}; if that is this server,"
                " start it with --public-host {host}"
            )
    return text.format(header=header, host=said[0] if said else "")


def _is_ours(record: logging.LogRecord) -> bool:
    """Say if an error is not about what somebody has sent."""
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


async def _hear(socket: web.WebSocketResponse, visit: GuestProcess) -> None:
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


def _heard(visit: GuestProcess, what: str, value: Any = None) -> list[object] | None:
    """Do what a page says; returns what it is answered."""
    match what:
        case "stdin":
            visit.type(value.encode())
        case "resize":
            visit.resize(int(value["width"]), int(value["height"]))
        case "ping":
            return ["pong", value]
    return None


async def _show(
    socket: web.WebSocketResponse, visit: GuestProcess, shown: "asyncio.Queue[bytes]"
) -> None:
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


def _locale(request: web.BaseRequest) -> str:
    """The first language that the browser asks for, as a locale."""
    language = request.headers.get("Accept-Language", "")[:2]
    return f"{language if language.isalpha() else 'en'}.UTF-8"
