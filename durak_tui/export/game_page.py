"""A game as a page to step through, one HTML file."""

import json
from html import escape
from pathlib import Path
from typing import Any, Final

from durak_tui.common.i18n import _, chosen, ngettext
from durak_tui.common.short_names import short_names
from durak_tui.common.svg import filled
from durak_tui.export.arrangement import CARD, STAGE, TALON, Placed, arrange
from durak_tui.export.card_shapes import definitions, shown
from durak_tui.game.cards import cards_in, suit_of
from durak_tui.records.record import GameRecord, outcome
from durak_tui.records.replay import ReplayCursor
from durak_tui.words.game_notation import game_text
from durak_tui.words.narrator import distinct_names
from durak_tui.words.replay_words import ReplayWords

_NAME: Final = 20  # Characters of a name that have room beside the end of a bout.
_DASH: Final = "\N{EN DASH}"
_TEMPLATE: Final = Path(__file__).with_name("page.html")


def page(record: GameRecord, number: int) -> str:
    """The page of a game, called by its number in the log."""
    names = distinct_names(record.names)
    title = f" {_DASH} ".join(names)
    fields = {
        "language": chosen(),
        "title": escape(title),
        "about": escape(
            _("Game {n}").format(n=number) + f" · {record.started_at:%Y-%m-%d %H:%M} · "
            f"{outcome(record)}"
        ),
        "definitions": "\n".join(definitions(record.deal.deck)),
        "text": escape(game_text(record, number)),
        "as text": escape(_("The game as text")),
        "bouts": escape(_("Bouts")),
        "hide it": escape(_("Hide")),
        "hide": escape(_("Hide a hand: see what a player saw")),
        "first": escape(_("Back to the deal")),
        "previous": escape(_("One card backward")),
        "play": escape(_("Run the game automatically, or stop it")),
        "next": escape(_("One card forward")),
        "last": escape(_("Go to the end of the game")),
        "keys": escape(_("Arrow keys: by card and by bout. Space: run or stop. X: hide a hand.")),
        "data": _script_data(_game(record, names)),
    }
    return filled(_TEMPLATE, fields)


def _script_data(value: Any) -> str:
    """JSON in which nothing ends a script."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _game(record: GameRecord, names: tuple[str, str]) -> dict[str, Any]:
    """Data for the page's script: all moments, and the bouts' beginnings."""
    cursor, deck = ReplayCursor(record), record.deal.deck
    words = ReplayWords(record, cursor, shown, exported=True)
    cursor.next()  # the deal is shown with the first bout, which adds nothing to it
    moments: list[dict[str, Any]] = []
    starts: list[int] = []
    before: dict[int, Placed] = {}
    orders: dict[int, int] = {}
    while True:
        if cursor.state.bout > len(starts):
            starts.append(len(moments))
        placed = arrange(cursor.state, deck)
        moved = [
            [one.card, round(one.x, 1), round(one.y, 1), one.turn, int(one.is_open), order]
            for order, one in enumerate(placed)
            if before.get(one.card) != one or orders.get(one.card) != order
        ]
        before = {one.card: one for one in placed}
        orders = {one.card: order for order, one in enumerate(placed)}
        moments.append(_moment(cursor, words) | {"moved": moved})
        if not cursor.has_next:
            break
        cursor.next()
    called = dict(zip(names, short_names(names, _NAME), strict=True))
    lines = map(words.bout_line, cursor.bouts)
    bouts = [(called[attacker], end) for attacker, end in lines]
    return {
        "stage": STAGE, "card": CARD, "talon": TALON, "trump": suit_of(deck[-1]),
        "names": names, "moments": moments, "starts": starts, "bouts": bouts,
    }  # fmt: skip


def _moment(cursor: ReplayCursor, words: ReplayWords) -> dict[str, Any]:
    state = cursor.state
    counts = [hand.bit_count() for hand in state.hands]
    is_on = cursor.has_next and cursor.outcome is None
    return {
        "news": words.news(),
        "task": words.task(),
        "bout": state.bout,
        "counts": [ngettext("{count} card", "{count} cards", n).format(count=n) for n in counts],
        "talon": _("Talon {count}").format(count=state.talon_count),
        "turn": cursor.turn.player if is_on else None,
        "hands": [
            cards_in(hand & ~known) for hand, known in zip(state.hands, state.known, strict=True)
        ],
    }
