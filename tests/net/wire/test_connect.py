"""Calls that are given up, or turned away, before anybody has answered."""

import asyncio
import gc
from contextlib import suppress
from pathlib import Path

import asyncssh
import pytest

from durak_tui.common.i18n import Message
from durak_tui.net.address import Address
from durak_tui.net.wire.connect import Unreachable, dial
from durak_tui.net.wire.identity import own_identity
from durak_tui.net.wire.listen import turn_away


@pytest.mark.parametrize("steps", range(6))
async def test_a_call_that_is_given_up_leaves_nothing_open(tmp_path: Path, steps: int) -> None:
    taken: asyncio.Queue[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = asyncio.Queue()

    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await taken.put((reader, writer))

    async with await asyncio.start_server(take, "127.0.0.1") as server:
        port = server.sockets[0].getsockname()[1]
        call = asyncio.create_task(dial([Address("127.0.0.1", port)], own_identity(tmp_path)))
        reader, writer = await taken.get()
        for _ in range(steps):
            await asyncio.sleep(0)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        with suppress(ConnectionError):
            await reader.read()  # until the call is over
        writer.close()
        gc.collect()  # what is still open warns of it, and fails the test


class Crowded(asyncssh.SSHServer):
    """A door that has to turn away whom it has just let begin."""

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connection = conn

    def begin_auth(self, username: str) -> bool:
        turn_away(self._connection, Message("anything"))
        return True


async def test_a_caller_who_is_one_too_many_learns_it(tmp_path: Path) -> None:
    own = own_identity(tmp_path)
    door = await asyncssh.listen(
        "127.0.0.1", 0, server_factory=Crowded, server_host_keys=[own.private]
    )
    with pytest.raises(Unreachable, match="too many programs are connecting to"):
        await dial([Address("127.0.0.1", door.get_port())], own)
    door.close()
