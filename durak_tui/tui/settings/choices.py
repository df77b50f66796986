"""The values that a setting may be given, each in words."""

from typing import TYPE_CHECKING, Any

from durak_tui.common import i18n
from durak_tui.common.i18n import LANGUAGES, _
from durak_tui.tui.toolkit.styles import OWN_THEMES
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


def in_words(app: "DurakApp", key: str) -> str:
    """The value of such a setting, in words."""
    value = getattr(app.settings.value, key)
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
