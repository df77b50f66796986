"""A real SSH server on loopback whose only command is the program, and a client to reach it."""

import asyncio
import os
import pty
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

import asyncssh

from tests.tui.terminals import KEYS, PROGRAM, Display, set_size

_USER: Final = "player"
_LOOK_SECONDS: Final = 0.25


class Remote(Display):
    """The program at the other end of a connection, on a screen of this end."""

    def __init__(self, connection: asyncssh.SSHClientConnection, process: Any) -> None:
        super().__init__()
        self._connection = connection
        self._process = process

    async def until(self, wanted: str | Callable[[str], object], within: float = 60) -> str:
        """Wait until the screen shows a text, or is as wanted; returns what it shows."""
        with suppress(TimeoutError):
            async with asyncio.timeout(within):
                while not self.shows(wanted):
                    # What is wanted may hang on a file too, which changes without a byte more here.
                    with suppress(TimeoutError):
                        async with asyncio.timeout(_LOOK_SECONDS):
                            data: bytes = await self._process.stdout.read(1 << 16)
                            assert data, f"the other end is gone:\n{self.text}"
                            self._process.stdin.write(self.take(data))
        assert self.shows(wanted), f"waited for {wanted!r} in vain:\n{self.text}"
        return self.text

    def press(self, *keys: str) -> None:
        """Type texts, or keys by their names."""
        for key in keys:
            self._process.stdin.write(KEYS.get(key, key).encode())

    def cut(self) -> None:
        """The line is dead: nobody says goodbye."""
        self._connection.abort()


class Server:
    """Starts the program for everybody who comes in."""

    def __init__(self, arguments: tuple[str, ...], env: Mapping[str, str]) -> None:
        self._arguments = arguments
        self._env = env
        self.statuses: asyncio.Queue[int] = asyncio.Queue()
        """The end of each program, as exit code or minus its signal."""
        self.port = 0

    async def serve(self, process: "asyncssh.SSHServerProcess[bytes]") -> None:
        """One client, from the first byte to the end of the program."""
        columns, rows, *_ = process.get_terminal_size()
        pid, master = pty.fork()
        if pid == 0:
            set_size(0, columns, rows)
            terminal = {"TERM": process.get_terminal_type() or "dumb", "COLORTERM": "truecolor"}
            os.execvpe(
                PROGRAM[0], [*PROGRAM, *self._arguments], {**os.environ, **self._env, **terminal}
            )
        loop = asyncio.get_running_loop()
        over = asyncio.Event()

        def spoken() -> None:
            try:
                data = os.read(master, 1 << 16)
            except OSError:
                data = b""
            if data:
                process.stdout.write(data)
            else:
                loop.remove_reader(master)
                over.set()

        async def listen() -> None:
            with suppress(asyncssh.Error, OSError):
                while data := await process.stdin.read(1 << 16):
                    os.write(master, data)
            over.set()

        loop.add_reader(master, spoken)
        listening = asyncio.create_task(listen())
        await over.wait()
        listening.cancel()
        # What sshd does when a client is gone: the terminal hangs up.
        loop.remove_reader(master)
        os.close(master)
        status = await asyncio.to_thread(os.waitpid, pid, 0)
        self.statuses.put_nowait(os.waitstatus_to_exitcode(status[1]))
        process.close()

    @asynccontextmanager
    async def dialled(self) -> AsyncIterator[Remote]:
        """A connection with a terminal of 80x24."""
        connection = await asyncssh.connect(
            "127.0.0.1", self.port, username=_USER, known_hosts=None, client_keys=None,
            password="", config=None, agent_path=None,
        )  # fmt: skip
        async with connection:
            yield Remote(
                connection,
                await connection.create_process(
                    term_type="xterm-256color", term_size=(80, 24), encoding=None
                ),
            )


class _Anybody(asyncssh.SSHServer):
    def begin_auth(self, username: str) -> bool:
        return False


@asynccontextmanager
async def ssh_server(*arguments: str, env: Mapping[str, str]) -> AsyncIterator[Server]:
    """A server that lets anybody in on loopback."""
    server = Server(arguments, env)
    listener = await asyncssh.create_server(
        _Anybody, "127.0.0.1", 0, process_factory=server.serve, encoding=None,
        server_host_keys=[asyncssh.generate_private_key("ssh-ed25519")],
    )  # fmt: skip
    server.port = listener.sockets[0].getsockname()[1]
    try:
        yield server
    finally:
        listener.close()
        await listener.wait_closed()
