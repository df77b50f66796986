"""The problems in the user's files."""

from collections.abc import Callable
from functools import partial

from durak_tui.common.i18n import N_, Message
from durak_tui.tui.toolkit.base_app import BaseApp
from durak_tui.user.engines import unknown_engines, unknown_name
from durak_tui.user.settings_file import first_of


def problems_of(app: BaseApp) -> list[str]:
    """All that is wrong with the user's files, the old first.

    It may load all screens, to know their actions.
    """
    said = [*app.problems, *app.settings.messages, *app.state.messages, *_unknown(app)]
    return list(dict.fromkeys(map(str, said)))


def _unknown(app: BaseApp) -> list[Message]:
    """Unknown names in the settings file."""
    settings, file = app.settings.value, app.settings.path.name
    names = [*unknown_engines(settings)]
    if settings.theme and settings.theme not in app.available_themes:
        text = N_("there is no theme {name}")
        names.append(unknown_name("theme", text, settings.theme, app.available_themes))
    actions: list[Callable[[], Message]] = []
    if settings.keys:
        from durak_tui.tui.settings.key_map import KeyMap

        known = KeyMap(app.modules()).actions
        text = N_("there is no action {name}")
        for action in settings.keys:
            if action not in known:
                actions.append(partial(unknown_name, "keys", text, action, known))
    return [
        Message("{file}: {what}", {"file": file, "what": each}) for each in first_of(names, actions)
    ]
