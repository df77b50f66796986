"""A tournament as its user sees it: the course of it on standard output, the rest in files."""

import contextlib
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import monotonic
from typing import Final, Protocol

from durak_tui.arena.config import ConfigError, TournamentConfig, load
from durak_tui.arena.document import to_html, to_markdown
from durak_tui.arena.formats import Finished, seeded_on
from durak_tui.arena.report import MERITS, blocks, elo_text, percent, round_name, title
from durak_tui.arena.results import results
from durak_tui.arena.standing import FixtureScore
from durak_tui.arena.tournament import Tournament
from durak_tui.cli.common import BROKEN_OUTPUT, CommandError, Output, mendable
from durak_tui.cli.live import LiveBlock, bar, columns, fit
from durak_tui.cli.playing import (
    greet_all,
    local_pool,
    opened_log,
    play_out,
    replace_file,
    take_up,
)
from durak_tui.cli.signals import stopping
from durak_tui.engine.cancel import Cancelled

PROG: Final = "durak-tui"
LOG: Final = "games.log"
REPORTS: Final = ("results.json", "report.md", "report.html")

_NAME_COLUMN: Final = 1
_BAR_LEAST: Final = 12
_BAR_MOST: Final = 42


def run_tournament(file: str, *, concurrency: int | None, resume: bool) -> int:
    """Play a tournament; the exit code.  Raises CommandError for what a user can mend."""
    config = _loaded(file)
    folder = config.output
    path = str(folder / LOG)
    with stopping() as stop, contextlib.ExitStack() as resources:
        with mendable(f"output: folder {folder} cannot be made"):
            folder.mkdir(parents=True, exist_ok=True)
        log = resources.enter_context(opened_log(path))
        output = Output(on_broken=stop.token.set)
        view: _View
        tournament = Tournament(
            config,
            log=log,
            paired=lambda score: view.paired(score),
            over=lambda finished: view.over(finished) or _report(tournament),
        )
        if resume:
            take_up(PROG, path, tournament.settings, tournament.resume)
        elif os.path.getsize(path):
            raise CommandError(
                f"{path} already has games: go on with them with --resume,"
                " or name another folder as output"
            )
        try:
            greet_all(config.engines, stop)
        except Cancelled:
            return stop.exit_code
        # Now it is still early to find out that one of them cannot be written.
        _report(tournament)
        view = _on_terminal(output, tournament) or _Lines(output, tournament)
        pool = local_pool(concurrency, stop)
        resources.callback(pool.close)
        with view:
            failure = play_out(
                lambda: tournament.play(pool, stop.token),
                pool,
                stop,
                played=lambda: tournament.scores.played,
            )
        for line in _last_words(tournament, folder):
            output.line(line)
        try:
            _report(tournament)
        except CommandError as error:
            failure = failure or str(error)
        if failure:
            raise CommandError(failure, exit_code=1)
        if stop.signal:
            return stop.exit_code
        return BROKEN_OUTPUT if output.broken else 0


def _loaded(file: str) -> TournamentConfig:
    try:
        with mendable(f"{file} cannot be read"):
            return load(file)
    except ConfigError as error:
        raise CommandError(f"{file}: {error}") from None


def _report(tournament: Tournament) -> None:
    """Write the files anew.  Raises CommandError if that fails."""
    report = blocks(tournament)
    texts = (
        json.dumps(results(tournament), indent=1, allow_nan=False) + "\n",
        to_markdown(report),
        to_html(title(tournament), report),
    )
    for name, text in zip(REPORTS, texts, strict=True):
        path = tournament.config.output / name
        with mendable(f"{path} cannot be written"):
            replace_file(path, text)
