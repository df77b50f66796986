"""The review of a game: its course and the mistakes."""

from collections.abc import Iterable
from typing import ClassVar, Final

from rich.cells import cell_len
from textual.app import ComposeResult

from durak_tui.analysis.game_review import Review
from durak_tui.common.i18n import N_, _
from durak_tui.tui.logs.background_review import BackgroundReview
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.canvas import fit
from durak_tui.tui.toolkit.menu import Entry, EntryList, Menu
from durak_tui.tui.toolkit.note import NOTHING_SAID, Note
from durak_tui.tui.toolkit.page import Line, Page, paragraph, titled
from durak_tui.tui.toolkit.screen import DurakScreen
from durak_tui.words.narrator import shown_names
from durak_tui.words.review_words import HEIGHT, counts_words, mistake_words, plot, tally_words

LEARN: Final = "learn"  # The result that asks for the lesson.
_LEAST: Final = 3  # Lines of bars in a small window.
_BESIDE: Final = 15  # Lines of a screen that are something else: mistakes, words, axis, keys.


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
        self.query_one(Note).say(self._said if self._said[0] else of_mistake)

    def on_entry_list_highlighted(self) -> None:
        self._said = NOTHING_SAID
        self.show_said()


class ReviewScreen(MistakesScreen):
    """A review; its result is a decision's number, or `LEARN`."""

    CSS_PATH = "review_screen.tcss"
    HELP = N_(
        "The bars show the expected score of player 1 after each card: full is a won game,"
        " empty a lost one. While the talon has cards it is an estimate from what both players"
        " could know; once the talon is empty, where the axis is double, it is exact. Below the"
        " axis you see who made a mistake, and the numbers of the bouts.\n\nA mistake of 0.25"
        " costs a quarter of a game compared with the best choice. Enter goes to where it was"
        " made."
    )
    ACTIONS: ClassVar = (
        KeyAction("review.go", "enter", N_("Go there"), N_("See where this mistake was made")),
        KeyAction("review.learn", "t", N_("Learn"), N_("Learn from your mistakes, one by one")),
        KeyAction("review.stop", "x", N_("Stop"), N_("Stop the review; no results are kept")),
    )

    def __init__(self, work: BackgroundReview) -> None:
        super().__init__()
        self._work = work

    def title_text(self) -> str:
        return _("Review of game {n}").format(n=self._work.game.key.number + 1)

    def fill(self) -> None:
        now, review = self._work, self._work.review
        self.head(now.progress)
        lines = list(self._lines(review) if review else self._waiting())
        self.query_one(Page).show_whole([*lines, *paragraph(now.problem, self.width, "bad")])
        self.query_one(Menu).show(self._mistakes(review) if review else [])
        self.show_said()
        self.keys_changed()

    def _waiting(self) -> Iterable[Line]:
        now, text = self._work, ""
        if now.is_on:
            text = _("Reviewing every decision. You can go back meanwhile; it continues.")
        elif not now.problem:
            text = _("Stopped. Review the game again to start over.")
        return paragraph(text, self.width)

    def _lines(self, review: Review) -> Iterable[Line]:
        width = self.width
        height = max(_LEAST, min(HEIGHT, self.size.height - _BESIDE))
        for line in plot(review, width, height, ascii_only=self.durak.glyphs.ascii):
            yield [(line, "text")]
        for seat, name in enumerate(shown_names(self._work.record.names)):
            tally = review.tally(seat)
            begin = f"{seat + 1} {fit(name, width // 2, self.durak.glyphs)}: "
            yield from titled(begin, f"{counts_words(tally)}; {tally_words(tally)}", width)
        if review.unsolved:
            text = _("Endgame decisions too large to solve: {n}")
            yield [(text.format(n=review.unsolved), "dim")]

    def _mistakes(self, review: Review) -> list[Entry]:
        # Players by number, as below the bars: the name would leave no room for the rest.
        cards = self.durak.glyphs.cards
        return [
            Entry(str(one.number), f"{one.player + 1} {mistake_words(one, cards)}")
            for one in review.mistakes
        ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "stop":
            return self._work.is_on
        review = self._work.review
        return action not in ("go", "learn") or bool(review and review.mistakes)

    def on_entry_list_picked(self, event: EntryList.Picked) -> None:
        self.dismiss(event.entry.id)

    def action_go(self) -> None:
        self.query_one(Menu).action_pick()

    def action_learn(self) -> None:
        self.dismiss(LEARN)

    def action_stop(self) -> None:
        self._work.stop()

    def action_back(self) -> None:
        self.dismiss("")
