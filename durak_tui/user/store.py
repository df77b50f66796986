"""A file that several programs may change at the same time."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

from durak_tui.common.files import locked
from durak_tui.common.i18n import Message

T = TypeVar("T")


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
