"""``durak-tui check ENGINE``: the compliance check of an engine."""

import argparse
from collections import Counter
from typing import Final

from durak_tui.cli.common import StandardOutput, positive_seconds, stopping
from durak_tui.common.i18n import _
from durak_tui.engine.cancel import Cancelled
from durak_tui.engine.check.compliance import MOVE_TIME, STATUSES, run_checks
from durak_tui.engine.config import Limits
from durak_tui.user.engines import engine_named, look_for_engine
from durak_tui.user.settings import SettingsStore
from durak_tui.words.check_words import STATUS_WORDS, report

WIDTH: Final = 80


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Put an engine through every command and the awkward cases, and say what is wrong and how"
        " to fix it. The exit code is 1 if a check has failed, else 0."
    )
    parser.add_argument(
        "engine",
        metavar="ENGINE",
        help="a level such as Beginner, an engine's name, a path, a program on PATH, or a quoted"
        " command line",
    )
    parser.add_argument(
        "--game",
        choices=("durak", "goldrush", "2048"),
        default="durak",
        help="the game that it plays (default %(default)s)",
    )
    parser.add_argument(
        "--move-time",
        type=positive_seconds,
        metavar="SEC",
        help="time for each answer (default 2; with --game goldrush 1)",
    )
    parser.add_argument(
        "--verbose",
        action="store_true",
        help="show all lines exchanged and the engine's standard error, also of checks that passed",
    )


def run(arguments: argparse.Namespace) -> int:
    """Make the checks.  Raises EngineStartError if it cannot start."""
    if arguments.game != "durak":
        from durak_tui.cli.check_player import run_player

        return run_player(arguments)
    counts: Counter[str] = Counter()
    output, limits = StandardOutput(), Limits(arguments.move_time or MOVE_TIME)
    settings = SettingsStore().value
    look_for_engine(settings, arguments.engine)
    program = engine_named(settings, arguments.engine, MOVE_TIME).program()
    with stopping() as stop:
        try:
            for result in run_checks(program, limits, cancel=stop.token):
                counts[result.status] += 1
                shown = report(result, arguments.verbose, WIDTH, _("; --verbose shows them"))
                output.lines(line.text for line in shown)
        except Cancelled:
            return stop.exit_code
    output.line(", ".join(f"{counts[status]} {_(STATUS_WORDS[status])}" for status in STATUSES))
    return 1 if counts["failed"] else 0
