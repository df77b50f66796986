"""The file of the settings: where it is, and what is wrong with it."""

import os
from collections.abc import Iterator
from pathlib import Path

from textual.app import ComposeResult

from durak_tui.common.i18n import _
from durak_tui.tui.logs.log_words import short_path
from durak_tui.tui.toolkit.base_app import BaseApp
from durak_tui.tui.toolkit.note import Heading
from durak_tui.tui.toolkit.page import Line, Page
from durak_tui.tui.toolkit.screen import DurakScreen
from durak_tui.tui.toolkit.wrapping import wrapped


class SettingsFileScreen(DurakScreen):
    """A page to be read."""

    def content(self) -> ComposeResult:
        yield Heading(id="heading")
        yield Page(id="text")

    def title_text(self) -> str:
        return _("Settings file")

    def help_text(self) -> str:
        return _(
            "The settings are a text file (TOML) that you may edit yourself; comments stay when"
            " the program changes it. A file that cannot be read is never overwritten: it is"
            " kept beside the new one."
        )

    def on_mount(self) -> None:
        self.redraw()
        self.query_one(Page).focus()

    def redraw(self) -> None:
        self.query_one(Heading).show(self.title_text())
        self.query_one(Page).show(lambda width: list(self._lines(width)))

    @staticmethod
    def problems(app: BaseApp) -> list[str]:
        """What was wrong when the program was started, and what has come since, by what it
        is about: settings, other files."""
        known = [*app.problems, *app.settings.messages, *app.state.messages]
        return list(dict.fromkeys(map(str, known)))

    def _lines(self, width: int) -> Iterator[Line]:
        app = self.durak
        yield [(short_path(app.settings.path), "strong")]
        yield ()
        problems = self.problems(app)
        for problem in problems:
            for number, line in enumerate(wrapped(problem, width - 2)):
                yield [("  " if number else "! ", "bad"), (line, "text")]
        if not problems:
            yield [(_("Nothing is wrong with it."), "good")]
        if kept := kept_aside(app.settings.path):
            yield ()
            yield [(_("Files that were kept:"), "text")]
            yield from ([(f"  {short_path(path)}", "strong")] for path in kept)


def kept_aside(path: Path) -> list[Path]:
    """Files that took the name of the settings before, and were not lost."""
    try:
        names = sorted(os.listdir(path.parent))
    except OSError:
        return []
    return [
        path.with_name(n)
        for n in names
        if n.startswith((f"{path.name}.broken", f"{path.name}.old"))
    ]
