"""An application as its terminal knows it: errors, size, colours, output.

Textual ends an application at any exception, with a traceback.  Here an error costs a screen: the
application is notified of it and of the screen it happened on, and goes on.  A screen that was left
has no widgets any more; once the application is ending, no screen gets any, and those that are open
lose theirs one after the other: what misses them then has made no mistake.  Look at
``App._handle_exception``, at who calls it, at ``App._shutdown`` and at where ``App._exit`` is read
when Textual (8.2.8) moves.

Textual waits a moment for the next size of the window with a timer that never rings if the program
is held up just then, and sets no other while it is there.  Look at ``App._resize_event`` and
``App._check_resize``.  It repaints whole widgets; only what differs is sent.  It repaints nothing
if a size has changed and changed back, and drops what is drawn in a batch; until each cell has been
sent once, all are.  Look at ``App._display``.  A terminal without colours gets only attributes:
Textual makes greys there, which it does not show.  Look at ``App._filters``.
"""

import curses
import os
import sys
from collections.abc import Callable
from typing import Any, Final

from rich.color import ColorSystem
from rich.console import RenderableType
from rich.text import Text
from textual._compositor import CompositorUpdate
from textual._context import active_message_pump
from textual.app import App, ScreenStackError
from textual.css.query import NoMatches
from textual.dom import DOMNode, NoScreen
from textual.filter import Monochrome, NoColor
from textual.screen import Screen
from textual.worker import WorkerFailed, active_worker

from durak_tui.tui.terminal.colour_query import is_by_name
from durak_tui.tui.terminal.diff_output import Shadow, erases
from durak_tui.tui.terminal.indexed_colours import FixedColours
from durak_tui.tui.terminal.mishap import ReportsErrors
from durak_tui.tui.terminal.timer import Timer
from durak_tui.tui.terminal.type_ahead import TypeAhead

_RESIZED: Final = 0.1  # Seconds in which Textual heeds another size by itself.


class TerminalApp(ReportsErrors, App[None]):
    """An application that survives errors and sends only what differs."""

    type_ahead: TypeAhead
    """The keys that wait to be heeded."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._shadow = Shadow(erases=is_described(erases))
        self._filters = [NoColor() if type(one) is Monochrome else one for one in self._filters]
        self._fixed = FixedColours(enabled=False)
        self._filters.append(self._fixed)
        self.known_colours = None if self.no_color else self.console._color_system
        """The colours of the terminal, as far as is known; None if it has none."""

    @property
    def colours(self) -> ColorSystem | None:
        """The colours that are sent to the terminal; None if none are."""
        return None if self.no_color else self.console._color_system

    def learn_colours(self, system: ColorSystem) -> None:
        """Take over what the terminal has said of its colours."""
        self.known_colours = system

    def use_colours(self, system: ColorSystem | None) -> None:
        """Send these colours from now on; the theme must fit."""
        self.no_color = system is None
        self.console._color_system = system
        self._fixed.enabled = system is ColorSystem.EIGHT_BIT

    def mishap(self, error: BaseException, screen: Screen[Any] | None) -> None:
        """End with an error; a subclass may report it and go on."""
        self.give_up(repr(error))

    @property
    def is_ending(self) -> bool:
        """True while the program ends and screens may lack widgets."""
        return self._exit or not self.is_running

    def give_up(self, why: str) -> None:
        """End with a sentence in place of any other farewell."""
        self._exit_renderables.clear()
        self.exit(return_code=1, message=Text(why))

    def _handle_exception(self, error: Exception) -> None:
        cause = error.error if isinstance(error, WorkerFailed) else error
        screen = self._screen_of_now()
        if not (isinstance(cause, NoMatches) and self._has_no_widgets(screen)):
            self.mishap(cause, screen)

    def _has_no_widgets(self, screen: Screen[Any] | None) -> bool:
        return self.is_ending or (screen is not None and screen not in self.screen_stack)

    def _screen_of_now(self) -> Screen[Any] | None:
        """The screen to which belongs what is being done."""
        worker = active_worker.get(None)
        node = worker.node if worker else active_message_pump.get(None)
        try:
            return node.screen if isinstance(node, DOMNode) else self.screen
        except (NoScreen, ScreenStackError):
            return None

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        if self._running and not self._closed and not self._batch_count:
            is_screen = renderable is None or isinstance(renderable, CompositorUpdate)
            if is_screen and not self._shadow.covers(self.size):
                renderable = screen._compositor.render_update(True, self._background_screens)
            if isinstance(renderable, CompositorUpdate):
                renderable = self._shadow.update(renderable, self.console, self.size)
            elif renderable is not None:
                self._shadow.forget()
        super()._display(screen, renderable)

    def repaint(self) -> None:
        """Send everything again."""
        self._shadow.forget()
        self.screen.refresh(layout=True)

    def on_resize(self) -> None:
        """Send everything again, and heed the size if Textual does not."""
        # What a terminal makes of its contents then is its own affair.
        self._shadow.forget()
        Timer(self, _RESIZED, self._heed_size)

    def _heed_size(self) -> None:
        if self._resize_event is not None:
            self._check_resize()
        if not self._shadow.covers(self.size):  # What was drawn came in a batch.
            self.refresh()


def is_described(as_: Callable[[], bool]) -> bool:
    """True if the description of the terminal, if any, says so."""
    try:
        curses.setupterm(fd=sys.__stdout__.fileno() if sys.__stdout__ else -1)
        return as_()
    except (curses.error, OSError, ValueError):
        return False


def believe_the_terminal() -> None:
    """Take its size and colours from the terminal, not the environment."""
    for name in ("COLUMNS", "LINES"):
        os.environ.pop(name, None)  # Textual would believe them rather than the terminal
    # Of one that has no colours the description says nothing of them, which is -1.
    if is_described(lambda: curses.tigetnum("colors") < 8):
        os.environ["NO_COLOR"] = "1"
    if is_by_name(os.environ.get("TERM", "")):
        os.environ["COLORTERM"] = "truecolor"
