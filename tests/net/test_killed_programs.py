"""Two programs, of which one is killed again and again while they play."""

import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from random import Random
from select import select

import pytest

from tests.net.sittings import same_game
from tests.pages import ROOT
from tests.records.journals import logged


class Programs:
    """Both programs, and the line between them."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folders = [folder / "0", folder / "1"]
        self.seed = seed
        self.listeners = []
        for own in self.folders:
            own.mkdir()
            listener = socket.socket(socket.AF_UNIX)
            listener.bind(str(own / "line"))
            listener.listen()
            self.listeners.append(listener)
        self.running = [self.start(seat) for seat in (0, 1)]

    def start(self, seat: int) -> subprocess.Popen[bytes]:
        argv = [sys.executable, "-m", "tests.net.player", str(self.folders[seat]), str(seat)]
        return subprocess.Popen([*argv, f"{self.seed} {seat}"], cwd=ROOT)

    def kill(self, seat: int) -> None:
        """Kill a program, and start it anew, unless it has ended by itself."""
        if self.running[seat].poll() is not None:
            return
        self.running[seat].send_signal(signal.SIGKILL)
        self.running[seat].wait()
        self.running[seat] = self.start(seat)

    def connect(self, pieces: int) -> None:
        """Have a line on which so many pieces pass, unless a program ends it before."""
        lines = [line for line in map(self.accept, (0, 1)) if line]
        if len(lines) < 2:
            # One has all that it wants, and has ended: the other will have no line any more.
            for listener in self.listeners:
                listener.close()
        open_lines = list(lines) if len(lines) == 2 else []
        with suppress(BrokenPipeError, ConnectionResetError):
            while open_lines and pieces:
                for line in select(open_lines, [], [])[0]:
                    other = lines[1 - lines.index(line)]
                    if data := line.recv(4096):
                        pieces -= 1
                        other.sendall(data)
                    else:
                        open_lines.remove(line)
                        other.shutdown(socket.SHUT_WR)
        for line in lines:
            line.close()

    @property
    def have_ended(self) -> bool:
        return all(program.poll() is not None for program in self.running)

    def accept(self, seat: int) -> socket.socket | None:
        """The line of a program; None if it has ended."""
        listener = self.listeners[seat]
        if listener.fileno() < 0:
            self.running[seat].wait()
            return None
        if self.running[seat].poll() is not None:
            return None
        ended = os.pidfd_open(self.running[seat].pid)
        try:
            ready, _, _ = select([listener.fileno(), ended], [], [])
        finally:
            os.close(ended)
        return listener.accept()[0] if listener.fileno() in ready else None

    def close(self) -> None:
        for listener in self.listeners:
            listener.close()
        for program in self.running:
            if program.poll() is None:
                program.kill()
            program.wait()


@pytest.mark.story
@pytest.mark.few(1)
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_a_game_survives_that_its_programs_are_killed(seed: int, tmp_path: Path) -> None:
    rng = Random(seed)
    programs = Programs(tmp_path, seed)
    try:
        for _ in range(6):
            programs.connect(rng.randint(1, 40))
            programs.kill(rng.randint(0, 1))
        while not programs.have_ended:
            programs.connect(10**6)
        assert [program.wait() for program in programs.running] == [0, 0]
    finally:
        programs.close()
    (one,), (other,) = (logged(folder / "games.log") for folder in programs.folders)
    assert same_game(one, other)
