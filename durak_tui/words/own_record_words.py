"""One's own record in words, for every face."""

import shlex
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import count
from typing import TYPE_CHECKING, Final

from durak_tui.common.i18n import N_, _, decimal, grouped, ngettext, pgettext, why
from durak_tui.common.text import brief, cells, short_path
from durak_tui.engine.rated import MEAN, THINKER, think_seconds
from durak_tui.library.own_record import FEWEST, WINDOW, Met, Overview, OwnGame, Point, Streaks
from durak_tui.statistics.counts import GameCounts
from durak_tui.statistics.rating import Rating
from durak_tui.user.opponents import shown_name
from durak_tui.words.chart import (
    NO_CURVE,
    PAGE_WIDTH,
    UNSETTLED,
    Curve,
    Track,
    round_ticks,
    stack_signs,
    stacked_bar,
)
from durak_tui.words.text_table import GAP, fitted, in_columns, width_of
from durak_tui.words.totals_words import rating_words, score_words

if TYPE_CHECKING:
    from durak_tui.analysis.game_review import MistakeTally

_STREAKS: Final[Mapping[float | None, tuple[str, str]]] = {
    1.0: (N_("You won the last game."), N_("You won the last {n} games.")),
    0.5: (N_("The last game was drawn."), N_("The last {n} games were drawn.")),
    0.0: (N_("You lost the last game."), N_("You lost the last {n} games.")),
}
_LEAST: Final = 50  # Points of the rating between two labels of its axis.
_WIDER: Final = 2  # The axis at most, with the earliest intervals, than without them.
_LABELS: Final = 8  # Numbers of games below it, at most.
_CELL: Final = 8  # Columns of a game in a bar of them, at most.
_NARROWEST, _WIDEST = 16, 60  # Columns of a bar of results.


def result_words(counts: GameCounts) -> str:
    """All games in a line, with their score."""
    games = _counted(ngettext("{n} game", "{n} games", counts.number), counts.number)
    if not counts.number:
        return games
    found = [_wins(counts.wins), _losses(counts.losses)]
    found.append(_counted(ngettext("{n} draw", "{n} draws", counts.draws), counts.draws))
    numbers = counts.wins, counts.losses, counts.draws
    return _("{games}: {results} (score {score})").format(
        games=games, score=score_words(counts),
        results=", ".join(text for text, n in zip(found, numbers, strict=True) if n),
    )  # fmt: skip


def _wins(n: int) -> str:
    return _counted(ngettext("{n} win", "{n} wins", n), n)


def _losses(n: int) -> str:
    return _counted(ngettext("{n} loss", "{n} losses", n), n)


def _counted(text: str, n: int) -> str:
    return text.format(n=grouped(n))


def rating_line(rating: Rating | None, plus_minus: str = "±") -> str:
    """The rating and its games, or the games missing for it."""
    missing = FEWEST - (rating.games if rating else 0)
    if rating is None or missing > 0:
        text = ngettext(
            "No rating yet: play {n} more game against a level or a shipped engine.",
            "No rating yet: play {n} more games against a level or a shipped engine.",
            missing,
        )
        return text.format(n=missing)
    if rating.games < WINDOW:
        text = ngettext(
            "Rating {rating} from {n} rated game",
            "Rating {rating} from {n} rated games",
            rating.games,
        )
    else:
        text = _("Rating {rating} from the last {n} rated games")
    return text.format(rating=rating_words(rating, plus_minus), n=grouped(rating.games))


def streak_words(streaks: Streaks) -> str:
    """The current streak, and longer ones, of a record with games."""
    n = streaks.current
    alone, several = _STREAKS[streaks.points]
    said = [_(several if n > 1 else alone).format(n=grouped(n))]
    if streaks.won > (n if streaks.points == 1.0 else 1):
        said.append(_("Best streak: {wins}.").format(wins=_wins(streaks.won)))
    if streaks.lost > (n if streaks.points == 0.0 else 1):
        said.append(_("Worst streak: {losses}.").format(losses=_losses(streaks.lost)))
    return " ".join(said)


