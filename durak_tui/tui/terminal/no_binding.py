"""Taking keys away from one screen, for good.

Textual's bindings belong to the class of a screen; each screen has a copy of them.  Look at
``DOMNode._bindings`` and ``BindingsMap.key_to_bindings`` when Textual (8.2.8) moves.
"""

from collections.abc import Collection

from textual.screen import Screen


def drop_bindings(screen: Screen[object], ids: Collection[str]) -> None:
    """Let the actions with these ids have no keys on a screen."""
    if ids:
        keys = screen._bindings.key_to_bindings
        for key, bindings in list(keys.items()):
            keys[key] = [one for one in bindings if one.id not in ids]
