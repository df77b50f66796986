"""The values of settings in words, and settings that other screens change."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from rich.cells import cell_len
from textual.geometry import Region

from durak_tui.common import i18n
from durak_tui.common.i18n import LANGUAGES, _
from durak_tui.tui.toolkit.canvas import Canvas, CanvasWidget
from durak_tui.tui.toolkit.palettes import OWN_THEMES
from durak_tui.tui.toolkit.screen import DurakScreen
from durak_tui.user.schema import ROWS

if TYPE_CHECKING:
    from durak_tui.tui.app import DurakApp


def choices(app: "DurakApp", key: str) -> list[tuple[Any, str]]:
    """The values of a setting, in order; none of texts and numbers."""
    if key == "theme":
        return _themes(app)
    if key == "language":
        return _languages(ascii_only=app.glyphs.ascii)
    return [(value, _(text)) for value, text in ROWS[key].choices]


def in_words(app: "DurakApp", key: str, given: Mapping[str, Any] = {}) -> str:
    """The present value of a setting, or a ``given`` one."""
    value = given.get(key, getattr(app.settings.value, key))
    words: dict[object, str] = dict(choices(app, key))
    return words.get(value, str(value))


def _themes(app: "DurakApp") -> list[tuple[str, str]]:
    """The usual one, ours, then Textual's."""
    own = [theme.name for theme in OWN_THEMES]
    others = sorted(app.available_themes.keys() - own)
    others.sort(key=lambda name: not name.startswith("ansi-"))
    return [("", _("default (durak)")), *((name, name) for name in (*own, *others))]


def _languages(*, ascii_only: bool) -> list[tuple[str, str]]:
    names = {
        code: code if ascii_only and not name.isascii() else name
        for code, name in LANGUAGES.items()
    }
    system = names[i18n.environment_language()]
    return [("", _("system ({language})").format(language=system)), *names.items()]


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
            canvas.put(2, y, self.durak.shown_key(action), "accent")
            canvas.put(4, y, _(row.label))
            end = canvas.put(4 + labels + 2, y, in_words(self.durak, row.key, self._given))
            canvas.zone(Region(2, y, end - 2, 1), action.id)


def next_value(app: "DurakApp", key: str) -> Any:
    """The value of a setting after the present one."""
    values = [value for value, _label in ROWS[key].choices]
    return values[(values.index(getattr(app.settings.value, key)) + 1) % len(values)]