def mistakes_words(tally: "MistakeTally", games: int) -> str:
    """The mistakes in the games that are reviewed."""
    if not tally.games:
        return _("Mistakes: no game has been reviewed yet")
    from durak_tui.words.review_words import cost_words, counts_words

    if not tally.mistakes:
        text = _("No mistakes ({known} of {games} games reviewed)")
        return text.format(known=grouped(tally.games), games=grouped(games))
    # Translators: {counts} is such as "1 blunder, 2 mistakes", {cost} "cost 6 % per decision"
    text = _("{known} of {games} games reviewed: {counts}, {cost}")
    return text.format(
        known=grouped(tally.games), games=grouped(games),
        counts=counts_words(tally), cost=cost_words(tally),
    )  # fmt: skip


def scale_words() -> str:
    """The meaning of a rating."""
    text = _(
        "On this scale the mean of the shipped engines is {mean}. {thinker} was rated with"
        " {seconds} s per answer; with more time it is stronger."
    )
    return text.format(mean=MEAN, thinker=THINKER, seconds=decimal(think_seconds()))


def opponents_table(
    now: Overview, width: int = 0, *, ascii_only: bool = False, ellipsis: str = "..."
) -> list[tuple[str, Sequence[str], str]]:
    """The score against each opponent, line by line, the titles first.

    A line is a text, the parts of a bar (won, drawn, lost), and the rest of the line.  Ratings are
    there only if the person has one, and a bar only where there is room for it.  Without a width
    nothing is cut, and the bars fit a page.
    """
    rows = [_table_head(), *map(_table_row, now.opponents)]
    if not now.is_rated:
        rows = [row[:-1] for row in rows]
    if width and _free(rows, width) < _NARROWEST:
        rows = [[*row[:2], *row[5:]] for row in rows]  # without what the bars show, too
    size = min(max(_free(rows, width or PAGE_WIDTH), _NARROWEST), _WIDEST)
    bars = [_legend(size, ascii_only=ascii_only)]
    for met in now.opponents:
        parts = met.counts.wins, met.counts.draws, met.counts.losses
        bars.append(stacked_bar(parts, size, ascii_only=ascii_only))
    texts = list(map("".join, bars))
    table = [[name, bar, *rest] for (name, *rest), bar in zip(rows, texts, strict=True)]
    lines, found = list(in_columns(fitted(table, width, ellipsis=ellipsis))), []
    if width and max(map(cells, lines)) > width:
        return [(line, (), "") for line in in_columns(fitted(rows, width, ellipsis=ellipsis))]
    for line, bar, text in zip(lines, bars, texts, strict=True):
        begin, _bar, end = line.rpartition(text)
        found.append((begin, bar, end))
    return found


def _table_head() -> Sequence[str]:
    return (
        _("Opponent"), _("Games"), _("Won"), _("Drawn"), _("Lost"), _("Score"), _("Rating"),
    )  # fmt: skip


def _table_row(met: Met) -> Sequence[str]:
    name, counts = brief(shown_name(met.name)), met.counts
    return (
        name, *map(grouped, (counts.number, counts.wins, counts.draws, counts.losses)),
        score_words(counts), f"{met.rated.rating:.0f}" if met.rated else "",
    )  # fmt: skip


def _free(rows: Sequence[Sequence[str]], width: int) -> int:
    """The columns that these rows leave free for one more."""
    return width - sum(width_of(column) + len(GAP) for column in zip(*rows, strict=True))


def _legend(width: int, *, ascii_only: bool) -> Sequence[str]:
    """The title of the bars, which says what their parts mean."""
    parts = zip(stack_signs(ascii_only=ascii_only), (_("won"), _("drawn"), _("lost")), strict=True)
    *first, last = (f"{sign} {part}" for sign, part in parts)
    found = [f"{part}  " for part in first]
    room = width - cells("".join(found))
    if cells(last) > room:
        found, last, room = [], _("Results"), width
    return [*found, last + " " * (room - cells(last))]


