"""What the palette offers on every screen.

Each command is made from the one list there is of its kind: screens, themes, opponents, logs,
settings.  What comes into such a list is in the palette, too.
"""

import os
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from inspect import Parameter, signature
from typing import Any, Final, NamedTuple

from durak_tui.common.i18n import LANGUAGES, _
from durak_tui.common.text import one_line, short_path
from durak_tui.tui.settings.themes import theme_label
from durak_tui.tui.toolkit.base_app import BaseApp
from durak_tui.user.engines import about, opponents
from durak_tui.user.opponents import shown_name
from durak_tui.user.schema import ROWS

ELSEWHERE: Final = "theme", "language"  # Settings that have commands of their own.


class Command(NamedTuple):
    """Something to be done from anywhere."""

    title: str
    help: str
    run: Callable[[], object]
    at_once: bool = False  # Whether it is listed before anything is searched for.


class UseTheme:
    """A command that can show what it would do."""

    def __init__(self, app: BaseApp, name: str, tell: Callable[[str], object]) -> None:
        self._app = app
        self._theme = name
        self._tell = tell

    def __call__(self) -> None:
        self._tell(self._app.change_settings(theme=self._theme))

    def preview(self) -> None:
        self._app.try_theme(self._theme)


def commands(
    app: BaseApp, screens: Mapping[str, Callable[..., Any]], tell: Callable[[str], object]
) -> Iterator[Command]:
    """All commands; ``screens`` make those that are gone to by name.

    ``tell`` says what went wrong.
    """
    places = _places(app, screens)
    for name, title in places.items():
        text = _("Go to: {title}").format(title=title)
        go = app.go_home if name == "home" else partial(app.go, name)
        yield Command(text, _("Open this screen"), go, at_once=True)
    if "play" in places:
        yield from _opponents(app)
    if "logs" in places:
        yield from _logs(app)
    yield from _settings(app, tell)


def _places(app: BaseApp, screens: Mapping[str, Callable[..., Any]]) -> dict[str, str]:
    """Titles of screens that can be gone to and are not open."""
    opened = list(map(type, app.screen_stack))
    places = {}
    for name, cls in screens.items():
        if name == "home":
            if type(app.screen) is not cls:
                places[name] = _("Home")
        elif cls not in opened and not any(map(_is_needed, signature(cls).parameters.values())):
            places[name] = _(cls.TITLE)  # type: ignore[attr-defined]
    return places


def _is_needed(argument: Parameter) -> bool:
    optional = argument.kind in (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)
    return argument.default is Parameter.empty and not optional


def _opponents(app: BaseApp) -> Iterator[Command]:
    text = _("Play against: {name}")
    for one in opponents(app.settings.value):
        title = text.format(name=shown_name(one.name))
        yield Command(title, about(one), partial(app.go, "play", engine=one.name))


def _logs(app: BaseApp) -> Iterator[Command]:
    own = [app.games_log] if app.games_log.exists() else []
    for path in dict.fromkeys((*own, *app.state.value.recent_logs)):
        name = _("Your games") if path == app.games_log else one_line(os.path.basename(path))
        title = _("Open log: {name}").format(name=name)
        yield Command(title, short_path(path), partial(app.go, "logs", path=path))


def _settings(app: BaseApp, tell: Callable[[str], object]) -> Iterator[Command]:
    def set_to(key: str, value: object) -> Callable[[], object]:
        return lambda: tell(app.change_settings(**{key: value}))

    for theme in ("", *sorted(app.available_themes)):
        title = _("Theme: {name}").format(name=theme_label(theme))
        yield Command(title, _("Use this theme"), UseTheme(app, theme, tell))
    for code, language in LANGUAGES.items():
        shown = language if language.isascii() or not app.glyphs.ascii else code
        title = _("Language: {name}").format(name=shown)
        yield Command(title, _("Language of the interface"), set_to("language", code))
    for row in ROWS.values():
        if row.label and row.key not in ELSEWHERE:
            for value, text in row.choices:
                title = f"{_(row.label)}: {_(text)}"
                yield Command(title, _(row.hint), set_to(row.key, value))
