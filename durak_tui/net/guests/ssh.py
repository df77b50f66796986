"""The entry for guests who come by SSH, only to play.

SSH carries a guest's terminal; news of the lobby and the table go by ``guest_process.py: Channel``.
"""

import asyncio
import contextlib
import logging
import os
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

import asyncssh

from durak_tui.common import i18n
from durak_tui.common.errors import UserError
from durak_tui.common.i18n import N_, _
from durak_tui.net.guests.guest_process import Guest, GuestProcess, Window, may_pass
from durak_tui.net.guests.server import LAST_SECONDS, GuestServer, guests_folder
from durak_tui.net.wire.door import Bounds, NoEntry, WaitingRoom, address_of
from durak_tui.net.wire.env_requests import keep_variables
from durak_tui.net.wire.identity import own_identity
from durak_tui.net.wire.listen import turn_away

_BANNER: Final = N_("This server only plays Durak: no shell, files, agent, X11 or forwarding.")
_NO_COMMANDS: Final = N_("This server only plays Durak: connect without a command.")
_NO_FILES: Final = N_("This server only plays Durak: it hands out no files and takes none.")
_NO_FORWARDING: Final = N_("This server only plays Durak: it forwards nothing.")
_NO_TERMINAL: Final = N_("The game needs a terminal: connect with ssh -t.")
_NO_KEY: Final = N_("You have no key: nothing from this visit is saved.")
_ALIVE_SECONDS: Final = 15  # Between two questions whether the guest's end is still there...
_UNANSWERED: Final = 3  # ...and how many may go unanswered.
_WAITING_TIMES: Final = 4  # Connections on their way to a session, for each session.


class SshEntry:
    """Lets guests in by their keys, or everybody."""

    def __init__(self, server: GuestServer, authorized_keys: Path | None) -> None:
        """Without a file of keys everybody may come in."""
        self.server = server
        self.connections: set[asyncssh.SSHServerConnection] = set()
        limits = server.limits
        most = Bounds(_WAITING_TIMES * limits.sessions, limits.per_address)
        self.waiting, self.idle = (WaitingRoom(most, limits.login_seconds) for _kind in range(2))
        """Those who have not logged in; and those who have, and do not play.

        They are counted apart, so that the former never push out the latter.
        """
        self.keys = authorized_keys
        if authorized_keys:
            read_keys(authorized_keys)  # An error in it is to be known now.

    @asynccontextmanager
    async def open(self, host: str, port: int) -> AsyncIterator[int]:
        """Listen, for a block; gives the port.  Raises OSError."""
        logging.getLogger("asyncssh").setLevel(logging.CRITICAL)  # The server's log says who comes.
        listener = await asyncssh.create_server(
            lambda: _Entrance(self), host, port,
            server_host_keys=[own_identity(guests_folder()).private],
            encoding=None, line_editor=False, allow_scp=False, sftp_factory=None,
            agent_forwarding=False, x11_forwarding=False,
            password_auth=False, host_based_auth=False, gss_host=None,
            # It would unpack all that it is sent, and the application sends little.
            compression_algs=None,
            login_timeout=0,  # the waiting room's, which says so
            keepalive_interval=_ALIVE_SECONDS, keepalive_count_max=_UNANSWERED,
        )  # fmt: skip
        try:
            yield listener.get_port()
        finally:
            listener.close()
            closing = [asyncio.create_task(_closed(one)) for one in self.connections]
            if closing:
                await asyncio.wait(closing, timeout=LAST_SECONDS)


def read_keys(file: Path) -> asyncssh.SSHAuthorizedKeys:
    """The keys that may come in now.  Raises UserError."""
    try:
        return asyncssh.read_authorized_keys(os.fspath(file))
    except (OSError, ValueError) as error:
        text = N_("{path} cannot be read: {why}")
        raise UserError(text, path=file, why=error) from None