def first_rated_bar(
    first_rated: Sequence[OwnGame], width: int, *, ascii_only: bool = False
) -> list[tuple[str, float | None]]:
    """The games that a first rating is made of, as a bar.

    Each part is a game with its points, None if that is still to be played.
    """
    results = [game.points for game in first_rated]
    cell = min(max(1, (width + 1) // FEWEST - 1), _CELL)
    signs: dict[float | None, str] = {None: "."}
    signs.update(zip((1.0, 0.5, 0.0), stack_signs(ascii_only=ascii_only), strict=True))
    missing = [None] * (FEWEST - len(results))
    return [(signs[one] * cell + " ", one) for one in [*results, *missing]]


def rating_curve(points: Sequence[Point], *, is_low: bool = False) -> Curve:
    """The course of the rating as a chart.

    Its band is the 95 % interval.  The axis holds the line and the intervals, but not the earliest
    ones where the rest would be flat beside them.  That of a low one holds no more than the line:
    it would be flat there beside any interval.
    """
    if not points:
        return NO_CURVE
    ratings = [point.rating for point in points]
    low, high = _ends(ratings, 0)
    settled_low, settled_high = _ends(ratings, len(ratings) // UNSETTLED)
    if high - low > _WIDER * (settled_high - settled_low):
        low, high = settled_low, settled_high
    known = [one.value for one in ratings if one.value is not None]
    if is_low and known:
        low, high = min(known), max(known)
    return Curve(
        [one.value for one in ratings], round_ticks(low, high, _LEAST),
        band=[(one.low, one.high) for one in ratings],
        tracks=[Track(_("Games"), _numbers([point.rated for point in points]))],
    )  # fmt: skip


def _ends(ratings: Sequence[Rating], first: int) -> tuple[float, float]:
    """The ends of all ratings, and of their intervals from ``first`` on."""
    held = [one.value for one in ratings]
    held += [end for one in ratings[first:] for end in (one.low, one.high)]
    known = [value for value in held if value is not None]
    return min(known), max(known)


def _numbers(games: Sequence[int]) -> dict[int, str]:
    """Round numbers of games, at the first points with so many."""
    steps = (n * 10**power for power in count() for n in (1, 2, 5))
    step = next(step for step in steps if (games[-1] - games[0]) // step < _LABELS)
    first = (-(-games[0] // step)) * step
    return {bisect_left(games, n): grouped(n) for n in range(first, games[-1] + 1, step)}


def course_title(points: Sequence[Point]) -> str:
    """The title of the chart; empty without one."""
    if not points:
        return ""
    # Not how many games there are: the first ones have no point.
    text = _("Rating since rated game {n}, with its 95 % range")
    return text.format(n=grouped(points[0].rated))


def none_words(n: int, path: str) -> str:
    """Say that no game of ``n`` is one's own."""
    if not n:
        return _("You have not finished a game yet; play one with durak-tui play.")
    text = ngettext(
        "The one game in {log} is not yours.", "None of the {n} games in {log} is yours.", n
    )
    return text.format(n=grouped(n), log=short_path(path))


def between_words(n: int) -> str:
    """A sentence about games of two people."""
    if not n:
        return ""
    return ngettext(
        "{n} game between two people does not count.",
        "{n} games between two people do not count.",
        n,
    ).format(n=grouped(n))


def unclear_words(n: int) -> str:
    """A sentence about games that do not say who the person was."""
    if not n:
        return ""
    return ngettext(
        "{n} game does not count: its names do not show which player you were.",
        "{n} games do not count: their names do not show which player you were.",
        n,
    ).format(n=grouped(n))


def no_reviews(problem: OSError) -> str:
    """The reason why the reviews of a log cannot be read."""
    return _("Reviews cannot be read: {why}.").format(why=why(problem))


def to_review(path: str, tally: "MistakeTally") -> str:
    """The command that reviews the remaining games."""
    text = _("To review the rest: {command}") if tally.games else _("To review them: {command}")
    return text.format(command=f"durak-tui review {shlex.quote(path)}")


def last_title() -> str:
    return _("Last games, newest first")


def result_word(points: float) -> str:
    """The result of a game as its player sees it."""
    # Translators: the result of a game for the reader
    words = {1.0: pgettext("you", "won"), 0.0: pgettext("you", "lost")}
    return words.get(points) or pgettext("you", "drawn")


def game_row(game: OwnGame) -> Sequence[str]:
    """A game as a row: opponent, result, when, its number."""
    began = f"{game.started_at:%Y-%m-%d %H:%M}" if game.started_at else ""
    number = _("game {n}").format(n=grouped(game.number + 1))
    return brief(shown_name(game.opponent)), result_word(game.points), began, number
