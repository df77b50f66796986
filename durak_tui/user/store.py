"""A file that several programs may change at the same time."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from durak_tui.common.files import locked
from durak_tui.common.i18n import Message

T = TypeVar("T")


class Reading(NamedTuple, Generic[T]):
    value: T
    problems: tuple[Message, ...] = ()


class Store(ABC, Generic[T]):
    """A value in a file, as last read or changed here.

    It may be used by several threads.
    """

    def __init__(self, path: Path) -> None:
        """Read the file; what is wrong with it is in :attr:`problems`."""
        self.path = path
        self._one_at_a_time = threading.RLock()
        self._unsaved: list[Callable[[T], T]] = []
        self._reading = self._read()

    @property
    def value(self) -> T:
        return self._reading.value

    @property
    def problems(self) -> tuple[str, ...]:
        """What is wrong with the file, in the language chosen now."""
        return tuple(map(str, self.messages))

    @property
    def messages(self) -> tuple[Message, ...]:
        """What is wrong with the file, in any language."""
        return self._reading.problems

    def change(self, change: Callable[[T], T]) -> T:
        """Change the value, here and in the file, and return it.

        ``change`` makes the new value from the one in the file, so that what other programs have
        changed stays.  It may be called more than once.  Raises ValueError if the new value is not
        allowed, and nothing has changed.  Raises OSError if it cannot be saved: it holds for this
        program all the same, and is saved with the next change that can be.
        """
        with self._one_at_a_time:
            here = self._checked(change(self.value))
            changes = [*self._unsaved, change]
            try:
                with locked(self.path):
                    reading = self._read()
                    value = reading.value
                    for each in changes:
                        value = each(value)
                    self._reading = self._written(reading, self._checked(value))
            except OSError:
                self._unsaved = changes
                self._reading = Reading(here, self._reading.problems)
                raise
            self._unsaved = []
            return self.value

    def _checked(self, value: T) -> T:
        """The value as it may be saved.  Raises ValueError otherwise."""
        return value

    @abstractmethod
    def _read(self) -> Reading[T]:
        """Read the file."""

    @abstractmethod
    def _written(self, reading: Reading[T], value: T) -> Reading[T]:
        """Write a value, and return what the file holds then."""
