"""``durak-autoplay``: matches between two engines."""

import argparse
import contextlib
import os
import re
import shlex
import sys
from collections.abc import Sequence
from functools import partial
from typing import Final, NoReturn

from durak_tui import __version__
from durak_tui.cli.common import (
    CommandError,
    Parser,
    StandardOutput,
    Stop,
    at_least_one,
    choose_language,
    complain,
    explained,
    positive_seconds,
    run_command,
    stopping,
)
from durak_tui.cli.live import SlowGames
from durak_tui.cli.results import STDOUT, JsonResults, notes_of, statistics_block, table
from durak_tui.common.files import GoneIfEmpty
from durak_tui.common.i18n import LONGEST, N_, in_english
from durak_tui.common.text import excerpt
from durak_tui.engine.cancel import Cancelled
from durak_tui.engine.client import Trace
from durak_tui.engine.config import (
    DEFAULT_MOVE_TIME,
    DEFAULT_START_TIME,
    EngineConfig,
    Limits,
)
from durak_tui.engine.errors import EngineStartError
from durak_tui.engine.orphans import orphans
from durak_tui.game.caps import ATTACK_LIMITS
from durak_tui.match.plan import AT_ONCE, Plan, TooFewDealsError
from durak_tui.match.pool.dispatch import Pool
from durak_tui.match.pool.local import SerialPool, local_pool
from durak_tui.match.pool.worker import Keeps
from durak_tui.match.run import Run, RunSpec, failure_of, greet_all
from durak_tui.match.run_log import log_of_run, take_up
from durak_tui.match.schedule import Task
from durak_tui.match.stderr_files import KEPT, StderrFiles
from durak_tui.protocol.faults import printable
from durak_tui.statistics.sprt import MODELS, Sprt, numbers_in
from durak_tui.user.opponents import engine_called

PROG: Final = "durak-autoplay"
COUNTERS: Final = ("auto", "always", "never")

_RESULTS: Final = N_("results file {path} cannot be written: {why}")
_FOLDER: Final = N_("folder {folder} cannot be written: {why}")


class _Parser(Parser):
    def error(self, message: str) -> NoReturn:
        """Print the usage and exit with code 1, like the original (D-013)."""
        self._refuse(f"{self.prog}: {excerpt(message, LONGEST)}", 1)


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
        epilog="An engine is a registered name (durak-dummy), a level such as Beginner, a path, a"
        " program on PATH, or a"
        ' quoted command line such as "python3 my_engine.py --level 3".',
    )
    add = result.add_argument
    add("engine1", metavar="ENGINE1", help="the first engine")
    add("engine2", metavar="ENGINE2", help="the second engine; may be the same")
    add("--matches-number", type=int, metavar="N", help="how many matches (default 10)")
    add("--match-size", type=int, metavar="N", help="games in each match (default 100)")
    add("--log-file", metavar="FILE", help="append every finished game to this file")
    add("--debug", action="store_true", help="trace every line of both engines to stderr")
    add("--seed", type=int, metavar="S", help="same seed, same deals (default: random)")
    add("--deals", metavar="LOG", help="play the deals recorded in this log, in its order")
    add(
        "--paired",
        action=argparse.BooleanOptionalAction,
        help="play every deal twice, the second time with the hands exchanged (default)",
    )
    add("--deck", type=int, choices=(36, 52), help="cards in the deck (default 36)")
    add(
        "--attack-limit",
        choices=tuple(ATTACK_LIMITS),
        metavar="LIMIT",  # argparse would write the choices with commas between.
        help="most attacks in a bout: none, 6, or 6,5 for five in the first bout (default:"
        " none, or that of --deals)",
    )
    add(
        "--move-time",
        type=positive_seconds,
        default=DEFAULT_MOVE_TIME,
        metavar="SEC",
        help="time for every answer (default 10); the start of a program does not count",
    )
    add(
        "--start-time",
        type=positive_seconds,
        default=DEFAULT_START_TIME,
        metavar="SEC",
        help="time for a program to start, up to its first ok (default 30)",
    )
    add(
        "--game-time",
        type=positive_seconds,
        metavar="SEC",
        help="time of one engine for one game (default: no limit)",
    )
    add(
        "--concurrency",
        type=partial(at_least_one, most=AT_ONCE),
        metavar="N",
        help="games played at the same time (default: one per core)",
    )
    add(
        "--cluster",
        metavar="ADDRESS",
        help="play on the workers of the Dask scheduler at this address",
    )
    add(
        "--infos",
        action="store_true",
        help="also log what engines say of themselves and of each decision",
    )
    add(
        "--stderr",
        metavar="FOLDER",
        help="append the standard error of the engines to engine1.log and engine2.log there",
    )
    add("--stats", action="store_true", help="score, Elo, LOS and more after the table")
    add(
        "--sprt",
        type=_sprt,
        metavar="ELO0,ELO1[,ALPHA,BETA]",
        help="stop as soon as one of these two Elo values of engine 1 is ruled out",
    )
    add(
        "--sprt-model",
        choices=MODELS,
        default=MODELS[0],
        help="the scale of the Elo values of --sprt (default %(default)s)",
    )
    add(
        "--resume",
        action="store_true",
        help="resume the last run in the log file; give the other options as before",
    )
    add(
        "--counter",
        choices=COUNTERS,
        default=COUNTERS[0],
        help="count the games as they are played; auto: on a terminal, elsewhere one line"
        " at the end",
    )
    add("--json", metavar="FILE", help='write the results as JSON; "-" instead of the table')
    add("--version", action="version", version=f"Durak Autoplay v{__version__}")
    result.set_defaults(paired=True)  # with default=True Python 3.11 adds English to the help
    return result


