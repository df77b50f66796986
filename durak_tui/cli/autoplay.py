"""``durak-autoplay``: matches between two engines."""

import argparse
import contextlib
import os
import re
import shlex
import sys
from collections.abc import Sequence
from typing import Final, NoReturn

from durak_tui import __version__
from durak_tui.cli.common import (
    CommandError,
    Output,
    at_least_one,
    complain,
    mendable,
    positive_seconds,
    run_command,
)
from durak_tui.cli.playing import local_pool, play_out
from durak_tui.cli.results import STDOUT, JsonResults, statistics_block, table
from durak_tui.cli.signals import Stop, stopping
from durak_tui.common.files import GoneIfEmpty
from durak_tui.engine.cancel import Cancelled
from durak_tui.engine.client import Trace
from durak_tui.engine.config import EngineConfig
from durak_tui.engine.errors import EngineStartError
from durak_tui.engine.limits import DEFAULT_MOVE_TIME, Limits
from durak_tui.engine.orphans import orphans
from durak_tui.match.plan import Plan, TooFewDealsError
from durak_tui.match.pool.dispatch import Pool
from durak_tui.match.pool.local import SerialPool
from durak_tui.match.pool.worker import EngineCache
from durak_tui.match.resume import take_up
from durak_tui.match.run import Run, RunSpec
from durak_tui.match.run_setup import greet_all, log_of_run
from durak_tui.match.schedule import Task
from durak_tui.protocol.faults import printable
from durak_tui.statistics.sprt import MODELS, Sprt

