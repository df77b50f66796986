"""What all screens have: their actions, the line of keys, help, and a least size."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, ClassVar, ParamSpec, TypeVar, cast

from textual import work
from textual.app import App, ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import BindingType
from textual.events import DescendantFocus
from textual.screen import Screen
from textual.worker import Worker

from durak_tui.tui.toolkit.actions import EVERYWHERE, KeyAction, bindings
from durak_tui.tui.toolkit.base_app import BaseApp
from durak_tui.tui.toolkit.canvas import CanvasWidget
from durak_tui.tui.toolkit.key_bar import KeyBar
from durak_tui.tui.toolkit.too_small import TooSmall

_P = ParamSpec("_P")
_T = TypeVar("_T")


class DurakScreen(Screen[Any]):
    """A screen of the application.

    A subclass names its :attr:`ACTIONS`, has a method ``action_...`` for each, and yields
    its widgets from :meth:`content`.
    """

    ACTIONS: ClassVar[tuple[KeyAction, ...]] = ()
    FIXED: ClassVar[tuple[str, ...]] = ("app.help", "app.quit")
    """The actions that have their place in the line of keys however narrow it gets."""
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(EVERYWHERE)]

    def __init_subclass__(cls, **options: Any) -> None:
        if "ACTIONS" in cls.__dict__:
            cls.BINDINGS = [*bindings(cls.ACTIONS)]
        super().__init_subclass__(**options)

    def __init__(self) -> None:
        super().__init__()
        self._result: asyncio.Future[Any] | None = None
        """What a caller of :func:`ask` waits for."""

    @property
    def durak(self) -> BaseApp:
        """The application."""
        return cast(BaseApp, self.app)

    def compose(self) -> ComposeResult:
        """The content, and what stands on every screen."""
        yield from self.content()
        yield KeyBar()
        yield TooSmall()

    def content(self) -> ComposeResult:
        """The widgets of this screen."""
        yield from ()

    def title_text(self) -> str:
        """What the screen is called, for its help."""
        return ""

    def help_text(self) -> str:
        """A few sentences for the top of the help."""
        return ""

    def actions(self) -> tuple[KeyAction, ...]:
        """All that can ever be done here."""
        return (*self.ACTIONS, *EVERYWHERE)

    def available_actions(self) -> Iterator[KeyAction]:
        """What can be done now."""
        for action in self.actions():
            if self.check_action(action.method, ()):
                yield action

    def is_shown(self, action: KeyAction) -> bool:
        """Whether the line of keys shall show an action that can be asked for now."""
        return action.footer

    def keys_changed(self) -> None:
        """What can be done is no longer what it was: the line of keys is drawn again."""
        for bar in self.query(KeyBar):
            bar.redraw()

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Not every key does the same in every field."""
        self.keys_changed()

    def redraw(self) -> None:
        """Draw everything again, as after a change of language or glyphs."""
        for widget in self.query(CanvasWidget):
            widget.redraw()

    def perform(self, action: KeyAction) -> None:
        """Do what a key, the mouse or the palette asks for."""
        method: Callable[[], object] = getattr(self, f"action_{action.method}")
        if self.check_action(action.method, ()):
            self.call_next(method)

    def on_canvas_widget_chosen(self, event: CanvasWidget.Chosen) -> None:
        """A click on what stands for one of the actions."""
        for action in self.available_actions():
            if action.id == event.action:
                event.stop()
                self.perform(action)

    async def ask(self, screen: "DurakScreen") -> Any:
        """Open a screen, such as a question, and wait for its result: see :func:`ask`."""
        return await ask(self.app, screen)

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """Leave with a result.

        Does nothing if this screen is not on top (any more): a key that is pressed twice may be
        faster than the first of them.
        """
        if self.app.screen is not self:
            return AwaitComplete()
        if self._result is not None and not self._result.done():
            self._result.set_result(result)
        return super().dismiss(result)

    def action_help(self) -> None:
        """Explain this screen."""
        self.durak.explain(self)

    def action_back(self) -> None:
        """One step back."""
        self.durak.go_back()

    def action_palette(self) -> None:
        """Find a command by its name."""
        self.app.action_command_palette()

    def action_redraw(self) -> None:
        """Paint everything again: somebody else has written to the terminal."""
        self.durak.repaint()

    async def action_quit(self) -> None:
        """Leave."""
        self.durak.leave()


async def ask(app: App[Any], screen: DurakScreen) -> Any:
    """Open a screen and wait for its result; None if it was left without one.

    A message handler must not wait, or nothing else would reach its screen meanwhile: an action
    that asks is a worker, see :func:`asking`.

    This is Textual's ``push_screen_wait``, but whoever asks goes on in the very next turn of the
    event loop.  Textual takes a few more, and a key that was typed ahead would reach the screen
    below before the next question is there.
    """
    screen._result = asyncio.get_running_loop().create_future()
    app.push_screen(screen)
    return await screen._result


def asking(method: Callable[_P, Coroutine[None, None, _T]]) -> Callable[_P, Worker[_T]]:
    """Make a method of a screen a worker, which may wait for what it asks.

    It ends with its screen, with the application, and when another one of this screen begins.
    """
    return work(exclusive=True, group="asking")(method)
