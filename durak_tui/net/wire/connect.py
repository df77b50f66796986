"""Calling a program elsewhere."""

import asyncio
import os
import socket
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import Any, Final

import asyncssh

from durak_tui.common.errors import UserError
from durak_tui.common.i18n import N_, Message, why
from durak_tui.net.address import Address
from durak_tui.net.wire.identity import KIND, Identity, public_text
from durak_tui.net.wire.link import OPTIONS, SUBSYSTEM, USER, WINDOW, Link

CONNECT_SECONDS: Final = 3.0  # For one address to answer at all.
GREETING_SECONDS: Final = 10.0  # For it to show who it is; on a bad line that takes five seconds.
MOST_ADDRESSES: Final = 8  # Of one host that are tried.

# What the system says most often of addresses.
_SYSTEM: Final = (
    N_("Address already in use"),
    N_("Connection refused"),
    N_("Connection reset by peer"),
    N_("Connection timed out"),
    N_("Network is unreachable"),
    N_("No route to host"),
)


class Unreachable(UserError):
    """Nobody answers there, or not whom one has called."""


async def dial(targets: Sequence[Address], own: Identity, key: str = "") -> Link:
    """Open a link to the first of these that answers.

    ``key`` is the public key that it must have, if that is known.  Raises Unreachable, with
    the reason of the last one.
    """
    error: Unreachable | None = None
    for target in targets:
        try:
            addresses = await _resolved(target)
        except Unreachable as unknown:
            error = unknown
            continue
        for family, address in addresses[:MOST_ADDRESSES]:
            try:
                return await _open(target, family, address, own, key)
            except Unreachable as closed:
                error = closed
    raise error or Unreachable(N_("there is no address to connect to"))


async def _open(target: Address, family: int, address: Any, own: Identity, key: str) -> Link:
    sock = socket.socket(family, socket.SOCK_STREAM)
    try:
        sock.setblocking(False)
        async with asyncio.timeout(CONNECT_SECONDS):
            await asyncio.get_running_loop().sock_connect(sock, address)
    except TimeoutError:
        sock.close()
        raise Unreachable(N_("{address} does not answer"), address=target) from None
    except OSError as error:
        sock.close()
        raise _unreachable(target, error) from None
    except BaseException:
        sock.close()
        raise
    caller = _Caller(key, sock)
    try:
        async with asyncio.timeout(GREETING_SECONDS):
            connection = await asyncssh.connect(
                *address[:2],  # which it would ask the socket for, and that may have lost it
                sock=sock,
                client_factory=lambda: caller,
                username=USER,
                client_keys=[own.private],
                known_hosts=([], [], []),  # the caller decides
                server_host_key_algs=[KIND],
                agent_path=None,
                preferred_auth="publickey",
                client_version="durak-tui",
                **OPTIONS,
            )
            link = Link(connection, caller.shown)
            await connection.create_session(
                lambda: link,
                subsystem=SUBSYSTEM,
                encoding=None,
                window=WINDOW,
            )
            return link
    except TimeoutError:
        reason = N_("{address} does not answer")
    except Exception as error:
        # The other end may say anything, and asyncssh then raises anything.
        if caller.is_wrong:
            reason = N_("somebody else answers at {address}, with a different key")
        elif getattr(error, "code", None) == asyncssh.DISC_TOO_MANY_CONNECTIONS:
            reason = N_("too many programs are connecting to {address}: try again in a moment")
        else:
            reason = N_("no durak-tui is waiting for a game at {address}")
    except BaseException:
        caller.abort()
        raise
    caller.abort()
    raise Unreachable(reason, address=target)


class _Caller(asyncssh.SSHClient):
    """The key of the other end, compared with the right one."""

    def __init__(self, key: str, sock: socket.socket) -> None:
        self.shown = ""
        self.is_wrong = False
        self._key = key
        self._sock = sock
        self._connection: asyncssh.SSHClientConnection | None = None

    def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
        self._connection = conn

    def validate_host_public_key(
        self, host: str, addr: str, port: int, key: asyncssh.SSHKey
    ) -> bool:
        self.shown = public_text(key)
        self.is_wrong = self._key not in ("", self.shown)
        return not self.is_wrong

    def abort(self) -> None:
        """End the connection, or what would have become one."""
        if self._connection:
            self._connection.abort()
        else:
            self._sock.close()


def _unreachable(target: Address, error: OSError) -> Unreachable:
    # By its number: what asyncio says of it has the address in it once more.
    reason = Message(os.strerror(error.errno)) if error.errno else why(error)
    return Unreachable(N_("{address} cannot be reached: {why}"), address=target, why=reason)


async def _resolved(target: Address) -> list[tuple[int, Any]]:
    """Families and addresses of a host.  Raises Unreachable."""
    look_up = partial(socket.getaddrinfo, target.host, target.port, type=socket.SOCK_STREAM)
    try:
        with suppress(socket.gaierror):  # a name
            return _families(look_up(flags=socket.AI_NUMERICHOST))
        async with asyncio.timeout(GREETING_SECONDS):
            return _families(await _in_thread(look_up))
    except (socket.gaierror, UnicodeError):
        text = N_("the host {host} was not found")
        raise Unreachable(text, host=target.host) from None
    except TimeoutError:
        text = N_("the name {host} could not be looked up: no answer")
        raise Unreachable(text, host=target.host) from None
    except OSError as error:
        raise _unreachable(target, error) from None


def _families(found: list[Any]) -> list[tuple[int, Any]]:
    return [(family, address) for family, _kind, _protocol, _name, address in found]


async def _in_thread(look_up: Callable[[], list[Any]]) -> list[Any]:
    """Ask in a thread that nobody waits for.

    A look-up cannot be stopped, and may take half a minute; asyncio would wait for its own threads
    before the program ends.
    """
    found: Future[list[Any]] = Future()

    def run() -> None:
        try:
            found.set_result(look_up())
        except Exception as error:
            found.set_exception(error)

    found.set_running_or_notify_cancel()  # From now on nobody cancels it.
    threading.Thread(target=run, name="look-up", daemon=True).start()
    return await asyncio.wrap_future(found)
