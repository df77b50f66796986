"""Terminals without colours: only attributes are left.

Textual makes greys of colours there, which such a terminal does not show either.  Look at
``App._filters`` in ``App.__init__`` when Textual (8.2.8) moves.
"""

from typing import Any

from textual.app import App
from textual.filter import Monochrome, NoColor


def leave_attributes_only(app: App[Any]) -> None:
    """Send a terminal without colours none, rather than greys."""
    app._filters = [NoColor() if type(one) is Monochrome else one for one in app._filters]
