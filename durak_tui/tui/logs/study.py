"""The review of one game, and the lesson from its mistakes.

Nothing of the analysis is loaded before one of them is wanted.
"""

import asyncio
import os
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final

from durak_tui.common.i18n import N_
from durak_tui.records.record import GameRecord
from durak_tui.records.review_file import ReviewFile
from durak_tui.tui.logs.background_review import BackgroundReview
from durak_tui.tui.toolkit.screen import DurakScreen
from durak_tui.words.narrator import Narrator, Said, shown_names, you_among

if TYPE_CHECKING:
    from durak_tui.tui.logs.review_screen import ReviewScreen

_NO_MISTAKES: Final[Said] = (
    N_("You made no mistakes in this game."), N_("{name} made no mistakes in this game."),
)  # fmt: skip
_MOMENT: Final = 0.4  # Seconds: a review that comes sooner needs no screen that waits for it.


class Study(BackgroundReview):
    """The review of a game, and the lesson from it."""

    def __init__(
        self,
        screen: DurakScreen,
        log: str | os.PathLike[str],
        record: GameRecord,
        raw: bytes,
        changed: Callable[[], object],
        *,
        title: str,
    ) -> None:
        """``changed`` is called with news; ``raw`` stands in the log.

        The review is shown under the ``title``.
        """
        super().__init__(screen, ReviewFile(log), raw, record, self._has_news)
        self._over = screen
        self._title = title
        self._notify = changed
        self._is_done = asyncio.Event()  # Nothing more comes of the review.
        self._shown: ReviewScreen | None = None
        self._is_awaited = False  # The review is shown until the lesson can begin.

    def make(self) -> None:
        if not self.is_on:
            self._is_done.clear()
        super().make()
        if not self.is_on:
            self._is_done.set()

    async def review(self, seat: int) -> int | None:
        """Show the review, which is made unless it is there.

        It is told from this seat.  Returns the decision to go to, if any.
        """
        self.make()
        answer = await self._show(seat)
        return int(answer) if answer else None

    async def learn(self, seat: int) -> str:
        """Ask about the mistakes of a seat; returns why not, if so."""
        self.make()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._is_done.wait(), _MOMENT)
        if self.is_on:
            self._is_awaited = True
            try:
                await self._show(seat)
            finally:
                self._is_awaited = False
            if self.is_on:
                return ""  # they did not wait
        return self.problem or await self._ask(self._over, seat)

    async def _ask(self, screen: DurakScreen, seat: int) -> str:
        """Ask about the mistakes of a review that is there."""
        from durak_tui.analysis.lesson import Lesson, questions
        from durak_tui.tui.lesson.lesson_screen import LessonScreen

        record, review = self.record, self.found
        names = shown_names(record.names)
        asked = questions(record, review, seat) if review else []
        if not asked:
            words = Narrator(names, screen.durak.glyphs.cards, you=you_among(record.names))
            return words.say(_NO_MISTAKES, seat) if review else ""
        await screen.ask(LessonScreen(Lesson(asked), names))
        return ""

    async def _show(self, seat: int) -> str:
        from durak_tui.tui.logs.review_screen import ReviewScreen

        self._shown = ReviewScreen(self, self._title, seat, partial(self._ask, seat=seat))
        try:
            answer: str = await self._over.ask(self._shown)
        finally:
            self._shown = None
        return answer

    def _has_news(self) -> None:
        if not self.is_on:
            self._is_done.set()
        if self._shown:
            if self._shown.is_open:
                self._shown.fill()
            # Something may lie over it, such as help, or it is only about to be shown.
            if self._is_awaited and self.found:
                self._shown.leave_once_up(partial(self._shown.dismiss, ""))
        self._notify()
