"""``durak-autoplay``: matches between two engines."""

import argparse
import contextlib
import secrets
import sys
from collections.abc import Sequence
from typing import Final, NoReturn

from durak_tui import __version__
from durak_tui.arena.game import PlayedGame
from durak_tui.arena.match import greet, play_schedule
from durak_tui.arena.schedule import RecordedDeals, Schedule, ScheduledGame, seeded
from durak_tui.arena.tally import Tally
from durak_tui.cli.common import (
    BROKEN_OUTPUT,
    CommandError,
    Output,
    mendable,
    positive_seconds,
    run_command,
)
from durak_tui.cli.results import STDOUT, JsonResults, table
from durak_tui.cli.signals import Stop, stopping
from durak_tui.engine.cancel import Cancelled
from durak_tui.engine.client import DEFAULT_MOVE_TIME, EngineClient, Limits, Trace
from durak_tui.engine.errors import EngineStartError
from durak_tui.engine.registry import EngineSpec, resolve
from durak_tui.protocol.faults import printable
from durak_tui.records.writer import LogWriter

PROG: Final = "durak-autoplay"
DEFAULT_MATCHES: Final = 10
DEFAULT_MATCH_SIZE: Final = 100


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Usage on stderr and exit code 1, as the original has it (D-013)."""
        self.print_usage(sys.stderr)
        self.exit(1, f"{self.prog}: {message}\n")


def parser() -> argparse.ArgumentParser:
    """The command's options."""
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
    add("--deck", type=int, choices=(36, 52), default=36, help="cards in the deck (default 36)")
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
    add("--json", metavar="FILE", help='write the results as JSON; "-" instead of the table')
    add("--version", action="version", version=f"Durak Autoplay v{__version__}")
    return result


def main(argv: Sequence[str] | None = None) -> int:
    """The program; returns its exit code."""
    arguments = parser().parse_args(argv)
    return run_command(PROG, lambda: run(arguments))


def run(arguments: argparse.Namespace) -> int:
    """Play the matches that the arguments ask for.

    Raises CommandError for what a user can mend.
    """
    schedule = _schedule(arguments)
    limits = Limits(arguments.move_time, arguments.game_time)
    with stopping() as stop, contextlib.ExitStack() as resources:
        engines = [
            resources.enter_context(
                EngineClient(
                    _resolve(text),
                    limits,
                    trace=_tracer(f"E{number}") if arguments.debug else None,
                    cancel=stop.token,
                )
            )
            for number, text in enumerate((arguments.engine1, arguments.engine2), 1)
        ]
        log = results = None
        if arguments.log_file:
            with mendable(f"log file {arguments.log_file} cannot be written"):
                log = resources.enter_context(LogWriter(arguments.log_file))
        if arguments.json:
            with mendable(f"results file {arguments.json} cannot be written"):
                results = resources.enter_context(JsonResults(arguments.json))
        return _Run(schedule, (engines[0], engines[1]), log, results, stop).play()


def _resolve(text: str) -> EngineSpec:
    try:
        return resolve(text)
    except EngineStartError as error:
        raise CommandError(str(error)) from None


def _schedule(arguments: argparse.Namespace) -> Schedule:
    matches, size = arguments.matches_number, arguments.match_size
    if arguments.deals is None:
        seed = secrets.randbits(32) if arguments.seed is None else arguments.seed
        return Schedule(
            DEFAULT_MATCHES if matches is None else matches,
            DEFAULT_MATCH_SIZE if size is None else size,
            seeded(seed, arguments.deck),
            seed,
        )
    if arguments.seed is not None:
        raise CommandError("--deals and --seed exclude each other: deals come from one of them")
    with mendable(f"deals cannot be read from {arguments.deals}"):
        deals = RecordedDeals(arguments.deals)
    if deals.damaged:
        number, reason = deals.damaged[0]
        print(
            f"{PROG}: {len(deals.damaged)} damaged game(s) left out of {arguments.deals},"
            f" the first is game {number}: {reason}",
            file=sys.stderr,
        )
    if matches is None and size is None:
        # Without a word about numbers: the log, once.
        return Schedule(1, len(deals), deals)
    schedule = Schedule(
        DEFAULT_MATCHES if matches is None else matches,
        DEFAULT_MATCH_SIZE if size is None else size,
        deals,
    )
    if schedule.total > len(deals):
        raise CommandError(
            f"{arguments.deals} holds {len(deals)} deals, {schedule.total} are needed:"
            " give smaller --matches-number and --match-size, or neither to play the log once"
        )
    return schedule


class _Run:
    """One run: plays, and counts, writes and prints what was played."""

    def __init__(
        self,
        schedule: Schedule,
        engines: tuple[EngineClient, EngineClient],
        log: LogWriter | None,
        results: JsonResults | None,
        stop: Stop,
    ) -> None:
        self.schedule = schedule
        self.engines = engines
        self.specs = [engine.spec for engine in engines]
        self.log = log
        self.results = results
        self.stop = stop
        self.tally = Tally(schedule.matches)
        self.quiet = results is not None and results.target == STDOUT
        self.output = Output(on_broken=stop.token.set)

    def play(self) -> int:
        """The exit code: 0, or that of the signal that ended the run."""
        stopped = True
        failure: OSError | None = None
        try:
            for engine in self.engines:
                greet(engine)
            self._say(
                f"Playing {self.schedule.matches} matches, {self.schedule.match_size} games each\n"
            )
            play_schedule(self.schedule, self.engines, before=self._before, after=self._after)
            stopped = False
        except EngineStartError as error:
            raise CommandError(str(error)) from None
        except OSError as error:
            failure = error
        except Cancelled:
            pass
        finally:
            for engine in self.engines:
                engine.close()
        if stopped:
            self.tally.stopped()
        self._report()
        if failure:
            raise CommandError(
                f"stopped: game {self.tally.played + 1} could not be saved:"
                f" {failure.strerror or failure}",
                exit_code=1,
            )
        if self.stop.signal:
            return self.stop.exit_code
        return BROKEN_OUTPUT if self.output.broken else 0

    def _report(self) -> None:
        self._say("\n")
        for line in table(self.tally, [spec.name for spec in self.specs]):
            self._say(line + "\n")
        if self.results:
            with mendable(f"results file {self.results.target} cannot be written"):
                self.results.write(self.tally, self.specs, self.schedule.seed, self.output)

    def _before(self, game: ScheduledGame) -> None:
        self._say(f"\r{game.game_id} of {self.schedule.total}")

    def _after(self, game: ScheduledGame, played: PlayedGame) -> None:
        if self.log:
            self.log.append(played.record)
        self.tally.add(game.match, game.game_id, played)
        if self.results:
            self.results.add(game, played)

    def _say(self, text: str) -> None:
        if not self.quiet:
            self.output.write(text)


def _tracer(engine: str) -> Trace:
    def trace(direction: str, line: bytes, seconds: float) -> None:
        text = printable(line, None)
        print(f"{seconds * 1e6:10.0f} us {engine} {direction} {text}", file=sys.stderr, flush=True)

    return trace


if __name__ == "__main__":
    sys.exit(main())
