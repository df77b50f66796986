"""The course of a tournament on standard output.

It is redrawn on a terminal, and goes line by line elsewhere.
"""

import sys
from collections.abc import Sequence
from time import monotonic
from typing import Final, Self

from durak_tui.cli.common import Output, can_be_written
from durak_tui.cli.live import LiveBlock, bar, can_redraw, columns
from durak_tui.common.text import cells, clock, fit
from durak_tui.statistics.elo import elo, score
from durak_tui.tournament.pairings import Finished
from durak_tui.tournament.report import RANKED_BY, elo_text, percent, title
from durak_tui.tournament.standings import FixtureScore, Place, best_counts
from durak_tui.tournament.tournament import Tournament

_ENGINE_COLUMN: Final = 1
_BAR: Final = range(10, 41)
"""Columns of the progress bar: where there are fewer, there is none."""


def view(output: Output, tournament: Tournament) -> "LineView":
    return (TerminalView if can_redraw(sys.stdout) else LineView)(output, tournament)


class LineView:
    """A line for every complete pairing, and the standing at the end."""

    def __init__(self, output: Output, tournament: Tournament) -> None:
        self._output = output
        self._tournament = tournament
        self._plus_minus = "±" if can_be_written("±") else "+/-"

    def __enter__(self) -> Self:
        tournament = self._tournament
        self._output.line(
            f"{title(tournament)}, {tournament.config.games} games in each pairing,"
            f" {tournament.total} in all"
        )
        if tournament.scores.played:
            self._output.line(f"Going on after game {tournament.scores.played}")
        return self

    def __exit__(self, *_: object) -> None:
        self._output.line()
        for line in self._standing():
            self._output.line(line)

    def paired(self, score: FixtureScore) -> None:
        fixture, (mine, yours) = score.fixture, score.points
        one, other = (self._tournament.scores.names[entrant] for entrant in fixture.entrants)
        void = f" ({score.void} void)" if score.void else ""
        self._output.line(
            f"Round {fixture.round.name}: {one} {mine:.1f} - {yours:.1f} {other}{void}"
        )

    def over(self, finished: Finished) -> None:
        names = self._tournament.scores.names
        for bye in finished.round.byes:
            self._output.line(f"Round {finished.round.number}: {names[bye]} has a bye")
        for better in finished.seeded_on():
            self._output.line(
                f"Round {finished.round.number}: {names[better]} goes on as the better seed"
            )

    def _standing(self, width: int | None = None, most: int | None = None) -> list[str]:
        """The standing, of at most so many lines."""
        places = self._tournament.standing()
        ranked_by = RANKED_BY.get(self._tournament.config.format)
        more = 0
        if most is not None and len(places) + 1 > most:
            more = len(places) - max(0, most - 2)
            places = places[: max(0, most - 2)]
        head = ["", "Engine", *([ranked_by] if ranked_by else []), "Points", "Score", "Elo"]
        rows = [head, *(self._row(place, ranked_by) for place in places)]
        lines = columns(rows, _ENGINE_COLUMN, width)
        return [*lines, f"and {more} more"] if more else lines

    def _row(self, place: Place, ranked_by: str | None) -> Sequence[str]:
        games = place.engine.games
        return [
            str(place.rank),
            place.name,
            *([f"{place.rank_points:g}"] if ranked_by else []),
            f"{games.points:.1f}/{games.number}",
            percent(score(games)),
            elo_text(elo(best_counts(place.engine))).replace("±", self._plus_minus),
        ]


class TerminalView(LineView):
    """A progress bar and the standing, drawn again as games come in."""

    def __init__(self, output: Output, tournament: Tournament) -> None:
        super().__init__(output, tournament)
        self._block = LiveBlock(output, self._drawing)
        self._before = tournament.scores.played
        self._started = monotonic()

    def __enter__(self) -> Self:
        super().__enter__()
        self._started = monotonic()
        self._block.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._block.stop()

    # The standing shows both.
    def paired(self, score: FixtureScore) -> None: ...
    def over(self, finished: Finished) -> None: ...

    def _drawing(self, width: int, height: int) -> Sequence[str]:
        return [self._progress(width), *self._standing(width, height - 1)][:height]

    def _progress(self, width: int) -> str:
        tournament = self._tournament
        done, total = tournament.scores.played, tournament.total
        text = f"{done}/{total} games"
        seconds = monotonic() - self._started
        if done > self._before and seconds > 0:
            rate = (done - self._before) / seconds
            text += f", {rate:.1f} games/s"
            if not tournament.complete:
                text += f", {clock(round((total - done) / rate))} left"
        space = min(width - cells(text) - 1, _BAR[-1])
        return f"{bar(done, total, space)} {text}" if space in _BAR else fit(text, width)
