"""``durak-tui tournament``: many engines, from their file to the reports."""

import argparse
import contextlib
import json
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Final

from durak_tui.cli.common import CommandError, Output, at_least_one, complain, mendable
from durak_tui.cli.playing import local_pool, play_out
from durak_tui.cli.signals import Stop, stopping
from durak_tui.cli.tournament_view import LineView, view
from durak_tui.common.files import replace_file
from durak_tui.engine.cancel import Cancelled
from durak_tui.engine.orphans import orphans
from durak_tui.match.resume import take_up
from durak_tui.match.run_setup import greet_all, opened_log
from durak_tui.tournament.config import ConfigError, TournamentConfig, load
from durak_tui.tournament.markup import page
from durak_tui.tournament.pairings import Finished
from durak_tui.tournament.report import markdown, title
from durak_tui.tournament.results import results
from durak_tui.tournament.standings import FixtureScore
from durak_tui.tournament.tournament import Tournament

PROG: Final = "durak-tui"
LOG: Final = "games.log"
REPORTS: Final = ("report.md", "report.html", "results.json")
_REST: Final = 10
"""After the reports of a round at least so many times as long goes by before the next ones."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
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
    tournament = Tournament(_loaded(arguments.file))
    folder = tournament.config.output
    with stopping() as stop, contextlib.ExitStack() as resources:
        with mendable(f"output: folder {folder} cannot be made"):
            folder.mkdir(parents=True, exist_ok=True)
        path = folder / LOG
        log = resources.enter_context(opened_log(str(path)))
        try:
            if arguments.resume:
                settings, resume = tournament.settings, tournament.resume
                note: Callable[[str], None] = lambda text: complain(f"{PROG}: {text}")  # noqa: E731
                take_up(str(path), settings, resume, note, stop.token)
            elif path.stat().st_size:
                raise CommandError(
                    f"{path} already has games: go on with them with --resume,"
                    " or name another folder as output"
                )
            orphans.claims_all = True
            if not tournament.complete:
                greet_all(tournament.config.engines, stop.token)
        except Cancelled:
            return stop.exit_code
        # Now it is still early to find out that one of them cannot be written.
        write_reports(tournament)
        output = Output(on_broken=stop.token.set)
        pool = local_pool(arguments.concurrency, stop)
        resources.callback(pool.close)
        with view(output, tournament) as shown:
            watcher = _Watcher(tournament, shown)
            failure = play_out(
                lambda: tournament.play(pool, stop.token, log=log, watcher=watcher), pool, stop
            )
        return _ended(tournament, output, stop, failure)


def _loaded(file: str) -> TournamentConfig:
    try:
        with mendable(f"{file} cannot be read"):
            return load(file)
    except ConfigError as error:
        raise CommandError(f"{file}: {error}") from None


class _Watcher:
    """Shows what happens, and keeps the reports up to date."""

    def __init__(self, tournament: Tournament, shown: LineView) -> None:
        self._tournament = tournament
        self._shown = shown
        self._due = 0.0

    def paired(self, score: FixtureScore) -> None:
        self._shown.paired(score)

    def over(self, finished: Finished) -> None:
        self._shown.over(finished)
        # Those of many engines take seconds, in which no game is given out.
        begin = monotonic()
        if begin >= self._due:
            write_reports(self._tournament)
            end = monotonic()
            self._due = end + _REST * (end - begin)


def write_reports(tournament: Tournament) -> None:
    """Write the files of REPORTS anew.  Raises CommandError."""
    report = markdown(tournament)
    texts = (
        report,
        page(title(tournament), report),
        json.dumps(results(tournament), indent=1, allow_nan=False) + "\n",
    )
    for name, text in zip(REPORTS, texts, strict=True):
        path = tournament.config.output / name
        with mendable(f"{path} cannot be written"):
            # The log has all that is in them: there is nothing to wait for the disk for.
            replace_file(path, text, sync=False)


def _ended(tournament: Tournament, output: Output, stop: Stop, failure: str) -> int:
    try:
        write_reports(tournament)
    except CommandError as error:
        failure = failure or str(error)
    for line in _last_words(tournament):
        output.line(line)
    if failure:
        raise CommandError(failure, exit_code=1)
    if stop.signal:
        return stop.exit_code
    output.check()
    return 0


def _last_words(tournament: Tournament) -> Iterator[str]:
    scores = tournament.scores
    yield ""
    if scores.failed:
        yield f"Games with faults: {scores.failed}"
    first = tournament.winners()
    if len(first) == 1:
        yield f"Winner: {first[0]}"
    elif first:
        yield f"First place shared by {', '.join(first)}"
    else:
        yield f"Stopped after game {scores.played} of {tournament.total}; --resume goes on"
    yield f"Report: {tournament.config.output / REPORTS[0]}, also as .html and as results.json"
