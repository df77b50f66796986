"""The solved positions, and the times when others come back.

Time is counted in answers: a position that was failed comes back soon, then later and later, until
it was solved often enough in a row.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from durak_tui.common.files import read_file, replace_file
from durak_tui.common.i18n import N_, Message, why
from durak_tui.common.values import is_count, reason_of, shown
from durak_tui.user.folders import data_folder
from durak_tui.user.store import Store

FILE: Final = "practice.json"
GAPS: Final = (3, 10, 30)
"""After how many answers a position comes back that was failed, and after each right answer since;
after the last of them it is solved."""


@dataclass(frozen=True, slots=True)
class MissedPosition:
    """A position that was failed."""

    right: int  # How often in a row it was answered right since.
    due: int  # It comes back after this many answers in all.


@dataclass(frozen=True, slots=True)
class History:
    """All answers so far."""

    answers: int = 0
    positions: Mapping[str, MissedPosition | None] = field(default_factory=dict)
    """By their keys, in the order of the last answers; None is solved."""

    def after(self, key: str, right: bool) -> "History":
        """With one more answer."""
        answers = self.answers + 1
        before = self.positions.get(key)
        count = 0 if not right else len(GAPS) if before is None else before.right + 1
        now = MissedPosition(count, answers + GAPS[count]) if count < len(GAPS) else None
        # What was answered last stands last.
        others = {one: its for one, its in self.positions.items() if one != key}
        return replace(self, answers=answers, positions={**others, key: now})


class HistoryStore(Store[History]):
    """The history in its file, which other programs change, too."""

    def __init__(self, path: Path | None = None) -> None:
        """Read the user's file, unless another is named."""
        super().__init__(path or data_folder() / FILE)

    def _read(self) -> History:
        self.messages = ()
        self._values: dict[str, Any] = {}
        try:
            data = read_file(self.path)
            if data is None:
                return History()
            values = json.loads(data)
            history = _history(values)
            self._values = values
            return history
        except (OSError, ValueError, TypeError, RecursionError) as error:
            text = N_(
                "{path} is damaged: {why}. Practice starts over; with the first answer this"
                " file is kept beside the new one"
            )
            reason = why(error) if isinstance(error, OSError) else reason_of(error)
            shown = {"path": self.path, "why": reason}
            self.messages = (Message(text, shown),)
            return History()

    def _write(self, before: History, after: History) -> History:
        if after != before:
            marks = {key: its and [its.right, its.due] for key, its in after.positions.items()}
            # Keys of a later version stay.
            values = {**self._values, "answers": after.answers, "positions": marks}
            text = json.dumps(values) + "\n"
            replace_file(self.path, text, aside=".broken" if self.messages else "")
            self.messages = ()
        return after


def _history(value: Any) -> History:
    """The history from JSON.  Raises TypeError, ValueError."""
    if not isinstance(value, dict):
        raise ValueError("not a JSON object")
    answers, positions = _count(value.get("answers")), value.get("positions")
    if not isinstance(positions, dict):
        raise ValueError("positions is not a JSON object")
    return History(answers, {key: _waiting(its) for key, its in positions.items()})


def _waiting(value: Any) -> MissedPosition | None:
    if value is None:
        return None
    right, due = value
    if _count(right) >= len(GAPS):
        raise ValueError(f"{right} right answers are too many to wait")
    return MissedPosition(right, _count(due))


def _count(value: Any) -> int:
    if not is_count(value):
        raise ValueError(f"{shown(value)} is no count")
    return value
