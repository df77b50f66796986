"""One's own record in words, for every face."""

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from durak_tui.common.i18n import _, ngettext, pgettext, why
from durak_tui.common.text import brief, short_path
from durak_tui.engine.rated import THINKER, think_seconds
from durak_tui.library.own_record import WINDOW, Met, OwnGame, Point, Streaks
from durak_tui.statistics.counts import GameCounts
from durak_tui.statistics.elo import elo
from durak_tui.statistics.rating import Rating
from durak_tui.user.opponents import shown_name
from durak_tui.words.chart import bars, margin_of
from durak_tui.words.totals_words import elo_words, rating_words, score_words
from durak_tui.words.worth import percent

if TYPE_CHECKING:
    from durak_tui.analysis.game_review import MistakeTally

_STEP: Final = 50  # The axis of a chart ends at multiples of this.
_WIDEST: Final = 3  # Columns for a game: a few need not be drawn out.


def result_words(counts: GameCounts) -> str:
    """All games in a line, with their score."""
    games = ngettext("{n} game", "{n} games", counts.number).format(n=counts.number)
    if not counts.number:
        return games
    text = _("{games}: {won} won, {lost} lost, {drawn} drawn, score {score}")
    return text.format(
        games=games, won=counts.wins, lost=counts.losses, drawn=counts.draws,
        score=score_words(counts),
    )  # fmt: skip


def rating_line(rating: Rating | None, plus_minus: str = "±") -> str:
    """The rating and its games, or why there is none."""
    if rating is None:
        return _("No rating yet: play against a level or a shipped engine.")
    games = ngettext("{n} rated game", "{n} rated games", rating.games).format(n=rating.games)
    return _("Rating {rating} from {games}").format(
        rating=rating_words(rating, plus_minus), games=games
    )


def streak_words(streaks: Streaks) -> str:
    """The current and the longest streaks."""
    n = streaks.current
    if streaks.points == 1:
        now = ngettext("{n} win in a row", "{n} wins in a row", n)
    elif streaks.points == 0:
        now = ngettext("{n} loss in a row", "{n} losses in a row", n)
    else:
        now = ngettext("{n} draw in a row", "{n} draws in a row", n)
    most = _("longest: {won} won, {lost} lost").format(won=streaks.won, lost=streaks.lost)
    return f"{now.format(n=n)}; {most}"


def mistakes_words(tally: "MistakeTally", games: int) -> str:
    """The mistakes per game, and the number of games reviewed."""
    if not tally.games:
        return _("Mistakes: no game has been reviewed yet")
    text = _("{n} mistakes per game, cost {cost} ({known} of {games} games reviewed)")
    return text.format(
        n=f"{tally.mistakes / tally.games:.1f}", cost=percent(tally.cost / tally.games),
        known=tally.games, games=games,
    )  # fmt: skip


def scale_words() -> str:
    """The meaning of a rating."""
    text = _(
        "On this scale the mean of the shipped engines is 0. {thinker} was rated with"
        " {seconds:g} s per answer; with more time it is stronger."
    )
    return text.format(thinker=THINKER, seconds=think_seconds())


def table_head() -> Sequence[str]:
    """The titles of the columns of :func:`table_row`."""
    return (
        _("Opponent"), _("Games"), _("Won"), _("Lost"), _("Drawn"), _("Score"), _("Elo"),
        _("Rated"),
    )  # fmt: skip


def least_wanted() -> Sequence[str]:
    """The columns that are left out first where there is no room."""
    return _("Drawn"), _("Lost"), _("Won")


def table_row(met: Met, plus_minus: str = "±") -> Sequence[str]:
    """An opponent and the games against them, cell by cell."""
    name, counts = brief(shown_name(met.name)), met.counts
    return (
        name, str(counts.number), str(counts.wins), str(counts.losses), str(counts.draws),
        score_words(counts), elo_words(elo(counts), plus_minus),
        f"{met.rated.rating:+z.0f}" if met.rated else "",
    )  # fmt: skip


def course_lines(
    points: Sequence[Point], width: int, height: int, *, ascii_only: bool = False
) -> list[str]:
    """The course of the rating as a chart; nothing without one."""
    if len(points) < 2:
        return []
    low = min(point.rating for point in points)
    high = max(point.rating for point in points)
    bottom = _STEP * (low // _STEP - (low % _STEP == 0))
    top = _STEP * -(-high // _STEP)
    labels = f"{top:+.0f}", f"{(top + bottom) / 2:+.0f}", f"{bottom:+.0f}"
    room = max(1, width - margin_of(labels))
    shown = points[-room:]
    step = min(_WIDEST, room // len(shown))
    heights = [(point.rating - bottom) / (top - bottom) for point in shown for _n in range(step)]
    return bars(heights, labels, height, ascii_only=ascii_only)


def course_title(points: Sequence[Point]) -> str:
    """The title of the chart."""
    text = _("Rating over your last {n} rated games; each bar covers {window} games")
    return text.format(n=len(points), window=WINDOW)


def none_words(n: int, path: str) -> str:
    """Say that no game of ``n`` is one's own."""
    if not n:
        return _("You have not finished a game yet; play one with durak-tui play.")
    text = ngettext(
        "The one game in {log} is not yours.", "None of the {n} games in {log} is yours.", n
    )
    return text.format(n=n, log=short_path(path))


def between_words(n: int) -> str:
    """A sentence about games of two people."""
    if not n:
        return ""
    return ngettext(
        "{n} game between two people does not count.",
        "{n} games between two people do not count.",
        n,
    ).format(n=n)


def unclear_words(n: int) -> str:
    """A sentence about games that do not say who the person was."""
    if not n:
        return ""
    return ngettext(
        "{n} game does not count: its names do not show which player you were.",
        "{n} games do not count: their names do not show which player you were.",
        n,
    ).format(n=n)


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
    return brief(shown_name(game.opponent)), result_word(game.points), began, str(game.number + 1)
