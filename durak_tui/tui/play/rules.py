"""Settings of the next game, each with the key that changes it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from rich.cells import cell_len
from textual.geometry import Region

from durak_tui.common.i18n import _
from durak_tui.tui.settings.choices import choices
from durak_tui.tui.toolkit.canvas import Canvas, CanvasWidget
from durak_tui.tui.toolkit.screen import DurakScreen
from durak_tui.user.schema import ROWS

if TYPE_CHECKING:
    from durak_tui.tui.app import DurakApp


class RulesList(CanvasWidget):
    """The settings that the actions of a screen change."""

    def __init__(
        self, settings: Mapping[str, str], given: Mapping[str, Any] = {}, *, id: str | None = None
    ) -> None:
        """Show ``settings``, by the ids of actions.

        ``given`` are values in place of theirs.
        """
        super().__init__(id=id)
        self._settings = settings
        self._given = given

    def draw(self, canvas: Canvas) -> None:
        actions = [a for a in cast(DurakScreen, self.screen).ACTIONS if a.id in self._settings]
        rows = [ROWS[self._settings[action.id]] for action in actions]
        labels = max(cell_len(_(row.label)) for row in rows)
        for y, (action, row) in enumerate(zip(actions, rows, strict=True)):
            value = self._given.get(row.key, getattr(self.durak.settings.value, row.key))
            words: dict[object, str] = dict(choices(self.durak, row.key))
            canvas.put(2, y, self.durak.shown_key(action), "accent")
            canvas.put(4, y, _(row.label))
            end = canvas.put(4 + labels + 2, y, words.get(value, str(value)))
            canvas.zone(Region(2, y, end - 2, 1), action.id)


def next_value(app: "DurakApp", key: str) -> Any:
    """The value of a setting after the present one."""
    values = [value for value, _label in ROWS[key].choices]
    return values[(values.index(getattr(app.settings.value, key)) + 1) % len(values)]
