"""The review of a game: its course and the mistakes."""

from collections.abc import Callable, Coroutine, Iterable, Sequence
from itertools import chain, repeat
from typing import ClassVar, Final

from rich.cells import cell_len
from textual.app import ComposeResult

from durak_tui.analysis.game_review import Review
from durak_tui.common.i18n import N_, _
from durak_tui.common.short_names import short_names
from durak_tui.tui.logs.background_review import BackgroundReview
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.canvas import fit
from durak_tui.tui.toolkit.line_chart import LOOKS, LineChart
from durak_tui.tui.toolkit.menu import Entry, EntryList, Menu
from durak_tui.tui.toolkit.note import NOTHING_SAID, Note
from durak_tui.tui.toolkit.page import Line, Page, paragraph, titled
from durak_tui.tui.toolkit.screen import DurakScreen, asking
from durak_tui.words.chart import SIDES, side_signs
from durak_tui.words.narrator import shown_names, you_among
from durak_tui.words.review_chart import chances_title, review_curve
from durak_tui.words.review_words import counts_words, mistake_words, tally_words, unsolved_words

_NAME: Final = 16  # Columns of a name in the list of mistakes, at most.
_BESIDE: Final = 10  # Lines of a screen that are neither chart nor mistakes.
_PART: Final = 3  # The list of mistakes has a third of the others, at most.


class MistakesScreen(DurakScreen):
    """Sums of a review, and a list of mistakes to go to."""

    def content(self) -> ComposeResult:
        yield Page(id="sums")
        yield Menu(id="mistakes")
        yield Note(id="note")

    def on_mount(self) -> None:
        self.query_one(Page).can_focus = False
        self.query_one(Menu).focus()
        self.fill()

    def on_resize(self) -> None:
        self.fill()

    @property
    def width(self) -> int:
        """The columns of the texts."""
        return max(20, self.size.width - 4)

    def show_said(self) -> None:
        current = self.query_one(Menu).current
        text = current.label if current else ""
        # A line that is whole in the list need not be repeated.
        of_mistake = "" if cell_len(text) <= self.width else text, "dim"
        self.query_one("#note", Note).say(self._said if self._said[0] else of_mistake)

    def on_entry_list_highlighted(self) -> None:
        self._said = NOTHING_SAID
        self.show_said()


class ReviewScreen(MistakesScreen):
    """A review; its result is a decision's number, or empty."""

    CSS_PATH = "review_screen.tcss"
    HELP = N_(
        "The chart shows the chances after each card. The lower part is your chances (or the"
        " first player's), the upper part the other player's. A draw counts half. While the"
        " talon has cards they are estimated from what both players could know; once the talon"
        " is empty they are exact. Below the axis you see the mistakes of each player and the"
        " numbers of the bouts.\n\nA mistake that costs 25 % loses a quarter of a game compared"
        " with the best choice. Enter goes to where it was made."
    )
    ACTIONS: ClassVar = (
        KeyAction("review.go", "enter", N_("Go there"), N_("See where this mistake was made")),
        KeyAction("review.learn", "L", N_("Learn"), N_("Learn from your mistakes, one by one")),
        KeyAction("review.stop", "s,x", N_("Stop"), N_("Stop the review; no results are kept")),
    )

    def __init__(
        self,
        work: BackgroundReview,
        title: str,
        seat: int,
        lesson: Callable[[DurakScreen], Coroutine[None, None, str]],
    ) -> None:
        """The review is told from this ``seat``.

        ``lesson`` asks about mistakes, or returns why it does not.
        """
        super().__init__()
        self._work = work
        self._title = title
        self._seat = seat
        self._lesson = lesson
        self._names = shown_names(work.record.names)

    def content(self) -> ComposeResult:
        yield Note(id="chart-title")
        yield LineChart(id="chart")
        yield from super().content()

    def title_text(self) -> str:
        return self._title

    def fill(self) -> None:
        now, review = self._work, self._work.found
        self.head(now.progress)
        lines = list(self._lines(review) if review else self._waiting())
        self.query_one(Page).show_whole([*lines, *paragraph(now.problem, self.width, "bad")])
        self.set_class(review is None, "-waiting")
        if review:
            self._show_chart(review)
        menu, mistakes = self.query_one(Menu), self._mistakes(review) if review else []
        menu.styles.height = max(1, min(len(mistakes), (self.size.height - _BESIDE) // _PART))
        menu.show(mistakes)
        self.show_said()
        self.keys_changed()

    @property
    def _sides(self) -> Sequence[tuple[int, str, str]]:
        """Both seats, each with its sign and look."""
        seat = self._seat
        signs, looks = side_signs(ascii_only=self.durak.glyphs.ascii), (LOOKS[one] for one in SIDES)
        return list(zip((seat, 1 - seat), signs, looks, strict=True))

    def _show_chart(self, review: Review) -> None:
        seat, _sign, look = self._sides[0]
        name = "" if seat == you_among(self._work.record.names) else self._names[seat]
        title = chances_title(name, review, ascii_only=self.durak.glyphs.ascii)
        self.query_one("#chart-title", Note).say((title, look))
        curve = review_curve(review, self._names, seat, ellipsis=self.durak.glyphs.ellipsis)
        self.query_one(LineChart).show(curve)

    def _waiting(self) -> Iterable[Line]:
        now, text = self._work, ""
        if now.is_on:
            text = _("Reviewing every decision. You can go back meanwhile; it continues.")
        elif not now.problem:
            text = _("Stopped. Review the game again to start over.")
        return paragraph(text, self.width)

    def _lines(self, review: Review) -> Iterable[Line]:
        for seat, sign, look in self._sides:
            tally, width = review.tally(seat), self.width - 2
            begin = f"{fit(self._names[seat], width // 2, self.durak.glyphs)}: "
            said = titled(begin, f"{counts_words(tally)}; {tally_words(tally)}", width)
            for mark, line in zip(chain([sign], repeat(" ")), said, strict=False):
                yield [(f"{mark} ", look), *line]
        if review.unsolved:
            yield from paragraph(unsolved_words(review.unsolved), self.width, "dim")

    def _mistakes(self, review: Review) -> list[Entry]:
        glyphs = self.durak.glyphs
        names = short_names(self._names, _NAME, glyphs.ellipsis)
        signs = {seat: sign for seat, sign, _look in self._sides}
        return [
            Entry(
                str(one.number),
                f"{signs[one.player]} {names[one.player]}  {mistake_words(one, glyphs.cards)}",
            )
            for one in review.mistakes
        ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "stop":
            return self._work.is_on
        review = self._work.found
        return action not in ("go", "learn") or bool(review and review.mistakes)

    def on_entry_list_picked(self, event: EntryList.Picked) -> None:
        self.dismiss(event.entry.id)

    def action_go(self) -> None:
        self.query_one(Menu).action_pick()

    @asking
    async def action_learn(self) -> None:
        if why := await self._lesson(self):
            self.say(why)

    def action_stop(self) -> None:
        self._work.stop()

    def action_back(self) -> None:
        self.dismiss("")
