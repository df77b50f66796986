"""The user's settings in a TOML file.

A file that is missing or wrong never stops anything: what can be used of it is used, the rest is
reported and takes its default.
"""

import codecs
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from durak_tui.common.files import read_file, replace_file
from durak_tui.common.i18n import N_, Message, why
from durak_tui.common.toml import values_of
from durak_tui.user.folders import config_folder
from durak_tui.user.schema import Settings, checked
from durak_tui.user.settings_file import (
    changed,
    new_text,
    syntax_error,
    understood,
    with_named_engines,
)
from durak_tui.user.store import Store

FILE: Final = "settings.toml"


class SettingsStore(Store[Settings]):
    """The settings and their file, which others may change, too."""

    def __init__(self, path: Path | None = None) -> None:
        """Read the user's file, unless another is named."""
        self._named: set[str] = set()
        self._text: str | None  # None if it cannot be changed so that its comments stay.
        self._values: Mapping[str, Any]
        super().__init__(path or config_folder() / FILE)

    def update(self, **changes: Any) -> Settings:
        """Set what is named, and return all settings.

        Raises SettingError if a value is not allowed, and nothing has changed; OSError if it cannot
        be saved.  Engines and keys are set by :meth:`change`.
        """
        with self._one_at_a_time:
            checked(replace(self.value, **changes))
            self._named |= changes.keys()
            return self.change(lambda settings: replace(settings, **changes))

    def _checked(self, value: Settings) -> Settings:
        return checked(value)

    def _read(self) -> Settings:
        data = b""
        try:
            data = (read_file(self.path) or b"").removeprefix(codecs.BOM_UTF8)
            return self._understood(data.decode())
        except (OSError, ValueError, RecursionError) as error:
            reason = why(error) if isinstance(error, OSError) else syntax_error(data, error)
        self._understood("")
        self._text = None
        text = N_(
            "{path} cannot be read: {why}. The defaults are used; once a setting is changed,"
            " this file is kept beside the new one"
        )
        self.messages = (Message(text, {"path": self.path, "why": reason}),)
        return Settings()

    def _understood(self, text: str) -> Settings:
        self._text, self._values = text, {}
        if text:
            self._values = values_of(text)
        if "engine" in self._values:
            self._text, self._values = with_named_engines(text, self._values)
        settings, problems, self._wrong = understood(self._values)
        name = self.path.name
        self.messages = tuple(
            Message("{file}: {what}", {"file": name, "what": problem}) for problem in problems
        )
        return settings

    def _write(self, before: Settings, after: Settings) -> Settings:
        again = self._wrong & self._named
        if after != before or again:
            text, aside = None, ""
            if self._text is not None:
                text = changed(self._text, self._values, before, after, again)
            if text is None:
                aside = ".broken" if self._text is None and not self._values else ".old"
                text = new_text(after)
            kept = replace_file(self.path, text, aside=aside)
            after = self._understood(text)
            if kept and aside == ".old":
                what = N_(
                    "{path} was rewritten with the settings that could be read, without"
                    " comments; the old file is {kept}"
                )
                paths = {"path": self.path, "kept": kept}
                self.messages += (Message(what, paths),)
        self._named.clear()
        return after
