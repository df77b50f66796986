"""The rated engines and levels, as bars of their strength."""

from typing import Final, NamedTuple

from rich.cells import cell_len
from textual.geometry import Size

from durak_tui.engine.config import EngineConfig
from durak_tui.engine.rated import Rated, rated
from durak_tui.engine.registry import SHIPPED
from durak_tui.tui.toolkit.canvas import Canvas, CanvasWidget
from durak_tui.user.opponents import LEVELS, shown_name

_GAP: Final = 2  # Columns between names, bars and numbers.
_MARGIN: Final = 100
"""Elo of the shortest bar.  Ratings have no zero: only their differences mean something."""
_LEVEL: Final = "--level"


class Bar(NamedTuple):
    """An engine that ships, or a level, and its rating."""

    name: str  # As it is shown.
    command: str
    engine: Rated  # Several bars have the same where one plays as another.


class StrengthBars(CanvasWidget):
    """A bar for each rated engine and level, the strongest first."""

    DEFAULT_CSS = "StrengthBars { height: auto; }"

    _marked: Bar | None = None

    def mark(self, command: str) -> None:
        """Mark the bar of the engine with this command, if any."""
        self._marked = own_bar(command)
        self.redraw()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(bars())

    def draw(self, canvas: Canvas) -> None:
        found = bars()
        numbers = [bar.engine.rating for bar in found]
        least, most = min(numbers) - _MARGIN, max(numbers)
        begin = max(cell_len(bar.name) for bar in found) + _GAP
        room = max(0, canvas.width - begin - _GAP - len(f"{most:.0f}"))
        for y, (bar, rating) in enumerate(zip(found, numbers, strict=True)):
            look, own = ("accent", "accent") if bar == self._marked else ("text", "band")
            cells = round(room * (rating - least) / (most - least))
            canvas.put(0, y, bar.name, look)
            canvas.put(begin, y, self.glyphs.filled * cells, own)
            canvas.right(y, f"{rating:.0f}", look)


def bars() -> list[Bar]:
    """All bars, the strongest first, and of equals the engines first."""
    engines = [*map(EngineConfig, SHIPPED), *(level.engine for level in LEVELS)]
    found = [
        Bar(shown_name(one.shown), one.command, known)
        for one in engines
        if (known := rated(one.command))
    ]
    return sorted(found, key=lambda bar: -bar.engine.rating)


def own_bar(command: str) -> Bar | None:
    """The bar of the engine with this command, if it is rated."""
    engine = rated(command)
    program, is_level = command.split(maxsplit=1)[:1], _LEVEL in command

    def likeness(bar: Bar) -> tuple[bool, bool]:
        return bar.command.split()[:1] == program, (_LEVEL in bar.command) == is_level

    same = [bar for bar in bars() if bar.engine == engine]
    return max(same, key=likeness, default=None)
