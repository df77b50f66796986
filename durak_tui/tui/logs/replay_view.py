"""A moment of a recorded game as the card table shows it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from durak_tui.common.i18n import _
from durak_tui.game.cards import BIT, mask_of
from durak_tui.records.record import GameRecord, bouts
from durak_tui.records.replay import ReplayCursor
from durak_tui.records.walk import Bout
from durak_tui.tui.logs.replay_words import ReplayWords
from durak_tui.tui.toolkit.card_table import Part, SeatView, TableView, spread_hand
from durak_tui.tui.toolkit.game_words import part_at_end
from durak_tui.tui.toolkit.glyphs import Glyphs

if TYPE_CHECKING:
    from durak_tui.analysis.review import Review

Known = tuple[int, int]
"""Of each hand the cards that the other player has seen go into it, as masks."""


def known_cards(record: GameRecord, cursor: ReplayCursor) -> list[Known]:
    """What each player knew of the other's hand at the start of each bout: the cards that were
    taken from the table, and the trump that lay open."""
    found: list[Known] = []
    seen = [0, 0]
    before: Bout | None = None
    for number, bout in enumerate(bouts(record)):
        if before is not None and cursor.bouts[number - 1].outcome == "taken":
            seen[1 - before.attacker] |= mask_of((*before.cards, *before.given))
        if not bout.talon_count:
            seen = [mask | BIT[cursor.trump] for mask in seen]
        seen = [mask & hand for mask, hand in zip(seen, bout.hands, strict=True)]
        found.append((seen[0], seen[1]))
        before = bout
    return found


def table_view(
    record: GameRecord,
    cursor: ReplayCursor,
    words: ReplayWords,
    known: Sequence[Known],
    hidden: int | None,
) -> TableView:
    """All that the table shows now.  ``hidden`` is the seat whose hand lies face down."""
    state = cursor.state
    seen = known[state.bout - 1] if state.bout else (0, 0)
    seats = [
        SeatView(
            words.names[seat],
            hand.bit_count(),
            None if seat == hidden else hand,
            known=seen[seat] & hand,
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
    """The same with what a review says: what both can expect now, and of a mistake what was
    better."""
    from durak_tui.words.review import mistake_words

    at = cursor.actions_played
    if at:
        score = round(100 * review.scores[at - 1])
        text = _("Chances {top} : {bottom}")
        view = replace(view, score=text.format(top=100 - score, bottom=score))
    done = [one for one in review.mistakes if cursor.actions_before <= one.number < at]
    if not done:
        return view
    said = (mistake_words(one, lambda cards: " ".join(map(glyphs.card, cards))) for one in done)
    return replace(view, news=" ".join(said), warns=True)


def _part(record: GameRecord, cursor: ReplayCursor, seat: int) -> Part:
    if not cursor.has_next:
        return part_at_end(record.ending, seat)
    if seat == cursor.state.attacker:
        return "attacks"
    taken = cursor.outcome == "taken" or cursor.turn.phase == "give_more"
    return "takes" if taken or cursor.state.given else "defends"
