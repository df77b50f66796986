"""Sending the terminal only what differs from what it shows already.

Textual repaints whole widgets, and over SSH bytes are time: as curses does, this keeps the cells
that the terminal shows and sends only the runs that have changed, each time the one that is
shortest to send from where the cursor is and from the colours that are set.

Terminals differ in how wide an emoji of several characters is: behind one the cursor is put where
it belongs, and what it may have covered is sent again.  At the right edge that needs a terminal
that does not wrap, to which Textual sees.

Look at the updates of ``textual._compositor``, at rich's
``Console._color_system`` and at ``LinuxDriver._disable_line_wrap`` when Textual (8.2.8) moves.
"""

import curses
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Final, NamedTuple

from rich.cells import cell_len
from rich.color import Color, ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.geometry import Size

from durak_tui.common.clusters import clusters
from durak_tui.tui.terminal.indexed_colours import number_of

_GAP: Final = 4  # Bytes of a jump over unchanged cells; fewer, or as many, are sent again.
_ERASED: Final = 4  # From so many blanks on, erasing is no longer than writing.
_MANY: Final = 400  # Of more runs, finding the best order takes longer than sending them in any.
_NEAR: Final = 16  # Runs before and behind the cursor among which the next one is sought.

_DISPUTED: Final = re.compile("[\u200c\u200d\ufe0f\U0001f1e6-\U0001f1ff\U0001f3fb-\U0001f3ff]")
"""Of what terminals differ in how many columns it takes: joined, styled, toned, half a flag."""


class CellStyle(NamedTuple):
    """The parameters of SGR sequences that a style comes to."""

    foreground: tuple[str, ...] = ()
    background: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()


Cell = tuple[str, CellStyle]
"""A character as it is seen, and its look; the second half of a wide one is empty text."""
CellRow = dict[int, Cell]

_PLAIN: Final = CellStyle()
_INTENSITY: Final = {"1", "2"}
_NORMAL: Final = "22"  # Takes both back.
_SEEN_ON_BLANKS: Final = {"4", "7", "9"}
"""Attributes that can be seen where there is no character: lines, and colours exchanged."""
_ATTRIBUTES: Final = {
    "bold": "1", "dim": "2", "italic": "3", "underline": "4", "blink": "5", "reverse": "7",
    "strike": "9",
}  # fmt: skip


def _codes(color: Color | None, system: ColorSystem, foreground: bool) -> tuple[str, ...]:
    if color is None:
        return ()
    if color.triplet and system in (ColorSystem.TRUECOLOR, ColorSystem.EIGHT_BIT):
        number = number_of(color.triplet)  # which is shorter
        if number is not None:
            return ("38" if foreground else "48", "5", str(number))
    codes = color.downgrade(system).get_ansi_codes(foreground)
    # The terminal's own colour is what a reset leaves.
    return () if codes in (("39",), ("49",)) else codes


@lru_cache(4096)
def cell_style(style: Style | None, system: ColorSystem | None) -> CellStyle:
    """A style as a terminal with these colours, or none, shows it."""
    if style is None:
        return _PLAIN
    attributes = tuple(code for name, code in _ATTRIBUTES.items() if getattr(style, name))
    if system is None:
        return CellStyle(attributes=attributes)
    return CellStyle(
        _codes(style.color, system, True), _codes(style.bgcolor, system, False), attributes
    )


@lru_cache(4096)
def _turn(before: CellStyle, after: CellStyle) -> str:
    """The shortest sequence from one look to the other."""
    if before == after:
        return ""
    lost = (
        not set(before.attributes) <= set(after.attributes)
        or (before.foreground and not after.foreground)
        or (before.background and not after.background)
    )
    turns = [_codes_from(_PLAIN, after, "0")] if lost else [_codes_from(before, after)]
    if lost and set(before.attributes) - set(after.attributes) <= _INTENSITY:
        # Colours stay.
        rest = tuple(code for code in before.attributes if code not in _INTENSITY)
        kept = before._replace(attributes=rest)
        if bool(after.foreground) >= bool(kept.foreground) and bool(after.background) >= bool(
            kept.background
        ):
            turns.append(_codes_from(kept, after, _NORMAL))
    return min(turns, key=len)


def _codes_from(old: CellStyle, after: CellStyle, *codes: str) -> str:
    """A sequence with these codes, and what then differs."""
    attributes = [code for code in after.attributes if code not in old.attributes]
    foreground = after.foreground if after.foreground != old.foreground else ()
    background = after.background if after.background != old.background else ()
    return f"\x1b[{';'.join((*codes, *attributes, *foreground, *background))}m"


@lru_cache(4096)
def _blank(look: CellStyle) -> CellStyle:
    """The part of a look that is seen without a character."""
    is_seen = not _SEEN_ON_BLANKS.isdisjoint(look.attributes)
    return look if is_seen else CellStyle(background=look.background)


