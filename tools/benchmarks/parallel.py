"""The gain and cost of worker processes, as ratios within one run.

    python -m tools.benchmarks.parallel [--games N]

Prints games a second of durak-dummy against itself without workers, with one and with two;
of an engine of protocol 1, which is a new Python process for every game, with two, beside
what the mere starting of those processes allows; a match in the background, at which
somebody looks four times a second, beside the same run without all that; and the memory that
100,000 results take.
"""

import argparse
import shlex
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import datetime
from pathlib import Path
from statistics import median
from time import perf_counter

from durak_tui.cli.run_results import JsonResults
from durak_tui.engine.cancel import CancelToken
from durak_tui.engine.config import EngineConfig
from durak_tui.game.deals import deal
from durak_tui.match.background import BackgroundRun
from durak_tui.match.engine_table import EnginePool, EngineTable
from durak_tui.match.plan import Plan
from durak_tui.match.run import Run, RunSpec
from durak_tui.match.schedule import Schedule, Task, paired
from durak_tui.match.watch import Watch
from durak_tui.pool.dispatch import play_all
from durak_tui.pool.local import LocalPool, SerialPool
from durak_tui.records.record import Clock, Ending, GameRecord
from tools.benchmarks.core import resident

LOOKS_A_SECOND = 4
FRESH = Path(__file__).parent / "protocol1.py"
PROTOCOL_1 = {
    # Packages of an installation may do something whenever its Python starts, as editable
    # ones do; that is not measured.
    "a process a game": (sys.executable, "-S", str(FRESH)),
    "the same with site": (sys.executable, str(FRESH)),
}
"""Engines of protocol 1, by how their processes are started."""


def speed(make_pool: Callable[[], EnginePool], player: EngineConfig, games: int) -> float:
    """Games a second, the start of the workers not counted."""
    warm = 40
    tasks = Schedule(1, games + warm, (player, player), paired(1, 36), 1).tasks()
    done = 0
    started = ended = 0.0

    def after(*_: object) -> None:
        nonlocal done, started, ended
        done += 1
        ended = perf_counter()
        if done == warm:
            started = ended

    cancel = CancelToken()
    with closing(make_pool()) as pool:
        play_all(tasks, pool, cancel, after=after)
    return games / (ended - started)


def serial() -> EnginePool:
    """Games in this process."""
    return SerialPool(EngineTable, CancelToken(), pin=True)


def workers(number: int) -> Callable[[], EnginePool]:
    """Games in that many worker processes."""
    return lambda: LocalPool(EngineTable, number, CancelToken())


def watchable(number: int) -> Callable[[], EnginePool]:
    """The same where nobody watches, but could."""
    watch = Watch()
    return lambda: LocalPool(EngineTable, number, CancelToken(), watch=watch)


def foreground(plan: Plan, concurrency: int) -> float:
    """Games a second of durak-autoplay, from its second tenth on."""
    run = Run(plan.settle(None, print))
    first = run.schedule.total // 10
    started = 0.0

    def before(task: Task) -> None:
        nonlocal started
        if task.game_id == first + 1:
            started = perf_counter()

    cancel = CancelToken()
    with closing(LocalPool(EngineTable, concurrency, cancel)) as pool:
        run.play(pool, cancel, before=before)
        return (run.schedule.total - first) / (perf_counter() - started)


def background(plan: Plan, concurrency: int) -> tuple[float, float]:
    """The same in a thread, and how many seconds a look takes."""
    looks, seconds = 0, 0.0
    with BackgroundRun(plan, concurrency=concurrency) as match:
        match.start()
        first = now = match.snapshot()
        while now.is_on:
            match.wait(1 / LOOKS_A_SECOND)
            began = perf_counter()
            now = match.snapshot()
            seconds += perf_counter() - began
            looks += 1
            if now.is_on and now.done < now.total // 10:
                first = now
    speed = (now.done - first.done) / (now.elapsed - first.elapsed)
    return speed, seconds / looks


def only_started(command: Sequence[str], games: int) -> float:
    """Games a second if only processes of protocol 1 were started.

    Two for each game, on two cores.
    """

    def two_starts(_: int) -> None:
        for _ in range(2):
            subprocess.run(
                command,
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True,
            )  # fmt: skip

    with ThreadPoolExecutor(2) as threads:
        started = perf_counter()
        list(threads.map(two_starts, range(games)))
        return games / (perf_counter() - started)


def memory(results: int) -> tuple[float, float]:
    """Resident MB after a tenth of that many results, and all."""
    player = EngineConfig("durak-dummy")
    now = datetime(2026, 1, 1)
    schedule = Schedule(10, results // 10, (player, player), paired(1, 36), 1)
    early = 0.0
    with JsonResults("-") as store:
        run = Run(RunSpec(schedule, {}, paired=True), results=store)
        for number in range(1, results + 1):
            run.resume(
                [
                    GameRecord(
                        deal(1, 1), ((1,),) * 50, Ending(number % 3), ("a", "b"), now, now,
                        number, 1, (Clock(0.1, 40, 0.01), Clock(0.1, 40, 0.01)),
                    )
                ]
            )  # fmt: skip
            if number == results // 10:
                early = resident()
    return early, resident()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="What worker processes gain and cost.")
    parser.add_argument("--games", type=int, default=2000, help="games for each measurement")
    games = parser.parse_args().games
    dummy = EngineConfig("durak-dummy")
    rounds = [
        (speed(serial, dummy, games), speed(workers(1), dummy, games),
         speed(workers(2), dummy, 2 * games))
        for _ in range(3)
    ]  # fmt: skip
    for index, name in enumerate(("no workers", "one worker", "two workers")):
        print(f"{name + ':':13}", *(f"{one[index]:7.0f}" for one in rounds), "games/s")
    gain = median(two / one for _, one, two in rounds)
    cost = median(alone / one - 1 for alone, one, _ in rounds)
    print(f"two workers over one:            {gain:6.2f} (target 1.70)")
    print(f"cost of a worker for each game:  {cost:6.1%} (target below 5 %)")
    pairs = [(speed(workers(2), dummy, games), speed(watchable(2), dummy, games)) for _ in range(5)]
    cost = median(alone / one - 1 for alone, one in pairs)
    print(f"cost of being watchable:         {cost:6.1%} (target: lost in the noise)")
    plan = Plan((dummy, dummy), matches=1, match_size=games, seed=1)
    runs = [(foreground(plan, 2), *background(plan, 2)) for _ in range(5)]
    ratio = median(behind / before for before, behind, _ in runs)
    look = median(seconds for *_, seconds in runs)
    print(f"a match over the plain run:      {ratio:6.2f} (target 0.95)")
    print(f"  each look at it:               {look * 1e6:6.0f} us, four a second")
    few = max(40, games // 10)
    for name, command in PROTOCOL_1.items():
        engine = EngineConfig(shlex.join(command), "protocol 1")
        fresh, starts = speed(workers(2), engine, few), only_started(command, few)
        print(f"protocol 1, {name + ':':20} {fresh:6.1f} games/s on two cores (target 30)")
        print(f"  only starting the processes:   {starts:6.1f} games/s")
    early, late = memory(100 * games if games < 1000 else 100_000)
    print(f"memory with a tenth of the results and with all: {early:.1f} MB, {late:.1f} MB")


if __name__ == "__main__":
    main()
