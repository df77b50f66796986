"""Fields to fill in, one a line, each behind its label."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar, cast

from rich.cells import cell_len
from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.events import Click, DescendantFocus, Key
from textual.message import Message
from textual.scrollbar import ScrollBarRender
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input, Static

from durak_tui.common import values
from durak_tui.common.clusters import JOINERS
from durak_tui.common.i18n import N_, _
from durak_tui.common.text import sentence
from durak_tui.tui.terminal.mishap import ReportsErrors
from durak_tui.tui.toolkit.actions import widget_binding
from durak_tui.tui.toolkit.canvas import Canvas, CanvasWidget, fit
from durak_tui.tui.toolkit.completed_field import Completion, complete_path

if TYPE_CHECKING:
    from durak_tui.tui.app import DurakApp

Check = Callable[[str], str]  # Returns a sentence about what is wrong with a text, or nothing.


def entered_seconds(text: str) -> float | None:
    """A time as it was entered; None if there is none."""
    return values.entered_number(text) if text.strip() else None


def seconds_problem(text: str) -> str:
    """A sentence about what is wrong with a time limit, or nothing."""
    try:
        if (time := entered_seconds(text)) is not None:
            values.seconds(time)
    except ValueError:
        return _("Enter seconds as a number above 0, such as 2.5, or leave this empty.")
    return ""


def value_problem(check: Callable[[], object]) -> str:
    """A sentence about a value that fails a check, or nothing."""
    try:
        check()
    except values.WrongValue as error:
        return sentence(str(error))
    return ""


def too_much(digits: str, most: values.Most) -> str:
    """A sentence about a whole number that is too large, or nothing."""
    # Of some thousand digits Python makes no number.
    number = int(digits) if len(digits) < 100 else most.number + 1
    return value_problem(partial(most.check, number))


class TextField(ReportsErrors, Input):
    """A line of text."""

    DEFAULT_CSS = """
    TextField, TextField:focus {
        border: none; height: 1; padding: 0; width: 1fr; background: $panel;
        &:ansi { background: ansi_default; text-style: underline; }
    }
    """

    def __init__(self, value: str = "", *, placeholder: str = "", id: str | None = None) -> None:
        super().__init__(value, placeholder=placeholder, id=id, select_on_focus=False)
        self.cursor_blink = False

    def on_key(self, event: Key) -> None:
        # Textual takes no character that Python does not call printable.
        if event.character in JOINERS:
            event.stop()
            self.replace(event.character, *self.selection)


class CompletedField(TextField):
    """A line of text that tab completes at its end."""

    BINDINGS: ClassVar = [Binding("tab", "complete", show=False)]

    @dataclass
    class Completions(Message):
        """A text as complete as is certain; these names may follow."""

        choices: Sequence[str]

    def __init__(
        self, complete: Callable[[str], Completion], value: str = "", *, id: str | None = None
    ) -> None:
        super().__init__(value, id=id)
        self._complete = complete

    def action_complete(self) -> None:
        """Complete it; where that is impossible, go on to the next field."""
        before = self.value
        completion = self._complete(before) if self.cursor_position == len(before) else None
        if completion is None or (completion.text == before and not completion.choices):
            self.screen.focus_next()
            return
        self.value = completion.text
        self.cursor_position = len(completion.text)
        if completion.choices:
            self.post_message(self.Completions(completion.choices))


class PathField(CompletedField):
    """A path, whose end is in view if there is no room.

    It is for no screen of a guest: there it is an error, which closes the screen.
    """

    def __init__(self, value: str = "", *, id: str | None = None) -> None:
        super().__init__(complete_path, value, id=id)

    def on_mount(self) -> None:
        if cast("DurakApp", self.app).is_guest:
            raise PermissionError("guests can name no file")

    def enter(self, path: str) -> None:
        """Put in another path."""
        self.value = path
        self.cursor_position = len(path)

    def render_line(self, y: int) -> Strip:
        """A row, with a sign where the beginning is out of view."""
        strip = super().render_line(y)
        if not self.scroll_offset.x or not strip.cell_length:
            return strip
        sign = Segment(cast("DurakApp", self.app).glyphs.ellipsis, next(iter(strip)).style)
        return Strip([sign, *strip.crop(cell_len(sign.text))])

    def on_resize(self) -> None:
        if self.cursor_position == len(self.value):
            self.scroll_to(x=self.max_scroll_x, animate=False, force=True)


class ChoiceField(CanvasWidget, can_focus=True):
    """A choice among a few values, by arrows, enter or space."""

    BINDINGS: ClassVar = [
        widget_binding("choice.before", "left,h", "turn(-1)", N_("The previous value")),
        widget_binding("choice.after", "right,l", "turn(1)", N_("The next value")),
        widget_binding("choice.next", "enter,space", "turn(1)", N_("Change it")),
    ]

    @dataclass
    class Changed(Message):
        """The choice of another value."""

        field: "ChoiceField"
        value: str

    def __init__(
        self, options: Sequence[tuple[str, str]], value: str = "", *, id: str | None = None
    ) -> None:
        """``options`` are values and how they are shown."""
        super().__init__(id=id)
        self._options = dict(options)
        self.value = value if value in self._options else options[0][0]

    def draw(self, canvas: Canvas) -> None:
        before, behind = "<>" if self.glyphs.ascii else "‹›"
        label = self._options[self.value]
        canvas.put(0, 0, f"{before} {label} {behind}", "cursor" if self.has_focus else "text")

    def action_turn(self, by: int) -> None:
        values = list(self._options)
        self.value = values[(values.index(self.value) + by) % len(values)]
        self.redraw()
        self.post_message(self.Changed(self, self.value))

    def on_click(self, event: Click) -> None:
        self.action_turn(1)


class TickField(ChoiceField):
    """Something that is ticked or not, with a note behind it."""

    IN: ClassVar = "in"
    OUT: ClassVar = "out"
    LABEL: ClassVar = 24  # Columns of the label, at most.

    def __init__(
        self, label: str, note: str, width: int, *, ticked: bool = False, id: str | None = None
    ) -> None:
        """``width`` is that of the longest label beside which it stands."""
        value = self.IN if ticked else self.OUT
        super().__init__([(one, label) for one in (self.OUT, self.IN)], value, id=id)
        self._note, self._width = note, min(width, self.LABEL)

    def draw(self, canvas: Canvas) -> None:
        glyphs, ticked = self.glyphs, self.value == self.IN
        look = "cursor" if self.has_focus else "strong" if ticked else "text"
        label = fit(self._options[self.value], self._width, glyphs)
        canvas.put(0, 0, f"[{glyphs.tick if ticked else ' '}] {label}", look)
        x = len("[x] ") + self._width + 2
        canvas.put(x, 0, fit(self._note, max(0, canvas.width - x), glyphs), "dim")


class PressField(CanvasWidget, can_focus=True):
    """Something that is done when it is pressed."""

    BINDINGS: ClassVar = [widget_binding("press.press", "enter,space", "press", N_("Press it"))]

    @dataclass
    class Pressed(Message):
        """A press of the button."""

        field: "PressField"

    def __init__(self, label: str, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.label = label

    def draw(self, canvas: Canvas) -> None:
        canvas.put(0, 0, f"[ {self.label} ]", "cursor" if self.has_focus else "strong")

    def action_press(self) -> None:
        self.post_message(self.Pressed(self))

    def on_click(self, event: Click) -> None:
        self.action_press()


class FormRow(Horizontal):
    """A label and its field."""

    def __init__(
        self, label: str, field: Widget, hint: str = "", check: Check | None = None
    ) -> None:
        """``hint`` is shown while the field has the cursor."""
        super().__init__()
        self.field = field
        self.hint = hint
        self.label = label
        self._check = check

    def compose(self) -> ComposeResult:
        yield Static(self.label, classes="form-label", markup=False)
        yield self.field

    def problem(self) -> str:
        """A sentence about what is wrong with the field; or nothing."""
        value = self.field.value if isinstance(self.field, TextField | ChoiceField) else ""
        return self._check(value) if self._check else ""


class _WholeCells(ScrollBarRender):
    """A scroll bar without the blocks that terminals in ASCII lack."""

    VERTICAL_BARS: ClassVar = [" "]


class FormTitle(Static):
    """A title above the rows of a group."""

    def __init__(self, text: str) -> None:
        super().__init__(text, markup=False)


class Form(ReportsErrors, VerticalScroll, can_focus=False):
    """Rows of fields under titles, and below them a note about one."""

    DEFAULT_CSS = """
    Form {
        height: 1fr;
        padding: 1 2;
        scrollbar-size: 1 1;
        & > FormRow { height: 1; width: 100%; }
        & > FormTitle { height: 1; margin-top: 1; text-style: bold; color: $accent; }
        & > FormTitle:first-child { margin-top: 0; }
        .form-label { height: 1; width: 24; color: $foreground 80%; }
        ChoiceField, PressField { height: 1; width: 1fr; }
        #form-note { margin-top: 1; height: auto; color: $foreground 60%; }
        #form-note.-bad { color: $error; text-style: bold; }
        &:ansi {
            TextField:focus { text-style: bold underline; }
            .form-label, #form-note, FormTitle { color: ansi_default; }
        }
        &:nocolor .input--cursor { text-style: reverse; }
    }
    """
    # With priority, or what is typed ahead would still go to the field before.
    BINDINGS: ClassVar = [
        widget_binding("form.up", "up", "step(-1)", N_("The previous field"), priority=True),
        widget_binding("form.down", "down", "step(1)", N_("The next field"), priority=True),
    ]

    def __init__(self, *lines: FormRow | FormTitle, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines = lines
        self._rows = [line for line in lines if isinstance(line, FormRow)]

    def compose(self) -> ComposeResult:
        yield from self._lines
        yield Static("", id="form-note", markup=False)

    def on_mount(self) -> None:
        width = max((cell_len(row.label) for row in self._rows), default=0) + 2
        self.query(".form-label").set_styles(width=width)
        self.vertical_scrollbar.renderer = _WholeCells  # type: ignore[misc]

    def on_resize(self) -> None:
        self._keep_in_sight()

    def _keep_in_sight(self) -> None:
        """Let the field with the cursor be seen.

        Textual thinks of it when the cursor moves only, and not of what the note covers.
        """
        focused = self.screen.focused
        if focused is not None and self in focused.ancestors:
            self.call_after_refresh(focused.scroll_visible, animate=False, immediate=True)

    def problems(self) -> bool:
        """Go to the first field that is wrong, if there is one."""
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
        self._keep_in_sight()

    def say_about(self, field: Widget) -> None:
        """Say what is wrong with a field, or its hint."""
        for row in self._rows:
            if row.field is field:
                problem = row.problem()
                self.say(problem or row.hint, bool(problem))

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        self.say_about(event.widget)

    def on_input_changed(self, event: Input.Changed) -> None:
        if event.input.has_focus:
            self.say_about(event.input)

    def on_completed_field_completions(self, event: CompletedField.Completions) -> None:
        # After what is to be said of the new text itself.
        self.call_after_refresh(self.say, "  ".join(event.choices))

    def on_input_submitted(self) -> None:
        self.action_step(1)

    def action_step(self, by: int) -> None:
        """Go ``by`` fields on, from the last to the first."""
        fields, here = self._fields()
        if fields:
            self.screen.set_focus(fields[(here + by) % len(fields)])

    def _fields(self) -> tuple[list[Widget], int]:
        """The fields that the cursor can be on, and where it is."""
        fields = [row.field for row in self._rows if row.display and row.field.focusable]
        focused = self.screen.focused
        return fields, fields.index(focused) if focused in fields else -1

    # Where Textual would only scroll, and leave the cursor behind.

    def action_scroll_home(self) -> None:
        self._move(-len(self._rows))

    def action_scroll_end(self) -> None:
        self._move(len(self._rows))

    def action_page_up(self) -> None:
        self._page(-1)

    def action_page_down(self) -> None:
        self._page(1)

    def _page(self, by: int) -> None:
        """Go on by as many fields as stand in one window."""
        fields, here = self._fields()
        lines = [
            field.parent.virtual_region.y for field in fields if isinstance(field.parent, FormRow)
        ]
        height = max(1, self.size.height - 1)
        passed = [n for n, line in enumerate(lines) if 0 < (line - lines[here]) * by <= height]
        if passed:
            self._move(passed[-1 if by > 0 else 0] - here)

    def _move(self, by: int) -> None:
        fields, here = self._fields()
        if fields:
            self.screen.set_focus(fields[max(0, min(here + by, len(fields) - 1))])
