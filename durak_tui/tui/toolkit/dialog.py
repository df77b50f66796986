"""Questions over another screen: a few answers, or a line."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Key
from textual.widgets import Input, Static

from durak_tui.common.i18n import N_
from durak_tui.tui.terminal.screen_overrides import keep_keys
from durak_tui.tui.toolkit.actions import KeyAction, latin
from durak_tui.tui.toolkit.canvas import wrapped
from durak_tui.tui.toolkit.form import TextField
from durak_tui.tui.toolkit.menu import Entry, EntryList, Menu
from durak_tui.tui.toolkit.note import Note
from durak_tui.tui.toolkit.screen import DurakScreen

WITHDRAWN: Final = "withdrawn"  # The answer to a question that needs none any more.
_FRAME: Final = 8, 5  # Columns and rows of a dialog around its title, text and answers.
_WIDEST: Final = 64  # Columns, as in the style sheet.
_AROUND_TEXT: Final = 8  # Rows of a line dialog: its title, its field and note, blank ones.


class Dialog(DurakScreen):
    """A screen over another; its result is empty if left."""

    HEADED = False
    CSS_PATH = Path(__file__).with_name("dialog.tcss")  # Subclasses lie in other folders.

    def __init__(self, title: str, text: str = "") -> None:
        super().__init__()
        keep_keys(self)
        self._title = title
        self._text = text

    def title_text(self) -> str:
        return self._title

    def help_text(self) -> str:
        return self._text or super().help_text()

    def content(self) -> ComposeResult:
        self.set_class(self.durak.glyphs.ascii, "-ascii")
        with Vertical(id="dialog"):
            yield Static(self._title, id="dialog-title", markup=False)
            if self._text:
                yield Static(self.shown_text(), id="dialog-text", markup=False)
            yield from self.answers()

    def reword(self, text: str) -> None:
        """Show another text, if there was one."""
        self._text = text
        for shown in self.query("#dialog-text").results(Static):
            shown.update(self.shown_text())

    def shown_text(self) -> str:
        """The text, or as much of it as there is room for."""
        return self._text

    def text_lines(self) -> list[str]:
        """The text as it is broken in this window."""
        columns = min(self.app.size.width, _WIDEST) - _FRAME[0]
        return [line for part in self._text.splitlines() for line in wrapped(part, columns) or [""]]

    def answers(self) -> ComposeResult:
        """The widgets below the text."""
        yield from ()

    def action_back(self) -> None:
        self.dismiss("")


class Question(Dialog):
    """A choice among entries; its result is the id of one."""

    BELOW: ClassVar = 0  # Rows below the entries.
    ACTIONS: ClassVar[tuple[KeyAction, ...]] = (
        KeyAction("dialog.pick", "enter", N_("Choose"), N_("Choose the selected line")),
    )

    def __init__(self, title: str, text: str, entries: Sequence[Entry], cursor: int = 0) -> None:
        super().__init__(title, text)
        self._entries = entries
        self._cursor = cursor

    def answers(self) -> ComposeResult:
        yield Menu(self._entries, id="dialog-menu")

    def on_mount(self) -> None:
        self.query_one(Menu).cursor = self._cursor
        self.on_resize()

    def on_resize(self) -> None:
        # Not by a style: the dialog would be as high as if the menu were whole.
        text = self.text_lines()
        above = 1 + (len(text) + 2 if text else 0)  # the title; the text between blank lines
        room = max(1, self.app.size.height - _FRAME[1] - above - self.BELOW)
        self.query_one(Menu).styles.height = min(len(self._entries), room)

    def on_entry_list_picked(self, event: EntryList.Picked) -> None:
        event.stop()
        self.dismiss(event.entry.id)

    def on_key(self, event: Key) -> None:
        for entry in self._entries:
            if entry.key and entry.key == latin(event.character or ""):
                event.stop()
                self.dismiss(entry.id)

    def withdraw(self) -> None:
        """Take the question back once nothing covers it; results in WITHDRAWN."""
        self.leave_once_up(partial(self.dismiss, WITHDRAWN))


class ExplainedQuestion(Question):
    """A choice with a sentence about the entry at the cursor."""

    CSS = "#dialog-about { margin-top: 1; height: 2; padding: 0; }"
    BELOW: ClassVar = 3

    def __init__(self, title: str, entries: Sequence[Entry]) -> None:
        """The sentences are the notes of the entries."""
        super().__init__(title, "", [replace(entry, note="") for entry in entries])
        self._about = {entry.id: entry.note for entry in entries}

    def answers(self) -> ComposeResult:
        yield from super().answers()
        yield Note(id="dialog-about")

    def on_mount(self) -> None:  # beside that of the question
        self._explain()

    def on_entry_list_highlighted(self) -> None:
        self._explain()

    def _explain(self) -> None:
        if entry := self.query_one(Menu).current:
            self.query_one(Note).say((self._about[entry.id], "dim"))


class LastQuestion(Question):
    """A question before something ends, which quitting does not answer."""

    def before_quitting(self, go_on: Callable[[], object]) -> None:
        """Wait for the answer."""


class LineDialog(Dialog):
    """A line to be typed; its result is that, or empty."""

    CSS = "#line-field { margin: 1 0; } #line-note { height: 2; padding: 0; }"
    ACTIONS: ClassVar[tuple[KeyAction, ...]] = (
        KeyAction("dialog.done", "enter", N_("Done"), N_("Accept this line")),
    )

    def __init__(
        self,
        title: str,
        text: str = "",
        value: str = "",
        check: Callable[[str], str] = lambda line: "",
    ) -> None:
        """``check`` says what is wrong with a line, if anything is."""
        super().__init__(title, text)
        self._value = value
        self._check = check

    def field(self, value: str) -> TextField:
        """The field of the line."""
        return TextField(value, id="line-field")

    def answers(self) -> ComposeResult:
        yield self.field(self._value)
        yield Note(id="line-note")

    def on_mount(self) -> None:
        field = self.query_one(TextField)
        field.focus()
        field.cursor_position = len(self._value)

    def shown_text(self) -> str:
        # The title and the field stay in sight: of a long text, as of a chat, the end is shown.
        room = max(1, self.app.size.height - _FRAME[1] - _AROUND_TEXT)
        lines = self.text_lines()
        return self._text if len(lines) <= room else "\n".join(lines[-room:])

    def on_resize(self) -> None:
        self.reword(self._text)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_done()

    def action_done(self) -> None:
        value = self.query_one(TextField).value.strip()
        if not value:
            return
        if problem := self._check(value):
            self.query_one(Note).say((problem, "bad"))
        else:
            self.dismiss(value)
