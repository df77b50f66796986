"""What is wrong with the user's files, told in one place."""

from collections.abc import Iterator

from durak_tui.common.i18n import N_, Message
from durak_tui.tui.toolkit.base_app import BaseApp
from durak_tui.user.engines import unknown_engines, unknown_name


def problems_of(app: BaseApp) -> list[str]:
    """All that is wrong with the user's files, the old first.

    It may load all screens, to know their actions.
    """
    said = [*app.problems, *app.settings.messages, *app.state.messages, *_unknown(app)]
    return list(dict.fromkeys(map(str, said)))


def _unknown(app: BaseApp) -> Iterator[Message]:
    """Names in the settings that nothing has."""
    settings, file = app.settings.value, app.settings.path.name
    found = [*unknown_engines(settings)]
    if settings.theme and settings.theme not in app.available_themes:
        text = N_("there is no theme {name}")
        found.append(unknown_name("theme", text, settings.theme, app.available_themes))
    if settings.keys:
        from durak_tui.tui.settings.key_map import KeyMap

        known = KeyMap(app.modules()).actions
        for action in settings.keys:
            if action not in known:
                found.append(unknown_name("keys", N_("there is no action {name}"), action, known))
    for message in found:
        yield Message("{file}: {what}", {"file": file, "what": message})
