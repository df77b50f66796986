"""An end without false alarms.

Once an application is to exit a screen that opens gets no widgets any more, and whoever asks for
them is shown a traceback.  Look at ``App._handle_exception`` and at where ``App._exit`` is read
when Textual (8.2.8) moves.
"""

from textual.app import App
from textual.css.query import NoMatches
from textual.worker import WorkerFailed


class QuietEnding(App[None]):
    """An application in which widgets may be missing at the end."""

    @property
    def is_ending(self) -> bool:
        """Whether the program is to end, so that screens get no widgets."""
        return self._exit

    def _handle_exception(self, error: Exception) -> None:
        cause = error.error if isinstance(error, WorkerFailed) else error
        if not (self.is_ending and isinstance(cause, NoMatches)):
            super()._handle_exception(error)
