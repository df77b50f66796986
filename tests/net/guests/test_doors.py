"""Lines at the entries of a server, and those that must go."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncssh
import pytest

from durak_tui.net.guests.origins import parse_public_host
from durak_tui.net.guests.server import GuestServer
from durak_tui.net.guests.ssh import SshEntry, has_expired
from durak_tui.net.guests.terms import ServerLimits
from durak_tui.net.guests.web import WebEntry

LOOPBACK = "127.0.0.1"
PATIENCE = 60
CROWDED = b"Too many connections are waiting"


class Line(asyncio.Protocol):
    """A connection, and what was said on it."""

    transport: asyncio.Transport

    def __init__(self) -> None:
        self.said = b""
        self.has_spoken = asyncio.Event()
        self.over = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.said += data
        self.has_spoken.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self.has_spoken.set()
        self.over.set()

    async def told(self) -> bytes:
        """All that is said before its end."""
        async with asyncio.timeout(PATIENCE):
            await self.over.wait()
        return self.said


class Doorstep:
    """A door in this program, and those who come to it from addresses of this machine."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._lines: list[Line] = []

    async def connect(self, address: str = LOOPBACK) -> Line:
        """Come, and say nothing."""
        loop = asyncio.get_running_loop()
        _transport, line = await loop.create_connection(
            Line, LOOPBACK, self.port, local_addr=(address, 0)
        )
        self._lines.append(line)
        return line

    async def served(self, address: str = LOOPBACK) -> bytes:
        """Come with whatever the door is for; returns what it says."""
        raise NotImplementedError

    def leave(self) -> None:
        """Close all connections."""
        for line in self._lines:
            line.transport.abort()


class SshStep(Doorstep):
    """An SSH door."""

    async def connect(self, address: str = LOOPBACK) -> Line:
        line = await super().connect(address)
        await line.has_spoken.wait()  # So it is in line.
        return line

    async def log_in(self, address: str = LOOPBACK) -> asyncssh.SSHClientConnection:
        """Come without a key."""
        return await asyncssh.connect(
            LOOPBACK, self.port, username="nobody", known_hosts=None, client_keys=None,
            config=None, agent_path=None, password="", local_addr=(address, 0),
        )  # fmt: skip

    async def served(self, address: str = LOOPBACK) -> bytes:
        line = await self.log_in(address)
        said = await self.says(line)
        line.close()
        return said

    @staticmethod
    async def says(line: asyncssh.SSHClientConnection) -> bytes:
        """The answer to a command, which is refused."""
        return str((await line.run("x", check=False)).stderr).encode()


class WebStep(Doorstep):
    """A door for browsers."""

    async def served(self, address: str = LOOPBACK) -> bytes:
        return await self.get("/", address=address)

    async def get(
        self, path: str, host: str | None = None, *more: str, address: str = LOOPBACK
    ) -> bytes:
        """The answer to a request, with its headers."""
        line = await self.connect(address)
        self._ask(line, path, host, "Connection: close", *more)
        return await line.told()

    def _ask(self, line: Line, path: str, host: str | None, *headers: str) -> None:
        host = host or f"{LOOPBACK}:{self.port}"
        lines = [f"GET {path} HTTP/1.1", f"Host: {host}", *headers, "\r\n"]
        line.transport.write("\r\n".join(lines).encode())

    async def open_socket(self, *origins: str, host: str | None = None) -> int:
        """Begin a visit as a page of these origins would; returns the status."""
        line = await self.connect()
        self._ask(
            line, "/ws", host, "Connection: upgrade", "Upgrade: websocket",
            "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
            *(f"Origin: {one}" for one in origins),
        )  # fmt: skip
        await line.has_spoken.wait()
        return int(line.said.split()[1])


@asynccontextmanager
async def opened(
    kind: str, *public: str, behind_proxy: bool = False, **limits: Any
) -> AsyncIterator[Any]:
    """An entry of this kind, until the block is left."""
    with GuestServer(ServerLimits(**limits)) as server:
        names = [parse_public_host(one) for one in public]
        entry = (
            SshEntry(server, None)
            if kind == "ssh"
            else WebEntry(server, names, behind_proxy=behind_proxy)
        )
        async with entry.open(LOOPBACK, 0) as port:
            step = SshStep(port) if kind == "ssh" else WebStep(port)
            try:
                yield step
            finally:
                step.leave()
                await server.close()