def has_expired(options: Mapping[str, object]) -> bool:
    """Say if a key with these options has expired.

    ``expiry-time``, which asyncssh only reads, is as in sshd(8): YYYYMMDD, YYYYMMDDHHMM or
    YYYYMMDDHHMMSS, local unless a Z follows.  What is not so has expired.
    """
    if "expiry-time" not in options:
        return False
    times = options["expiry-time"]
    return not isinstance(times, list) or any(map(_is_past, times))


def _is_past(time: str) -> bool:
    digits = time.removesuffix("Z")
    form = {8: "%Y%m%d", 12: "%Y%m%d%H%M", 14: "%Y%m%d%H%M%S"}.get(len(digits))
    if form is None or not digits.isdecimal():
        return True
    try:
        expiry = datetime.strptime(digits, form)
    except ValueError:
        return True
    # Both without a zone: Python 3.13 cannot bring the last day of the year 9999 into one.
    return expiry <= datetime.now(None if digits == time else UTC).replace(tzinfo=None)


async def _closed(connection: asyncssh.SSHServerConnection) -> None:
    connection.close()
    await connection.wait_closed()


class _Entrance(asyncssh.SSHServer):
    """One connection: its key, and its sessions, which may only play."""

    def __init__(self, entry: SshEntry) -> None:
        self._entry = entry
        self._is_open = entry.keys is None
        self._authorized: asyncssh.SSHAuthorizedKeys | None = None  # Read when somebody comes.
        self._fingerprint = ""  # Of the key that was offered last: the one that was proved.
        self._guest = Guest("")
        self.sessions: set[_Session] = set()
        self._visits = 0  # That run; a connection without one must end.

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connection = conn
        self._guest = Guest(address_of(conn))
        self._entry.connections.add(conn)
        self._wait(self._entry.waiting)

    def connection_lost(self, exc: Exception | None) -> None:
        self._entry.connections.discard(self._connection)
        self._wait(None)
        for session in self.sessions.copy():
            # asyncssh calls it only when it has room for all that was typed before.
            session.connection_lost(exc)

    def begin_auth(self, username: str) -> bool:
        self._connection.send_auth_banner(f"{_(_BANNER)}\r\n")
        try:
            self._entry.server.door.check(self._guest.address)
            self._authorized = self._keys()
        except NoEntry as error:
            self._connection.disconnect(asyncssh.DISC_TOO_MANY_CONNECTIONS, str(error))
        return True

    def _keys(self) -> asyncssh.SSHAuthorizedKeys | None:
        try:
            return read_keys(self._entry.keys) if self._entry.keys else None
        except UserError as error:
            raise self._entry.server.unable(error) from None

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        self._fingerprint = key.get_fingerprint()
        if self._authorized is None:
            return self._is_open
        address = self._guest.address
        options = self._authorized.validate(key, address, address)
        return options is not None and not has_expired(options)

    def kbdint_auth_supported(self) -> bool:
        return self._is_open

    def get_kbdint_challenge(
        self, username: str, lang: str, submethods: str
    ) -> tuple[str, str, str, list[tuple[str, bool]]]:
        """Ask nothing: this is how those come in who have no key."""
        return "", _(_NO_KEY), "", []

    def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> bool:
        self._fingerprint = ""  # One may have been offered and not proved.
        return self._is_open

    def auth_completed(self) -> None:
        self._guest = Guest(self._guest.address, self._fingerprint)
        self._wait(self._entry.idle)

    def begun(self) -> None:
        """A visit has begun."""
        self._visits += 1
        self._wait(None)

    def ended(self) -> None:
        """A visit has ended."""
        self._visits -= 1
        if not self._visits and self._connection in self._entry.connections:
            self._wait(self._entry.idle)

    def _wait(self, where: WaitingRoom | None) -> None:
        """Let the connection wait here and nowhere else."""
        connection, entry = self._connection, self._entry
        for one in (entry.waiting, entry.idle):
            one.done(connection)
        if where:
            where.wait(connection, self._guest.address, partial(turn_away, connection))

    def session_requested(self) -> Any:
        if len(self.sessions) >= self._entry.server.limits.per_address:
            return False
        channel = self._connection.create_server_channel()
        environment = keep_variables(channel, may_pass)
        session = _Session(self, self._entry.server, self._guest, environment)
        self.sessions.add(session)
        return channel, session

    def connection_requested(
        self, dest_host: str, dest_port: int, orig_host: str, orig_port: int
    ) -> bool:
        raise _no_forwarding()

    def unix_connection_requested(self, dest_path: str) -> bool:
        raise _no_forwarding()


