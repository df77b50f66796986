"""A worth in words, the same wherever a person plays.

A worth is the score that one player may expect: 1 of a won game, 1/2 of a draw, 0 of a lost one.  A
cost is a difference of two.  Files, JSON and engines have them as numbers.
"""

from collections.abc import Iterable, Mapping
from math import floor
from typing import Final

from durak_tui.common.i18n import N_, _
from durak_tui.game.position import Action

_RESULTS: Final[Mapping[float, str]] = {1.0: N_("wins"), 0.5: N_("draws"), 0.0: N_("loses")}
_SIGNS: Final = {1.0: "+", 0.5: "=", 0.0: "-"}  # Endgames, as chess players mark positions.
_DIGITS: Final = 6  # Of hundredths; what a float adds behind them is no half to be rounded.


def percent(value: float) -> str:
    """A worth or a cost in per cent, such as ``6 %``.

    Before the sign is a no-break space.  Halves are rounded up.  Only nothing is ``0 %``, and
    only a whole game ``100 %``: near them it is ``<1 %`` and ``>99 %``.  The sum of several costs
    may be greater.
    """
    hundredths = floor(round(100 * value, _DIGITS) + 0.5)
    if value and not hundredths:
        return "<1\N{NO-BREAK SPACE}%"
    if value < 1 and hundredths == 100:
        return ">99\N{NO-BREAK SPACE}%"
    return f"{hundredths}\N{NO-BREAK SPACE}%"


def worth_words(worth: float, *, exact: bool) -> str:
    """The result with best play if ``exact``, else per cent.

    A worth that is only estimated is never quite 0 or 1.
    """
    if exact and worth in _RESULTS:
        return _(_RESULTS[worth])
    return percent(_unsure(worth))


def worth_mark(worth: float, *, exact: bool) -> str:
    """A worth in three characters at most: a sign, or per cent."""
    if exact and worth in _SIGNS:
        return _SIGNS[worth]
    return f"{min(99, max(1, floor(round(100 * worth, _DIGITS) + 0.5)))}%"


def card_marks(
    values: Iterable[tuple[Action, float]], best: Action, *, exact: bool
) -> dict[int, tuple[str, bool]]:
    """Each card's worth in few characters, and whether it is best.

    Where several cards may be given, a card has the worth of the best way to give it.
    """
    found: dict[int, float] = {}
    for action, value in values:
        for card in action:
            found[card] = max(value, found.get(card, 0.0))
    return {card: (worth_mark(value, exact=exact), card in best) for card, value in found.items()}


def _unsure(worth: float) -> float:
    """An estimate; if all its trials ended alike, others still might not."""
    tiny = 10**-_DIGITS
    return min(1 - tiny, max(tiny, worth))
