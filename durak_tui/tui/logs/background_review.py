"""The review of one game, found or made behind the screens.

Nothing of the analysis is loaded before there is a review to be found or made.
"""

import json
import os
from collections.abc import Callable
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from textual.screen import Screen

from durak_tui.analysis.apart import Apart
from durak_tui.common.i18n import _, why
from durak_tui.common.text import one_line
from durak_tui.records.record import GameRecord
from durak_tui.records.review_file import ReviewFile

if TYPE_CHECKING:
    from durak_tui.analysis.game_review import Review

_SECONDS: Final = 0.25  # Between two changes of what is shown.
_FILES: Final = Lock()  # Held while a review file is read or written: threads share them.


class BackgroundReview:
    """The review of a game, made and stored if it is missing.

    It is made by another process, which writes a line for each decision.
    """

    def __init__(
        self,
        screen: Screen[object],
        file: ReviewFile,
        raw: bytes,
        record: GameRecord,
        changed: Callable[[], None],
    ) -> None:
        """``changed`` is called in the screen's thread when there is news.

        ``raw`` is the game as it stands in its log.
        """
        self.record: Final = record
        self.found: Review | None = None  # None until it is there.
        self.decided = 0
        self.is_on = False
        self.problem = ""  # What went wrong, in a sentence.
        self._screen = screen
        self._file = file
        self._raw = raw
        self._changed = changed
        self._work = Apart()

    @property
    def progress(self) -> str:
        """The progress in words; empty if it is not being made."""
        if not self.is_on:
            return ""
        part = self.decided / max(1, len(self.record.actions))
        return _("review {n} %").format(n=int(100 * part))

    def look(self) -> None:
        """Look whether it has been made."""
        if os.path.exists(self._file.path):
            self._in_thread(self._look)

    def make(self) -> None:
        """Make it, unless it is there."""
        if self.found is None and not self.is_on:
            self.is_on, self.decided, self.problem = True, 0, ""
            self._work = Apart()
            self._in_thread(self._make)
            self._changed()

    def stop(self) -> None:
        """Stop making it; what was not finished is lost."""
        self._work.stop()

    def _in_thread(self, work: Callable[[], object]) -> None:
        self._screen.run_worker(work, thread=True, group="review")

    def _report(self, **news: Any) -> None:
        """Set attributes in the screen's thread and show that."""

        def apply() -> None:
            for name, value in news.items():
                setattr(self, name, value)
            self._changed()

        self._screen.call_later(apply)

    def _look(self) -> "Review | None":
        from durak_tui.analysis.game_review import WORLDS, stored

        try:
            with _FILES:
                review = stored(self._file, self._raw, self.record, WORLDS)
        except OSError:
            return None  # then it is made, and storing it says why
        if review:
            self._report(found=review, is_on=False)
        return review

    def _make(self) -> None:
        from durak_tui.analysis.game_review import WORLDS, from_json

        if self._look():
            return
        review, problem = None, ""
        try:
            review = from_json(self._rows(WORLDS), self.record, WORLDS)
        except OSError as error:
            problem = _("The game cannot be reviewed: {why}.").format(why=why(error))
        if review:
            problem = self._store(review)
        elif not problem and not self._work.is_stopped:
            problem = _("The review failed: its process exited.")
        self._report(found=review, is_on=False, problem=problem)

    def _rows(self, worlds: int) -> list[Any]:
        rows: list[Any] = []
        shown_at = monotonic()
        for line in self._work.lines("durak_tui.analysis.game_review", worlds, self._raw):
            rows.append(json.loads(line))
            if monotonic() >= shown_at + _SECONDS:
                shown_at = monotonic()
                self._report(decided=len(rows))
        return rows

    def _store(self, review: "Review") -> str:
        """Store it, and return a sentence about a problem."""
        from durak_tui.analysis.game_review import store

        try:
            with _FILES:
                store(self._file, self._raw, review)
        except OSError as error:
            path = one_line(os.path.basename(self._file.path))
            text = _("The review could not be saved in {path}: {why}.")
            return text.format(path=path, why=why(error))
        return ""
