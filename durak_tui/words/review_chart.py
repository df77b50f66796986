"""The review of a game as a chart, for every face."""

from typing import Final

from durak_tui.analysis.game_review import Review
from durak_tui.common.i18n import _, pgettext
from durak_tui.common.short_names import short_names
from durak_tui.words.chart import NO_CURVE, SIDES, Curve, Track, side_signs

_NAME: Final = 13  # Columns of a name, at most.
_TICKS: Final = [(n / 4, f"{25 * n} %") for n in range(5)]


def review_curve(
    found: Review, names: tuple[str, str], seat: int = 0, *, ellipsis: str = "..."
) -> Curve:
    """The chances of the player at ``seat`` after each action.

    The rest is the other player's.  Below are the mistakes of both under their names, the worst of
    several standing out, and the numbers of the bouts.  The axis is double where scores are exact,
    and says so.
    """
    if not found.decisions:
        return NO_CURVE
    shown = short_names(names, _NAME, ellipsis)
    # Translators: beside the sign of a mistake in a chart
    word, tracks = pgettext("mistake", "worst"), []
    for player, sign, side in zip((seat, 1 - seat), side_signs(), SIDES, strict=True):
        mistakes = {one.number: sign for one in found.mistakes if one.player == player}
        tally = found.tally(player)
        worst = tally.worst.number if tally.worst and tally.mistakes > 1 else None
        tracks.append(Track(shown[player], mistakes, side, worst, word))
    begins = {one.bout: one.number for one in reversed(found.decisions)}
    tracks.append(Track(_("Bout"), {number: str(bout) for bout, number in begins.items()}))
    return Curve(
        found.scores_of(seat),
        _TICKS,
        shares=True,
        double=[one.exact for one in found.decisions],
        # Translators: in the axis of a chart, from where on its chances are no estimates
        word=pgettext("chances", "exact"),
        tracks=tracks,
    )


def chances_title(name: str, found: Review, *, ascii_only: bool = False) -> str:
    """The title of the chart of this player, or of "you"."""
    text = _("Chances of {name}") if name else _("Your chances")
    text = text.format(name=name)
    if found.mistakes:
        signs = "".join(side_signs(ascii_only=ascii_only))
        # Translators: {title} is such as "Your chances", {signs} are those below the chart
        text = _("{title}; {signs} mistakes").format(title=text, signs=signs)
    return text
