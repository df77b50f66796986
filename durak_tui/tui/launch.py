"""Starting the application on the terminal of this process."""

import os
import sys
from collections.abc import Mapping
from typing import Any

from durak_tui.tui.app import DurakApp, Start
from durak_tui.user.import_pydurak import open_stores


def run_app(
    screen: str = "home",
    arguments: Mapping[str, Any] | None = None,
    *,
    mouse: bool | None = None,
) -> int:
    """Run the application until the user leaves; returns its exit code.

    ``mouse`` goes before the setting.
    """
    for name in ("COLUMNS", "LINES"):
        os.environ.pop(name, None)  # Textual would believe them rather than the terminal
    if has_no_colours():
        os.environ["NO_COLOR"] = "1"
    settings, state, problems = open_stores()
    app = DurakApp(settings, state, Start(screen, arguments or {}), problems=problems)
    app.run(mouse=settings.value.mouse if mouse is None else mouse)
    return app.return_code or 0


def has_no_colours() -> bool:
    """Say whether the terminal is known to have no colours."""
    import curses

    try:
        curses.setupterm(fd=sys.__stdout__.fileno() if sys.__stdout__ else -1)
        return 0 <= curses.tigetnum("colors") < 8
    except (curses.error, OSError, ValueError):
        return False
