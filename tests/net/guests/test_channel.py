"""The line to a guest's program, which says whatever it likes."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest
import pytest_asyncio

from durak_tui.common.fields import Malformed
from durak_tui.net.guests.guest_process import Channel
from durak_tui.net.guests.news import MissedResult, VisitEnds, encode_news
from durak_tui.net.guests.wishes import Hide, Wish
from durak_tui.net.talk_messages import LINE_CAP


class Line:
    """A line, its server's end and its program's."""

    def __init__(self, channel: Channel, program: socket.socket) -> None:
        self.channel = channel
        self.program = program
        self.wishes: list[Wish] = []

    async def hears(self, data: bytes) -> None:
        """Say this and hang up.  Raises what the server's end raises."""
        self.program.sendall(data)
        self.program.shutdown(socket.SHUT_WR)
        await asyncio.wait_for(self.channel.listen(self.wishes.append), 60)


@pytest_asyncio.fixture
async def line() -> AsyncIterator[Line]:
    ours, theirs = socket.socketpair()
    with theirs:
        channel = await Channel.open(ours)
        yield Line(channel, theirs)
        channel.close()


async def test_wishes_are_heard_in_order_to_the_last_whole_one(line: Line) -> None:
    await line.hears(b'{"is":"hide"}\n{"is":"hide"}\n{"is":"hi')
    assert line.wishes == [Hide(), Hide()]


@pytest.mark.parametrize(
    "data",
    [
        b"\n", b"[]\n", b"\xff\n", b'{"is":"hide"\n', b'{"is":3}\n', b'{"is":"play"}\n',
        b"[" * 4000 + b"\n", b'"' + b"x" * LINE_CAP + b'"\n', b"x" * 5 * LINE_CAP,
        b'{"is":"invite","line":1,"whom":1e999}\n', b'{"is":"join","line":' + b"9" * 5000 + b"}\n",
    ],
)  # fmt: skip
async def test_whatever_is_no_wish_ends_it(line: Line, data: bytes) -> None:
    with pytest.raises(Malformed):
        await line.hears(b'{"is":"hide"}\n' + data)
    assert line.wishes == [Hide()]


async def test_to_a_program_that_does_not_listen_nothing_more_is_said(line: Line) -> None:
    listening = asyncio.create_task(line.channel.listen(line.wishes.append))
    for _ in range(100):
        line.channel.send(MissedResult(1, "x" * 100_000))
    await asyncio.wait_for(listening, 60)
    with suppress(ConnectionResetError):
        while data := line.program.recv(1 << 16):
            assert not data.endswith(encode_news(VisitEnds("closing")))
