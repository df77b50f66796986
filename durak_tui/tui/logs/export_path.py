"""Where exported games are to go."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Static

from durak_tui.common.i18n import N_, _
from durak_tui.tui.terminal.modal import keep_keys
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.key_bar import KeyBar
from durak_tui.tui.toolkit.note import Note
from durak_tui.tui.toolkit.path_field import PathField
from durak_tui.tui.toolkit.screen import DurakScreen
from durak_tui.tui.toolkit.too_small import TooSmall


class ExportPath(DurakScreen):
    """Its result is a path; None if it was left."""

    CSS_PATH = "export_path.tcss"
    TITLE = N_("Export")
    HELP = N_(
        "The games are copied as they stand in the log, so that the file is a log again. A"
        " file that is there already is not touched without another question."
    )
    ACTIONS: ClassVar = (
        KeyAction("export.write", "enter", N_("Export"), N_("Write the games to this file")),
    )

    def __init__(self, path: str, problem: str = "") -> None:
        """``path`` is offered; ``problem`` is why nothing could be written to it."""
        super().__init__()
        keep_keys(self)
        self._path = path
        self._problem = problem

    def compose(self) -> ComposeResult:
        with Vertical(id="export-dialog"):
            yield Static(_("To which file?"), id="export-title", markup=False)
            yield PathField(self._path, id="export-path")
            yield Note(id="export-note")
        yield KeyBar()
        yield TooSmall()

    def on_mount(self) -> None:
        field = self.query_one(PathField)
        field.focus()
        field.cursor_position = len(self._path)
        said = (self._problem, "bad") if self._problem else (_("Tab completes the path."), "dim")
        self.query_one(Note).say(said)

    def on_completed_field_offered(self, event: PathField.Offered) -> None:
        event.stop()
        self.query_one(Note).say(("  ".join(event.choices), "dim"))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_write()

    def action_write(self) -> None:
        if path := self.query_one(PathField).value.strip():
            self.dismiss(path)

    def action_back(self) -> None:
        self.dismiss(None)
