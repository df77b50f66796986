"""Putting another screen in the place of the first.

``App.switch_screen`` fails without a result callback, which the first screen has not.  Look there
and at ``Screen._push_result_callback`` when Textual (8.2.8) moves.
"""

from typing import Any

from textual.app import App
from textual.screen import Screen


def replace_first_screen(app: App[Any], screen: Screen[Any]) -> None:
    """Show a screen in the place of the only one."""
    app.screen._push_result_callback(app, None)
    app.switch_screen(screen)
