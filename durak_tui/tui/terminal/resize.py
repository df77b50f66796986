"""A change of the window's size that is never missed.

Textual waits a moment for the next size with a timer that never rings if the program is held up
just then, and sets no other while it is there.  Look at ``App._resize_event`` and
``App._check_resize`` when Textual (8.2.8) moves.
"""

from typing import Final

from textual.app import App

from durak_tui.tui.terminal.timer import Timer

_RESIZED: Final = 0.1  # Seconds in which Textual heeds another size by itself.


class SureResize(App[None]):
    """An application that heeds every size of its window."""

    def on_resize(self) -> None:
        """Look in a moment whether Textual has."""
        Timer(self, _RESIZED, self._heed_size)

    def _heed_size(self) -> None:
        if self._resize_event is not None:
            self._check_resize()