class Shadow:
    """The cells that the terminal shows, as far as they are known."""

    def __init__(self, *, erases: bool = False) -> None:
        """``erases``: whether the terminal erases cells in the background that is set."""
        self.erases = erases
        self._rows: dict[int, CellRow] = {}

    def forget(self) -> None:
        """Send everything again: somebody else may have written."""
        self._rows.clear()

    def covers(self, size: Size) -> bool:
        """True if every cell of a terminal of this size is known."""
        return all(len(self._rows.get(y, ())) >= size.width for y in range(size.height))

    def update(
        self, update: CompositorUpdate, console: Console, size: Size
    ) -> CompositorUpdate | None:
        """The same update with no more than what differs, if anything does.

        What was drawn for a larger terminal than that of this size is not sent: it would be
        squeezed into the last column, and below the last row it would move all others up.
        """
        width, height = size
        pieces = _pieces(update)
        if pieces is None:
            self.forget()
            return update
        fresh: dict[int, CellRow] = {}
        for x, y, segments in pieces:
            if y < height:
                _put(fresh.setdefault(y, {}), x, segments, console._color_system)
        runs: list[_Run] = []
        for y in sorted(fresh):
            row, cells = self._rows.setdefault(y, {}), _cut(fresh[y], width)
            changed = {x for x in cells if row.get(x) != cells[x]}
            row.update(cells)
            runs += _runs(y, _with_covered(changed, row), row, erases=self.erases)
        if len(runs) <= _MANY and not any(_DISPUTED.search(run.text) for run in runs):
            runs = list(_by_nearness(runs, width))
        text = _sent(runs, width)
        return _Ready(text) if text else None


class _Ready(CompositorUpdate):
    """An update that has been made into text."""

    def __init__(self, text: str) -> None:
        self._text = text

    def render_segments(self, console: Console) -> str:
        return self._text


def _pieces(update: CompositorUpdate) -> Iterator[tuple[int, int, Iterable[Segment]]] | None:
    """Column, row and segments of each part, if an update says."""
    if isinstance(update, LayoutUpdate):
        return (
            (update.region.x, y, [segment for strip in line for segment in strip])
            for y, line in enumerate(update.strips, update.region.y)
        )
    if isinstance(update, ChopsUpdate):
        return _within_spans(update)
    return None


def _within_spans(update: ChopsUpdate) -> Iterator[tuple[int, int, Iterable[Segment]]]:
    """The parts of rows that an update is about.

    Beside these it has what lies below widgets that it did not draw.
    """
    for y, spans in groupby(sorted(update.spans), itemgetter(0)):
        wanted = [(first, last) for _y, first, last in spans]
        for (x, strip), end in zip(update.chops[y].items(), update.chop_ends[y], strict=True):
            if strip is not None and any(x < last and first < end for first, last in wanted):
                yield x, y, strip


def _put(row: CellRow, x: int, segments: Iterable[Segment], system: ColorSystem | None) -> None:
    for text, style, control in segments:
        if control:
            continue
        look = cell_style(style, system)
        blank = " ", _blank(look)
        for cluster in clusters(text):
            width = 1 if cluster.isascii() else cell_len(cluster)
            if width == 0:  # belongs to the character before it
                before = next((at for at in (x - 1, x - 2) if at in row and row[at][0]), None)
                if before is not None:
                    row[before] = row[before][0] + cluster, row[before][1]
                continue
            row[x] = blank if cluster == " " else (cluster, look)
            for covered in range(x + 1, x + width):
                row[covered] = "", look
            x += width


def _with_covered(changed: Collection[int], row: CellRow) -> list[int]:
    """Changed cells in order, and those over which some terminals draw them."""
    found, reach = [], 0
    for x in sorted(row) if changed else ():
        if x in changed or x < reach:
            found.append(x)
            if _DISPUTED.search(row[x][0]):
                reach = x + 2 * len(row[x][0])  # no character takes more
    return found


def _cut(row: CellRow, width: int) -> CellRow:
    """The cells within a width; a character of two columns needs both."""
    if max(row, default=0) < width:
        return row
    halved = {width - 1} if row.get(width, ("x",))[0] == "" else set()
    return {x: cell for x, cell in row.items() if x < width and x not in halved}


class _Run(NamedTuple):
    """Characters side by side that can be sent with one look."""

    y: int
    x: int
    text: str
    blanks: int  # Behind the text, to be erased.
    end: int  # The column where the cursor is then: erasing does not move it.
    look: CellStyle


class _Pen(NamedTuple):
    """The cursor of the terminal, and the look that is set."""

    y: int = -1  # Unknown.
    x: int = -1
    look: CellStyle = _PLAIN

    def to(self, run: _Run, width: int) -> str:
        """The sequences that are sent before a run."""
        there = _move(self.y, self.x, run.y, run.x, width)
        return there + _turn(self.look, self._look_for(run))

    def after(self, run: _Run) -> "_Pen":
        return _Pen(run.y, run.end, self._look_for(run))

    def _look_for(self, run: _Run) -> CellStyle:
        """The look for a run: blanks take over one with their ground."""
        blank = _blank(run.look)
        is_blank = run.look == blank == _blank(self.look) and not run.text.strip()
        return self.look if is_blank else run.look


