"""A mine and its miners in a terminal."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from durak_tui.common.i18n import N_, _, pgettext
from durak_tui.common.text import one_line
from durak_tui.games.goldrush.dig import BAD, CODES, OUT, SEATS, MineGame
from durak_tui.games.goldrush.maps import BASE, EMPTY, MUD, STONE
from durak_tui.games.goldrush.mine import SIGHT, WAGON, Mine
from durak_tui.tui.toolkit.canvas import Canvas, CanvasWidget, fit

_SIDE: Final = 30  # Columns of the facts beside the mine, at least.
_WIDEST: Final = 44  # Columns that they have at most.
_GAP: Final = 2
_CELLS: Final = {
    EMPTY: (" ", "text"), MUD: (".", "dim"), STONE: ("#", "dim"), BASE: ("B", "accent")
}  # fmt: skip
_SIDES: Final = {
    "NORTH": N_("north"), "SOUTH": N_("south"), "EAST": N_("east"), "WEST": N_("west")
}  # fmt: skip
_MINERS: Final = ("text-red", "text-green", "text-blue", "accent")


@dataclass(frozen=True, slots=True)
class MineSight:
    """The picture of a game."""

    game: MineGame
    names: Sequence[str]
    outs: Sequence[str]  # Of each seat why it is out, if it is.
    turns: Sequence[str]  # Of each seat its last move, without the seat; a bad one with its text.
    eyes: int | None = None  # Only what this seat has seen, if any.
    seen: Collection[int] = ()  # The cells that it has seen.


class MineBoard(CanvasWidget):
    """The mine at the left, the miners at the right or below."""

    pan: tuple[int, int] = (0, 0)
    """Cells to look aside of a miner, where the mine is larger than the window."""
    _sight: MineSight | None = None

    def show(self, sight: MineSight) -> None:
        self._sight = sight
        self.redraw()

    def look_aside(self, x: int, y: int) -> None:
        """Move the picture by some cells, as far as there are any."""
        self.pan = self.pan[0] + x, self.pan[1] + y
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        sight = self._sight
        if sight is None:
            return
        mine = sight.game.mine
        below = len(mine.miners) + 1 if mine.width + _GAP + _SIDE > canvas.width else 0
        height = max(3, canvas.height - below)
        scale = 2 if not below and 2 * mine.width + _GAP + _SIDE <= canvas.width else 1
        room = canvas.width if below else canvas.width - _SIDE - _GAP
        columns, rows = min(mine.width, room // scale), min(mine.height, height)
        left, top = self._corner(sight, columns, rows)
        for y in range(rows):
            for x in range(columns):
                text, look = _cell(sight, left + x, top + y)
                canvas.put(x * scale, y, text, look)
        if below:
            self._facts(canvas, sight, 0, rows)
        else:
            self._facts(canvas, sight, columns * scale + _GAP, 0)

    def _corner(self, sight: MineSight, columns: int, rows: int) -> tuple[int, int]:
        """The upper left cell, so that a miner is in view."""
        mine = sight.game.mine
        x, y = mine.where(mine.miners[sight.eyes or 0].place)
        most_left, most_top = mine.width - columns, mine.height - rows
        left = _within(x - columns // 2, most_left)
        top = _within(y - rows // 2, most_top)
        seen = _within(left + self.pan[0], most_left), _within(top + self.pan[1], most_top)
        self.pan = seen[0] - left, seen[1] - top
        return seen

    def _facts(self, canvas: Canvas, sight: MineSight, x: int, y: int) -> None:
        game, width = sight.game, min(_WIDEST, canvas.width - x)
        mine = game.mine
        heads = pgettext("mine", "hand"), _("score")
        columns = [max(len(head), 3) for head in heads]
        name = max(4, width - sum(columns) - 2 * len(columns) - 3)
        end = x + 2 + name
        for head, size in zip(heads, columns, strict=True):
            canvas.put(end + 2, y, f"{head:>{size}}", "dim")
            end += 2 + size
        for seat, miner in enumerate(mine.miners):
            row = y + 1 + seat
            look = "strong" if seat == sight.eyes else "text"
            canvas.put(x, row, SEATS[seat], _MINERS[seat])
            canvas.put(x + 2, row, fit(sight.names[seat], name, self.glyphs), look)
            end = x + 2 + name
            for value, size in zip((miner.hand, miner.score), columns, strict=True):
                canvas.put(end + 2, row, f"{value:>{size}}", look)
                end += 2 + size
        row = y + 2 + len(mine.miners)
        if row >= canvas.height:
            return
        left = _("{n} of {total} diamonds left").format(n=mine.left, total=mine.total)
        canvas.put(x, row, fit(left, width, self.glyphs), "dim")
        for seat, (turn, out) in enumerate(zip(sight.turns, sight.outs, strict=True)):
            words = out if seat in game.out else _turn_words(turn)
            canvas.put(x, row + 2 + seat, fit(f"{SEATS[seat]}  {words}", width, self.glyphs))
        if sight.eyes is not None:
            self._view(canvas, sight, x, row + 3 + len(mine.miners))

    def _view(self, canvas: Canvas, sight: MineSight, x: int, y: int) -> None:
        """The cells around a miner, as that is sent them."""
        assert sight.eyes is not None
        mine = sight.game.mine
        miner = mine.miners[sight.eyes]
        column, row = mine.where(miner.place)
        text = _("{name} at {x} {y}, looking {side}:")
        said = text.format(name=SEATS[sight.eyes], x=column, y=row, side=_(_SIDES[miner.heading]))
        canvas.put(x, y, fit(said, canvas.width - x, self.glyphs), "dim")
        for dy in range(-SIGHT, SIGHT + 1):
            for dx in range(-SIGHT, SIGHT + 1):
                shown, look = _cell(sight, column + dx, row + dy)
                canvas.put(x + 2 + 2 * (dx + SIGHT), y + 1 + dy + SIGHT, shown, look)


def _within(at: int, most: int) -> int:
    return max(0, min(at, most))


def _cell(sight: MineSight, x: int, y: int) -> tuple[str, str]:
    """The character of a cell, and its look."""
    mine = sight.game.mine
    if not (0 <= x < mine.width and 0 <= y < mine.height):
        return "#", "dim"
    at = mine.at(x, y)
    if sight.eyes is not None and at not in sight.seen:
        return "?", "dim"
    looker = None if sight.eyes is None else mine.miners[sight.eyes]
    is_far = looker is not None and max(map(abs, _apart(mine, looker.place, x, y))) > SIGHT
    for seat, miner in enumerate(mine.miners):
        if miner.place == at and not is_far:
            return SEATS[seat], _MINERS[seat]
    code = mine.cells[at]
    if code == WAGON:
        seat = next(seat for seat, miner in enumerate(mine.miners) if miner.base == at)
        return SEATS[seat].lower(), _MINERS[seat]
    shown, look = cell_signs(code)
    return shown, "dim" if is_far else look


def cell_signs(code: str) -> tuple[str, str]:
    """The character of a code of a map, and its look."""
    if code.isdecimal():
        return (code if len(code) == 1 else "+"), "accent"
    return _CELLS[code]


def _apart(mine: Mine, place: int, x: int, y: int) -> tuple[int, int]:
    column, row = mine.where(place)
    return x - column, y - row


def _turn_words(turn: str) -> str:
    """A move in words."""
    code, text = turn[:1], turn[1:]
    if code == BAD and text:
        return _("bad command: {text}").format(text=one_line(text))
    return {"": "", BAD: _("bad command"), OUT: _("out")}.get(code) or CODES.get(code, "")
