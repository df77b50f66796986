"""An unforeseen error costs a screen, not the application.

Textual ends an application at any exception, with a traceback.  Here the application is told of the
error and of the screen it happened on, and goes on.  A screen that has failed still hears that it
is closed, and gives back what it holds.  A screen that was left has no widgets any more; once the
application is ending, no screen gets any, and those that are open lose theirs one after the other:
whoever misses them has made no mistake.  Look at ``App._handle_exception``, at who calls it, at
``MessagePump._process_messages_loop``, at ``App._shutdown`` and at where ``App._exit`` is read when
Textual (8.2.8) moves.
"""

from rich.text import Text
from textual._context import active_message_pump
from textual.app import App, ScreenStackError
from textual.css.query import NoMatches
from textual.dom import DOMNode, NoScreen
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.worker import WorkerFailed, active_worker


class ReportsErrors(MessagePump):
    """What goes on after an error in one of its messages."""

    async def _dispatch_message(self, message: Message) -> None:
        try:
            await super()._dispatch_message(message)
        except Exception as error:
            self.app._handle_exception(error)


class UnbrokenApp(ReportsErrors, App[None]):
    """An application that is told of errors instead of ended by them."""

    def mishap(self, error: BaseException, screen: Screen[object] | None) -> None:
        """Deal with an error on a screen, or on none."""
        raise NotImplementedError

    @property
    def is_ending(self) -> bool:
        """Whether the program is ending, so that screens may lack their widgets."""
        return self._exit or not self.is_running

    def give_up(self, told: str) -> None:
        """End with a sentence in place of any other farewell."""
        self._exit_renderables.clear()
        self.exit(return_code=1, message=Text(told))

    def _handle_exception(self, error: Exception) -> None:
        cause = error.error if isinstance(error, WorkerFailed) else error
        screen = self._screen_of_now()
        if not (isinstance(cause, NoMatches) and self._has_no_widgets(screen)):
            self.mishap(cause, screen)

    def _has_no_widgets(self, screen: Screen[object] | None) -> bool:
        return self.is_ending or (screen is not None and screen not in self.screen_stack)

    def _screen_of_now(self) -> Screen[object] | None:
        """The screen to which belongs what is being done."""
        worker = active_worker.get(None)
        node = worker.node if worker else active_message_pump.get(None)
        try:
            return node.screen if isinstance(node, DOMNode) else self.screen
        except (NoScreen, ScreenStackError):
            return None
