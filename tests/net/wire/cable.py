"""A cable between two programs on loopback that can be torn, or cut where nobody sees it."""

import asyncio
import threading
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, Self

from tests.net.wire.players import LOOPBACK


class Cable:
    """A port whose connections lead to another port."""

    def __init__(self) -> None:
        self._target = 0
        self._is_cut = False
        self._silent: set[asyncio.StreamWriter] = set()
        self._ends: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)

    def leads_to(self, port: int) -> None:
        """Lead new connections to this port."""
        self._target = port

    def cut(self) -> None:
        """Let nothing through from now on, without a word to anybody."""
        self._do(self._set_cut(True))

    def mend(self) -> None:
        """Let new connections through; the old ones are for ever silent."""
        self._do(self._set_cut(False))

    def tear(self) -> None:
        """End all connections, so that both ends see it."""
        self._do(self._tear())

    def __enter__(self) -> Self:
        self._thread.start()
        self._do(self._open())
        return self

    def __exit__(self, *_: object) -> None:
        self._do(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _do(self, step: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(step, self._loop).result()

    async def _open(self) -> None:
        self._server = await asyncio.start_server(self._connect, LOOPBACK, 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _set_cut(self, is_cut: bool) -> None:
        self._is_cut = is_cut
        self._silent |= self._ends

    async def _tear(self) -> None:
        carried = asyncio.all_tasks() - {asyncio.current_task()}
        for end in self._ends:
            end.transport.abort()
        await asyncio.gather(*carried, return_exceptions=True)

    async def _end(self) -> None:
        self._server.close()
        await self._tear()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_cut:
            writer.transport.abort()
            return
        far_reader, far_writer = await asyncio.open_connection(LOOPBACK, self._target)
        await asyncio.gather(self._carry(reader, far_writer), self._carry(far_reader, writer))

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._ends.add(writer)
        with suppress(OSError):
            while data := await reader.read(1 << 16):
                if writer not in self._silent:
                    writer.write(data)
        self._ends.discard(writer)
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()
