"""The port of a program: one subsystem for a key, and nothing else."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from durak_tui.net.address import Address
from durak_tui.net.wire import listen
from durak_tui.net.wire.connect import dial
from durak_tui.net.wire.identity import own_identity
from durak_tui.net.wire.link import SUBSYSTEM, Link
from durak_tui.net.wire.listen import WAITING, CannotListen, LineListener
from tests.net.wire.players import with_key


class Visited:
    """A port, and those who called."""

    def __init__(self, folder: Path) -> None:
        self.identity = own_identity(with_key(folder / "Boris"))
        self.anna = own_identity(with_key(folder / "Anna"))
        self.links: asyncio.Queue[Link] = asyncio.Queue()
        self.listener = LineListener(self.identity, self.links.put_nowait)

    @property
    def address(self) -> Address:
        return Address("127.0.0.1", self.listener.port)

    async def connected(self, **options: Any) -> asyncssh.SSHClientConnection:
        """An asyncssh client with Anna's key."""
        usual: dict[str, Any] = {
            "username": "anna", "known_hosts": None, "config": None, "agent_path": None,
            "client_keys": [self.anna.private],
        }  # fmt: skip
        return await asyncssh.connect("127.0.0.1", self.listener.port, **usual | options)


@pytest.fixture
async def visited(tmp_path: Path) -> AsyncIterator[Visited]:
    place = Visited(tmp_path)
    await place.listener.open(0, "127.0.0.1")
    yield place
    place.listener.close()


async def test_a_client_gets_nothing_but_the_one_subsystem(visited: Visited) -> None:
    async with await visited.connected() as connection:
        for options in (
            {"command": "id"},
            {},
            {"term_type": "xterm", "subsystem": SUBSYSTEM},
            {"subsystem": "sftp"},
            {"subsystem": "shell"},
            {"subsystem": SUBSYSTEM, "x11_forwarding": True, "x11_display": "localhost:1"},
        ):
            with pytest.raises((asyncssh.ChannelOpenError, asyncssh.ProcessError)):
                await connection.create_session(asyncssh.SSHClientSession[bytes], **options)
        with pytest.raises(asyncssh.Error):
            await connection.start_sftp_client()
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.open_connection("127.0.0.1", 22)
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.open_unix_connection("/tmp/socket")
        with pytest.raises(asyncssh.ChannelListenError):
            await connection.forward_remote_port("127.0.0.1", 0, "127.0.0.1", 22)
        with pytest.raises(asyncssh.ChannelListenError):
            await connection.forward_remote_path("/tmp/socket", "/tmp/socket")
    assert visited.links.empty()


async def test_no_environment_or_agent_of_a_client_is_taken(
    visited: Visited, tmp_path: Path
) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while await reader.read(1000):
            writer.write(b"\0\0\0\5\x0c\0\0\0\0")  # It has no keys.
        writer.close()

    agent = await asyncio.start_unix_server(answer, tmp_path / "agent")
    forwarding = {"agent_path": str(tmp_path / "agent"), "agent_forwarding": True}
    async with agent, await visited.connected(**forwarding) as connection:
        channel, _ = await connection.create_session(
            asyncssh.SSHClientSession[bytes], subsystem=SUBSYSTEM, encoding=None,
            env={"LD_PRELOAD": "evil.so", "LANG": "C"},
        )  # fmt: skip
        link = await visited.links.get()
        assert link.channel.get_environment() == {}
        assert link.channel.get_agent_path() is None
        channel.close()


async def test_one_connection_has_one_channel(visited: Visited) -> None:
    async with await visited.connected() as connection:
        await connection.create_session(asyncssh.SSHClientSession[bytes], subsystem=SUBSYSTEM)
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.create_session(asyncssh.SSHClientSession[bytes], subsystem=SUBSYSTEM)


@pytest.mark.parametrize("kind", ["none", "password", "rsa"])
async def test_nobody_comes_in_without_a_key_of_the_kind(visited: Visited, kind: str) -> None:
    options: dict[str, Any] = {"client_keys": None}
    if kind == "password":
        options["password"] = "durak"
    if kind == "rsa":
        options["client_keys"] = [asyncssh.generate_private_key("ecdsa-sha2-nistp256")]
    with pytest.raises(asyncssh.PermissionDenied):
        await visited.connected(**options)


async def test_a_key_that_was_only_shown_is_not_believed(visited: Visited) -> None:
    """Nobody is let in who shows one public key and proves another."""
    anna = asyncssh.load_keypairs([visited.anna.private])[0]
    (own,) = asyncssh.load_keypairs([key := asyncssh.generate_private_key("ssh-ed25519")])
    own.public_data = anna.public_data
    with pytest.raises(asyncssh.PermissionDenied):
        await visited.connected(client_keys=[own, key])
    (await visited.connected(client_keys=[key])).abort()


async def test_who_only_waits_at_the_port_keeps_nobody_out(visited: Visited) -> None:
    waiting = []
    for number in range(WAITING.in_all):
        waiting.append(
            await asyncio.open_connection(
                "127.0.0.1", visited.listener.port, local_addr=(f"127.0.0.{2 + number}", 0)
            )
        )
        assert (await waiting[-1][0].readline()).startswith(b"SSH-2.0")
    await dial([visited.address], visited.anna)
    assert b"Too many connections are waiting" in await waiting[0][0].read()
    (await visited.links.get()).close()
    for _reader, writer in waiting:
        writer.close()


async def test_a_silent_caller_is_sent_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listen, "GREETING_SECONDS", 0.2)
    visited = Visited(tmp_path)
    await visited.listener.open(0, "127.0.0.1")
    silent, writer = await asyncio.open_connection("127.0.0.1", visited.listener.port)
    link = await dial([visited.address], visited.anna)
    assert b"You took too long" in await silent.read()
    writer.close()
    await link.ended.wait()
    visited.listener.close()


async def test_a_port_closes_at_once_and_leaves_alone_who_was_let_in(
    visited: Visited, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also with the asyncio of later versions, which waits for all who are connected."""

    async def for_ever(acceptor: asyncssh.SSHAcceptor) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(asyncssh.SSHAcceptor, "wait_closed", for_ever)
    near, far = await dial([visited.address], visited.anna), await visited.links.get()
    far.let_in()
    waiting, writer = await asyncio.open_connection("127.0.0.1", visited.listener.port)
    await waiting.readline()
    visited.listener.close()
    assert b"no longer accepts connections" in await waiting.read()
    writer.close()
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection("127.0.0.1", visited.listener.port)
    far.write(b"still here\n")
    assert await near.line() == b"still here"
    near.close()
    await far.ended.wait()


async def test_a_port_that_is_in_use_is_said_to_be(visited: Visited) -> None:
    other = LineListener(visited.identity, lambda link: None)
    with pytest.raises(CannotListen, match=f"port {visited.listener.port} is in use"):
        await other.open(visited.listener.port, "127.0.0.1")
