"""Fields to fill in, one a line: a label and what stands behind it."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.events import DescendantFocus
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Static

from durak_tui.common.i18n import N_
from durak_tui.tui.toolkit.actions import with_cyrillic
from durak_tui.tui.toolkit.canvas import Canvas, CanvasWidget
from durak_tui.tui.toolkit.completion import Completion


class TextField(Input):
    """A line of text."""

    def __init__(self, value: str = "", *, placeholder: str = "", id: str | None = None) -> None:
        super().__init__(value, placeholder=placeholder, id=id, select_on_focus=False)
        self.cursor_blink = False


class CompletedField(TextField):
    """A line of text in which tab completes what stands before the cursor at the end."""

    BINDINGS: ClassVar = [Binding("tab", "complete", show=False)]

    def __init__(
        self, complete: Callable[[str], Completion], value: str = "", *, id: str | None = None
    ) -> None:
        super().__init__(value, id=id)
        self._complete = complete

    def action_complete(self) -> None:
        """Complete it, or go on to the next field if there is nothing to complete."""
        before = self.value
        completion = self._complete(before) if self.cursor_position == len(before) else None
        if completion is None or (completion.text == before and not completion.choices):
            self.screen.focus_next()
            return
        self.value = completion.text
        self.cursor_position = len(completion.text)
        if completion.choices:
            self.offer(completion.choices)

    def offer(self, choices: Sequence[str]) -> None:
        """Say among which names it is to be decided."""
        form = self.query_ancestor(Form)
        # After what the form itself has to say of the new text.
        self.call_after_refresh(form.say, "  ".join(choices))


class ChoiceField(CanvasWidget, can_focus=True):
    """One of a few values, gone through with the arrows, enter or space."""

    BINDINGS: ClassVar = [
        Binding(
            with_cyrillic("left,h"),
            "turn(-1)",
            N_("The value before"),
            show=False,
            id="choice.before",
        ),
        Binding(
            with_cyrillic("right,l"), "turn(1)", N_("The next value"), show=False, id="choice.after"
        ),
        Binding("enter,space", "turn(1)", N_("Change it"), show=False, id="choice.next"),
    ]

    class Changed(Message):
        """Another value was chosen."""

        def __init__(self, field: "ChoiceField", value: str) -> None:
            super().__init__()
            self.field = field
            self.value = value

        @property
        def control(self) -> "ChoiceField":
            """The field."""
            return self.field

    def __init__(
        self,
        options: Sequence[tuple[str, str]],
        value: str = "",
        *,
        id: str | None = None,
    ) -> None:
        """``options`` are values and how they are shown."""
        super().__init__(id=id)
        self._options = list(options)
        values = [one for one, _label in self._options]
        self._at = values.index(value) if value in values else 0

    @property
    def value(self) -> str:
        """What is chosen."""
        return self._options[self._at][0]

    @value.setter
    def value(self, value: str) -> None:
        self._at = [one for one, _label in self._options].index(value)
        self.redraw()

    def offer(self, options: Sequence[tuple[str, str]]) -> None:
        """Have other values to choose from; the chosen one stays if it is among them."""
        here = self.value
        self._options = list(options)
        values = [one for one, _label in self._options]
        self._at = values.index(here) if here in values else 0
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        ascii_only = self.glyphs.ascii
        before, behind = "<>" if ascii_only else "‹›"
        label = self._options[self._at][1]
        canvas.put(0, 0, f"{before} {label} {behind}", "cursor" if self.has_focus else "text")

    def action_turn(self, by: int) -> None:
        """The next value, or the one before."""
        self._at = (self._at + by) % len(self._options)
        self.redraw()
        self.post_message(self.Changed(self, self.value))

    def on_click(self) -> None:
        """A click is as good as enter."""
        self.action_turn(1)


class PressField(CanvasWidget, can_focus=True):
    """Something that is done when it is pressed."""

    BINDINGS: ClassVar = [
        Binding("enter,space", "press", N_("Press it"), show=False, id="press.press")
    ]

    class Pressed(Message):
        """It was."""

        def __init__(self, field: "PressField") -> None:
            super().__init__()
            self.field = field

        @property
        def control(self) -> "PressField":
            """What was pressed."""
            return self.field

    def __init__(self, label: str, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.label = label

    def draw(self, canvas: Canvas) -> None:
        canvas.put(0, 0, f"[ {self.label} ]", "cursor" if self.has_focus else "strong")

    def action_press(self) -> None:
        """Press it."""
        self.post_message(self.Pressed(self))

    def on_click(self) -> None:
        """A click presses."""
        self.action_press()


class Row(Horizontal):
    """A label and its field."""

    def __init__(
        self,
        label: str,
        field: Widget,
        hint: str = "",
        check: Callable[[str], str] | None = None,
    ) -> None:
        """``hint`` is said while the field has the cursor.  ``check`` says what is wrong with
        a text, or nothing."""
        super().__init__()
        self.field = field
        self.hint = hint
        self._label = label
        self._check = check

    def compose(self) -> ComposeResult:
        yield Static(self._label, classes="form-label", markup=False)
        yield self.field

    def problem(self) -> str:
        """What is wrong with the field; empty if nothing is."""
        if self._check is None:
            return ""
        value = self.field.value if isinstance(self.field, TextField | ChoiceField) else ""
        return self._check(value)


class Form(VerticalScroll, can_focus=False):
    """Rows, gone through with up and down; below them what there is to say about one."""

    DEFAULT_CSS = """
    Form {
        height: 1fr;
        padding: 1 2;
        scrollbar-size: 1 1;
        & > Row { height: 1; width: 100%; }
        .form-label { height: 1; width: 24; color: $foreground 80%; }
        TextField, TextField:focus {
            border: none; height: 1; padding: 0; width: 1fr; background: $panel;
        }
        ChoiceField, PressField { height: 1; width: 1fr; }
        #form-note { margin-top: 1; height: auto; color: $foreground 60%; }
        #form-note.-bad { color: $error; text-style: bold; }
        &:ansi {
            TextField { background: ansi_default; text-style: underline; }
            TextField:focus { text-style: bold underline; }
            .form-label, #form-note { color: ansi_default; }
        }
        &:nocolor .input--cursor { text-style: reverse; }
    }
    """
    # With priority, or what is typed ahead would still go to the field before.
    BINDINGS: ClassVar = [
        Binding("up", "step(-1)", N_("The field before"), show=False, priority=True, id="form.up"),
        Binding("down", "step(1)", N_("The next field"), show=False, priority=True, id="form.down"),
    ]

    def __init__(self, *rows: Row, id: str | None = None) -> None:
        super().__init__(id=id)
        self._rows = rows
        self._width = max((cell_len(row._label) for row in rows), default=0) + 2

    def compose(self) -> ComposeResult:
        yield from self._rows
        yield Static("", id="form-note", markup=False)

    def on_mount(self) -> None:
        """Line the fields up."""
        for label in self.query(".form-label"):
            label.styles.width = self._width

    def problems(self) -> bool:
        """Whether something is wrong; then the cursor goes there and it is said."""
        for row in self._rows:
            if row.display and (problem := row.problem()):
                row.field.focus()
                self.call_after_refresh(self.say, problem, True)
                return True
        return False

    def say(self, text: str, bad: bool = False) -> None:
        """Say something below the fields."""
        note = self.query_one("#form-note", Static)
        note.set_class(bad, "-bad")
        note.update(text)

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Say what the field is for."""
        for row in self._rows:
            if row.field is event.widget:
                self.say(row.problem() or row.hint, bool(row.problem()))

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say at once what is wrong with a text."""
        for row in self._rows:
            if row.field is event.input and event.input.has_focus:
                self.say(row.problem() or row.hint, bool(row.problem()))

    def on_input_submitted(self) -> None:
        """Enter in a text goes on to the next field."""
        self.action_step(1)

    def action_step(self, by: int) -> None:
        """Go to the next field, or to the one before."""
        fields = [row.field for row in self._rows if row.display and row.field.focusable]
        focused = self.screen.focused
        here = fields.index(focused) if focused in fields else -1
        if fields:
            self.screen.set_focus(fields[(here + by) % len(fields)])
