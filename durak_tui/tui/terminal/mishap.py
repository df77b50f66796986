"""An unforeseen error costs a screen, not the application.

A screen that has failed is still notified that it is closed, and gives back what it holds.  Look at
``MessagePump._dispatch_message`` and ``MessagePump._process_messages_loop`` when Textual (8.2.8)
moves; what the application does then is in :mod:`durak_tui.tui.terminal.application`.
"""

from textual.message import Message
from textual.message_pump import MessagePump


class ReportsErrors(MessagePump):
    """A part of the application that survives an error in a message."""

    async def _dispatch_message(self, message: Message) -> None:
        try:
            if self.heeds(message):
                await super()._dispatch_message(message)
        except Exception as error:
            self.app._handle_exception(error)

    def heeds(self, message: Message) -> bool:
        """Decide if a message is handled now."""
        return True
