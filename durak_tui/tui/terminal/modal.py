"""Screens over another one at which keys stop.

``ModalScreen`` of Textual 8.2.8 does no more than set ``Screen._modal``, but brings a style of
its own, and cannot be mixed into a screen without it.  Look at ``ModalScreen.__init__`` when
Textual moves.
"""

from typing import Any

from textual.screen import Screen


def keep_keys(screen: Screen[Any]) -> None:
    """Keep keys from the screens below while this one is shown."""
    screen._modal = True
