"""The engines that ship, as bars as long as they are strong."""

from typing import Final

from rich.cells import cell_len
from textual.geometry import Size

from durak_tui.common.i18n import _
from durak_tui.engine.rated import Rated, rated, ratings
from durak_tui.engine.registry import SHIPPED
from durak_tui.tui.toolkit.canvas import Canvas, CanvasWidget
from durak_tui.user.opponents import LEVELS

_GAP: Final = 2  # Columns between names, bars and numbers.
_MARGIN: Final = 100
"""Elo of the shortest bar.  Ratings have no zero: only their differences mean something."""


class StrengthBars(CanvasWidget):
    """A bar for each rated engine, the strongest first."""

    DEFAULT_CSS = "StrengthBars { height: auto; }"

    _marked: Rated | None = None

    def mark(self, command: str) -> None:
        """Mark the engine with this command, if it has a bar."""
        self._marked = own_bar(command)
        self.redraw()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(ratings())

    def draw(self, canvas: Canvas) -> None:
        names = {bar_name(one): one for one in ratings().values()}
        numbers = [one.rating for one in names.values()]
        least, most = min(numbers) - _MARGIN, max(numbers)
        begin = max(map(cell_len, names)) + _GAP
        room = max(0, canvas.width - begin - _GAP - len(f"{most:.0f}"))
        for y, (name, one) in enumerate(names.items()):
            look, bar = ("accent", "accent") if one == self._marked else ("text", "band")
            cells = round(room * (one.rating - least) / (most - least))
            canvas.put(0, y, name, look)
            canvas.put(begin, y, self.glyphs.filled * cells, bar)
            canvas.right(y, f"{one.rating:.0f}", look)


def own_bar(command: str) -> Rated | None:
    """The rated engine with this command, unless it plays as another."""
    engine = rated(command)
    # At some levels durak-player plays as another engine, whose bar is not its own.
    return engine if engine and engine.name.startswith(command.split(maxsplit=1)[0]) else None


def bar_name(engine: Rated) -> str:
    """The name of an engine, or of the level it is."""
    if engine.name in SHIPPED:
        return engine.name
    levels = (level for level in LEVELS if rated(level.engine.command) == engine)
    return next((_(level.name) for level in levels), engine.name)
