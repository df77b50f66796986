"""Scores, Elo, and the totals of a log, in tables and sentences."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from durak_tui.common.i18n import _, chance_words, decimal, grouped, ngettext, share_words
from durak_tui.common.text import brief, clock, one_line
from durak_tui.library.totals import Meeting, Totals
from durak_tui.statistics.counts import GameCounts
from durak_tui.statistics.elo import Estimate, elo, los, score
from durak_tui.statistics.rating import Rating
from durak_tui.user.opponents import shown_name


def score_words(counts: GameCounts) -> str:
    """The share of points won, such as ``58.8 %``; empty without games."""
    return share_words(score(counts))


def elo_words(estimate: Estimate | None, plus_minus: str = "±") -> str:
    """A difference in Elo, such as ``+40 ± 30`` or ``> +210``.

    Empty if it is unknown, or a bound that tells nothing.
    """
    if estimate is None or estimate.is_vague:
        return ""
    if estimate.error is None:
        return f"{estimate.bound} {estimate.value:+z.0f}"
    return f"{estimate.value:+z.0f} {plus_minus} {estimate.error:.0f}"


def bound_words(estimate: Estimate) -> str:
    """A bound in words, such as ``at least +210 (95 %)``."""
    if estimate.is_vague:
        return _("too few games to tell")
    text = _("at least {n} (95 %)") if estimate.bound == ">" else _("at most {n} (95 %)")
    return text.format(n=f"{estimate.value:+z.0f}")


def rating_words(rating: Rating | None, plus_minus: str = "±") -> str:
    """A rating, such as ``1585 ± 60``, or a bound in words."""
    if rating is None:
        return _("unknown")
    if rating.value is None:
        if rating.low is not None:
            return _("above {n}").format(n=f"{rating.low:.0f}")
        return _("below {n}").format(n=f"{rating.high or 0:.0f}")
    error = "" if rating.error is None else f" {plus_minus} {rating.error:.0f}"
    return f"{rating.value:.0f}{error}"


Row = Sequence[str]


class Table(NamedTuple):
    """A table of text: its columns of names, and its rows."""

    names: int
    rows: Sequence[Row]  # The titles first.
    counts: Sequence[GameCounts]
    """The games of each row but the first."""


def games_line(totals: Totals) -> str:
    """The number of games, and their length."""
    parts = [ngettext("{n} game", "{n} games", totals.games).format(n=grouped(totals.games))]
    if totals.void:
        parts.append(_("{n} void").format(n=grouped(totals.void)))
    if totals.unreadable:
        parts.append(_("{n} damaged").format(n=grouped(totals.unreadable)))
    if known := totals.games - totals.unreadable:
        parts.append(_("{n} bouts on average").format(n=decimal(totals.bouts / known, ".1f")))
    if totals.timed:
        mean = decimal(totals.seconds / totals.timed, ".1f")
        parts.append(_("{time} in all").format(time=clock(totals.seconds)))
        parts.append(_("{n} s per game").format(n=mean))
    return ", ".join(parts)


def tables(totals: Totals, plus_minus: str = "±", most: int | None = None) -> Iterator[Table]:
    """Tables of players and of meetings.

    Of two players the second table says it all.  ``most`` is how many rows each has.
    """
    players, meetings = totals.players()[:most], totals.meetings()[:most]
    head: Row
    if len(players) > 2:
        head = _("Player"), _("Games"), _("Won"), _("Lost"), _("Drawn"), _("Score"), _("Elo")
        rows = [head, *(_player_row(*player, plus_minus) for player in players)]
        yield Table(1, rows, [counts for _name, counts in players])
    if meetings:
        head = (
            _("Player"), _("Opponent"), _("Games"), _("Won"), _("Lost"), _("Drawn"), _("Score"),
            _("Elo"), _("LOS"),
        )  # fmt: skip
        rows = [head, *(_meeting_row(met, plus_minus) for met in meetings)]
        yield Table(2, rows, [met.games for met in meetings])


def least_wanted() -> Sequence[str]:
    """The columns that are left out first where there is no room."""
    return _("Drawn"), _("Lost"), _("Won")


def _player_row(name: str, counts: GameCounts, plus_minus: str) -> Row:
    """A player against all others together."""
    numbers = counts.number, counts.wins, counts.losses, counts.draws
    estimate = elo_words(elo(counts), plus_minus)
    return brief(shown_name(name)), *map(str, numbers), score_words(counts), estimate


def _meeting_row(met: Meeting, plus_minus: str) -> Row:
    """Two players against each other, as the first of them sees it."""
    chance, games = los(met.counts), met.games
    return (
        *(brief(shown_name(name)) for name in met.names),
        *map(str, (games.number, games.wins, games.losses, games.draws)),
        score_words(games), elo_words(elo(met.counts), plus_minus),
        chance_words(chance),
    )  # fmt: skip


def fault_lines(totals: Totals) -> Iterator[str]:
    """The faults of each player by reason; nothing without faults."""
    for name, reasons in sorted(totals.faults.items()):
        said = ", ".join(f"{one_line(brief(_(why)))} {n}" for why, n in reasons.most_common())
        yield f"{brief(shown_name(name))}: {said}"
