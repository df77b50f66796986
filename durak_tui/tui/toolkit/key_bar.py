"""The last line of every screen: its keys."""

from collections.abc import Iterator, Sequence
from typing import Protocol, cast

from rich.cells import cell_len

from durak_tui.common.i18n import _
from durak_tui.tui.toolkit.actions import KeyAction, is_typed, shown_key
from durak_tui.tui.toolkit.base_app import BaseApp
from durak_tui.tui.toolkit.canvas import Canvas, CanvasWidget


class _ActingScreen(Protocol):
    """A screen on which something can be done."""

    @property
    def FIXED(self) -> Sequence[str]: ...  # noqa: N802

    def available_actions(self) -> Iterator[KeyAction]: ...

    def is_shown(self, action: KeyAction) -> bool: ...


class KeyBar(CanvasWidget):
    """The keys that work now, as many as there is room for."""

    def draw(self, canvas: Canvas) -> None:
        screen = cast(_ActingScreen, self.screen)
        app = self.durak
        canvas.put(0, 0, " " * canvas.width, "bar")
        # In their order; those that are fixed stand at the right.
        entries = [
            (one, key, _(one.label))
            for one in screen.available_actions()
            if screen.is_shown(one) and (key := _key(app, one))
        ]
        fixed = [entry for entry in entries if entry[0].id in screen.FIXED]
        width = sum(_width(key, label) for _action, key, label in fixed)
        end = canvas.width - width
        x = 0
        for action, key, label in entries:
            if action.id in screen.FIXED:
                continue
            if x + _width(key, label) > end:
                break
            x = _entry(canvas, x, key, label, action.id)
        x = max(x, end)
        for action, key, label in fixed:
            x = _entry(canvas, x, key, label, action.id)


def _key(app: BaseApp, action: KeyAction) -> str:
    """The printed key of an action, in a text field no letter."""
    keys = app.keys_of(action)
    if app.focused is not None and app.focused.check_consume_key("a", "a"):
        keys = [key for key in keys if not is_typed(key)]
    return shown_key(keys[0], ascii_only=app.glyphs.ascii) if keys else ""


def _width(key: str, label: str) -> int:
    return 3 + cell_len(key) + cell_len(label)


def _entry(canvas: Canvas, x: int, key: str, label: str, action: str) -> int:
    x = canvas.put(x, 0, " ", "bar")
    x = canvas.put(x, 0, key, "bar-key", action=action)
    return canvas.put(x, 0, f" {label} ", "bar", action=action)
