"""Where a server listens, and that each limit of its guests is kept."""

import os
import signal
import socket
import sys
from pathlib import Path
from time import monotonic
from typing import Final

import pytest

from durak_tui.user.opponents import LEVELS
from tests.net.guests.servers import Client, Server, needs_ssh
from tests.processes import all_end, look_until

pytestmark = pytest.mark.story


def listening(pid: int) -> set[str]:
    """The addresses at which a process listens, as the system tells them."""
    own = {os.readlink(one) for one in Path(f"/proc/{pid}/fd").iterdir()}
    found = set()
    for family, table in ((socket.AF_INET, "tcp"), (socket.AF_INET6, "tcp6")):
        for line in Path(f"/proc/{pid}/net/{table}").read_text().splitlines()[1:]:
            words = line.split()
            if words[3] == "0A" and f"socket:[{words[9]}]" in own:
                # Groups of four bytes, each as the machine has a number.
                host = bytes.fromhex(words[1].partition(":")[0])
                parts = [host[at : at + 4][:: 1 if sys.byteorder == "big" else -1]
                         for at in range(0, len(host), 4)]  # fmt: skip
                found.add(socket.inet_ntop(family, b"".join(parts)))
    return found


@pytest.mark.parametrize("door", ["--open", "--web"])
def test_only_this_machine_is_listened_to_unless_an_address_is_named(
    tmp_path: Path, door: str
) -> None:
    with Server(tmp_path, door) as server:
        assert listening(server.process.pid) == {"127.0.0.1"}
    with Server(tmp_path, door, "--host", "127.0.0.2") as server:
        assert listening(server.process.pid) == {"127.0.0.2"}


ENGINE: Final = """
import os, signal, sys
from durak_engines.dummy import main
told = sys.argv.pop(1)
with open(told, "a") as file:
    try:
        bytearray(400 << 20)
    except MemoryError:
        print("no memory", file=file)
    try:
        with open(told + ".large", "wb") as large:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            large.write(bytes(2 << 20))
    except OSError:
        print("no room", file=file)
    print(os.getpid(), file=file)
while True:
    pass
"""
"""An engine that takes all that it can get."""


@needs_ssh
def test_an_engine_gets_no_more_memory_room_and_processor_time_than_it_may_have(
    tmp_path: Path,
) -> None:
    client, script, told = Client(tmp_path), tmp_path / "greedy.py", tmp_path / "told"
    script.write_text(ENGINE)
    limits = "--memory-mb", "300", "--file-mb", "1", "--cpu-minutes", "0.05"
    engine = f"{sys.executable} {script} {told}"
    with (
        Server(tmp_path, "--open", "--engine", engine, *limits) as server,
        client.visiting(server, size=(120, 40)) as terminal,
    ):
        terminal.until("Settings")
        terminal.press("p")
        terminal.until("Who do you want to play against?")
        # Past the levels and the people.
        terminal.press(*["down"] * (len(LEVELS) + 2), "enter")
        look_until(lambda: told.exists() and told.read_text().count("\n") >= 3)
        memory, room, pid = told.read_text().splitlines()[:3]
        assert (memory, room) == ("no memory", "no room")
        assert all_end([int(pid)])
        terminal.until("SIGKILL")


@needs_ssh
def test_at_sigterm_a_guest_who_hangs_keeps_nobody_waiting(tmp_path: Path) -> None:
    clients = [Client(tmp_path, f"key{number}") for number in range(3)]
    with (
        Server(tmp_path, "--open") as server,
        clients[0].visiting(server) as first,
        clients[1].visiting(server) as second,
        clients[2].visiting(server) as third,
    ):
        terminals = first, second, third
        for client, terminal in zip(clients, terminals, strict=True):
            client.plays_on(client.begins(terminal))
        hangs = next(
            pid for pid, home in zip(server.applications, server.homes, strict=True)
            if home == clients[1].home
        )  # fmt: skip
        below = server.below
        assert len(below) >= 9  # Of each guest the application, a guard and an engine.
        os.kill(hangs, signal.SIGSTOP)
        begun = monotonic()
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(60) == 128 + signal.SIGTERM
        assert all_end(below)
        assert monotonic() - begun < 5
        for terminal in terminals:
            terminal.wait()
        for terminal in (first, third):
            assert b"The server is closing." in terminal.tail
        for client in clients:
            assert any((client.home / ".local/state").rglob("*.jsonl"))
        assert "3 guests are told" in server.log
        # Their folders are those of known guests, and nothing else stays.
        assert not [*(clients[0].home.parent.parent / "passing").iterdir()]