def _no_forwarding() -> asyncssh.ChannelOpenError:
    return asyncssh.ChannelOpenError(asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, _(_NO_FORWARDING))


class _Session(asyncssh.SSHServerSession[bytes]):
    """A session of a guest: the game, or a refusal."""

    _channel: asyncssh.SSHServerChannel[bytes]

    def __init__(
        self, entrance: _Entrance, server: GuestServer, guest: Guest, environment: Mapping[str, str]
    ) -> None:
        self._entrance = entrance
        self._server = server
        self._guest = guest
        self._refusal = ""
        self._environment = environment
        self._visit: GuestProcess | None = None
        self._task: asyncio.Task[None] | None = None
        self._waiting: asyncio.Task[None] | None = None  # Until there is room for more.

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan

    # Requests are granted, so that those of other things can be answered by a sentence.

    def pty_requested(self, *_: object) -> bool:
        return True

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        is_copy = command.partition(" ")[0] in ("scp", "sftp-server", "rsync", "internal-sftp")
        self._refusal = _NO_FILES if is_copy else _NO_COMMANDS
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        self._refusal = _NO_FILES if subsystem == "sftp" else _NO_COMMANDS
        return True

    def session_started(self) -> None:
        terminal = self._channel.get_terminal_type() or ""
        environment = {**self._environment, "TERM": terminal}
        columns, rows, *_pixels = self._channel.get_terminal_size()
        window = Window(environment, columns, rows)
        language = window.allowed["LANG"]
        if not self._refusal and window.allowed.get("TERM", "dumb") == "dumb":
            self._refusal = _NO_TERMINAL
        with i18n.speaking(language):
            if self._refusal:
                self._refuse(_(self._refusal))
                return
            try:
                self._visit = self._server.admit(self._guest, window, self._show)
            except NoEntry as error:
                self._refuse(str(error))
                return
        self._entrance.begun()
        self._task = asyncio.create_task(self._receive(self._visit))

    def _show(self, data: bytes) -> None:
        with contextlib.suppress(OSError):  # the guest is about to be gone
            self._channel.write(data)

    def _refuse(self, why: str) -> None:
        self._channel.write_stderr(f"{why}\r\n".encode())
        self._channel.exit(1)

    async def _receive(self, visit: GuestProcess) -> None:
        try:
            status = await self._server.receive(visit)
        finally:
            self._entrance.ended()
        with contextlib.suppress(OSError):  # the guest is gone
            self._channel.exit(status if status >= 0 else 128 - status)

    def data_received(self, data: bytes, datatype: object) -> None:
        if self._visit:
            self._visit.type(data)
            if not self._visit.room.is_set() and not self._waiting:
                self._channel.pause_reading()
                self._waiting = asyncio.create_task(self._wait(self._visit))

    async def _wait(self, visit: GuestProcess) -> None:
        await visit.room.wait()
        self._waiting = None
        self._channel.resume_reading()

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        if self._visit:
            self._visit.resize(width, height)

    def break_received(self, msec: int) -> bool:
        return True

    def pause_writing(self) -> None:
        if self._visit:
            self._visit.pause()

    def resume_writing(self) -> None:
        if self._visit:
            self._visit.resume()

    def eof_received(self) -> bool:
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        self._entrance.sessions.discard(self)
        if self._visit:
            self._visit.hang_up()