def main(argv: Sequence[str] | None = None) -> int:
    words = sys.argv[1:] if argv is None else argv
    choose_language()
    return run_command(PROG, lambda: run(parser().parse_args(_with_sprt_joined(words))))


def _sprt(text: str) -> tuple[float, float, float, float]:
    """Both strengths, alpha and beta."""
    try:
        return numbers_in(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def run(arguments: argparse.Namespace) -> int:
    _refuse_nonsense(arguments)
    sprt = _test(arguments)
    with stopping() as stop, contextlib.ExitStack() as resources:
        log = results = None
        if arguments.log_file:
            log = resources.enter_context(log_of_run(arguments.log_file))
        if arguments.json:
            if arguments.json != STDOUT:
                resources.enter_context(GoneIfEmpty(arguments.json))
            with explained(_RESULTS, path=arguments.json):
                results = resources.enter_context(JsonResults(arguments.json))
        stderr = None
        if arguments.stderr:
            with explained(_FOLDER, folder=arguments.stderr):
                stderr = resources.enter_context(StderrFiles(arguments.stderr))
        spec = _spec(arguments, sprt)
        orphans.claims_all = True
        run = Run(spec, log=log, results=results, stderr=stderr)
        shown = {"stats": arguments.stats, "counter": arguments.counter}
        match = _Match(spec, run, results, stop, **shown)
        try:
            if arguments.resume:
                take_up(arguments.log_file, spec.settings, match.run.resume, _note, stop.token)
            if not match.complete:
                run.engines = greet_all(spec.schedule.players, stop.token)
        except Cancelled:
            return match.stopped()
        pool = SerialPool(stop.token) if match.complete else _pool(arguments, stop)
        resources.callback(pool.close)
        return match.play(pool)


def _refuse_nonsense(arguments: argparse.Namespace) -> None:
    """Raise CommandError for options that exclude each other."""
    if arguments.resume and not arguments.log_file:
        raise CommandError(N_("--resume needs --log-file: the log of the run to resume"))
    if arguments.infos and not arguments.log_file:
        text = N_("--infos needs --log-file: what engines say is kept in the log")
        raise CommandError(text)
    for option in ("seed", "deck"):
        if arguments.deals is not None and getattr(arguments, option) is not None:
            text = N_("--deals cannot be used with --{option}: the log sets it")
            raise CommandError(text, option=option)
    if arguments.debug and (arguments.concurrency or 1) > 1:
        raise CommandError(N_("--debug plays one game at a time: leave out --concurrency"))
    if arguments.cluster is not None and (arguments.debug or arguments.concurrency):
        raise CommandError(N_("--cluster cannot be used with --concurrency or --debug"))
    files = {
        option: os.path.realpath(os.path.expanduser(path))
        for option in ("log_file", "json", "deals")
        if (path := getattr(arguments, option)) not in (None, STDOUT)
    }
    if len(set(files.values())) < len(files):
        raise CommandError(N_("--log-file, --json and --deals must be different files"))


def _test(arguments: argparse.Namespace) -> Sprt | None:
    if arguments.sprt is None:
        return None
    elo0, elo1, alpha, beta = arguments.sprt
    try:
        return Sprt(elo0, elo1, alpha, beta, arguments.sprt_model)
    except ValueError as error:
        raise CommandError("--sprt: {why}", why=error) from None


def _spec(arguments: argparse.Namespace, sprt: Sprt | None) -> RunSpec:
    limits = Limits(arguments.move_time, arguments.game_time, arguments.start_time)
    plan = Plan(
        (
            engine_called(arguments.engine1).within(limits),
            engine_called(arguments.engine2).within(limits),
        ),
        matches=arguments.matches_number,
        match_size=arguments.match_size,
        seed=arguments.seed,
        deck=arguments.deck,
        deals=arguments.deals,
        caps=None if arguments.attack_limit is None else ATTACK_LIMITS[arguments.attack_limit],
        paired=arguments.paired,
        sprt=sprt,
    )
    try:
        return plan.settle(arguments.log_file if arguments.resume else None, _note)
    except TooFewDealsError as error:
        text = N_(
            "{why}: give smaller --matches-number and --match-size, or neither to play the log once"
        )
        raise CommandError(text, why=error) from None


def _note(text: str) -> None:
    complain(text, f"{PROG}: ")


def _pool(arguments: argparse.Namespace, stop: Stop) -> Pool:
    keeps = Keeps(arguments.infos, KEPT if arguments.stderr else 0)
    if arguments.debug:
        # Lines of several games at once could not be told apart.
        return SerialPool(stop.token, trace=_tracer, pin=True, keeps=keeps)
    if arguments.cluster is not None:
        from durak_tui.match.pool.cluster import ClusterPool

        return ClusterPool(arguments.cluster, keeps)
    return local_pool(arguments.concurrency, stop.token, keeps)


class _Match:
    """A run as this command shows it."""

    def __init__(
        self,
        spec: RunSpec,
        run: Run,
        results: JsonResults | None,
        stop: Stop,
        *,
        stats: bool,
        counter: str,
    ) -> None:
        self.run = run
        self._results = results
        self._stop = stop
        self._sprt = spec.sprt
        self._stats = stats or spec.sprt is not None
        self._schedule = spec.schedule
        # Now: the program may be gone when the run is over.
        self._commands = [_command_line(player) for player in spec.schedule.players]
        self._quiet = results is not None and results.target == STDOUT
        on_terminal = sys.stdout is not None and sys.stdout.isatty()
        self._counter = counter
        self._counts = counter == "always" or (counter == "auto" and on_terminal)
        self._waiting = SlowGames(f"{PROG}: ", below_counter=self._counts and not self._quiet)
        self._output = StandardOutput(on_broken=stop.token.set)

    @property
    def complete(self) -> bool:
        return self.run.decided or self.run.tally.played >= self._schedule.total

    def stopped(self) -> int:
        """Report after a signal before the first game; the exit code."""
        if self.run.tally.played:
            self._report()
        return self._stop.exit_code

    def play(self, pool: Pool) -> int:
        """Play and report; returns the exit code."""
        schedule, token = self._schedule, self._stop.token
        if not self._quiet:
            size = schedule.match_size
            self._output.line(f"Playing {schedule.matches} matches, {size} games each")

        def awaited(task: Task) -> None:
            if self._counts and not self._quiet:
                self._output.write(f"\r{task.game_id} of {schedule.total}")

        failure = failure_of(
            lambda: self.run.play(pool, token, before=awaited, waiting=self._waiting)
        )
        if failure or self.run.decided:
            token.set()  # What is still being played is not wanted.
        pool.close()
        self._report()
        return self._stop.outcome(failure, self._output)

    def _report(self) -> None:
        with in_english():
            self._write_results()
        if not (self._quiet or self._output.is_broken):  # The JSON has them.
            for note in notes_of(self.run):
                _note(note)

    def _write_results(self) -> None:
        names = [player.shown for player in self._schedule.players]
        if not self._quiet:
            if self._counter != "never":
                self._output.line(self._end_of_counter())
            self._output.lines(table(self.run.tally, names))
            if self._stats:
                self._output.lines(statistics_block(self.run, names[0], self._sprt))
        if self._results:
            with explained(_RESULTS, 1, path=self._results.target):
                self._results.write(self.run, self._commands, self._sprt, self._output)

    def _end_of_counter(self) -> str:
        if self._counts or not self._schedule.total:
            return ""  # The counter stands there already, or nothing was to be counted.
        return f"{self.run.tally.played} of {self._schedule.total}"


def _command_line(player: EngineConfig) -> str:
    """The full command line of an engine, or its command if unknown."""
    try:
        return shlex.join(player.program().argv)
    except EngineStartError:
        return player.command


def _tracer(seat: int) -> Trace:
    def trace(direction: str, line: bytes, seconds: float) -> None:
        complain(f"{seconds * 1e6:10.0f} us E{seat + 1} {direction} {printable(line, None)}", "")

    return trace


if __name__ == "__main__":
    sys.exit(main())
