"""A recorded game on the screen: its table and its bouts."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final

from rich.cells import cell_len
from textual.geometry import Region

from durak_tui.common.i18n import _
from durak_tui.common.short_names import short_names
from durak_tui.library.own_record import OwnPlayer
from durak_tui.records.record import GameRecord
from durak_tui.records.replay import ReplayCursor
from durak_tui.tui.toolkit.canvas import Canvas, FeltWidget, fit
from durak_tui.tui.toolkit.table_view import Part, SeatView, TableView, part_of, spread_hand
from durak_tui.words.replay_words import ReplayWords

if TYPE_CHECKING:
    from durak_tui.analysis.game_review import Review

_LEAST_NAME: Final = 8  # Columns that a name has beside what became of its bout.


def table_view(
    record: GameRecord,
    cursor: ReplayCursor,
    words: ReplayWords,
    hidden: int | None,
    bottom: int = 0,
    *,
    by_suit: bool,
) -> TableView:
    """The view of the table; the ``hidden`` hand lies face down.

    The seat at the ``bottom`` is the one from which it is seen.
    """
    state = cursor.state
    seats = [
        SeatView(
            words.names[seat],
            hand.bit_count(),
            None if seat == hidden else hand,
            known=state.known[seat],
            part=_part(record, cursor, seat),
            to_act=cursor.has_next and cursor.outcome is None and cursor.turn.player == seat,
        )
        for seat, hand in enumerate(state.hands)
    ]
    # Cards keep their places for a bout.
    hands = cursor.last.bout.hands if cursor.last else state.hands
    slots = [
        [] if seat == hidden else spread_hand(hand, cursor.trump, by_suit=by_suit)
        for seat, hand in enumerate(hands)
    ]
    return TableView(
        top=seats[1 - bottom],
        bottom=seats[bottom],
        trump=cursor.trump,
        talon_count=state.talon_count,
        discard_count=len(state.discarded),
        table=state.table,
        given=state.given,
        news=words.news(),
        task=words.task(),
        slots=slots[bottom],
        top_slots=slots[1 - bottom],
        by_suit=by_suit,
        has_keys=False,
    )


def annotated(
    view: TableView, review: "Review", cursor: ReplayCursor, words: ReplayWords, seat: int
) -> TableView:
    """Add what a review says: what cards are worth, a player's chances."""
    from durak_tui.words.review_words import chances_words, mistake_words, pass_words
    from durak_tui.words.worth import card_marks, percent

    at = cursor.actions_played
    if at:
        name = "" if seat == words.you else words.names[seat]
        score = review.scores_of(seat)[at - 1]
        brief = f"{words.names[seat]}: {percent(score)}", percent(score)
        view = replace(view, score=chances_words(name, score), brief_scores=brief)
    wrong = [one for one in review.mistakes if cursor.actions_before <= one.number < at]
    if cursor.has_next and cursor.turn.player is not None and at < len(review.decisions):
        asked = review.decisions[at]
        wrong = [asked] if asked.kind else wrong
        marks = card_marks(asked.values, asked.best, exact=asked.exact)
        view = replace(view, marks=marks, task=f"{view.task} {pass_words(asked)}".rstrip())
    if not wrong:
        return view
    said = (mistake_words(one, words.cards) for one in wrong)
    return replace(view, news=" ".join(said), warns=True)


def told_side(
    record: GameRecord, who: OwnPlayer, hidden: int | None = None, seat: int | None = None
) -> int:
    """The seat that is told about: the person's, or the lower one.

    A hidden hand is the other's.  A game that was just played here has the ``seat`` of the person:
    of two people the log does not say which of them is here.
    """
    if hidden is not None:
        return 1 - hidden
    return seat if seat is not None else who.seat_in(record) or 0


def _part(record: GameRecord, cursor: ReplayCursor, seat: int) -> Part:
    taking = cursor.outcome == "taken" or cursor.turn.phase == "give_more"
    ending = None if cursor.has_next else record.ending
    return part_of(
        seat, cursor.state.attacker, taking=taking or bool(cursor.state.given), ending=ending
    )


class BoutList(FeltWidget):
    """A line for each bout; a click is ``bout:N``, from 1."""

    BESIDE: ClassVar = True

    _lines: Sequence[tuple[str, str]] = ()
    _present = _top = 0

    def show(self, lines: Sequence[tuple[str, str]], present: int) -> None:
        """Show attacker and end of each bout; number ``present`` is marked."""
        self._lines = lines
        self._present = present
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        glyphs = self.glyphs
        room = max(1, canvas.height - 1)
        at = max(0, self._present - 1)
        self._top = max(0, min(self._top, at, len(self._lines) - room))
        self._top = max(self._top, at - room + 1)
        canvas.put(1, 0, _("Bouts"), "strong")
        digits = len(str(len(self._lines)))
        begin = 3 + digits + 2
        most = max((cell_len(end) for _name, end in self._lines), default=0)
        ends = max(begin + _LEAST_NAME + 1, canvas.width - most - 1)  # Where that begins.
        names = list(dict.fromkeys(name for name, _end in self._lines))
        short = short_names(names, ends - begin - 1, glyphs.ellipsis)
        called = dict(zip(names, short, strict=True))
        for y, (name, end) in enumerate(self._lines[self._top : self._top + room], 1):
            number = self._top + y
            look = "accent" if number == self._present else "text"
            canvas.put(1, y, glyphs.pointer if number == self._present else " ", look)
            x = canvas.put(3, y, f"{number:>{digits}}. ", look)
            canvas.put(x, y, called[name], look)
            canvas.put(ends, y, fit(end, canvas.width - ends - 1, glyphs), look)
            canvas.zone(Region(0, y, canvas.width, 1), f"bout:{number}")
        if self._top:
            canvas.right(0, glyphs.more_above, "dim", margin=1)
        if self._top + room < len(self._lines):
            canvas.right(canvas.height - 1, glyphs.more_below, "dim")
