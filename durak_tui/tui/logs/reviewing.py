"""The review of a list, for the screens that show it."""

from typing import TYPE_CHECKING

from durak_tui.tui.logs.log_reader import LogBook
from durak_tui.tui.logs.sharing import Sharing, SharingScreen
from durak_tui.tui.toolkit.screen import asking

if TYPE_CHECKING:
    from durak_tui.tui.logs.log_review import LogReview, LogReviewScreen


class ReviewingScreen(SharingScreen):
    """A screen that can review all games of its list."""

    _book: LogBook
    _sharing: Sharing
    _review: "LogReview | None" = None
    _review_screen: "LogReviewScreen | None" = None

    def show_state(self) -> None:
        """Show how far everything is, the review too."""

    @property
    def review_progress(self) -> str:
        """The progress of the review; empty if none is going on."""
        return self._review.progress if self._review else ""

    @asking
    async def action_review(self) -> None:
        """Begin the review of the list, or go on, and show it."""
        # All of the analysis is loaded with these.
        from durak_tui.tui.logs.log_review import LogReview, LogReviewScreen

        if self._review is None or not self._review.is_current:
            self.end_review()
            self._review = LogReview(self, self._book, self._review_changed)
        self._review.start()
        self._review_screen = LogReviewScreen(self._book, self._sharing, self._review)
        await self.ask(self._review_screen)
        self._review_screen = None

    def end_review(self) -> None:
        """Stop the review; what was reviewed stays stored."""
        if self._review:
            self._review.stop()
        self._review = None

    def _review_changed(self) -> None:
        self.show_state()
        if self._review_screen and self._review_screen.is_open:
            self._review_screen.fill()
