"""The settings file: where it is, and what is wrong with it."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from textual.app import ComposeResult

from durak_tui.common.i18n import N_, _
from durak_tui.common.text import short_path
from durak_tui.tui.settings.problems import problems_of
from durak_tui.tui.toolkit.canvas import wrapped
from durak_tui.tui.toolkit.note import Line, NoteHeading, Page
from durak_tui.tui.toolkit.screen import DurakScreen


class SettingsFileScreen(DurakScreen):
    """A page to be read."""

    TITLE = N_("Settings file")
    CSS_PATH = "screen.tcss"  # It may be opened without the settings.
    HELP = N_(
        "The settings are a text file (TOML) that you can edit yourself; your comments stay"
        " when the program changes it. A file that cannot be read is never overwritten: it is"
        " kept beside the new one."
    )

    def content(self) -> ComposeResult:
        yield NoteHeading(id="heading")
        yield Page(id="text")

    def on_mount(self) -> None:
        self.query_one(Page).show(lambda width: list(self._lines(width)))

    def _lines(self, width: int) -> Iterator[Line]:
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
