"""A change of the window's size that is never missed.

Textual 8.2.8 waits a moment for the next size (``App._resize_event``, ``App._check_resize``)
with a timer of its own kind, which never rings if the program is held up just then; and while
that timer is there no other is set.  Look at both methods when Textual moves.
"""

from typing import Final

from textual.app import App

from durak_tui.tui.terminal.timer import Timer

_RESIZED: Final = 0.1
"""Seconds in which Textual heeds another size by itself."""


class SureResize(App[None]):
    """An application that heeds every size of its window."""

    def on_resize(self) -> None:
        """Look in a moment whether Textual has."""
        Timer(self, _RESIZED, self._heed_size)

    def _heed_size(self) -> None:
        if self._resize_event is not None:
            self._check_resize()
