"""Matches and tournaments in words: their state, faults and results."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len

from durak_tui.common.i18n import _, chance_words, decimal, grouped, ngettext, pgettext
from durak_tui.common.short_names import in_room, short_names, two_names
from durak_tui.common.text import clock, sentence
from durak_tui.statistics.elo import elo, los
from durak_tui.tui.toolkit.canvas import wrapped
from durak_tui.tui.toolkit.glyphs import Glyphs
from durak_tui.user.opponents import shown_name
from durak_tui.words.match import even_sentence, fault_lines, waiting_sentence
from durak_tui.words.narrator import shown_names
from durak_tui.words.totals_words import bound_words

if TYPE_CHECKING:
    from durak_tui.match.background import BackgroundRun
    from durak_tui.match.snapshot import MatchSnapshot
    from durak_tui.match.tally import MatchScore
    from durak_tui.pool.progress import Progress, RunState
    from durak_tui.tournament.background_tournament import TournamentSnapshot

_NAME: Final = 24  # Columns of a name in a sentence, at most.
_LEAST: Final = 8  # And in a title in any case.
_BETWEEN: Final = "  "  # The columns of a table.
STATE_WORDS: Final[Mapping["RunState", Callable[[], str]]] = {
    "starting": lambda: pgettext("match", "starting"),
    "running": lambda: pgettext("match", "running"),
    "pausing": lambda: pgettext("match", "pausing"),
    "paused": lambda: pgettext("match", "paused"),
    "stopping": lambda: pgettext("match", "stopping"),
    "finished": lambda: pgettext("match", "finished"),
    "stopped": lambda: pgettext("match", "stopped"),
    "failed": lambda: pgettext("match", "failed"),
}


def games_of(done: int, total: int) -> str:
    return _("{done} of {total} games").format(done=grouped(done), total=grouped(total))


def state_word(now: "MatchSnapshot") -> str:
    return pgettext("match", "decided") if now.decided else STATE_WORDS[now.state]()


def state_line(now: "MatchSnapshot") -> str:
    """The state of a match, where there is room for more words."""
    if now.state == "pausing":
        return _("pausing: finishing the games in progress")
    return state_word(now)


def facts(now: "Progress") -> list[str]:
    """Progress and speed of a run, the most important first."""
    if not now.total:
        return []
    found = [games_of(now.done, now.total)]
    rate = now.per_second
    if not now.is_on and now.elapsed:
        rate = (now.done - now.resumed) / now.elapsed or None
    if rate:
        digits = 0 if rate >= 99.5 else 1 if rate >= 9.95 else 2
        found.append(_("{n} games/s").format(n=decimal(rate, f".{digits}f")))
    if now.is_on and now.per_second and now.done < now.total:
        left = (now.total - now.done) / now.per_second
        found.append(_("{time} left").format(time=clock(left)))
    so_far = _("{time} so far") if now.is_on else _("{time} in all")
    found.append(so_far.format(time=clock(now.elapsed)))
    return found


def result_sentence(now: "MatchSnapshot") -> str:
    """A sentence about how a match ended, where that is not plain."""
    if now.failure:
        return sentence(now.failure)
    if now.state == "stopped":
        return _("Stopped early; finished games count.")
    if now.decided and now.sprt:
        hypothesis = now.sprt.decision(now.sprt.llr(now.counts))
        value = now.sprt.elo1 if hypothesis == "H1" else now.sprt.elo0
        text = _("SPRT finished: {hypothesis} accepted ({elo} nElo)")
        return text.format(hypothesis=hypothesis, elo=decimal(value))
    return ""


def notes(now: "MatchSnapshot") -> list[str]:
    """Sentences on what the numbers of a match do not say."""
    found = []
    if now.waiting:
        found.append(waiting_sentence(now.waiting))
    if now.even_by_construction:
        twice = _('To play each deal once, set "Every deal twice" to "no".')
        found.append(f"{even_sentence()} {twice}")
    return [*found, *now.notices]


def engine_names(now: "MatchSnapshot") -> tuple[str, str]:
    """Both names as they are shown."""
    first, second = map(shown_name, now.names)
    return first, second


def _short(now: "MatchSnapshot", glyphs: Glyphs) -> list[str]:
    """Both names in little room, and different."""
    return short_names(shown_names(now.names), _NAME, glyphs.ellipsis)


def elo_line(now: "MatchSnapshot", glyphs: Glyphs) -> str:
    """The Elo difference of the engines and its range."""
    text = _("Elo of {name}: {value}")
    return text.format(name=_short(now, glyphs)[0], value=_elo_value(now, glyphs))


def strength_lines(now: "MatchSnapshot", glyphs: Glyphs, width: int) -> list[str]:
    """The likelihood that engine 1 is stronger, and the sequential test."""
    superiority = los(now.counts)
    if superiority is None:
        superiority = los(now.game_counts)
    value = chance_words(superiority, 0) or glyphs.dash
    text = _("Chance that {name} is stronger: {value}")
    parts = [text.format(name=_short(now, glyphs)[0], value=value)]
    if sprt := now.sprt:
        text = _("SPRT {elo0} to {elo1}: LLR {llr} ({lower} to {upper})")
        llr, lower, upper = (
            decimal(one, "z.2f") for one in (sprt.llr(now.counts), sprt.lower, sprt.upper)
        )
        elo0, elo1 = decimal(sprt.elo0), decimal(sprt.elo1)
        parts.append(text.format(elo0=elo0, elo1=elo1, llr=llr, lower=lower, upper=upper))
    line = f" {glyphs.dot} ".join(parts)
    return [line] if cell_len(line) <= width else parts


def _elo_value(now: "MatchSnapshot", glyphs: Glyphs) -> str:
    games = now.game_counts
    if not games.wins + games.losses + games.draws:
        return glyphs.dash
    # Of the first pair of games only one may have been played.
    estimate = elo(now.counts) or elo(games)
    assert estimate
    if estimate.error is not None:
        value, error = decimal(estimate.value, "+z.1f"), decimal(estimate.error, ".1f")
        return f"{value} {glyphs.plus_minus} {error} (95 %)"
    return bound_words(estimate)


def tournament_facts(now: "TournamentSnapshot", width: int) -> str:
    """Progress, faults and speed, the most important first, as many as fit."""
    if not now.total:
        return ""
    text, more = games_of(now.done, now.total), []
    if now.failed:
        faults = ngettext("{n} game with a fault", "{n} games with faults", now.failed)
        more.append(faults.format(n=grouped(now.failed)))
    if now.is_on and now.per_second:
        more.append(_("{time} left").format(time=clock((now.total - now.done) / now.per_second)))
        more.append(_("{n} games/s").format(n=decimal(now.per_second, ".1f")))
    for part in more:
        if cell_len(longer := f"{text}   {part}") > width:
            break
        text = longer
    return text


def pairing_line(now: "TournamentSnapshot", width: int, glyphs: Glyphs) -> str:
    """The first pairing whose games are being played, if any is.

    Near its end, or with few games to a pairing, those after it are played beside it.
    """
    if now.pairing is None or now.state != "running":
        return ""
    text = _("Playing now: {pairing}")
    room = width - cell_len(text.format(pairing=""))
    names = two_names(list(map(shown_name, now.pairing)), f" {glyphs.dash} ", room, glyphs.ellipsis)
    return text.format(pairing=names)


def tournament_result(now: "TournamentSnapshot") -> str:
    """A sentence about how a tournament ended, once it has."""
    if now.failure:
        return sentence(now.failure)
    if now.state == "stopped":
        return _("Stopped early. You can resume it.")
    if len(now.winners) == 1:
        return _("{name} wins.").format(name=shown_name(now.winners[0]))
    if now.winners:
        names = ", ".join(map(shown_name, now.winners))
        return _("{names} share first place.").format(names=names)
    return ""


class MatchRows:
    """The matches of a run, and once it is over its faults."""

    def __init__(self, match: "BackgroundRun", now: "MatchSnapshot", glyphs: Glyphs) -> None:
        self._match = match
        self.now = now
        self._glyphs = glyphs
        self._behind: list[str] = []
        if not now.is_on and (now.faults or now.void):
            self._behind = ["", _("Faults")] if now.faults else [""]
            self._behind += fault_lines(engine_names(now), now.faults, now.void)

    def head(self, width: int) -> str:
        """The titles above the lines."""
        cells = zip(self._titles(width), self._widths(width), strict=True)
        return _BETWEEN.join(" " * (room - cell_len(title)) + title for title, room in cells)

    def _titles(self, width: int) -> Sequence[str]:
        number, won, drawn = _("Match"), pgettext("games", "won") + ": ", pgettext("games", "drawn")
        least = max(cell_len(number), self._digits) + max(cell_len(drawn), self._digits)
        beside = cell_len(won) + 3 * len(_BETWEEN) + least
        if self.now.is_on or self._is_part(self.now.newest):
            beside += cell_len(self._part(self.now.match_size - 1))
        names = shown_names(self.now.names)
        beside += max(0, self._digits - min(map(cell_len, names)))  # A number may be longer.
        first, second = in_room(names, max(2 * _LEAST, width - beside), self._glyphs.ellipsis)
        return number, won + first, second, drawn

    @property
    def _digits(self) -> int:
        """The most digits that a number in the table comes to have."""
        return len(str(self.now.total))

    def _widths(self, width: int) -> list[int]:
        return [max(self._digits, cell_len(title)) for title in self._titles(width)]

    def count(self, width: int) -> int:
        """The number of lines if none is longer than ``width`` columns."""
        return self.now.begun + len(self._faults(width))

    def at_last(self, width: int) -> int:
        """The number of lines once all matches are played."""
        now = self.now
        return -(-now.total // max(1, now.match_size)) if now.is_on else self.count(width)

    def lines(self, first: int, last: int, width: int) -> list[str]:
        """Lines ``first`` (from 0) to before ``last``."""
        end = self.now.begun
        numbers = first + 1, min(last, end)
        scores, widths = self._match.scores(*numbers), self._widths(width)
        if self.now.newest and numbers[0] <= numbers[1] == end:
            scores[-1] = self.now.newest  # The match may have gone on since.
        return [
            *(self._line(number, one, widths) for number, one in enumerate(scores, numbers[0])),
            *self._faults(width)[max(0, first - end) : max(0, last - end)],
        ]

    def _line(self, number: int, score: "MatchScore", widths: Sequence[int]) -> str:
        cells = zip((number, *score.wins, score.draws), widths, strict=True)
        line = _BETWEEN.join(f"{value:>{width}}" for value, width in cells)
        return line + self._part(score.played) if self._is_part(score) else line

    def _is_part(self, score: "MatchScore | None") -> bool:
        """True for a match of which games are missing."""
        return score is not None and score.played < self.now.match_size

    def _part(self, played: int) -> str:
        done, total = grouped(played), grouped(self.now.match_size)
        return _BETWEEN + _("{done} of {total}").format(done=done, total=total)

    def _faults(self, width: int) -> list[str]:
        return [part for line in self._behind for part in wrapped(line, max(10, width)) or [""]]
