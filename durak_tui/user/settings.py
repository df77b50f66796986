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
from durak_tui.common.text import one_line
from durak_tui.user.folders import config_folder
from durak_tui.user.schema import Settings, checked
from durak_tui.user.settings_file import anew, changed, syntax_error, understood, with_named_engines
from durak_tui.user.store import Reading, Store

FILE: Final = "settings.toml"


class SettingsStore(Store[Settings]):
    """The settings and their file, which others may change, too."""

    def __init__(self, path: Path | None = None) -> None:
        """Read the user's file, unless another is named."""
        self._named: set[str] = set()
        super().__init__(path or config_folder() / FILE)

    @property
    def settings(self) -> Settings:
        return self.value

    def update(self, **changes: Any) -> Settings:
        """Set what is named, and return all settings.

        Raises SettingError if a value is not allowed, and nothing has changed; OSError if it cannot
        be saved.  Engines and keys are set by :meth:`change`.
        """
        with self._one_at_a_time:
            checked(replace(self.settings, **changes))
            self._named |= changes.keys()
            return self.change(lambda settings: replace(settings, **changes))

    def _checked(self, value: Settings) -> Settings:
        return checked(value)

    def _forget(self, text: str | None = "") -> None:
        self._text = text
        """What is in the file; None if it cannot be changed so that its comments stay."""
        self._values: Mapping[str, Any] = {}
        self._wrong: frozenset[str] = frozenset()

    def _read(self) -> Reading[Settings]:
        self._forget()
        data = b""
        try:
            found = read_file(self.path)
            if found is None:
                return Reading(Settings())
            data = found.removeprefix(codecs.BOM_UTF8)
            return self._understood(data.decode())
        except OSError as error:
            reason = why(error)
        except (ValueError, RecursionError) as error:
            reason = syntax_error(data, error)
        self._forget(None)
        text = N_(
            "{path} cannot be read: {why}. The defaults are used; once a setting is changed,"
            " this file is kept beside the new one"
        )
        return Reading(Settings(), (Message(text, {"path": _shown(self.path), "why": reason}),))

    def _understood(self, text: str) -> Reading[Settings]:
        import tomllib  # only for those who have a file

        self._text, self._values = text, tomllib.loads(text)
        if "engine" in self._values:
            self._text, self._values = with_named_engines(text, self._values)
        meaning = understood(self._values)
        self._wrong = meaning.wrong
        name = self.path.name
        return Reading(
            meaning.settings,
            tuple(Message("{file}: {what}", {"file": name, "what": p}) for p in meaning.problems),
        )

    def _written(self, reading: Reading[Settings], value: Settings) -> Reading[Settings]:
        again = self._wrong & self._named
        if value == reading.value and not again:
            self._named.clear()
            return reading
        old, text = self._text, None
        if old is not None:
            text = changed(old, self._values, reading.value, value, again)
        is_broken = old is None and not self._values
        aside = "" if text is not None else ".broken" if is_broken else ".old"
        text = anew(value) if text is None else text
        kept = replace_file(self.path, text, aside=aside)
        self._named.clear()
        reading = self._understood(text)
        if kept is None or aside == ".broken":
            return reading
        problem = Message(
            N_("{path} was written anew, without its comments; the old file is {kept}"),
            {"path": _shown(self.path), "kept": _shown(kept)},
        )
        return Reading(reading.value, (*reading.problems, problem))


def _shown(path: Path) -> str:
    return one_line(str(path))
