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
    add_options,
    choose_language,
    complain,
    explained,
    run_command,
    stopping,
)
from durak_tui.cli.json_file import STDOUT
from durak_tui.cli.live import SlowGames
from durak_tui.cli.run_results import JsonResults, notes_of, statistics_block, table
from durak_tui.common.files import GoneIfEmpty
from durak_tui.common.i18n import LONGEST, N_, speaking
from durak_tui.common.text import excerpt
from durak_tui.engine.cancel import Cancelled
from durak_tui.engine.client import Trace
from durak_tui.engine.config import EngineConfig, Limits
from durak_tui.engine.engine_errors import EngineStartError
from durak_tui.game.caps import ATTACK_LIMITS
from durak_tui.match.engine_table import Capture, EnginePool, EngineTable
from durak_tui.match.options import OPTIONS
from durak_tui.match.plan import Plan, TooFewDealsError
from durak_tui.match.run import Run, RunSpec
from durak_tui.match.run_log import DURAK_LOGS
from durak_tui.match.schedule import Task
from durak_tui.match.stderr_files import StderrFiles
from durak_tui.pool.local import SerialPool, local_pool
from durak_tui.pool.run_errors import failure_of
from durak_tui.pool.run_file import log_of_run
from durak_tui.pool.stderr_folder import KEPT
from durak_tui.protocol.faults import printable
from durak_tui.records.writer import LogWriter
from durak_tui.statistics.sprt import Sprt
from durak_tui.user.opponents import engine_called

PROG: Final = "durak-autoplay"

_RESULTS: Final = N_("results file {path} cannot be written: {why}")


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
    add_options(result, OPTIONS)
    result.add_argument("--version", action="version", version=f"Durak Autoplay v{__version__}")
    return result


def main(argv: Sequence[str] | None = None) -> int:
    words = sys.argv[1:] if argv is None else argv
    choose_language()
    return run_command(PROG, lambda: run(parser().parse_args(_with_sprt_joined(words))))


def run(arguments: argparse.Namespace) -> int:
    _refuse_nonsense(arguments)
    sprt = _test(arguments)
    with stopping() as stop, contextlib.ExitStack() as resources:
        log = results = None
        if arguments.log_file:
            log = resources.enter_context(log_of_run(arguments.log_file, LogWriter))
        if arguments.json:
            if arguments.json != STDOUT:
                resources.enter_context(GoneIfEmpty(arguments.json))
            with explained(_RESULTS, path=arguments.json):
                results = resources.enter_context(JsonResults(arguments.json))
        stderr = None
        if arguments.stderr:
            stderr = resources.enter_context(StderrFiles(arguments.stderr))
        spec = _spec(arguments, sprt)
        run = Run(spec, log=log, results=results, stderr=stderr)
        match = _Match(
            run, results, stop, stats=bool(arguments.stats or sprt), counter=arguments.counter
        )
        try:
            if arguments.resume:
                DURAK_LOGS.resume(arguments.log_file, run.settings, run.resume, _note, stop.token)
            if not run.complete:
                run.greet(stop.token, alone=True)
        except Cancelled:
            return match.stopped()
        pool = SerialPool(EngineTable, stop.token) if run.complete else _pool(arguments, stop)
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
            "{why}: lower --matches-number and --match-size, or leave out both to play the log once"
        )
        raise CommandError(text, why=error) from None


def _note(text: str) -> None:
    complain(text, f"{PROG}: ")


def _pool(arguments: argparse.Namespace, stop: Stop) -> EnginePool:
    capture = Capture(arguments.infos, KEPT if arguments.stderr else 0)
    if arguments.debug:
        # Lines of several games at once would be mixed.
        traced = partial(EngineTable, capture=capture, trace=_tracer)
        return SerialPool(traced, stop.token, pin=True, alone=True)
    table = partial(EngineTable, capture=capture)
    if arguments.cluster is not None:
        from durak_tui.pool.cluster import ClusterPool

        return ClusterPool(table, arguments.cluster)
    return local_pool(table, arguments.concurrency, stop.token)


class _Match:
    """A run as this command shows it."""

    def __init__(
        self, run: Run, results: JsonResults | None, stop: Stop, *, stats: bool, counter: str
    ) -> None:
        self._run = run
        self._results = results
        self._stop = stop
        self._stats = stats
        # Now: the program may be gone when the run is over.
        self._commands = [_command_line(player) for player in run.schedule.players]
        self._quiet = results is not None and results.target == STDOUT
        on_terminal = sys.stdout is not None and sys.stdout.isatty()
        self._counter = counter
        self._counts = counter == "always" or (counter == "auto" and on_terminal)
        self._waiting = SlowGames(f"{PROG}: ", below_counter=self._counts and not self._quiet)
        self._output = StandardOutput(on_broken=stop.token.set)

    def stopped(self) -> int:
        """Report after a signal before the first game; the exit code."""
        if self._run.played:
            self._report()
        return self._stop.exit_code

    def play(self, pool: EnginePool) -> int:
        """Play and report; returns the exit code."""
        run, token = self._run, self._stop.token
        if not self._quiet:
            matches, size = run.schedule.matches, run.schedule.match_size
            self._output.line(f"Playing {matches} matches, {size} games each")

        def awaited(task: Task) -> None:
            if self._counts and not self._quiet:
                self._output.write(f"\r{task.game_id} of {run.total}")

        failure = failure_of(lambda: run.play(pool, token, before=awaited, waiting=self._waiting))
        if failure or run.decided:
            token.set()  # Abandon games in progress.
        pool.close()
        self._report()
        return self._stop.outcome(failure, self._output)

    def _report(self) -> None:
        with speaking("C"):
            self._write_results()
        if not (self._quiet or self._output.is_broken):  # The JSON has them.
            for note in notes_of(self._run):
                _note(note)

    def _write_results(self) -> None:
        run, sprt = self._run, self._run.sprt
        names = [player.shown for player in run.schedule.players]
        if not self._quiet:
            if self._counter != "never":
                # Where there is a counter, it stands there already.
                nothing = self._counts or not run.total
                self._output.line("" if nothing else f"{run.played} of {run.total}")
            self._output.lines(table(run.tally, names))
            if self._stats:
                self._output.lines(statistics_block(run, names[0], sprt))
        if self._results:
            with explained(_RESULTS, 1, path=self._results.target):
                self._results.write(run, self._commands, sprt, self._output)


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
