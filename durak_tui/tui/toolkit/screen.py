"""What all screens have: their actions, the line of keys, help, and a least size."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import BindingType
from textual.events import DescendantFocus
from textual.screen import Screen

from durak_tui.tui.toolkit.actions import EVERYWHERE, KeyAction, bindings
from durak_tui.tui.toolkit.canvas import CanvasWidget
from durak_tui.tui.toolkit.key_bar import KeyBar
from durak_tui.tui.toolkit.too_small import TooSmall

if TYPE_CHECKING:
    from durak_tui.tui.app import DurakApp


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

    @property
    def durak(self) -> "DurakApp":
        """The application."""
        return cast("DurakApp", self.app)

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

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """Leave with a result.  Does nothing if this screen is not on top (any more): a key that
        is pressed twice may be faster than the first of them."""
        return super().dismiss(result) if self.app.screen is self else AwaitComplete()

    def action_help(self) -> None:
        """Explain this screen."""
        from durak_tui.tui.toolkit.help import HelpScreen

        self.app.push_screen(HelpScreen(self))

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
