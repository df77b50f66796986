"""Being called: an SSH server with one subsystem and nothing else."""

import errno
import socket
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import asyncssh

from durak_tui.common.errors import UserError
from durak_tui.common.i18n import N_, Message, why
from durak_tui.net.wire.door import Bounds, WaitingRoom, address_of
from durak_tui.net.wire.env_requests import keep_variables
from durak_tui.net.wire.identity import KIND, Identity, public_text
from durak_tui.net.wire.link import OPTIONS, WINDOW, Link

WAITING: Final = Bounds(8, 4)  # Connections that have not said yet what they want.
GREETING_SECONDS: Final = 10.0  # In which a connection must say it.


class CannotListen(UserError):
    """The port cannot be had."""


class LineListener:
    """A port where other programs call, until it is closed."""

    def __init__(self, identity: Identity, called: Callable[[Link], object]) -> None:
        """``called`` gets each link.

        Links that are not let in are ended after a while.
        """
        self.port = 0
        self.waiting: Final = WaitingRoom(WAITING, GREETING_SECONDS)
        self.called: Final = called
        self._identity = identity
        self._acceptor: asyncssh.SSHAcceptor | None = None

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
                login_timeout=0,  # the waiting room's, which says so
                window=WINDOW,
                server_version="durak-tui",
                **OPTIONS,
            )
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                text = N_("port {port} is in use by another program: choose another port")
                raise CannotListen(text, port=port) from None
            text = N_("port {port} cannot be opened: {why}")
            raise CannotListen(text, port=port, why=why(error)) from None
        self.port = self._acceptor.get_port()

    def close(self) -> None:
        """Close it; links that were let in stay."""
        acceptor, self._acceptor = self._acceptor, None
        if acceptor:
            # The port is free at once.  From Python 3.12 on wait_closed() would wait for all who
            # are still connected.
            acceptor.close()
        self.waiting.close()


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

    def __init__(self, listener: LineListener) -> None:
        self._listener = listener
        self._key = ""
        self._connection: Any = None
        self._has_link = False

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connection = conn
        self._listener.waiting.wait(conn, address_of(conn), partial(turn_away, conn))

    def connection_lost(self, exc: Exception | None) -> None:
        self._listener.waiting.done(self._connection)

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
        if self._has_link:
            return False  # one is enough
        self._has_link = True
        channel = self._connection.create_server_channel(encoding=None, window=WINDOW)
        keep_variables(channel)
        let_in = partial(self._listener.waiting.done, self._connection)
        return channel, Link(self._connection, self._key, self._listener.called, let_in)
