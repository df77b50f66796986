"""``durak-tui tournament``: many engines, from their file to the reports."""

import argparse
import contextlib
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from time import monotonic
from typing import Final, Self

from durak_tui.cli.common import (
    CommandError,
    StandardOutput,
    add_options,
    can_be_written,
    complain,
    stopping,
)
from durak_tui.cli.live import LiveBlock, SlowGames, bar, can_redraw
from durak_tui.common.i18n import N_, _, decimal, share_words
from durak_tui.common.text import cells, clock, fit, one_line
from durak_tui.engine.cancel import Cancelled
from durak_tui.match.engine_table import Capture, EngineTable
from durak_tui.match.run_log import DURAK_LOGS
from durak_tui.match.stderr_files import StderrFiles
from durak_tui.pool.dispatch import DueGame
from durak_tui.pool.local import local_pool
from durak_tui.pool.run_errors import RunError, failure_of, usable
from durak_tui.pool.stderr_folder import KEPT
from durak_tui.statistics.elo import elo, score
from durak_tui.tournament.pairings import Finished
from durak_tui.tournament.report import elo_text, ranked_by, title
from durak_tui.tournament.standings import FixtureScore, StandingLine, best_counts
from durak_tui.tournament.tournament_config import ConfigError, TournamentConfig, load
from durak_tui.tournament.tournament_files import LOG, REPORTS, open_log, write_reports
from durak_tui.tournament.tournament_options import COMMAND
from durak_tui.tournament.tournament_run import Tournament
from durak_tui.words.match import waiting_sentence
from durak_tui.words.text_table import ranked

_REST: Final = 10  # Reports wait this many times as long as the last ones took.
_BAR: Final = range(10, 41)  # Columns of the progress bar; with fewer there is none.


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Play the tournament that a TOML file describes. The folder it names gets games.log,"
        " results.json, report.md and report.html."
    )
    add_options(parser, COMMAND)


def run(arguments: argparse.Namespace) -> int:
    config = _loaded(arguments.file)
    with stopping() as stop, contextlib.ExitStack() as resources:
        log = resources.enter_context(open_log(config))
        stderr = None
        if arguments.stderr:
            stderr = resources.enter_context(StderrFiles(arguments.stderr, config.names))
        tournament, path = Tournament(config, log=log, stderr=stderr), config.output / LOG
        try:
            if arguments.resume:
                DURAK_LOGS.resume(
                    str(path), tournament.settings, tournament.resume, complain, stop.token
                )
            elif path.stat().st_size:
                text = N_(
                    "{path} already has games: resume with --resume, or choose another output"
                )
                raise CommandError(text, path=path)
            tournament.greet(stop.token, alone=True)
        except Cancelled:
            return stop.exit_code
        # Now it is still early to find out that one of them cannot be written.
        write_reports(tournament)
        output = StandardOutput(on_broken=stop.token.set)
        capture = Capture(arguments.infos, KEPT if stderr else 0)
        table = partial(EngineTable, capture=capture)
        pool = local_pool(table, arguments.concurrency, stop.token)
        resources.callback(pool.close)
        view = TerminalView if can_redraw(sys.stdout) else LineView
        with view(output, tournament) as watcher:
            tournament.watcher = watcher
            failure = failure_of(lambda: tournament.play(pool, stop.token, waiting=watcher.waits))
            if failure:
                stop.token.set()
            pool.close()
        try:
            write_reports(tournament)
        except RunError as error:
            failure = failure or str(error)
        output.lines(_last_words(tournament))
        return stop.outcome(failure, output)


def _loaded(file: str) -> TournamentConfig:
    try:
        with usable(N_("{path} cannot be read: {why}"), path=file):
            return load(file)
    except ConfigError as error:
        raise CommandError("{file}: {why}", file=file, why=error) from None


def _last_words(tournament: Tournament) -> Iterator[str]:
    scores = tournament.scores
    yield ""
    if scores.failed:
        yield _("Games with faults: {n}").format(n=scores.failed)
    first = tournament.winners()
    if len(first) == 1:
        yield _("Winner: {name}").format(name=first[0])
    elif first:
        yield _("First place shared by {names}").format(names=", ".join(first))
    else:
        text = _("Stopped after game {n} of {total}; resume with --resume")
        yield text.format(n=scores.played, total=tournament.total)
    text = _("Report: {path}, also as .html and results.json")
    yield text.format(path=one_line(str(tournament.config.output / REPORTS[0])))


