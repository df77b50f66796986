"""The base of all screens: actions, keys, help, a least size."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Final, ParamSpec, TypeVar, cast

from rich.cells import cell_len
from textual import work
from textual.app import App, ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import BindingType
from textual.events import DescendantFocus
from textual.message import Message
from textual.screen import Screen
from textual.worker import Worker

from durak_tui.common.i18n import _
from durak_tui.tui.terminal.driver import suspend_to_shell
from durak_tui.tui.terminal.mishap import ReportsErrors
from durak_tui.tui.terminal.screen_overrides import drop_bindings
from durak_tui.tui.toolkit.actions import EVERYWHERE, KeyAction, bindings, is_typed, shown_key
from durak_tui.tui.toolkit.canvas import Canvas, CanvasWidget, fit
from durak_tui.tui.toolkit.form import PressField
from durak_tui.tui.toolkit.menu import EntryList, ListCanvas
from durak_tui.tui.toolkit.note import NOTHING_SAID, Said

if TYPE_CHECKING:
    from durak_tui.tui.app import DurakApp

LEAST: Final = 60, 20  # Columns and rows that every screen can do with.

_AT_RIGHT: Final = "app.help", "app.back", "app.quit"
"""The actions at the right end of every line of keys."""

_CHOICES: Final = CanvasWidget.Chosen, EntryList.Picked, PressField.Pressed

_P = ParamSpec("_P")
_T = TypeVar("_T")


class DurakScreen(ReportsErrors, Screen[Any]):
    """A screen of the application.

    A subclass names its TITLE, its HELP and its ACTIONS, has a method ``action_...`` for each of
    these, yields its widgets from :meth:`content`, and shows in them how things stand by
    :meth:`fill`.
    """

    HELP: ClassVar = ""  # A few English sentences, marked for translation, as is the title.
    ACTIONS: ClassVar[tuple[KeyAction, ...]] = ()
    HEADED: ClassVar = True  # Whether the first line is a heading.
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(EVERYWHERE)]

    _said: Said = NOTHING_SAID  # Of the last action, until another one comes.

    def __init_subclass__(cls, **options: Any) -> None:
        if "ACTIONS" in cls.__dict__:
            cls.BINDINGS = [*bindings(cls.ACTIONS)]
        super().__init_subclass__(**options)

    def __init__(self) -> None:
        super().__init__()
        self._result: asyncio.Future[Any] | None = None  # A caller of :func:`ask` waits for it.
        self._leaving: Callable[[], object] | None = None  # How, once nothing covers it.

    def heeds(self, message: Message) -> bool:
        # Of a double click the second click may come before the first has led anywhere.
        return self.is_active or not isinstance(message, _CHOICES)

    @property
    def durak(self) -> "DurakApp":
        return cast("DurakApp", self.app)

    @property
    def is_left(self) -> bool:
        """True once it is not among the open screens any more."""
        return self not in self.app.screen_stack

    @property
    def is_open(self) -> bool:
        """True while it is mounted and among the open screens."""
        return self.is_mounted and not self.is_left

    def compose(self) -> ComposeResult:
        drop_bindings(self, {one.id for one in self._possible if not self._is_allowed(one)})
        if self.HEADED:
            yield ScreenHeading(id="heading")
        yield from self.content()
        yield KeyBar()
        yield TooSmall()

    def content(self) -> ComposeResult:
        """The widgets of this screen."""
        yield from ()

    def title_text(self) -> str:
        """The name of the screen."""
        return _(self.TITLE) if self.TITLE else ""

    def help_text(self) -> str:
        """A few sentences for the top of the help."""
        return _(self.HELP) if self.HELP else ""

    def actions(self) -> tuple[KeyAction, ...]:
        """All that can ever be done here."""
        return tuple(filter(self._is_allowed, self._possible))

    @property
    def _possible(self) -> tuple[KeyAction, ...]:
        return (*self.ACTIONS, *EVERYWHERE)

    def _is_allowed(self, action: KeyAction) -> bool:
        return action.is_for(guest=self.durak.is_guest)

    def available_actions(self) -> Iterator[KeyAction]:
        """The actions that are possible now."""
        for action in self.actions():
            if self.check_action(action.method, action.arguments):
                yield action

    def keys_now(self) -> dict[str, str]:
        """The printed key of each action that is possible now.

        Of several with one key it means the first, and the others have none.
        """
        keys: dict[str, str] = {}
        for action in self.available_actions():
            key = self.durak.shown_key(action)
            if key not in keys.values():
                keys[action.id] = key
        return keys

    def is_shown(self, action: KeyAction) -> bool:
        """True if the line of keys shows an action while possible."""
        return action.footer

    def is_blank(self, action: KeyAction) -> bool:
        """True if a shown action leaves its place empty for now.

        What stands behind it keeps its place, and need not be sent to the terminal again.
        """
        return False

    def label_of(self, action: KeyAction) -> str:
        """The name of an action in the line of keys now."""
        return _(action.label)

    def notice(self, text: str) -> None:
        """Show a warning about something beside what the screen shows."""
        self.app.notify(text, severity="warning", timeout=15, markup=False)

    @work(thread=True)
    def in_thread(self, slow: Callable[[], str | None]) -> None:
        """Do something slow, and show the warning that it returns."""
        if warning := slow():
            self.call_later(self.notice, warning)

    def keys_changed(self) -> None:
        """Draw the line of keys for the actions that are possible now."""
        for bar in self.query(KeyBar):
            bar.redraw()

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        self.keys_changed()  # not every key does the same in every field

    def problems_changed(self) -> bool:
        """Show how many problems there are; False if this screen does not."""
        return False

    def before_leaving(self, leave: Callable[[], object]) -> None:
        """Leave, unless the user decides otherwise: the palette leads elsewhere."""
        leave()

    def before_quitting(self, go_on: Callable[[], object]) -> None:
        """Go on to quit, unless the user decides otherwise.

        All open screens are asked, also those that another one covers.
        """
        self.before_leaving(go_on)

    def farewell(self) -> str:
        """A sentence that stays on the terminal after quitting."""
        return ""

    def head(self, state: str = "", look: str = "dim", *, title: str = "", short: str = "") -> None:
        """Show a state in the heading, perhaps with another title.

        ``short`` takes the place of the title where there is no room for both.
        """
        self.query_one(ScreenHeading).show(title, short, (state, look))

    def say(self, text: str, bad: bool = False) -> None:
        """Show a text until the next action; ``bad`` for a problem."""
        self._said = (text, "bad" if bad else "good")
        self.show_said()

    def before_action(self) -> None:
        """Take away what was said: a key or a click comes."""
        if self._said[0]:
            self._said = NOTHING_SAID
            self.show_said()

    def show_said(self) -> None:
        """Show the text that was said last."""

    def fill(self) -> None:
        """Show in all widgets how things stand now."""

    def redraw(self) -> None:
        """Draw everything again, as after a change of language or glyphs."""
        self.fill()
        for widget in self.query(CanvasWidget):
            widget.redraw()

    def perform(self, action: KeyAction) -> None:
        """Do what a key, the mouse or the palette asks for."""
        method: Callable[[], object] = getattr(self, f"action_{action.method}")
        if self.check_action(action.method, action.arguments):
            self.call_next(method, *action.arguments)

    def perform_named(self, action_id: str) -> bool:
        """Do an action if it is possible now; returns whether it is."""
        found = next((one for one in self.available_actions() if one.id == action_id), None)
        if found:
            self.perform(found)
        return found is not None

    def on_canvas_widget_chosen(self, event: CanvasWidget.Chosen) -> None:
        if self.perform_named(event.action):
            event.stop()

    async def ask(self, screen: "DurakScreen") -> Any:
        """Show a screen and wait for its result, like :func:`ask`.

        The screen may be left before the question, or together with it; then no answer comes.
        """
        answer = None if self.is_left else await ask(self.app, screen)
        if self.is_left:
            raise asyncio.CancelledError
        return answer

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """Leave with a result, if this screen is on top."""
        # It may have left the top already: a key that is pressed twice comes twice.
        if self.app.screen is not self:
            return AwaitComplete()
        if self._result is not None and not self._result.done():
            self._result.set_result(result)
        return super().dismiss(result)

    def action_help(self) -> None:
        self.durak.explain(self)

    def leave_once_up(self, leave: Callable[[], object]) -> None:
        """Leave in this way as soon as nothing covers this screen."""
        self._leaving = leave
        self._leave_if_due()

    def on_screen_resume(self) -> None:
        self._leave_if_due()

    def _leave_if_due(self) -> None:
        if self._leaving and self.is_mounted and self.is_active:
            self._leaving()

    def leave_saying(self, problem: str) -> bool:
        """Say why, and go back once it is up; False if closed."""

        def leave() -> None:
            self.app.notify(problem, severity="error", timeout=15, markup=False)
            self.durak.go_back()

        if not self.is_open:
            return False
        self.leave_once_up(leave)
        return True

    def action_pick(self) -> None:
        """Choose the row with the cursor in the first list."""
        self.query(ListCanvas).first().action_pick()

    def action_back(self) -> None:
        self.durak.go_back()

    def action_palette(self) -> None:
        self.app.action_command_palette()

    def action_redraw(self) -> None:
        self.durak.repaint()

    def action_suspend(self) -> None:
        if not suspend_to_shell(self.app):
            self.app.notify(_("Not started from a shell: nothing could resume it."))

    async def action_quit(self) -> None:
        self.durak.quit()


class ScreenHeading(CanvasWidget):
    """The name of a screen, and at the right how things stand."""

    DEFAULT_CSS = "ScreenHeading { height: 2; padding: 0 1; }"

    _title = _short = ""
    _state: Said = NOTHING_SAID

    def show(self, title: str, short: str, state: Said) -> None:
        """Show these, as :meth:`DurakScreen.head` says."""
        self._title, self._short, self._state = title, short, state
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        glyphs, (state, look) = self.glyphs, self._state
        title = self._title or cast(DurakScreen, self.screen).title_text()
        if state and cell_len(title) + 2 + cell_len(state) > canvas.width:
            title = self._short or title
        end = canvas.put(0, 0, fit(title, canvas.width, glyphs), "accent")
        if room := max(0, canvas.width - end - 2):
            canvas.right(0, fit(state, room, glyphs), look)


class KeyBar(CanvasWidget):
    """The last line: the keys that work now, as there is room.

    Help and the way back are always there, or the way out where there is none.  The others follow
    in their order, which is that of their use.
    """

    def draw(self, canvas: Canvas) -> None:
        screen = cast(DurakScreen, self.screen)
        canvas.put(0, 0, " " * canvas.width, "bar")
        entries = [
            (one.id, key, screen.label_of(one))
            for one in screen.available_actions()
            if screen.is_shown(one) and (key := self._key(one))
        ]
        has_back = any(entry[0] == "app.back" for entry in entries)
        always = "app.help", "app.back" if has_back else "app.quit"
        room, fitting = canvas.width, []
        for entry in sorted(entries, key=lambda entry: entry[0] not in always):
            if (width := _width(entry)) <= room:
                room -= width
                fitting.append(entry)
        blank = {one.id for one in screen.actions() if screen.is_blank(one)}
        x, shown = 0, [entry for entry in entries if entry in fitting]
        for entry in (one for one in shown if one[0] not in _AT_RIGHT):
            x = x + _width(entry) if entry[0] in blank else _put(canvas, x, entry)
        x += room
        for entry in (one for one in shown if one[0] in _AT_RIGHT):
            x = _put(canvas, x, entry)

    def _key(self, action: KeyAction) -> str:
        """The printed key of an action, in a text field no letter."""
        # Of this screen: another one, such as the palette, may lie over it.
        keys, focused = self.durak.keys_of(action), self.screen.focused
        if focused is not None and focused.check_consume_key("a", "a"):
            keys = [key for key in keys if not is_typed(key)]
        return shown_key(keys[0], ascii_only=self.glyphs.ascii) if keys else ""


def _width(entry: tuple[str, str, str]) -> int:
    return 3 + cell_len(entry[1]) + cell_len(entry[2])


def _put(canvas: Canvas, x: int, entry: tuple[str, str, str]) -> int:
    action, key, label = entry
    x = canvas.put(x + 1, 0, key, "bar-key", action=action)
    return canvas.put(x, 0, f" {label} ", "bar", action=action)


class TooSmall(CanvasWidget):
    """A request for a larger window; what was on keeps going."""

    def draw(self, canvas: Canvas) -> None:
        width, height = LEAST
        lines = [
            _("This window is too small."),
            _("It is {width}x{height},").format(width=canvas.width, height=canvas.height),
            _("{width}x{height} is enough.").format(width=width, height=height),
            _("Nothing is lost."),
        ][: canvas.height]
        top = (canvas.height - len(lines)) // 2
        for y, line in enumerate(lines, top):
            x = max(0, (canvas.width - cell_len(line)) // 2)
            canvas.put(x, y, line, "strong" if y == top else "text")


async def ask(app: App[Any], screen: DurakScreen) -> Any:
    """Open a screen and wait for its result, if it has one.

    A message handler must not wait, or nothing else would reach its screen meanwhile: an action
    that asks is a worker, see :func:`asking`.  Textual's ``push_screen_wait`` goes on a few turns
    later, and a key that was typed ahead would reach the screen below before the next question.
    """
    screen._result = asyncio.get_running_loop().create_future()
    app.push_screen(screen)
    try:
        return await screen._result
    except asyncio.CancelledError:
        if not screen.durak.is_ending:
            screen.leave_once_up(screen.dismiss)  # nobody waits for its result any more
        raise


def asking(method: Callable[_P, Coroutine[None, None, _T]]) -> Callable[_P, Worker[_T]]:
    """Make a method a worker that may ask; another one ends it."""
    return work(exclusive=True, group="asking")(method)
