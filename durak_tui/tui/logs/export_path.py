"""Where exported games are to go."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Static

from durak_tui.common.i18n import N_, _
from durak_tui.tui.terminal.modal import keep_keys
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.completion import complete_path
from durak_tui.tui.toolkit.form import CompletedField
from durak_tui.tui.toolkit.note import Note
from durak_tui.tui.toolkit.screen import DurakScreen


class ExportPath(DurakScreen):
    """Its result is a path; None if it was left."""

    CSS_PATH = "export_path.tcss"
    ACTIONS: ClassVar = (
        KeyAction("export.write", "enter", N_("Export"), N_("Write the games to this file")),
    )

    def __init__(self, path: str, problem: str = "") -> None:
        """``path`` is offered; ``problem`` is why nothing could be written to it."""
        super().__init__()
        keep_keys(self)
        self._path = path
        self._problem = problem

    def title_text(self) -> str:
        return _("Export")

    def help_text(self) -> str:
        return _(
            "The games are copied as they stand in the log, so that the file is a log again. A"
            " file that is there already is not touched without another question."
        )

    def content(self) -> ComposeResult:
        with Vertical(id="export-dialog"):
            yield Static(_("To which file?"), id="export-title", markup=False)
            yield CompletedField(complete_path, self._path, id="export-path")
            yield Note(id="export-note")

    def on_mount(self) -> None:
        field = self.query_one(CompletedField)
        field.focus()
        field.cursor_position = len(self._path)
        said = (self._problem, "bad") if self._problem else (_("Tab completes the path."), "dim")
        self.query_one(Note).say(said)

    def on_completed_field_offered(self, event: CompletedField.Offered) -> None:
        event.stop()
        self.query_one(Note).say(("  ".join(event.choices), "dim"))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_write()

    def action_write(self) -> None:
        if path := self.query_one(CompletedField).value.strip():
            self.dismiss(path)

    def action_back(self) -> None:
        self.dismiss(None)
