"""How fast the core is, against the floor measured in the same run.

    python -m tools.benchmarks.core [--games N]

Prints: random games a second for the rules alone; games a second of durak-dummy against
itself on one core; and the floor for that, two children that parse and answer the very
same lines with no game behind them, spoken to over the same kind of pipes; then the memory
after a tenth of the games and after all.
"""

import argparse
import os
import random
import select
import subprocess
import sys
from pathlib import Path
from time import perf_counter

from durak_tui.engine.client import EngineClient
from durak_tui.engine.registry import resolve
from durak_tui.game.cards import cards_in
from durak_tui.game.deals import deal
from durak_tui.game.position import DEAL, GIVE_MORE, OVER, PASS, RESPOND
from durak_tui.match.game import play_game

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


def dummies(games: int) -> float:
    """Games a second of durak-dummy against itself."""
    with EngineClient(resolve("durak-dummy")) as one, EngineClient(resolve("durak-dummy")) as two:
        play_game(deal("warm", 0), (one, two))
        started = perf_counter()
        for number in range(games):
            play_game(deal("core", number), (one, two))
        return games / (perf_counter() - started)


def floor(games: int, folder: Path) -> float:
    """Games a second when the same lines go to children that have no game."""
    lines: list[tuple[int, bytes]] = []
    answers: tuple[list[bytes], list[bytes]] = ([], [])

    def tracer(seat: int):  # type: ignore[no-untyped-def]
        def trace(direction: str, line: bytes, _: float) -> None:
            if direction == "->":
                answers[seat].append(line)
            elif line != b"game_end":
                lines.append((seat, line + b"\n"))

        return trace

    with (
        EngineClient(resolve("durak-dummy"), trace=tracer(0)) as one,
        EngineClient(resolve("durak-dummy"), trace=tracer(1)) as two,
    ):
        for number in range(games):
            play_game(deal("core", number), (one, two))
    children = []
    for seat in (0, 1):
        script = folder / f"answers{seat}"
        script.write_bytes(b"".join(answer + b"\n" for answer in answers[seat]))
        children.append(
            subprocess.Popen(
                [sys.executable, "-c", _CHILD, str(script)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
            )
        )
    inputs = [child.stdin.fileno() for child in children if child.stdin]
    outputs = [child.stdout.fileno() for child in children if child.stdout]
    polls = [select.poll(), select.poll()]
    for poll, output in zip(polls, outputs, strict=True):
        poll.register(output, select.POLLIN)
    started = 0.0
    for index, (seat, line) in enumerate(lines):
        if index == 2:  # both have started by then
            started = perf_counter()
        os.write(inputs[seat], line)
        polls[seat].poll(10_000)
        os.read(outputs[seat], 4096)
    elapsed = perf_counter() - started
    for child in children:
        child.communicate()
    return games / elapsed


def resident(pid: int | str = "self") -> float:
    """Resident memory of a process, or of this, in MB."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def main() -> None:
    """Measure and print."""
    import tempfile

    parser = argparse.ArgumentParser(description="Speed of the core, against the floor.")
    parser.add_argument("--games", type=int, default=1000, help="games for each measurement")
    games = parser.parse_args().games
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    print(f"rules alone:          {rules(5 * games):8.0f} random games/s (target 5,000)")
    with tempfile.TemporaryDirectory() as folder:
        rounds = [(dummies(games), floor(games, Path(folder))) for _ in range(3)]
    ratios = sorted(speed / least for speed, least in rounds)
    print("durak-dummy vs itself:", *(f"{speed:7.0f}" for speed, _ in rounds), "games/s, one core")
    print("floor:                ", *(f"{least:7.0f}" for _, least in rounds), "games/s")
    print(f"ratio:                 {ratios[1]:7.2f} (target 0.50), from {ratios[0]:.2f} to"
          f" {ratios[2]:.2f}")  # fmt: skip
    dummies(games // 10)
    before = resident()
    dummies(games)
    print(f"memory:               {before:8.1f} MB, after {games} games more {resident():.1f} MB")


if __name__ == "__main__":
    main()