def _runs(y: int, changed: Sequence[int], row: CellRow, *, erases: bool) -> Iterator[_Run]:
    """The changed cells of a row from left to right.

    What lies between two of them is sent again if it is short and has the same look.  ``erases``
    means that the terminal erases cells in the background that is set.
    """
    start, end, look, empty = 0, -_GAP - 1, _PLAIN, True

    def run() -> _Run:
        whole = "".join(row[x][0] for x in range(start, end))
        text = whole.rstrip(" ")
        blanks = len(whole) - len(text)
        if not erases or blanks < _ERASED or _SEEN_ON_BLANKS.intersection(look.attributes):
            text, blanks = whole, 0
        return _Run(y, start, text, blanks, end - blanks, look)

    for x in changed:
        if x < end:
            continue  # the second half of what was sent already
        first = x - 1 if not row[x][0] and x - 1 in row else x
        common = None
        if first - end <= _GAP:
            between = [row.get(at) for at in range(end, first)]
            if len("".join(cell[0] for cell in between if cell).encode()) <= _GAP:
                common = _common(look, [*between, row.get(first)], empty=empty)
        if common is None:
            if end > 0:
                yield run()
            start, end, common, empty = first, first, row[first][1], True
        look, behind, end = common, end, first + 1
        while end in row and not row[end][0]:
            end += 1
        empty = empty and all(row[at][0] == " " for at in range(behind, end))
    if end > 0:
        yield run()


def _common(look: CellStyle, cells: Iterable[Cell | None], *, empty: bool) -> CellStyle | None:
    """The look in which these cells can follow, if there is one.

    ``empty`` means that there are only blanks before them, which may get another look.
    """
    for cell in cells:
        if cell is None:
            return None
        text, wanted = cell
        if wanted != look and not (text == " " and wanted == _blank(look)):
            if not empty or look != _blank(wanted):
                return None
            look = wanted
        empty = empty and text == " "
    return look


def _by_nearness(runs: Sequence[_Run], width: int) -> Iterator[_Run]:
    """Each time the run that is shortest to send next.

    ``runs`` are in order of reading.  The next one is sought among those near the cursor and among
    those of the look that is set.
    """
    left, of_look = list(runs), defaultdict[CellStyle, list[_Run]](list)
    for run in runs:
        of_look[run.look].append(run)
    pen = _Pen()

    def cost(run: _Run) -> int:
        return len(pen.to(run, width))

    while left:
        found = [(among, bisect_left(among, pen[:2])) for among in (left, of_look[pen.look])]
        ahead = [run for among, at in found for run in among[at : at + _NEAR]]
        behind = [run for among, at in found for run in among[max(0, at - _NEAR) : at]]
        best = min((*ahead, *behind), key=cost)  # Of equals one that is ahead.
        for among in (left, of_look[best.look]):
            del among[bisect_left(among, best[:2])]
        yield best
        pen = pen.after(best)


def _sent(runs: Iterable[_Run], width: int) -> str:
    """The text that puts these runs on the terminal, in order."""
    parts, pen = [], _Pen()
    for run in runs:
        parts += [pen.to(run, width), _in_place(run)]
        if run.blanks:
            parts.append(f"\x1b[{run.blanks}X")
        pen = pen.after(run)
    parts.append(_turn(pen.look, _PLAIN))
    return "".join(parts)


def _in_place(run: _Run) -> str:
    """The text of a run, each cluster kept in its own columns."""
    if not _DISPUTED.search(run.text):
        return run.text
    parts, x = [], run.x
    for cluster in clusters(run.text):
        width = cell_len(cluster)
        if _DISPUTED.search(cluster):
            parts += [" " * width, _place(run.y, x), cluster, _place(run.y, x + width)]
        else:
            parts.append(cluster)
        x += width
    return "".join(parts)


def _place(y: int, x: int) -> str:
    """The sequence that puts the cursor there."""
    return f"\x1b[{y + 1};{x + 1}H"


def _move(y: int, x: int, to_y: int, to_x: int, width: int) -> str:
    """The shortest sequence that moves the cursor, if any."""
    there = _place(to_y, to_x)
    # What terminals do behind the last column differs.
    if y < 0 or not 0 <= x < width:
        return there
    by, down = to_x - x, to_y - y
    aside = _step(by, "C") if by > 0 else min("\b" * -by, _step(-by, "D"), key=len)
    # As the vertical tabulator, which no terminal driver turns into a new line, moves down.
    along = _step(-down, "A") if down < 0 else min("\v" * down, _step(down, "B"), key=len)
    return min(there, along + aside, key=len)


def _step(count: int, letter: str) -> str:
    """A sequence with a count; without one it means 1."""
    return f"\x1b[{count if count > 1 else ''}{letter}"


def erases() -> bool:
    """True if a terminal erases in the background that is set."""
    return curses.tigetflag("bce") == 1 and bool(curses.tigetstr("ech"))
