"""Scores, Elo and ratings in a few characters."""

from durak_tui.common.i18n import _
from durak_tui.statistics.counts import GameCounts
from durak_tui.statistics.elo import Estimate
from durak_tui.statistics.rating import Rating


def score_words(counts: GameCounts) -> str:
    """The share of points won, such as ``58.8 %``; empty without games."""
    return f"{100 * counts.points / counts.number:.1f} %" if counts.number else ""


def elo_words(estimate: Estimate | None, plus_minus: str = "±") -> str:
    """A difference in Elo, such as ``+40 ± 30`` or ``> +210``."""
    if estimate is None:
        return ""
    if estimate.error is None:
        return f"{estimate.bound} {estimate.value:+z.0f}"
    return f"{estimate.value:+z.0f} {plus_minus} {estimate.error:.0f}"


def rating_words(rating: Rating | None, plus_minus: str = "±") -> str:
    """A rating, such as ``+85 ± 60``, or a bound in words."""
    if rating is None:
        return _("unknown")
    if rating.value is None:
        if rating.low is not None:
            return _("above {n}").format(n=f"{rating.low:+z.0f}")
        return _("below {n}").format(n=f"{rating.high or 0:+z.0f}")
    error = "" if rating.error is None else f" {plus_minus} {rating.error:.0f}"
    return f"{rating.value:+z.0f}{error}"
