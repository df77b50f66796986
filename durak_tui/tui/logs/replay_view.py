"""A moment of a recorded game as the card table shows it."""

from dataclasses import replace
from typing import TYPE_CHECKING

from durak_tui.common.i18n import _
from durak_tui.records.record import GameRecord
from durak_tui.records.replay import ReplayCursor
from durak_tui.tui.toolkit.card_table import Part, SeatView, TableView, part_of, spread_hand
from durak_tui.tui.toolkit.glyphs import Glyphs
from durak_tui.words.replay import ReplayWords

if TYPE_CHECKING:
    from durak_tui.analysis.review import Review


def table_view(
    record: GameRecord,
    cursor: ReplayCursor,
    words: ReplayWords,
    hidden: int | None,
) -> TableView:
    """What the table shows; the ``hidden`` seat's hand lies face down."""
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
        [] if seat == hidden else spread_hand(hand, cursor.trump) for seat, hand in enumerate(hands)
    ]
    return TableView(
        top=seats[1],
        bottom=seats[0],
        trump=cursor.trump,
        talon_count=state.talon_count,
        discard_count=len(state.discarded),
        table=state.table,
        given=state.given,
        news=words.news(),
        task=words.task(),
        slots=slots[0],
        top_slots=slots[1],
        has_keys=False,
    )


def annotated(view: TableView, review: "Review", cursor: ReplayCursor, glyphs: Glyphs) -> TableView:
    """Add what a review says: expected scores, better cards."""
    from durak_tui.words.review import mistake_words

    at = cursor.actions_played
    if at:
        score = round(100 * review.scores[at - 1])
        text = _("Chances {top} : {bottom}")
        view = replace(view, score=text.format(top=100 - score, bottom=score))
    done = [one for one in review.mistakes if cursor.actions_before <= one.number < at]
    if not done:
        return view
    said = (mistake_words(one, glyphs.cards) for one in done)
    return replace(view, news=" ".join(said), warns=True)


def _part(record: GameRecord, cursor: ReplayCursor, seat: int) -> Part:
    taking = cursor.outcome == "taken" or cursor.turn.phase == "give_more"
    ending = None if cursor.has_next else record.ending
    return part_of(
        seat, cursor.state.attacker, taking=taking or bool(cursor.state.given), ending=ending
    )
