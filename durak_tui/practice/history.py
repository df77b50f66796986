"""The positions that were solved, and when the others come back.

Time is counted in answers: a position that was failed comes back soon, then later and later, until
it was solved often enough in a row.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from durak_tui.common import fields
from durak_tui.common.i18n import N_
from durak_tui.common.values import MOST_COUNTED, reason_of
from durak_tui.user.folders import data_folder
from durak_tui.user.store import JsonStore

FILE: Final = "practice.json"
GAPS: Final = (3, 10, 30)
"""After how many answers a position comes back that was failed, and after each right answer since;
after the last of them it is solved."""


@dataclass(frozen=True, slots=True)
class MissedPosition:
    """A position that was failed."""

    right: int  # How often in a row it was answered right since.
    due: int  # The number of answers in all after which it comes back.


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


class HistoryStore(JsonStore[History]):
    """The history in its file, which other programs change, too."""

    DAMAGED = N_(
        "{path} is damaged: {why}. Practice starts over; with the first answer this"
        " file is kept beside the new one"
    )

    def __init__(self, path: Path | None = None) -> None:
        """Read the user's file, unless another is named."""
        super().__init__(path or data_folder() / FILE)

    def _parsed(self, values: Mapping[str, Any], wrong: list[object]) -> History:
        try:
            return _history(values)
        except ValueError as error:
            wrong.append(reason_of(error))
            return History()

    def _changed(self, before: History, after: History) -> Mapping[str, Any]:
        if after == before:
            return {}
        marks = {key: its and [its.right, its.due] for key, its in after.positions.items()}
        return {"answers": after.answers, "positions": marks}


def _history(values: Mapping[str, Any]) -> History:
    """The history from JSON.  Raises Malformed."""
    positions = fields.get(values, "positions", fields.json_object)
    return History(
        fields.get(values, "answers", _COUNT),
        {key: fields.get(positions, key, fields.optional(_waiting)) for key in positions},
    )


def _waiting(value: Any) -> MissedPosition:
    right, due = fields.list_of(_COUNT, 2, 2)(value)
    return MissedPosition(fields.whole(0, len(GAPS) - 1)(right), due)


_COUNT: Final = fields.whole(0, MOST_COUNTED)