@pytest.fixture(params=["ssh", "web"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def welcome(kind: str) -> bytes:
    """The answer of a door to a guest who is served."""
    return b"connect without a command" if kind == "ssh" else b"200 OK"


# A browser opens six connections for a page.
ROOM = {"ssh": 1, "web": 6}


async def test_no_number_of_idle_connections_keeps_anybody_out(kind: str, welcome: bytes) -> None:
    most = {"ssh": 80, "web": 120}[kind]
    of_one = 5 * ROOM[kind]
    async with opened(kind) as step:
        idle = [await step.connect(f"127.0.0.{2 + at // of_one}") for at in range(most)]
        assert welcome in await step.served("127.0.0.99")
        assert CROWDED in await idle[0].told()
        assert not any(line.over.is_set() for line in idle[1:])


async def test_one_address_pushes_out_no_other(kind: str) -> None:
    async with opened(kind, sessions=2, per_address=2) as step:
        other = await step.connect("127.0.0.2")
        lines = [await step.connect() for _line in range(20)]
        await lines[-13].told()  # Two in SSH, or twelve for browsers, have room.
        assert not other.over.is_set()
        assert not lines[-1].over.is_set()


async def test_behind_a_proxy_one_address_may_be_that_of_all() -> None:
    async with opened("web", behind_proxy=True, sessions=2, per_address=1) as step:
        lines = [await step.connect() for _line in range(12)]
        assert b"200 OK" in await step.served()
        assert CROWDED in await lines[0].told()
        assert not any(line.over.is_set() for line in lines[1:])


async def test_who_does_not_log_in_in_time_hears_why_they_are_sent_away(kind: str) -> None:
    async with opened(kind, login_seconds=0.2) as step:
        assert b"You took too long" in await (await step.connect()).told()


async def test_who_logs_in_and_does_not_play_is_sent_away() -> None:
    async with opened("ssh", login_seconds=0.5) as step, asyncio.timeout(PATIENCE):
        await (await step.log_in()).wait_closed()


async def test_who_asks_for_half_a_page_or_nothing_more_is_sent_away() -> None:
    async with opened("web", login_seconds=0.2) as step:
        half, keeping = await step.connect(), await step.connect()
        half.transport.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        keeping.transport.write(f"GET / HTTP/1.1\r\nHost: {LOOPBACK}:{step.port}\r\n\r\n".encode())
        assert b"You took too long" in await half.told()
        assert (await keeping.told()).startswith(b"HTTP/1.1 200 OK")


async def test_who_has_logged_in_is_not_pushed_out_by_those_who_have_not() -> None:
    async with opened("ssh", sessions=1, per_address=2) as step:
        guests = [await step.log_in() for _guest in range(2)]
        for _line in range(10):
            await step.connect()
        for guest in guests:
            assert b"connect without a command" in await step.says(guest)
            guest.close()


async def test_who_has_logged_in_and_does_not_play_gives_way_to_another_who_has() -> None:
    async with opened("ssh", per_address=2) as step:
        first, second = [await step.log_in() for _guest in range(2)]
        third = await step.log_in()
        async with asyncio.timeout(PATIENCE):
            await first.wait_closed()
        for guest in (second, third):
            assert b"connect without a command" in await step.says(guest)
            guest.close()


@pytest.mark.parametrize(
    "time", ["20200101", "202001010000Z", "20200101000000", "", "tomorrow", "99991331", "9999-1-1"]
)
def test_a_key_whose_time_is_over_or_unreadable_has_expired(time: str) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519").convert_to_public()
    line = key.export_public_key().decode()
    for options in (f'expiry-time="{time}"', f'expiry-time="99991231",expiry-time="{time}"'):
        keys = asyncssh.import_authorized_keys(f"{options} {line}")
        found = keys.validate(key, "10.0.0.1", "10.0.0.1")
        assert found is not None
        assert has_expired(found)


@pytest.mark.parametrize(
    "option", ["restrict", "expiry-time=99981231", "expiry-time=999812312359Z"]
)
def test_other_keys_have_not_expired(option: str) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519").convert_to_public()
    keys = asyncssh.import_authorized_keys(f"{option} {key.export_public_key().decode()}")
    found = keys.validate(key, "10.0.0.1", "10.0.0.1")
    assert found is not None
    assert not has_expired(found)


# Pages from elsewhere


@pytest.mark.parametrize("path", ["/", "/ws", "/static/js/textual.js", "/nothing"])
async def test_a_name_that_leads_here_by_somebody_elses_doing_gets_nothing(path: str) -> None:
    async with opened("web") as step:
        answer = await step.get(path, f"evil.example:{step.port}")
        assert answer.startswith(b"HTTP/1.1 421 ")
        assert b"can allow the name with --public-host" in answer
        assert b"evil" not in answer


async def test_a_target_with_a_host_counts_instead_of_the_header() -> None:
    async with opened("web") as step:
        here = f"{LOOPBACK}:{step.port}"
        for target in ("http://evil.example/", f"http://evil.example:{step.port}/page.js"):
            assert (await step.get(target, here)).startswith(b"HTTP/1.1 421 ")
        assert (await step.get(f"http://{here}/", "evil.example")).startswith(b"HTTP/1.1 200 ")


async def test_a_wrong_name_is_in_the_log_once(capsys: pytest.CaptureFixture[str]) -> None:
    async with opened("web") as step:
        for _request in range(3):
            await step.get("/", "durak.example.org")
        await step.get("/", "$(x)", address="127.0.0.2")
        first, second = capsys.readouterr().err.splitlines()
    assert "from 127.0.0.1: " in first
    advised = [word.rstrip(",") for word in first.split() if "://" in word]
    assert advised == ["https://durak.example.org", "http://durak.example.org"]
    for public in advised:
        async with opened("web", public) as step:
            answer = await step.get("/", "durak.example.org")
            assert answer.startswith(b"HTTP/1.1 200 ")
    assert "from 127.0.0.2: " in second
    assert "$(x)" not in second


async def test_only_the_servers_own_page_begins_a_visit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/true")
    async with opened("web", "https://durak.example.org") as step:
        here = f"http://{LOOPBACK}:{step.port}"
        named = "https://durak.example.org"
        for origins in ([], ["null"], [named], [here, "https://example.com"]):
            assert await step.open_socket(*origins) == 403
        assert await step.open_socket(here) == 101
        behind = "durak.example.org"
        assert await step.open_socket(f"http://{behind}", host=behind) == 403
        assert await step.open_socket(f"https://{behind}", host=behind) == 101


async def test_what_is_no_request_is_not_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async with opened("web") as step:
        for sent in (
            b"GET / NONSENSE\r\n\r\n",
            b"SSH-2.0-x\r\n\r\n",
            b"GET / HTTP/1.1\r\n:\r\n\r\n",
        ):
            line = await step.connect()
            line.transport.write(sent)
            assert b" 400 " in await line.told()
    assert not [one for one in caplog.records if one.name != "asyncio"]


HEADERS = {
    b"Content-Security-Policy": b"frame-ancestors 'none'",
    b"X-Content-Type-Options": b"nosniff",
    b"Referrer-Policy": b"no-referrer",
}


async def test_every_answer_says_what_a_browser_may_do_with_it() -> None:
    async with opened("web", per_address=1) as step:
        answers = {
            b"200": step.get("/"),
            b"403": step.get("/ws"),
            b"404": step.get("/nothing"),
            b"421": step.get("/", "evil.example"),
            b"400": step.get("/", None, ":"),
        }
        for status, asked in answers.items():
            _has_headers(status, await asked)
        lines = [await step.connect() for _line in range(7)]
        _has_headers(b"503", await lines[0].told())


def _has_headers(status: bytes, answer: bytes) -> None:
    head = answer.partition(b"\r\n\r\n")[0].split(b"\r\n")
    assert head[0].split()[1] == status
    said = dict(line.split(b": ", 1) for line in head[1:])
    for name, value in HEADERS.items():
        assert value in said[name], answer
