"""The line between the server and a guest's program, the server's end."""

import asyncio
import socket
from collections.abc import Callable
from typing import Final, Self

from durak_tui.common.fields import Malformed
from durak_tui.net.guests.news import ServerNews, encode_news
from durak_tui.net.guests.wishes import Wish, decode_wish
from durak_tui.net.talk_messages import LINE_CAP

_PAUSE: Final = 0.01  # Seconds between two wishes: people are slower, and so must programs be.
_MUCH: Final = 1 << 20  # Bytes that wait for a program, which then does not listen any more.


class Channel:
    """The server's end: messages go out, wishes come in."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def open(cls, end: socket.socket) -> Self:
        """Take one end of a pair of sockets."""
        return cls(*await asyncio.open_unix_connection(sock=end, limit=LINE_CAP))

    def send(self, message: ServerNews) -> None:
        """Send a message, unless nobody listens."""
        if self._writer.transport.get_write_buffer_size() > _MUCH:
            self._writer.transport.abort()
        elif not self._writer.is_closing():
            self._writer.write(encode_news(message))

    async def listen(self, handle: Callable[[Wish], object]) -> None:
        """Handle the wishes of a program to its end.  Raises Malformed."""
        try:
            while (line := await self._reader.readline()).endswith(b"\n"):
                handle(decode_wish(line))
                await asyncio.sleep(_PAUSE)
        except OSError:
            return  # it is gone
        except ValueError as error:
            raise Malformed(str(error)) from None

    def close(self) -> None:
        self._writer.close()
