"""Replacing the first screen; keys that a screen keeps or lacks.

``App.switch_screen`` fails without a result callback, which the first screen has not: look there
and at ``Screen._push_result_callback`` when Textual (8.2.8) moves.  ``ModalScreen`` only sets
``Screen._modal``, but brings a style of its own.  Bindings belong to the class of a screen, and
each screen has a copy of them: look at ``DOMNode._bindings`` and ``BindingsMap.key_to_bindings``.
"""

from collections.abc import Collection
from typing import Any

from textual.app import App
from textual.screen import Screen


def replace_first_screen(app: App[Any], screen: Screen[Any]) -> None:
    """Show a screen in the place of the only one."""
    app.screen._push_result_callback(app, None)
    app.switch_screen(screen)


def keep_keys(screen: Screen[Any]) -> None:
    """Keep keys from the screens below while this one is shown."""
    screen._modal = True


def drop_bindings(screen: Screen[Any], ids: Collection[str]) -> None:
    """Let the actions with these ids have no keys on a screen."""
    if ids:
        keys = screen._bindings.key_to_bindings
        for key, bindings in list(keys.items()):
            keys[key] = [one for one in bindings if one.id not in ids]
