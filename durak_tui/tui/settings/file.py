"""The settings file, and the problems in the user's files."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from durak_tui.common.i18n import N_, Message, _
from durak_tui.common.text import short_path
from durak_tui.tui.toolkit.canvas import wrapped
from durak_tui.tui.toolkit.page import Line, PageScreen
from durak_tui.user.engines import unknown_engines, unknown_name
from durak_tui.user.settings_file import first_of

if TYPE_CHECKING:
    from durak_tui.tui.app import DurakApp


def problems_of(app: "DurakApp") -> list[str]:
    """All that is wrong with the user's files, the old first.

    It may load all screens, to know their actions.
    """
    said = [*app.problems, *app.settings.messages, *app.state.messages, *_unknown(app)]
    return list(dict.fromkeys(map(str, said)))


def _unknown(app: "DurakApp") -> list[Message]:
    """Unknown names in the settings file."""
    settings, file = app.settings.value, app.settings.path.name
    names = [*unknown_engines(settings)]
    if settings.theme and settings.theme not in app.available_themes:
        text = N_("there is no theme {name}")
        names.append(unknown_name("theme", text, settings.theme, app.available_themes))
    actions: list[Callable[[], Message]] = []
    if settings.keys:
        from durak_tui.tui.settings.keys import KeyMap

        known = KeyMap(app.modules()).actions
        text = N_("there is no action {name}")
        for action in settings.keys:
            if action not in known:
                actions.append(partial(unknown_name, "keys", text, action, known))
    return [
        Message("{file}: {what}", {"file": file, "what": each}) for each in first_of(names, actions)
    ]


class SettingsFileScreen(PageScreen):
    """A page to be read."""

    TITLE = N_("Settings file")
    HELP = N_(
        "The settings are a text file (TOML) that you can edit yourself; your comments stay"
        " when the program changes it. A file that cannot be read is never overwritten: it is"
        " kept beside the new one."
    )

    def lines(self, width: int) -> Iterator[Line]:
        app = self.durak
        yield [(short_path(app.settings.path), "strong")]
        yield ()
        problems = problems_of(app)
        for problem in problems:
            for number, line in enumerate(wrapped(problem, width - 2)):
                yield [("  " if number else "! ", "bad"), (line, "text")]
        if not problems:
            yield [(_("No problems found."), "good")]
        if kept := kept_aside(app.settings.path):
            yield ()
            yield [(_("Backup files:"), "text")]
            yield from ([(f"  {short_path(path)}", "strong")] for path in kept)


def kept_aside(path: Path) -> list[Path]:
    """Settings files of before that could not be read and were kept."""
    old = f"{path.name}.broken", f"{path.name}.old"
    with suppress(OSError):
        return [one for one in sorted(path.parent.iterdir()) if one.name.startswith(old)]
    return []
