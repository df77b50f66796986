"""The speed of the core, against a floor of the same run.

    python -m tools.benchmarks.core [--games N] [--rounds N]

Prints: random games a second for the rules alone; games a second of durak-dummy against
itself on one core, by the client and by the command ``durak-autoplay --concurrency 1``, which
also deals, logs and counts; and the floor for both, two children that parse and answer the very
same lines with no game behind them, spoken to over the same kind of pipes; then the memory after
a tenth of the games and after all.  Seconds are those of the processor, so that a busy machine
does not blur the ratios.
"""

import argparse
import os
import random
import resource
import select
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

from durak_tui.engine import client
from durak_tui.engine.client import EngineClient, Trace
from durak_tui.engine.registry import resolve
from durak_tui.game.cards import cards_in
from durak_tui.game.deals import deal
from durak_tui.game.position import DEAL, GIVE_MORE, OVER, PASS, RESPOND
from durak_tui.match.engine_game import play_game

_CHILD = """
import json, sys
answers = open(sys.argv[1], "rb").read().split(b"\\n")[:-1]
turn = 0
for line in sys.stdin.buffer:
    text, _, data = line.partition(b"##")
    cards = text.split()[1:]
    if data:
        json.loads(data)
    sys.stdout.buffer.write(answers[turn] + b"\\n")
    sys.stdout.buffer.flush()
    turn += 1
"""


def rules(games: int) -> float:
    """Random games a second, deals included."""
    choose = random.Random(1).random
    started = perf_counter()
    for number in range(games):
        position = deal("rules", number).position()
        while (phase := position.phase) != OVER:
            if phase == DEAL:
                position.deal()
                continue
            cards = cards_in(position.legal())
            if phase == GIVE_MORE:
                position.give_more(
                    [card for card in cards if choose() < 0.5][: position.give_limit()]
                )
                continue
            pick = int(choose() * (len(cards) + position.may_pass()))
            card = cards[pick] if pick < len(cards) else PASS
            if phase == RESPOND:
                position.respond(card)
            else:
                position.move(card)
    return games / (perf_counter() - started)


class Busy:
    """Seconds of processor time used since this was made.

    Those of this process and of the others given. What else the machine does is not in it, so that
    two measurements can be compared; on an idle machine it is what passes on the clock, since all
    share one core.
    """

    def __init__(self, *pids: int) -> None:
        self._pids = (os.getpid(), *pids)
        self._began = self._used()

    @property
    def seconds(self) -> float:
        """Up to now."""
        return self._used() - self._began

    def _used(self) -> float:
        return sum(
            int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9 for pid in self._pids
        )


def dummies(games: int) -> float:
    """Games a second of durak-dummy against itself."""
    with EngineClient(resolve("durak-dummy")) as one, EngineClient(resolve("durak-dummy")) as two:
        play_game(deal("warm", 0), (one, two))
        assert one.pid and two.pid
        busy = Busy(one.pid, two.pid)
        for number in range(games):
            play_game(deal("core", number), (one, two))
        return games / busy.seconds


def command(games: int) -> float:
    """Games a second of durak-autoplay --concurrency 1 with a log.

    Its start is not counted.
    """
    with tempfile.TemporaryDirectory() as folder:
        few, many = (_autoplay(number, f"{folder}/{number}") for number in (1, games + 1))
    return games / (many - few)


def _autoplay(games: int, log: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [
            *(sys.executable, "-m", "durak_tui.cli.autoplay", "durak-dummy", "durak-dummy"),
            *("--matches-number=1", f"--match-size={games}", "--seed=1"),
            *("--concurrency=1", f"--log-file={log}"),
        ],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


class Floor:
    """The lines of some games, said to children without a game."""

    def __init__(self, games: int, folder: Path) -> None:
        self.games = games
        self._lines: list[tuple[int, bytes]] = []
        self._answers: tuple[list[bytes], list[bytes]] = ([], [])
        self._scripts = [folder / f"answers{seat}" for seat in (0, 1)]
        self._record()

    def _record(self) -> None:
        with (
            EngineClient(resolve("durak-dummy"), trace=self._tracer(0)) as one,
            EngineClient(resolve("durak-dummy"), trace=self._tracer(1)) as two,
        ):
            for number in range(self.games):
                play_game(deal("core", number), (one, two))
        for script, answers in zip(self._scripts, self._answers, strict=True):
            script.write_bytes(b"".join(answer + b"\n" for answer in answers))

    def _tracer(self, seat: int) -> Trace:
        def trace(direction: str, line: bytes, _: float) -> None:
            if direction == "->":
                self._answers[seat].append(line)
            elif line != b"game_end":
                self._lines.append((seat, line + b"\n"))

        return trace

    def measure(self) -> float:
        """Games a second."""
        children = [
            subprocess.Popen(
                [sys.executable, "-c", _CHILD, str(script)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
            )
            for script in self._scripts
        ]
        inputs = [child.stdin.fileno() for child in children if child.stdin]
        outputs = [child.stdout.fileno() for child in children if child.stdout]
        polls = [select.poll(), select.poll()]
        for poll, output in zip(polls, outputs, strict=True):
            poll.register(output, select.POLLIN)
        busy = Busy()
        for index, (seat, line) in enumerate(self._lines):
            if index == 2:  # both have started by then
                busy = Busy(*(child.pid for child in children))
            os.write(inputs[seat], line)
            polls[seat].poll(10_000)
            os.read(outputs[seat], 4096)
        seconds = busy.seconds
        for child in children:
            child.communicate()
        return self.games / seconds


def resident(pid: int | str = "self") -> float:
    """Resident memory of a process, or of this, in MB."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Speed of the core, against the floor.")
    parser.add_argument("--games", type=int, default=300, help="games for each measurement")
    parser.add_argument("--rounds", type=int, default=7, help="measurements of each kind")
    options = parser.parse_args()
    games = options.games
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    print("the core is", "compiled" if client.COMPILED else "plain Python")
    print(f"rules alone:          {rules(5 * games):8.0f} random games/s (target 5,000)")
    with tempfile.TemporaryDirectory() as folder:
        floor = Floor(games, Path(folder))
        rounds = [(dummies(games), command(games), floor.measure()) for _ in range(options.rounds)]
    for name, column in (("durak-dummy vs itself:", 0), ("durak-autoplay:", 1), ("floor:", 2)):
        print(f"{name:22}", *(f"{speeds[column]:7.0f}" for speeds in rounds), "games/s, one core")
    for name, column in (("ratio:", 0), ("ratio of the command:", 1)):
        ratios = sorted(speeds[column] / speeds[2] for speeds in rounds)
        print(f"{name:22} {median(ratios):7.2f} (target 0.70), from {ratios[0]:.2f} to"
              f" {ratios[-1]:.2f}")  # fmt: skip
    dummies(games // 10)
    before = resident()
    dummies(games)
    print(f"memory:               {before:8.1f} MB, after {games} games more {resident():.1f} MB")


if __name__ == "__main__":
    main()
