"""Drawing maps of mines."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.events import MouseDown, MouseMove, MouseUp
from textual.message import Message

from durak_tui.common.files import make_folder, replace_file
from durak_tui.common.i18n import N_, _, why
from durak_tui.common.text import one_line, short_path
from durak_tui.games.goldrush.map_draft import LESS, MORE, MapDraft
from durak_tui.games.goldrush.maps import BASE, EMPTY, MUD, STONE, MineMap
from durak_tui.tui.games.mine_board import cell_signs
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.canvas import Canvas, CanvasWidget
from durak_tui.tui.toolkit.dialog import LastQuestion
from durak_tui.tui.toolkit.menu import Entry
from durak_tui.tui.toolkit.screen import DurakScreen, asking


class MapCanvas(CanvasWidget, can_focus=True):
    """A map with a cursor, drawn on by keys and mouse."""

    class Painted(Message):
        """A change of the map."""

    def __init__(self, draft: MapDraft) -> None:
        super().__init__()
        self.draft: Final = draft
        self.brush = STONE
        self.x, self.y = 0, 0  # The cell with the cursor.
        self._left, self._top = 0, 0  # The cell in the upper left corner.
        self._drawn: tuple[int, int] | None = None  # The last one under a pressed button.

    def draw(self, canvas: Canvas) -> None:
        draft = self.draft
        width, height = min(canvas.width, draft.width), min(canvas.height, draft.height)
        self._left = _in_view(self._left, self.x, width, draft.width)
        self._top = _in_view(self._top, self.y, height, draft.height)
        if width < canvas.width:
            for y in range(height):
                canvas.put(width, y, "|", "dim")
        canvas.put(0, height, "-" * width, "dim")
        for y in range(height):
            row = (self._top + y) * draft.width + self._left
            for x in range(width):
                text, look = cell_signs(draft.cells[row + x])
                is_cursor = (self._left + x, self._top + y) == (self.x, self.y)
                canvas.put(x, y, text, "cursor" if is_cursor else look)

    def move(self, x: int, y: int) -> None:
        """Put the cursor on this cell, or the nearest."""
        self.x = max(0, min(x, self.draft.width - 1))
        self.y = max(0, min(y, self.draft.height - 1))
        self.redraw()

    def paint(self) -> None:
        """Draw with the brush where the cursor is."""
        self.draft.paint(self.x, self.y, self.brush)
        self.post_message(self.Painted())

    def on_mouse_down(self, event: MouseDown) -> None:
        self.capture_mouse()
        self._draw_at(event.x, event.y)

    def on_mouse_move(self, event: MouseMove) -> None:
        if self._drawn is not None:
            self._draw_at(event.x, event.y)

    def on_mouse_up(self, event: MouseUp) -> None:
        self.release_mouse()
        self._drawn = None

    def _draw_at(self, x: int, y: int) -> None:
        padding = self.styles.padding
        cell = self._left + x - padding.left, self._top + y - padding.top
        if cell == self._drawn:
            return
        for at in _between(self._drawn or cell, cell):
            if 0 <= at[0] < self.draft.width and 0 <= at[1] < self.draft.height:
                self.move(*at)
                self.paint()
        self._drawn = cell


def _between(start: tuple[int, int], end: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """The cells of a line behind its start, or that cell itself."""
    steps = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
    if not steps:
        yield end
    for step in range(1, steps + 1):
        yield (
            start[0] + round((end[0] - start[0]) * step / steps),
            start[1] + round((end[1] - start[1]) * step / steps),
        )


def _in_view(first: int, cursor: int, shown: int, cells: int) -> int:
    """The first cell in view, so that the cursor is."""
    first = max(min(first, cursor), cursor - shown + 1)
    return max(0, min(first, cells - shown))


_BRUSHES: Final = {
    "empty": (EMPTY, "e", N_("Empty"), N_("Draw empty ground")),
    "mud": (MUD, "m", N_("Mud"), N_("Draw mud, which a miner digs away")),
    "stone": (STONE, "s", N_("Stone"), N_("Draw a stone")),
    "base": (BASE, "b", N_("Base"), N_("Draw the base of a player")),
    "more": (MORE, "plus,equals_sign", N_("More"), N_("One diamond more")),
    "less": (LESS, "minus", N_("Less"), N_("One diamond less")),
}
"""The brushes: their codes, keys, names, and what they do."""
_STEPS: Final = {
    "left": ("left,h", (-1, 0), N_("Left")),
    "right": ("right,l", (1, 0), N_("Right")),
    "up": ("up,k", (0, -1), N_("Up")),
    "down": ("down,j", (0, 1), N_("Down")),
}


class MapEditorScreen(DurakScreen):
    """A map, drawn cell by cell; results in its path."""

    TITLE = N_("Map")
    HELP = N_(
        "A letter draws in the cell under the cursor and becomes the brush for space and the mouse"
        " (hold the button to draw). + and - change a pile of diamonds. With the mirror all four"
        " quarters are drawn alike. Each player needs a base."
    )
    CSS_PATH = "games.tcss"
    ACTIONS: ClassVar = (
        KeyAction("map.save", "ctrl+o", N_("Save"), N_("Write the map to its file")),
        KeyAction("map.mirror", "x", N_("Mirror"), N_("Draw all four quarters alike, or not")),
        KeyAction("map.undo", "u", N_("Undo the change"), N_("Take back the last change")),
        *(
            KeyAction(f"map.{name}", keys, label, words, does="draw", arguments=(code,))
            for name, (code, keys, label, words) in _BRUSHES.items()
        ),
        KeyAction("map.again", "space,enter", N_("Paint"), N_("Draw with the same brush"), False),
        *(
            KeyAction(f"map.{name}", keys, label, N_("Move the cursor"), False,
                      does="move", arguments=step)
            for name, (keys, step, label) in _STEPS.items()
        ),
    )  # fmt: skip

    def __init__(self, path: Path, mine_map: MineMap) -> None:
        super().__init__()
        self._path = path
        self._draft = MapDraft(mine_map)
        self._saved = ""  # Its path, once it is written.

    def content(self) -> ComposeResult:
        yield MapCanvas(self._draft)

    def on_mount(self) -> None:
        self.query_one(MapCanvas).focus()
        self.fill()

    def title_text(self) -> str:
        return _("Map {name}").format(name=one_line(self._path.name))

    def fill(self) -> None:
        self.show_said()

    def show_said(self) -> None:
        draft = self._draft
        n, mine = len(draft.map.bases), draft.map
        facts = f"{draft.width}x{draft.height}"
        text = _("{size}, bases: {bases}, diamonds: {diamonds}")
        canvas = self.query_one(MapCanvas)
        parts = [_("not saved")] if draft.is_changed else [] if self._path.exists() else [_("new")]
        parts.append(_("at {x} {y}").format(x=canvas.x, y=canvas.y))
        parts.append(text.format(size=facts, bases=n, diamonds=mine.diamonds))
        if draft.mirrors:
            parts.append(_("mirror"))
        state, look = self._said if self._said[0] else (", ".join(parts), "dim")
        self.head(state, look)

    def on_map_canvas_painted(self) -> None:
        self._changed()

    def _changed(self) -> None:
        self.query_one(MapCanvas).redraw()
        self.fill()

    def action_draw(self, brush: str) -> None:
        canvas = self.query_one(MapCanvas)
        canvas.brush = brush
        canvas.paint()

    def action_again(self) -> None:
        self.query_one(MapCanvas).paint()

    def action_move(self, x: int, y: int) -> None:
        canvas = self.query_one(MapCanvas)
        canvas.move(canvas.x + x, canvas.y + y)
        self.fill()

    def action_mirror(self) -> None:
        self._draft.mirrors = not self._draft.mirrors
        self.fill()

    def action_undo(self) -> None:
        if self._draft.undo():
            self._changed()
        else:
            self.say(_("Nothing to undo."))

    def action_save(self) -> None:
        self._save()

    def _save(self) -> bool:
        try:
            make_folder(self._path.parent)
            replace_file(self._path, self._draft.map.text)
        except OSError as error:
            self.say(_("Not saved: {why}").format(why=why(error)), bad=True)
            return False
        self._draft.saved()
        self._saved = str(self._path)
        self.say(_("Map {path} saved.").format(path=short_path(self._path)))
        return True

    def before_leaving(self, leave: Callable[[], object]) -> None:
        if self._draft.is_changed:
            self._ask_to_save(leave)
        else:
            leave()

    @asking
    async def _ask_to_save(self, leave: Callable[[], object]) -> None:
        entries = [
            Entry("save", _("Save it")),
            Entry("drop", _("Discard the changes")),
            Entry("stay", _("Keep drawing")),
        ]
        answer = await self.ask(LastQuestion(_("The map is not saved"), "", entries))
        if answer == "drop" or (answer == "save" and self._save()):
            leave()

    def action_back(self) -> None:
        self.before_leaving(self._leave)

    def _leave(self) -> None:
        if len(self.app.screen_stack) > 1:
            self.dismiss(self._saved)
        else:
            super().action_back()

    def farewell(self) -> str:
        text = _("Map {path} saved.")
        return text.format(path=short_path(self._path)) if self._saved else ""
