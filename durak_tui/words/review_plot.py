"""The course of a game as a plot of characters."""

from typing import Final, NamedTuple

from durak_tui.analysis.review import Decision, Review

WIDTH: Final = 78
HEIGHT: Final = 8
WIDEST_STEP: Final = 3
"""Columns for one action, at most: a short game need not be drawn out."""

_LABELS: Final = ("1.0", "0.5", "0.0")


class _Style(NamedTuple):
    levels: str
    axis: str
    corner: str
    estimated: str
    exact: str


_STYLE: Final = _Style(" ▁▂▃▄▅▆▇█", "│", "└", "─", "═")
_ASCII_STYLE: Final = _Style(" .#", "|", "+", "-", "=")


def plot(
    found: Review, width: int = WIDTH, height: int = HEIGHT, *, ascii_only: bool = False
) -> list[str]:
    """Player 0's expected score after every action, as lines.

    Above the axis are ``height`` lines of bars, from 0 to 1.  The axis is drawn double where
    scores are exact.  The line under it says with a 1 or 2 which player made a mistake
    (a ``*`` if both did), and the last where bouts begin.
    """
    scores = found.scores
    if not scores:
        return []
    style = _ASCII_STYLE if ascii_only else _STYLE
    margin = len(_LABELS[0]) + 2
    room = max(1, width - margin)
    columns = min(room, len(scores) * min(WIDEST_STEP, max(1, room // len(scores))))
    parts = [_part(found, at, columns) for at in range(columns)]
    means = [sum(scores[d.number] for d in part) / len(part) for part in parts]
    top = len(style.levels) - 1
    lines = []
    for row in range(height):
        below = (height - 1 - row) * top
        cells = (
            style.levels[min(top, max(0, round(mean * height * top) - below))] for mean in means
        )
        lines.append(f"{_label(row, height)} {style.axis}{''.join(cells)}".rstrip())
    axis = (style.exact if all(each.exact for each in part) else style.estimated for part in parts)
    lines.append(f"{_LABELS[-1]} {style.corner}{''.join(axis)}")
    blank = " " * margin
    mistakes = _mistakes(parts)
    if mistakes.strip():
        lines.append((blank + mistakes).rstrip())
    lines.append((blank + _bouts(parts)).rstrip())
    return lines


def _part(found: Review, at: int, columns: int) -> tuple[Decision, ...]:
    """The decisions that a column stands for."""
    n = len(found.decisions)
    begin = at * n // columns
    return found.decisions[begin : max(begin + 1, (at + 1) * n // columns)]


def _label(row: int, height: int) -> str:
    if row == 0:
        return _LABELS[0]
    return _LABELS[1] if 2 * row == height else " " * len(_LABELS[0])


def _mistakes(parts: list[tuple[Decision, ...]]) -> str:
    """Which player erred, at the first column of the action."""
    marks, marked = "", set()
    for part in parts:
        wrong = [each for each in part if each.cost and each.number not in marked]
        marked |= {each.number for each in wrong}
        players = {each.player for each in wrong}
        marks += "*" if len(players) > 1 else f"{players.pop() + 1}" if players else " "
    return marks


def _bouts(parts: list[tuple[Decision, ...]]) -> str:
    """The number of each bout where it begins, room allowing."""
    line, bout = "", 0
    for at, part in enumerate(parts):
        if part[-1].bout == bout:
            continue
        bout = part[-1].bout
        if at > len(line) or at == 0:
            number = str(bout)
            if at + len(number) <= len(parts):
                line = line.ljust(at) + number
    return line
