"""Calls that are given up before anybody has answered."""

import asyncio
import gc
from contextlib import suppress
from pathlib import Path

import pytest

from durak_tui.net.address import Address
from durak_tui.net.wire.connect import dial
from durak_tui.net.wire.identity import own_identity


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
