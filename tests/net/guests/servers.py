"""A server for guests, as its command runs it, and OpenSSH to reach it."""

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, Self

import pytest

from durak_tui.net.guests.guest_process import MARK
from durak_tui.net.guests.server import guests_folder
from durak_tui.user.settings import SettingsStore
from tests.processes import all_end, descendants_of, look_until
from tests.tui.people.test_people_story import play
from tests.tui.terminals import PROGRAM, Terminal

needs_ssh: Final = pytest.mark.skipif(
    not (shutil.which("ssh") and shutil.which("ssh-keygen")),
    reason="OpenSSH's client is not here (openssh-client)",
)
_PORT: Final = re.compile(r"(?:ssh -p |http://[\d.]+:)(\d+)")


class Server:
    """The program that serves; leaving the block ends it."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        env: Mapping[str, str] | None = None,
        program: Sequence[str] = PROGRAM,
    ) -> None:
        self._log = folder / f"server-{os.urandom(4).hex()}.log"
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [*program, "serve", "--port", "0", *arguments],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env={**os.environ, **(env or {})},
                start_new_session=True,
            )  # fmt: skip
        look_until(
            lambda: _PORT.search(self.log) or self.process.poll() is not None,
            otherwise=lambda: f"it does not listen: {self.log}",
        )
        found = _PORT.search(self.log)
        assert found, self.log
        self.port = int(found[1])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        below = self.below
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(60)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        assert all_end(below), self.log

    @property
    def log(self) -> str:
        """The server's log of its guests."""
        return self._log.read_text()

    @property
    def below(self) -> list[int]:
        """All processes of its guests, and what watches over them."""
        tokens = {environment_of(pid)[MARK].partition(".")[0] for pid in self.applications}
        return list({*descendants_of(self.process.pid), *marked(*tokens)})

    @property
    def applications(self) -> list[int]:
        """The applications of the guests that are here."""
        named = [
            pid for pid in descendants_of(self.process.pid) if "durak_tui.cli.guest" in _of(pid)
        ]
        # A process that one of them starts bears its words too, until it runs its own program.
        forked = {child for pid in named for child in descendants_of(pid)}
        return [pid for pid in named if pid not in forked]

    @property
    def homes(self) -> list[Path]:
        """Their folders."""
        return [Path(environment_of(pid)["HOME"]) for pid in self.applications]

    def until_logged(self, text: str) -> None:
        """Wait until the server has written something of this kind."""
        look_until(lambda: re.search(text, self.log), otherwise=lambda: self.log)


def marked(*tokens: str) -> list[int]:
    """The processes of the guests of these servers, wherever they have gone."""
    found = []
    for environ in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            told = environ.read_bytes()
            if any(f"{MARK}={token}.".encode() in told for token in tokens):
                found.append(int(environ.parent.name))
    return found


def environment_of(pid: int) -> dict[str, str]:
    """The environment with which a process was started."""
    words = Path(f"/proc/{pid}/environ").read_text().split("\0")
    return dict(word.split("=", 1) for word in words if word)


def _of(pid: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    return ""


class Client:
    """OpenSSH with one key, or none, and nothing of the user's own settings."""

    def __init__(self, folder: Path, name: str = "key", *, keyless: bool = False) -> None:
        self.key = folder / name
        self._hosts = folder / f"{name}-hosts"
        self._keyless = keyless
        if not keyless and not self.key.exists():
            subprocess.run(
                ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", str(self.key)],
                check=True, stdin=subprocess.DEVNULL, timeout=60,
            )  # fmt: skip

    @property
    def fingerprint(self) -> str:
        """That of its key."""
        run = subprocess.run(
            ["ssh-keygen", "-l", "-f", str(self.key)],
            check=True, capture_output=True, text=True, timeout=60,
        )  # fmt: skip
        return run.stdout.split()[1]

    @property
    def home(self) -> Path:
        """Its folder on the server."""
        return guests_folder() / "known" / self.fingerprint[7:].replace("/", "_")

    def set(self, **settings: Any) -> None:
        """Change its settings on the server."""
        SettingsStore(self.home / ".config" / "durak-tui" / "settings.toml").update(**settings)

    def command(self, server: Server, *arguments: str, program: str = "ssh") -> list[str]:
        """A command that connects to a server."""
        options = ["StrictHostKeyChecking=accept-new", f"UserKnownHostsFile={self._hosts}"]
        options += ["IdentityAgent=none", "LogLevel=INFO"]
        options += ["PubkeyAuthentication=no"] if self._keyless else [f"IdentityFile={self.key}"]
        options += ["IdentitiesOnly=yes"]
        port = "-p" if program == "ssh" else "-P"
        return [
            program, "-F", "none", *(word for one in options for word in ("-o", one)),
            port, str(server.port), *arguments,
        ]  # fmt: skip

    def run(
        self, server: Server, *arguments: str, program: str = "ssh",
        env: Mapping[str, str] | None = None,
    ) -> "subprocess.CompletedProcess[str]":  # fmt: skip
        """Run it without a terminal, to its end."""
        return subprocess.run(
            self.command(server, *arguments, program=program),
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False,
            env={**os.environ, **(env or {})},
        )  # fmt: skip

    @contextmanager
    def visiting(
        self, server: Server, *options: str, size: tuple[int, int] = (80, 24),
        env: Mapping[str, str] | None = None, answers: Mapping[bytes, bytes] | None = None,
    ) -> Iterator[Terminal]:  # fmt: skip
        """A guest at a terminal, until the block is left."""
        command = self.command(server, *options, "guest@127.0.0.1")
        with Terminal(program=command, size=size, env=env, answers=answers) as terminal:
            yield terminal

    def kept_games(self) -> list[Path]:
        """The files of games that can go on."""
        return [*self.home.glob(".local/state/durak-tui/unfinished/*.jsonl")]


def begin(terminal: Terminal) -> None:
    """Go from the first screen into a game against the first level."""
    terminal.until("Settings")
    terminal.press("p")
    terminal.until("Who do you want to play against?")
    terminal.press("1")
    terminal.until("You ·")


def play_a_little(terminal: Terminal) -> None:
    """Begin a game that is worth keeping."""
    begin(terminal)
    play(terminal, to=lambda text: "Talon 24" not in text)
