"""Putting another screen in the place of the first.

``App.switch_screen`` of Textual 8.2.8 takes a result callback from the screen that goes, but
gives the first screen none: without one it fails.  Look at ``Screen._push_result_callback`` and
at ``App.switch_screen`` when Textual moves.
"""

from typing import Any

from textual.app import App
from textual.screen import Screen


def replace_first_screen(app: App[Any], screen: Screen[Any]) -> None:
    """Show a screen in the place of the only one."""
    app.screen._push_result_callback(app, None)
    app.switch_screen(screen)
