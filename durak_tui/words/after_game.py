"""The end of a game at its table, in words."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from durak_tui.common.i18n import N_, _, ngettext
from durak_tui.game.position import DRAW
from durak_tui.library.own_record import RatingChange
from durak_tui.records.record import AGREED, DISHONEST, NORMAL, RESIGNED, TIMEOUT, Ending
from durak_tui.user.state import Series
from durak_tui.words.narrator import LEFT, Cards, Narrator, Said, told_reason
from durak_tui.words.play import score_in_numbers
from durak_tui.words.totals_words import rating_words
from durak_tui.words.worth import percent

if TYPE_CHECKING:
    from durak_tui.analysis.game_review import MistakeTally

_LOST_BY: Final[Mapping[str, Said]] = {
    LEFT: (N_("You did not come back."), N_("{name} did not come back.")),
    RESIGNED: (N_("You resigned."), N_("{name} resigned.")),
    TIMEOUT: (N_("Your time ran out."), N_("{name} ran out of time.")),
}
_LONGEST: Final = 180  # Minutes that are said: of a longer game most was spent elsewhere.
_NONE_MADE: Final[Said] = N_("No mistakes."), N_("{name}: no mistakes.")


def headline(ending: Ending, words: Narrator) -> str:
    """The result in two or three words."""
    winner, you = ending.winner, words.you
    assert winner is not None, "void are games of two engines only"
    if winner == DRAW:
        return _("A draw")
    if you is None:
        return _("{name} won").format(name=words.names[winner])
    return _("You won") if winner == you else _("You are the fool")


def why_over(ending: Ending, words: Narrator) -> str:
    """The reason for the end, if the cards do not show it."""
    winner, reason = ending.winner, told_reason(ending)
    if reason == NORMAL:
        return ""
    if reason == AGREED:
        return _("Both players agreed on it.")
    assert winner is not None
    loser = 1 - winner
    if reason in _LOST_BY:
        return words.say(_LOST_BY[reason], loser)
    text = _("{name} did not play honestly.") if reason == DISHONEST else _("{name} failed.")
    return text.format(name=words.names[loser])


def length_words(bouts: int, seconds: float) -> str:
    """The length of a game in bouts and, within bounds, minutes."""
    text = ngettext("{n} bout", "{n} bouts", bouts).format(n=bouts)
    minutes = int(seconds) // 60
    # A game of more hours has lain unfinished.  In up to three it may have, too: nothing tells.
    if not 0 < minutes <= _LONGEST:
        return text
    # Translators: {text} is such as "14 bouts", {n} are minutes
    return _("{text}, {n} min").format(text=text, n=minutes)


def score_so_far(series: Series) -> str:
    """The games won and lost, beside the result of the last one.

    The first game has none: its result says all.
    """
    n = series.draws
    if series.wins + series.losses + n < 2:
        return ""
    score = score_in_numbers(series)
    if not n:
        return score
    # Translators: {score} is such as "3 : 1"
    return ngettext("{score}, {n} draw", "{score}, {n} draws", n).format(score=score, n=n)


def rating_now(change: RatingChange) -> str:
    """The rating after the game, and the points it won or lost."""
    before, after = change
    now = rating_words(after)  # If all games are won, or all lost, it is a bound in words.
    if after.value is not None:
        now = f"{after.value:.0f}"
        if before and before.value is not None:
            now += f" ({round(after.value) - round(before.value):+})"
    # Translators: beside the result of a game, such as "rating 1556 (+34)"
    return _("rating {rating}").format(rating=now)


def mistakes_line(tally: "MistakeTally", seat: int, words: Narrator, cards: Cards) -> str:
    """The mistakes of a player, and the worst of several.

    Nothing is said of somebody who has decided nothing.
    """
    from durak_tui.words.review_words import action_words, counts_words

    worst = tally.worst
    if worst is None:
        return words.say(_NONE_MADE, seat) if tally.decisions else ""
    played = action_words(worst.phase, worst.action, cards)
    if tally.mistakes == 1:
        # Translators: {counts} is such as "1 blunder, 2 mistakes"
        text = _("{counts}: {played} in bout {bout}, cost {cost}.")
    else:
        text = _("{counts}; worst: {played} in bout {bout} ({cost}).")
    said = text.format(
        counts=counts_words(tally), played=played, bout=worst.bout, cost=percent(worst.cost)
    )
    name = words.names[seat]
    return said if seat == words.you else _("{name}: {text}").format(name=name, text=said)