class LineView:
    """Lines for pairings, reports after rounds, the standing at the end."""

    def __init__(self, output: StandardOutput, tournament: Tournament) -> None:
        self._output = output
        self._tournament = tournament
        self._ranked_by = ranked_by(tournament)
        self._reports_due = 0.0
        self._slow_games = SlowGames("durak-tui: ")
        self._plus_minus = "±" if can_be_written("±") else "+/-"

    def __enter__(self) -> Self:
        tournament = self._tournament
        text = _("{title}, {n} games per pairing, {total} in all")
        size = {"n": tournament.config.games, "total": tournament.total}
        self._output.line(text.format(title=title(tournament), **size))
        if played := tournament.scores.played:
            self._output.line(_("Resuming after game {n}").format(n=played))
        return self

    def __exit__(self, *_error: object) -> None:
        self._output.lines(["", *self._standing()])

    def paired(self, score: FixtureScore) -> None:
        fixture, (mine, yours) = score.fixture, score.points
        one, other = (self._tournament.scores.names[entrant] for entrant in fixture.entrants)
        text = f"{one} {decimal(mine, '.1f')} - {decimal(yours, '.1f')} {other}"
        if score.void:
            text += " (" + _("{n} void").format(n=score.void) + ")"
        self._report(fixture.round.name, text)

    def over(self, finished: Finished) -> None:
        number, names = finished.round.number, self._tournament.scores.names
        for bye in finished.round.byes:
            self._report(number, _("{name} has a bye").format(name=names[bye]))
        for better in finished.seeded_on():
            text = _("{name} advances as the better seed")
            self._report(number, text.format(name=names[better]))
        # Reports of many engines take seconds, in which no game is given out.
        begin = monotonic()
        if begin >= self._reports_due:
            write_reports(self._tournament)
            end = monotonic()
            self._reports_due = end + _REST * (end - begin)

    def waits(self, waiting: DueGame) -> None:
        """Report a slow game that holds others back."""
        self._slow_games(waiting)

    def _report(self, round_: object, news: str) -> None:
        self._output.line(_("Round {n}: {news}").format(n=round_, news=news))

    def _standing(self, width: int = sys.maxsize, most: int = sys.maxsize) -> list[str]:
        """The standing, of at most ``most`` lines."""
        places = self._tournament.standing()
        more = 0
        if len(places) + 1 > most:
            more = len(places) - max(0, most - 2)
            places = places[: max(0, most - 2)]
        by_rank = [self._ranked_by] if self._ranked_by else []
        head = ["", _("Engine"), *by_rank, _("Points"), _("Score"), _("Elo")]
        lines = list(ranked([head, *map(self._row, places)], width))
        return [*lines, _("and {n} more").format(n=more)] if more else lines

    def _row(self, place: StandingLine) -> list[str]:
        games = place.engine.games
        return [
            str(place.rank),
            place.name,
            *([decimal(place.rank_points)] if self._ranked_by else []),
            f"{decimal(games.points, '.1f')}/{games.number}",
            share_words(score(games)),
            elo_text(elo(best_counts(place.engine))).replace("±", self._plus_minus),
        ]


class TerminalView(LineView):
    """A progress bar and the standing, drawn again as games come in."""

    def __init__(self, output: StandardOutput, tournament: Tournament) -> None:
        super().__init__(output, tournament)
        self._block = LiveBlock(output, self._drawing)
        self._before = tournament.scores.played
        self._slow: tuple[int, DueGame] | None = None  # After how many games what is waited for.
        self._started = monotonic()

    def __enter__(self) -> Self:
        super().__enter__()
        self._block.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._block.stop()

    def waits(self, waiting: DueGame) -> None:
        self._slow = self._tournament.scores.played, waiting

    def _report(self, round_: object, news: str) -> None:
        """Say nothing: the standing shows it all."""

    def _drawing(self, width: int, height: int) -> Sequence[str]:
        lines = [self._progress(width)]
        if self._slow and self._slow[0] == self._tournament.scores.played:
            lines.append(fit(waiting_sentence(self._slow[1]), width))
        return [*lines, *self._standing(width, height - len(lines))][:height]

    def _progress(self, width: int) -> str:
        tournament = self._tournament
        done, total = tournament.scores.played, tournament.total
        parts = [_("{done}/{total} games").format(done=done, total=total)]
        seconds = monotonic() - self._started
        if done > self._before and seconds > 0:
            rate = (done - self._before) / seconds
            parts.append(_("{n} games/s").format(n=decimal(rate, ".1f")))
            if not tournament.complete:
                left = clock(round((total - done) / rate))
                parts.append(_("{time} left").format(time=left))
        text = ", ".join(parts)
        space = min(width - cells(text) - 1, _BAR[-1])
        return f"{bar(done, total, space)} {text}" if space in _BAR else fit(text, width)
