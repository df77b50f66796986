"""``durak-tui tournament``: many engines, one report."""

import argparse

from durak_tui.cli.common import at_least_one


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.description = (
        "Plays the tournament that a TOML file describes. The folder that it names"
        " gets games.log, results.json, report.md and report.html."
    )
    parser.add_argument("file", metavar="FILE.toml", help="engines, format, games, seed, folder")
    parser.add_argument(
        "--concurrency",
        type=at_least_one,
        metavar="N",
        help="games played at the same time (default: one for each core)",
    )
    parser.add_argument(
        "--resume", action="store_true", help="go on where games.log of that folder ends"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play it; the exit code.  Raises CommandError for what a user can mend."""
    # The other commands of the program start without this.
    from durak_tui.cli.tournament_run import run_tournament

    return run_tournament(
        arguments.file, concurrency=arguments.concurrency, resume=arguments.resume
    )
