"""The report ``_.txt`` of a round robin of SESSDSA's 2048 (S-044)."""

import re
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from durak_tui.common.i18n import N_
from durak_tui.games.duel2048.record_file import RecordError, read_record
from durak_tui.games.game_book import RecordFiles

REPORT_NAME: Final = "_.txt"
EXCEPTIONS_NAME: Final = "_Exceptions.txt"
_RULER: Final = "=" * 50
_MATCH: Final = re.compile(r"name: (.*) -> player(\d{1,9}) to player(\d{1,9}) -> (\d{1,9}) rounds")


class DuelResult(NamedTuple):
    """A game of a round robin."""

    name: str  # Of its record, without the suffix.
    players: tuple[int, int]  # Their places in the list; the first one begins.
    rounds: int
    winner: int | None = None  # 0 or 1.
    faults: tuple[str | None, str | None] = (None, None)  # Columns of a record.
    seconds: tuple[float, float] = (0.0, 0.0)  # That the players used.


def write_report(paths: Sequence[str], results: Sequence[DuelResult], repeat: int) -> str:
    """The report of all games; each couple played ``repeat`` times each way."""
    lines = [_RULER, f"total matches: {len(results)}"]
    for one in results:
        first, second = one.players
        begin = f"name: {one.name} -> player{first} to player{second}"
        lines.append(f"{begin} -> {one.rounds} rounds")
    lines.append(_RULER)
    for player, path in enumerate(paths):
        lines += [f"player{player} from path {path}", ""]
        for seat, title in enumerate(("offensive", "defensive")):
            cases = [one for one in results if one.players[seat] == player]
            lines += [f"{title} cases:", *_cases(cases, seat, repeat * (len(paths) - 1))]
        lines.append(_RULER)
    return "\n".join([*lines, ""])


def _cases(cases: Sequence[DuelResult], seat: int, games: int) -> list[str]:
    def names(matches: Callable[[DuelResult], bool]) -> list[str]:
        return [one.name for one in cases if matches(one)]

    won = names(lambda one: one.winner == seat)
    kinds = {
        "win": won,
        "lose": names(lambda one: one.winner == 1 - seat),
        "violate": names(lambda one: one.faults[seat] == "violator"),
        "timeout": names(lambda one: one.faults[seat] == "timeout"),
        "error": names(lambda one: one.faults[seat] == "error"),
    }
    average = sum(one.seconds[seat] for one in cases) / len(cases) if cases else 0.0
    lines = [f"    average time: {average:.3f}"]
    lines.append(f"        win rate: {100 * len(won) / games if games else 0.0:.2f}%")
    for kind, found in kinds.items():
        lines.append(f"        {kind}: {len(found)} at")
        lines += [" " * 12 + name for name in found or [""]]
    return lines


def read_report(text: str) -> list[DuelResult]:
    """The games that a report names, without results.  Raises RecordError."""
    games = [
        DuelResult(name, (int(first), int(second)), int(rounds))
        for name, first, second, rounds in _MATCH.findall(text)
    ]
    if not games:
        raise RecordError(N_("it is no report of a round robin of 2048 for two"))
    return games


def _names(text: str) -> list[str]:
    return [one.name for one in read_report(text)]


RECORDS: Final = RecordFiles(lambda text: read_record(text).game, REPORT_NAME, _names)
"""The files of a round robin, as games to be looked at."""


def write_exceptions(results: Sequence[DuelResult], words: Sequence[tuple[str, ...]]) -> str:
    """The tracebacks of both players in each game (S-045)."""
    lines: list[str] = []
    for result, both in zip(results, words, strict=True):
        lines += [f"-> {result.name}", ""]
        for title, text in zip(("offensive:", "defensive:"), both, strict=True):
            lines += [title, text or "pass", ""]
        lines[-1] = _RULER
    return "\n".join([*lines, ""])
