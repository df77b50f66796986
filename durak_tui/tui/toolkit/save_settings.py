"""Changing the user's settings from a screen."""

from collections.abc import Callable
from typing import Any

from durak_tui.common.i18n import _, why
from durak_tui.common.text import one_line
from durak_tui.tui.toolkit.base_app import BaseApp
from durak_tui.user.schema import SettingError, Settings


def change(app: BaseApp, new: Callable[[Settings], Settings]) -> str:
    """Change the settings everywhere and in their file.

    Returns what went wrong, in a sentence; nothing is lost then.
    """
    return _tried(app, lambda: app.settings.change(new))


def update(app: BaseApp, **values: Any) -> str:
    """Set single values; otherwise as :func:`change`."""
    return _tried(app, lambda: app.settings.update(**values))


def _tried(app: BaseApp, save: Callable[[], object]) -> str:
    problem = ""
    try:
        save()
    except SettingError as error:
        return _("Not changed: {what}.").format(what=error)
    except OSError as error:
        problem = _(
            "This holds until you quit, but cannot be saved in {path}: {why}. It is tried again"
            " with the next change."
        ).format(path=one_line(str(app.settings.path)), why=why(error))
    app.settings_changed()
    return problem
