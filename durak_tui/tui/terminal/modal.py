"""Screens over another one at which keys stop.

``ModalScreen`` only sets ``Screen._modal``, but brings a style of its own.  Look at its
``__init__`` when Textual (8.2.8) moves.
"""

from typing import Any

from textual.screen import Screen


def keep_keys(screen: Screen[Any]) -> None:
    """Keep keys from the screens below while this one is shown."""
    screen._modal = True
