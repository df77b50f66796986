"""The commands of the palette on a screen, in order.

Each command is made from the one list there is of its kind: actions, screens, themes, opponents,
logs, settings.  What comes into such a list is in the palette, too.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any

from durak_tui.common.i18n import _
from durak_tui.common.text import one_line, short_path
from durak_tui.tui.settings.choices import choices
from durak_tui.tui.terminal.palette import PaletteCommand
from durak_tui.tui.toolkit.actions import EVERYWHERE, KeyAction
from durak_tui.tui.toolkit.screen import DurakScreen
from durak_tui.user.engines import about, opponents
from durak_tui.user.opponents import shown_name
from durak_tui.user.schema import ROWS

if TYPE_CHECKING:
    from durak_tui.tui.app import DurakApp


def commands(
    app: "DurakApp", screens: Mapping[str, Callable[..., Any]], report: Callable[[str], object]
) -> Iterator[PaletteCommand]:
    """All commands, those of the screen that is up first.

    ``screens`` make those that are gone to by name; ``report`` says what went wrong.
    """
    screen = app.screen
    assert isinstance(screen, DurakScreen)
    possible = list(screen.available_actions())
    yield from _actions(screen, (one for one in possible if one not in EVERYWHERE))
    if not screen.is_modal:
        yield from _elsewhere(app, screens, report)
    yield from _actions(screen, (one for one in possible if one in EVERYWHERE))


def _actions(screen: DurakScreen, actions: Iterable[KeyAction]) -> Iterator[PaletteCommand]:
    keys = screen.keys_now()
    for action in actions:
        title = _(action.label) + (f"  ({keys[action.id]})" if action.id in keys else "")
        yield PaletteCommand(title, _(action.help), partial(screen.perform, action), at_once=True)


def _elsewhere(
    app: "DurakApp", screens: Mapping[str, Callable[..., Any]], report: Callable[[str], object]
) -> Iterator[PaletteCommand]:
    places = _places(app, screens)
    for name, title in places.items():
        text = _("Go to: {title}").format(title=title)
        go = app.go_home if name == "home" else partial(app.go, name)
        yield PaletteCommand(text, _("Open this screen"), go, at_once=True)
    yield from _values(app, "theme", report)
    yield from _opponents(app, _way(app, places, "play"))
    yield from _logs(app, _way(app, places, "logs"))
    keys = [row.key for row in ROWS.values() if row.label]
    for key in keys:
        if key != "theme":
            yield from _values(app, key, report)
    if "settings" in places:
        for key in keys:
            title = _("Settings: {name}").format(name=_(ROWS[key].label))
            go = partial(app.go, "settings", at=key)
            yield PaletteCommand(title, _(ROWS[key].hint), go, also=_in_file(key))


def _way(app: "DurakApp", places: Iterable[str], name: str) -> Callable[..., object]:
    """Go to a screen, by way of home if it is open."""
    if name in places:
        return partial(app.go, name)
    return lambda **arguments: app.go_home(partial(app.go, name, **arguments))


def _places(app: "DurakApp", screens: Mapping[str, Callable[..., Any]]) -> dict[str, str]:
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


def _opponents(app: "DurakApp", play: Callable[..., object]) -> Iterator[PaletteCommand]:
    text = _("Play against: {name}")
    for one in opponents(app.settings.value):
        title = text.format(name=shown_name(one.name))
        yield PaletteCommand(title, about(one), partial(play, engine=one.name))


def _logs(app: "DurakApp", show: Callable[..., object]) -> Iterator[PaletteCommand]:
    own = [app.games_log] if app.games_log.exists() else []
    for path in dict.fromkeys((*own, *app.state.value.recent_logs)):
        name = _("Your games") if path == app.games_log else one_line(os.path.basename(path))
        title = _("Open log: {name}").format(name=name)
        yield PaletteCommand(
            title, short_path(path), partial(show, path=path), also=os.path.basename(path)
        )


def _values(app: "DurakApp", key: str, report: Callable[[str], object]) -> Iterator[PaletteCommand]:
    """Give a setting one of its values."""
    for value, shown in choices(app, key):

        def use(value: Any = value) -> None:
            report(app.change_settings(**{key: value}))

        title = f"{_(ROWS[key].label)}: {shown}"
        preview = partial(app.try_theme, value) if key == "theme" else None
        also = f"{_in_file(key)} {value}"
        yield PaletteCommand(title, _(ROWS[key].hint), use, also=also, preview=preview)


def _in_file(key: str) -> str:
    """The name of a setting in its file, which finds it, too."""
    return key.replace("_", " ")
