"""The cost of guests to a server, and what they leave behind.

    python -m tools.benchmarks.guests [--guests N] [--seconds S]

``N`` guests come by SSH, each with a key of its own, and play against the first level without
looking, for ``S`` seconds. Prints the memory of the server and of each guest (the part of it that
is not shared with others, and its share of the rest), the processor time, the games that were
played, and how long the end took at SIGTERM. Fails if a guest is not there to the end, if nobody's
game goes on, or if something is left running.
"""

import argparse
import asyncio
import os
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from statistics import median
from time import monotonic
from typing import Final

import asyncssh

from durak_tui.library.index import LogIndex
from durak_tui.net.guests.server import guests_folder
from tests.net.guests.servers import Server
from tests.processes import all_end

BLIND: Final = ("1", "t", "d", "2", "\r", "3", "d", "t", "4", "n")
"""Keys that play some card or none, sooner or later, and begin another game."""
PAUSE: Final = 0.25
"""Seconds between two keys of a guest."""


async def play(port: int, key: asyncssh.SSHKey, seconds: float, shown: list[int]) -> None:
    """Be a guest for so long."""
    async with asyncssh.connect(
        "127.0.0.1", port, username="guest", client_keys=[key], known_hosts=None, config=None,
        agent_path=None,
    ) as line:  # fmt: skip
        process = await line.create_process(
            term_type="xterm-256color", term_size=(80, 24), encoding=None
        )

        async def look() -> None:
            while data := await process.stdout.read(1 << 16):
                shown[0] += len(data)

        looking = asyncio.create_task(look())
        end = monotonic() + seconds
        number = 0
        for first in "p1":
            await asyncio.sleep(5)
            process.stdin.write(first.encode())
        while monotonic() < end and not looking.done():
            process.stdin.write(BLIND[number % len(BLIND)].encode())
            number += 1
            await asyncio.sleep(PAUSE)
        await looking


def memory(pid: int) -> int:
    """The proportional share of a process, in bytes; 0 without one."""
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    return 0


def processor_seconds(pid: int) -> float:
    """Seconds of the processor that a process has used."""
    with suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def games() -> Iterator[int]:
    """The number of games that each guest has finished."""
    for log in guests_folder().glob("known/*/.local/share/durak-tui/games.log"):
        with LogIndex(log) as index:
            index.scan()
            yield len(index)


def kept() -> dict[Path, int]:
    """Files with games of guests; their sizes change with each decision."""
    sizes = {}
    for pattern in ("share/durak-tui/games.log", "state/durak-tui/unfinished/*.jsonl"):
        for path in guests_folder().glob(f"known/*/.local/{pattern}"):
            with suppress(FileNotFoundError):  # the game has just ended
                sizes[path] = path.stat().st_size
    return sizes


def must_be_here(guests: Sequence["asyncio.Task[None]"], applications: int) -> None:
    """Exit, saying why, unless all guests are here, each at an application."""
    gone = [guest for guest in guests if guest.done()]
    if gone:
        errors = {repr(error) for guest in gone if (error := guest.exception())}
        why = ", ".join(sorted(errors)) or "the server has ended their visit"
        sys.exit(f"{len(gone)} of {len(guests)} guests did not stay: {why}")
    if applications != len(guests):
        sys.exit(f"{len(guests)} guests came, but {applications} applications run")


async def soak(count: int, seconds: float, server: Server) -> None:
    """Let them play, and measure shortly before the end."""
    shown = [0]
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _number in range(count)]
    guests = [
        asyncio.create_task(play(server.port, key, seconds * 2, shown)) for key in keys
    ]  # fmt: skip
    await asyncio.sleep(seconds / 2)
    before = kept()
    await asyncio.sleep(seconds / 2)
    applications = server.applications
    must_be_here(guests, len(applications))
    moved = [path for path, size in kept().items() if before.get(path) != size]
    playing = {path.relative_to(guests_folder()).parts[1] for path in moved}
    if not playing:
        sys.exit(f"nobody has played on for {seconds / 2:.0f} s")
    below = server.below
    each = [memory(pid) / 1e6 for pid in applications]
    others = [memory(pid) / 1e6 for pid in below if pid not in applications]
    print(f"{len(applications)} guests are here, {len(playing)} play, {len(below)} processes")
    print(f"server: {memory(server.process.pid) / 1e6:.0f} MB, "
          f"{processor_seconds(server.process.pid):.1f} s of processor time")  # fmt: skip
    print(f"application of a guest: {median(each):.0f} MB (most {max(each):.0f} MB), "
          f"{median(map(processor_seconds, applications)):.1f} s of processor time")  # fmt: skip
    print(f"engines and guards: {sum(others) / count:.0f} MB a guest")
    print(f"sent to each guest: {shown[0] / count / seconds:.0f} bytes a second")
    begun = monotonic()
    server.process.send_signal(signal.SIGTERM)
    await asyncio.to_thread(server.process.wait)
    if not all_end(below):
        sys.exit("something is left running")
    print(f"at SIGTERM all was over after {monotonic() - begun:.1f} s")
    for error in await asyncio.gather(*guests, return_exceptions=True):
        # What ends with the server may end for a guest in the midst of a word.
        if error and not isinstance(error, OSError | asyncssh.Error):
            raise error


def main() -> None:
    """Serve, let guests play, and print what it cost."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--guests", type=int, default=20, metavar="N")
    parser.add_argument("--seconds", type=float, default=120.0, metavar="S")
    arguments = parser.parse_args()
    count = str(arguments.guests)
    with tempfile.TemporaryDirectory() as home:
        os.environ["HOME"] = home
        with Server(Path(home), "--open", "--sessions", count, "--per-address", count) as server:
            asyncio.run(soak(arguments.guests, arguments.seconds, server))
        print(f"games finished: {sum(games())}")


if __name__ == "__main__":
    main()
