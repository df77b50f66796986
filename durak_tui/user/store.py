"""A file that several programs may change at the same time."""

import json
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar, Final, Generic, TypeVar

from durak_tui.common import fields
from durak_tui.common.files import locked, read_file, replace_file
from durak_tui.common.i18n import Message, why
from durak_tui.common.text import excerpt
from durak_tui.common.values import reason_of

T = TypeVar("T")
_LISTED: Final = 20  # Parts of a file that are named as damaged.


class Store(ABC, Generic[T]):
    """A value in a file, as last read or changed here."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.messages: tuple[Message, ...] = ()  # What is wrong with the file.
        self.news: tuple[Message, ...] = ()  # Messages to show once, at the next opportunity.
        self._one_at_a_time = threading.RLock()
        self._unsaved: list[Callable[[T], T]] = []
        self.value = self._read()

    def change(self, change: Callable[[T], T]) -> T:
        """Change the value, here and in the file, in any thread.

        ``change`` makes the new value from the one in the file, so that what other programs have
        changed stays.  It may be called more than once.  Raises ValueError if the new value is not
        allowed, and nothing has changed.  Raises OSError if it cannot be saved: it holds for this
        program all the same, and is saved with the next change that can be.
        """
        with self._one_at_a_time:
            was, changes = self.value, [*self._unsaved, change]
            # Before the file, which may be slow: other threads see it at once.
            self.value = self._checked(change(was))
            try:
                with locked(self.path):
                    before = after = self._read()
                    for each in changes:
                        after = each(after)
                    self.value = self._write(before, self._checked(after))
            except OSError:
                self._unsaved = changes
                raise
            except ValueError:
                self.value = was
                raise
            self._unsaved = []
            return self.value

    def _checked(self, value: T) -> T:
        """The value as it is saved, or ValueError."""
        return value

    @abstractmethod
    def _read(self) -> T:
        """Read the file and note what is wrong with it."""

    @abstractmethod
    def _write(self, before: T, after: T) -> T:
        """Change what was just read; returns what the file holds then."""


class JsonStore(Store[T]):
    """A value in a JSON file to which later versions may add."""

    DAMAGED: ClassVar[str]  # Marked for translation, with ``{path}`` and ``{why}``.

    @abstractmethod
    def _parsed(self, values: Mapping[str, Any], wrong: list[object]) -> T:
        """The value of a file; ``wrong`` gets what cannot be used."""

    @abstractmethod
    def _changed(self, before: T, after: T) -> Mapping[str, Any]:
        """The keys whose values are other ones than before."""

    def _read(self) -> T:
        self._values: dict[str, Any] = {}
        wrong: list[object] = []
        data = None
        try:
            if (data := read_file(self.path)) is not None:
                self._values = fields.parse_object(data)
        except (OSError, ValueError) as error:
            wrong.append(why(error) if isinstance(error, OSError) else reason_of(error))
        for key in [key for key, value in self._values.items() if fields.is_deep(value)]:
            del self._values[key]  # It could be read, and perhaps not written.
            wrong.append(excerpt(key))
        value = self._parsed(self._values, [] if data is None else wrong)
        facts = {"path": self.path, "why": tuple(wrong[:_LISTED])}
        self.messages = (Message(self.DAMAGED, facts),) if wrong else ()
        return value

    def _write(self, before: T, after: T) -> T:
        if changed := self._changed(before, after):
            # A line for each: indented any deeper it would be written in Python, which takes
            # seconds where somebody has put lists into each other.
            lines = [
                f"{json.dumps(key)}: {json.dumps(value, default=str)}"
                for key, value in {**self._values, **changed}.items()
            ]
            text = "{\n " + ",\n ".join(lines) + "\n}\n"
            replace_file(self.path, text, aside=".broken" if self.messages else "")
            self.messages = ()
        return after