PROG: Final = "durak-autoplay"


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Print the usage and exit with code 1, like the original (D-013)."""
        self.print_usage(sys.stderr)
        self.exit(1, f"{self.prog}: {message}\n")


def _with_sprt_joined(words: Sequence[str]) -> list[str]:
    """``--sprt -5,0`` as ``--sprt=-5,0``, or argparse would see an option."""
    result: list[str] = []
    for word in words:
        if result and result[-1] == "--sprt" and re.match(r"-[\d.]", word):
            result[-1] = f"--sprt={word}"
        else:
            result.append(word)
    return result


def parser() -> argparse.ArgumentParser:
    result = _Parser(
        prog=PROG,
        description="Durak Autoplay: matches between two Durak engines.",
        epilog="An engine is a registered name (durak-dummy), a path, a program on PATH, or a"
        ' quoted command line such as "python3 my_engine.py --level 3".',
    )
    add = result.add_argument
    add("engine1", metavar="ENGINE1", help="the first engine")
    add("engine2", metavar="ENGINE2", help="the second engine; may be the same")
    add("--matches-number", type=int, metavar="N", help="how many matches (default 10)")
    add("--match-size", type=int, metavar="N", help="games in each match (default 100)")
    add("--log-file", metavar="FILE", help="append every finished game to this file")
    add("--debug", action="store_true", help="trace every line of both engines to stderr")
    add("--seed", type=int, metavar="S", help="same seed, same deals (default: by chance)")
    add("--deals", metavar="LOG", help="play the deals recorded in this log, in its order")
    add(
        "--paired",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="play every deal twice, the second time with the hands exchanged (default)",
    )
    add("--deck", type=int, choices=(36, 52), help="cards in the deck (default 36)")
    add(
        "--move-time",
        type=positive_seconds,
        default=DEFAULT_MOVE_TIME,
        metavar="SEC",
        help="time for every answer (default 10)",
    )
    add(
        "--game-time",
        type=positive_seconds,
        metavar="SEC",
        help="time of one engine for one game (default: no limit)",
    )
    add(
        "--concurrency",
        type=at_least_one,
        metavar="N",
        help="games played at the same time (default: one for each core)",
    )
    add(
        "--cluster",
        metavar="ADDRESS",
        help="play on the workers of the Dask scheduler at this address",
    )
    add("--stats", action="store_true", help="score, Elo, LOS and more after the table")
    add(
        "--sprt",
        type=_sprt,
        metavar="ELO0,ELO1[,ALPHA,BETA]",
        help="stop as soon as one of these two strengths of engine 1 is refuted",
    )
    add(
        "--sprt-model",
        choices=MODELS,
        default=MODELS[0],
        help=f"what the Elo of --sprt are (default {MODELS[0]})",
    )
    add(
        "--resume",
        action="store_true",
        help="go on with the run that the log file ends with; the other options as before",
    )
    add("--json", metavar="FILE", help='write the results as JSON; "-" instead of the table')
    add("--version", action="version", version=f"Durak Autoplay v{__version__}")
    return result


def main(argv: Sequence[str] | None = None) -> int:
    words = sys.argv[1:] if argv is None else argv
    arguments = parser().parse_args(_with_sprt_joined(words))
    return run_command(PROG, lambda: run(arguments))


def _sprt(text: str) -> list[float]:
    try:
        numbers = [float(number) for number in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) not in (2, 4):
        raise argparse.ArgumentTypeError(f"{text!r} is not ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA")
    return numbers


def run(arguments: argparse.Namespace) -> int:
    limits = Limits(arguments.move_time, arguments.game_time)
    players = (
        EngineConfig(arguments.engine1).within(limits),
        EngineConfig(arguments.engine2).within(limits),
    )
    _refuse_nonsense(arguments)
    sprt = _test(arguments)
    with stopping() as stop, contextlib.ExitStack() as resources:
        log = results = None
        if arguments.log_file:
            log = resources.enter_context(log_of_run(arguments.log_file))
        if arguments.json:
            if arguments.json != STDOUT:
                resources.enter_context(GoneIfEmpty(arguments.json))
            with mendable(f"results file {arguments.json} cannot be written"):
                results = resources.enter_context(JsonResults(arguments.json))
        spec = _spec(arguments, players, sprt)
        orphans.claims_all = True
        match = _Match(
            Run(spec, log=log, results=results),
            results=results,
            stop=stop,
            sprt=sprt,
            stats=arguments.stats or sprt is not None,
        )
        try:
            if arguments.resume:
                settings, resume = match.run.settings, match.run.resume
                take_up(arguments.log_file, settings, resume, _note, stop.token)
            if match.complete:
                return match.play(SerialPool(stop.token))
            greet_all(players, stop.token)
        except Cancelled:
            return match.stopped()
        pool: Pool = _pool(arguments, stop)
        resources.callback(pool.close)
        return match.play(pool)


def _refuse_nonsense(arguments: argparse.Namespace) -> None:
    """Raise CommandError for options that exclude each other."""
    if arguments.resume and not arguments.log_file:
        raise CommandError("--resume needs --log-file: the log of the run to go on with")
    for option in ("seed", "deck"):
        if arguments.deals is not None and getattr(arguments, option) is not None:
            raise CommandError(f"--deals and --{option} exclude each other: the log has both")
    if arguments.debug and (arguments.concurrency or 1) > 1:
        raise CommandError("--debug plays one game at a time: leave --concurrency out")
    if arguments.cluster is not None and (arguments.debug or arguments.concurrency):
        raise CommandError("--cluster leaves no choice of --concurrency or --debug")
    files = {
        option: os.path.realpath(os.path.expanduser(path))
        for option in ("log_file", "json", "deals")
        if (path := getattr(arguments, option)) not in (None, STDOUT)
    }
    if len(set(files.values())) < len(files):
        raise CommandError("--log-file, --json and --deals have to be different files")


def _test(arguments: argparse.Namespace) -> Sprt | None:
    if arguments.sprt is None:
        return None
    elo0, elo1, *errors = arguments.sprt
    alpha, beta = errors or (0.05, 0.05)
    try:
        return Sprt(elo0, elo1, alpha, beta, arguments.sprt_model)
    except ValueError as error:
        raise CommandError(f"--sprt: {error}") from None


def _spec(
    arguments: argparse.Namespace, players: tuple[EngineConfig, EngineConfig], sprt: Sprt | None
) -> RunSpec:
    plan = Plan(
        players,
        matches=arguments.matches_number,
        match_size=arguments.match_size,
        seed=arguments.seed,
        deck=arguments.deck,
        deals=arguments.deals,
        paired=arguments.paired,
        sprt=sprt,
    )
    resumed = arguments.log_file if arguments.resume else None
    try:
        return plan.settle(resumed, _note)
    except TooFewDealsError as error:
        raise CommandError(
            f"{error}: give smaller --matches-number and --match-size, or neither to play the"
            " log once"
        ) from None


def _note(text: str) -> None:
    complain(f"{PROG}: {text}")


def _pool(arguments: argparse.Namespace, stop: Stop) -> Pool:
    if arguments.debug:
        # Lines of several games at once could not be told apart.
        return SerialPool(stop.token, EngineCache(stop.token, trace=_tracer), pin=True)
    if arguments.cluster is not None:
        from durak_tui.match.pool.cluster import ClusterPool

        return ClusterPool(arguments.cluster)
    return local_pool(arguments.concurrency, stop)


class _Match:
    """A run as this command shows it."""

    def __init__(
        self, run: Run, *, results: JsonResults | None, stop: Stop, sprt: Sprt | None, stats: bool
    ) -> None:
        self.run = run
        self.results = results
        self.stop = stop
        self.sprt = sprt
        self.stats = stats
        self.names = [player.shown for player in run.schedule.players]
        # Now: the program may be gone when the run is over.
        self.commands = [_command_line(player) for player in run.schedule.players]
        self.quiet = results is not None and results.target == STDOUT
        self.output = Output(on_broken=stop.token.set)

    @property
    def complete(self) -> bool:
        return self.run.decided or self.run.tally.played >= self.run.schedule.total

    def stopped(self) -> int:
        """Report after a signal before the first game; the exit code."""
        if self.run.tally.played:
            self.run.tally.stopped()
            self._report()
        return self.stop.exit_code

    def play(self, pool: Pool) -> int:
        """Play and report; returns the exit code."""
        schedule = self.run.schedule
        self._say(f"Playing {schedule.matches} matches, {schedule.match_size} games each\n")

        def awaited(task: Task) -> None:
            self._say(f"\r{task.game_id} of {schedule.total}")

        def play() -> None:
            self.run.play(pool, self.stop.token, before=awaited)
            if self.run.decided:
                self.stop.token.set()  # what is still being played is not wanted

        failure = play_out(play, pool, self.stop)
        if self.run.tally.played < schedule.total:
            self.run.tally.stopped()
        self._report()
        if failure:
            raise CommandError(failure, exit_code=1)
        if self.stop.signal:
            return self.stop.exit_code
        self.output.check()
        return 0

    def _report(self) -> None:
        tally = self.run.tally
        self._say("\n")
        for line in table(tally, self.names):
            self._say(line + "\n")
        if self.stats:
            for line in statistics_block(self.run, self.names[0], self.sprt):
                self._say(line + "\n")
        if self.results:
            problem = f"results file {self.results.target} cannot be written"
            with mendable(problem, exit_code=1):
                self.results.write(self.run, self.commands, self.sprt, self.output)

    def _say(self, text: str) -> None:
        if not self.quiet:
            self.output.write(text)


def _command_line(player: EngineConfig) -> str:
    """The full command line of an engine, or its command if unknown."""
    try:
        return shlex.join(player.program().argv)
    except EngineStartError:
        return player.command


def _tracer(seat: int) -> Trace:
    engine = f"E{seat + 1}"

    def trace(direction: str, line: bytes, seconds: float) -> None:
        complain(f"{seconds * 1e6:10.0f} us {engine} {direction} {printable(line, None)}")

    return trace


if __name__ == "__main__":
    sys.exit(main())
