"""Being called: an SSH server with one subsystem and nothing else."""

import errno
import socket
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import asyncssh

from durak_tui.common.errors import UserError
from durak_tui.common.i18n import N_, Message, why
from durak_tui.net.wire.env_requests import keep_variables
from durak_tui.net.wire.identity import KIND, Identity, public_text
from durak_tui.net.wire.link import OPTIONS, WINDOW, Link
from durak_tui.net.wire.waiting import Waiting, address_of

MOST_WAITING: Final = 8  # Connections that have not said yet what they want; older ones give way.
MOST_OF_ONE: Final = 4  # Of these from one address.
GREETING_SECONDS: Final = 10.0  # In which a connection has to say it.


class CannotListen(UserError):
    """The port cannot be had."""


class Door:
    """Where others call, until it is closed."""

    def __init__(self, identity: Identity, called: Callable[[Link], object]) -> None:
        """``called`` is told each link.

        Those of which nobody says :meth:`let_in` are ended after a while.
        """
        self.port = 0
        self._identity = identity
        self._called = called
        self._acceptor: asyncssh.SSHAcceptor | None = None
        self._waiting = Waiting(MOST_WAITING, MOST_OF_ONE, GREETING_SECONDS)
        self._links: dict[Link, asyncssh.SSHServerConnection] = {}

    async def open(self, port: int, host: str | None = None) -> None:
        """Listen at this port, 0 for any, on all addresses or one.

        Raises CannotListen.
        """
        try:
            self._acceptor = await asyncssh.listen(
                sock=_listening(host, port),
                server_factory=lambda: _Visitor(self),
                server_host_keys=[self._identity.private],
                encoding=None,
                allow_pty=False,
                agent_forwarding=False,
                x11_forwarding=False,
                password_auth=False,
                kbdint_auth=False,
                host_based_auth=False,
                login_timeout=0,  # as it waits, and is told when that is over
                window=WINDOW,
                server_version="durak-tui",
                **OPTIONS,
            )
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                text = N_("port {port} is in use: another program waits there; choose another port")
                raise CannotListen(text, port=port) from None
            text = N_("port {port} cannot be opened: {why}")
            raise CannotListen(text, port=port, why=why(error)) from None
        self.port = self._acceptor.get_port()

    def let_in(self, link: Link) -> None:
        """Whoever called does not have to wait any more."""
        if connection := self._links.get(link):
            self._waiting.done(connection)

    def close(self) -> None:
        """Close it; links that were let in stay."""
        acceptor, self._acceptor = self._acceptor, None
        if acceptor:
            # The port is free at once.  From Python 3.12 on wait_closed() would wait for all who
            # are still connected.
            acceptor.close()
        self._waiting.close()

    def came(self, connection: asyncssh.SSHServerConnection) -> None:
        """Somebody has come, perhaps one too many."""
        self._waiting.wait(connection, address_of(connection), partial(turn_away, connection))

    def started(self, link: Link, connection: asyncssh.SSHServerConnection) -> None:
        """Somebody has opened the subsystem."""
        self._links[link] = connection
        self._called(link)

    def went(self, connection: asyncssh.SSHServerConnection) -> None:
        """Somebody is gone."""
        self._waiting.done(connection)
        self._links = {link: one for link, one in self._links.items() if one is not connection}


def turn_away(connection: asyncssh.SSHServerConnection, why: Message) -> None:
    """End a connection, and say why at its other end."""
    connection.disconnect(asyncssh.DISC_TOO_MANY_CONNECTIONS, str(why))


def _listening(host: str | None, port: int) -> socket.socket:
    """A socket on one address, or on all of this computer.

    It is one for IPv4 and IPv6, where there are both: so they have one port, also if it is any.
    """
    if host:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family)
    if socket.has_dualstack_ipv6():
        try:
            return socket.create_server(("", port), family=socket.AF_INET6, dualstack_ipv6=True)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise
    return socket.create_server(("", port))


class _Visitor(asyncssh.SSHServer):
    """One connection: who it is, and what it may."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self._key = ""
        self._connection: Any = None
        self._link: Link | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connection = conn
        self._door.came(conn)

    def connection_lost(self, exc: Exception | None) -> None:
        self._door.went(self._connection)

    def begin_auth(self, username: str) -> bool:
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        # Only the first key that is shown: so the one that was proved is the one noted here.
        if key.get_algorithm() != KIND or self._key not in ("", public_text(key)):
            return False
        self._key = public_text(key)
        return True

    def session_requested(self) -> Any:
        if self._link:
            return False  # one is enough
        self._link = _Answering(self._connection, self._key, self._door)
        channel = self._connection.create_server_channel(encoding=None, window=WINDOW)
        keep_variables(channel)
        return channel, self._link


class _Answering(Link):
    """The end of the called."""

    def __init__(self, connection: asyncssh.SSHServerConnection, key: str, door: Door) -> None:
        super().__init__(connection, key, server=True)
        self._door = door
        self._server_connection = connection

    def session_started(self) -> None:
        self._door.started(self, self._server_connection)
