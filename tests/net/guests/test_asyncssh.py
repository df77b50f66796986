"""A guest whose client is no OpenSSH and asks for everything at once."""

import asyncio
import re
import signal
import socket
import struct
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from tests.net.guests.servers import Server
from tests.processes import look_until, memory_of
from tests.tui.ssh import Remote

pytestmark = pytest.mark.story


async def dialled(server: Server, **options: Any) -> Any:
    """A connection without a key."""
    return await asyncssh.connect(
        "127.0.0.1", server.port, username="nobody", known_hosts=None, client_keys=None,
        config=None, agent_path=None, password="", **options,
    )  # fmt: skip


async def begun(line: Any, env: Mapping[str, str] | None = None) -> tuple[Any, Remote]:
    """The game on a terminal, at its first screen."""
    process: Any = await line.create_process(
        term_type="xterm-256color", term_size=(80, 24), encoding=None, env=env or {}
    )
    remote = Remote(line, process)
    await remote.until(re.compile("Settings|Настройки").search)
    return process, remote


async def test_signals_sizes_and_sockets_that_a_client_asks_for_do_no_harm(tmp_path: Path) -> None:
    with Server(tmp_path, "--open", "--login-seconds", "3") as server:
        async with await dialled(server) as line:
            with pytest.raises(asyncssh.ChannelOpenError, match="it forwards nothing"):
                await line.open_unix_connection("/run/dbus/system_bus_socket")
            process, remote = await begun(line)
            remote.press("p", "1")
            await remote.until("You ·")
            process.send_signal("KILL")
            process.change_terminal_size(0, 0)
            process.change_terminal_size(2**31 - 1, 2**31 - 1)
            process.change_terminal_size(80, 24)
            remote.press("q")
            assert (await process.wait()).exit_status == 0
        look_until(lambda: not server.applications)


async def test_a_line_that_breaks_ends_the_visit_of_a_guest_who_types_much(tmp_path: Path) -> None:
    with Server(tmp_path, "--open") as server:
        line = await dialled(server)
        process, remote = await begun(line)
        process.stdin.write(b"z" * 2_000_000)
        await process.stdin.drain()
        remote.cut()
        # In a thread: it is this one that has to cut the line.
        await asyncio.to_thread(server.until_logged, "disconnected")
        await asyncio.to_thread(look_until, lambda: not server.applications)


async def test_the_server_keeps_no_other_variables_that_a_client_sends(tmp_path: Path) -> None:
    sent = {f"NAME{number}": "x" * 4000 for number in range(10_000)}
    with Server(tmp_path, "--open") as server:
        async with await dialled(server) as line:
            await line.run("x", check=False)
            before = memory_of(server.process.pid)
            process, remote = await begun(line, {**sent, "LANG": "ru_RU.UTF-8"})
            assert memory_of(server.process.pid) - before < 15_000_000
            remote.press("q")
            assert (await process.wait()).exit_status == 0


async def test_lines_that_are_cut_as_soon_as_they_are_there_keep_nobody_out(tmp_path: Path) -> None:
    with Server(tmp_path, "--open", "--sessions", "1", "--per-address", "1") as server:
        # They are gone when it looks.
        server.process.send_signal(signal.SIGSTOP)
        for _line in range(50):
            with socket.create_connection(("127.0.0.1", server.port)) as line:
                line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        server.process.send_signal(signal.SIGCONT)
        async with asyncio.timeout(60):
            while True:
                with suppress(asyncssh.Error, OSError):  # The last ones are about to be gone.
                    async with await dialled(server) as guest:
                        done = await guest.run("x", check=False)
                        break
        assert "connect without a command" in done.stderr
        assert server.log.count("\n") == 1


async def test_a_connection_has_as_many_sessions_as_an_address_at_a_time(tmp_path: Path) -> None:
    with Server(tmp_path, "--open", "--per-address", "2") as server:
        async with await dialled(server) as line:
            for _again in range(5):
                done = await line.run("x", check=False)
                assert "connect without a command" in done.stderr
            for _place in range(2):
                await line.create_process(term_type="xterm", term_size=(80, 24), encoding=None)
            with pytest.raises(asyncssh.ChannelOpenError):
                await line.run("x")
