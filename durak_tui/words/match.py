"""Matches in words: scores, faults, and what one waits for."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from durak_tui.common.i18n import _, ngettext, time_words
from durak_tui.common.short_names import short_names
from durak_tui.common.text import ELLIPSIS, cells, clock
from durak_tui.match.tally import SHOWN_GAMES, FaultCount, MatchScore
from durak_tui.pool.dispatch import DueGame

_NAME: Final = 16  # Columns that a name has in any case.


def even_sentence() -> str:
    """The reason why a run is even; each face adds the remedy."""
    return _(
        "Both engines are the same command and play every deal from both seats: unless it plays"
        " at random, the result is even by construction."
    )


def match_line(number: int, score: MatchScore) -> str:
    """The result of a match, with its number."""
    first, second = score.wins
    text = _("Match {number} - Engine1 wins: {first}, Engine2 wins: {second}, Draws: {draws}")
    return text.format(number=number, first=first, second=second, draws=score.draws)


def fault_lines(
    names: Sequence[str],
    faults: Iterable[tuple[int, str, FaultCount]],
    void: int,
    *,
    first_games: int = SHOWN_GAMES,
    width: int = 0,
    ellipsis: str = ELLIPSIS,
) -> Iterator[str]:
    """A line for each kind of fault: engine, reason, number, first games.

    Names are shortened, alike in all lines, so that each has ``width`` columns, if that is given.
    """
    text = _("Engine{number} ({name}) {reason}: {games}")
    said = [
        (seat, {"number": seat + 1, "reason": _(reason), "games": _games(count, first_games)})
        for seat, reason, count in faults
    ]
    if width and said:
        least = min(width - cells(text.format(name="", **values)) for _seat, values in said)
        names = short_names(names, max(_NAME, least), ellipsis)
    for seat, values in said:
        yield text.format(name=names[seat], **values)
    if void:
        text = _("Void games (both engines failed before the first card): {n}")
        yield text.format(n=void)


def _games(faults: FaultCount, first_games: int) -> str:
    numbers = ", ".join(map(str, faults.games[:first_games]))
    if more := faults.count - min(len(faults.games), first_games):
        text = _("{n} (games {numbers} and {more} more)")
        return text.format(n=faults.count, numbers=numbers, more=more)
    text = ngettext("{n} (game {numbers})", "{n} (games {numbers})", faults.count)
    return text.format(n=faults.count, numbers=numbers)


def thinking_words(name: str, seconds: int) -> str:
    """The engine to move, and its time so far."""
    return _("{name} is thinking, {time}").format(name=name, time=time_words(seconds))


def waiting_sentence(waiting: DueGame) -> str:
    """A sentence about the slow game that is waited for."""
    if waiting.first == waiting.last:
        text = _("Waiting for game {first} ({time})")
    else:
        text = _("Waiting for one of games {first} to {last} ({time})")
    values = {"first": waiting.first, "last": waiting.last, "time": clock(waiting.seconds)}
    n = waiting.held_back
    more = ngettext("{n} later game is finished.", "{n} later games are finished.", n)
    return f"{text.format(**values)}; {more.format(n=n)}"
