"""A game as text that a person reads."""

from collections.abc import Iterator

from durak_tui.common.text import one_line
from durak_tui.game.cards import card_name, card_names, in_playing_order
from durak_tui.game.position import DRAW
from durak_tui.records.log_format import SEATS
from durak_tui.records.record import NORMAL, RESIGNED, VOID, GameRecord, bouts
from durak_tui.records.walk import Bout


def game_text(record: GameRecord, number: int) -> str:
    """The lines of :func:`describe` as one text."""
    return "".join(f"{line}\n" for line in describe(record, number))


def describe(record: GameRecord, number: int) -> Iterator[str]:
    """A game as text lines: every bout with both hands, the cards and who took."""
    deck = record.deal.deck
    first, second = map(one_line, record.names)
    yield f"Game {number}, {record.started_at:%Y-%m-%d %H:%M:%S}"
    yield f"player1: {first}"
    yield f"player2: {second}"
    yield f"{len(deck)} cards, trump {card_name(deck[-1])}"
    all_bouts = list(bouts(record))
    for index, bout in enumerate(all_bouts):
        yield ""
        yield f"Bout {index + 1}: {SEATS[bout.attacker]} attacks, talon {bout.talon_count}"
        for player, hand in zip(SEATS, bout.hands, strict=True):
            cards = " ".join(card_names(in_playing_order(hand, deck[-1] & 3)))
            yield f"  {player}  {cards}"
        following = all_bouts[index + 1] if index + 1 < len(all_bouts) else None
        yield f"  {_cards(bout)}{_consequence(bout, following)}"
    yield ""
    yield from _result(record)


def _cards(bout: Bout) -> str:
    names = card_names(bout.cards)
    pairs = ["/".join(names[i : i + 2]) for i in range(0, len(names), 2)]
    return "  ".join(pairs) if pairs else "no card was played"


def _consequence(bout: Bout, following: Bout | None) -> str:
    """What became of the table; of the last bout the result says it."""
    if following is None and not bout.given:
        return ""
    if len(bout.cards) % 2 == 0:
        return " - beaten" if bout.cards else ""
    given = f", given too: {' '.join(card_names(bout.given))}" if bout.given else ""
    return f" - {SEATS[1 - bout.attacker]} takes{given}"


def _result(record: GameRecord) -> Iterator[str]:
    ending = record.ending
    winner = ending.winner
    if winner is VOID:
        result = "Void: both engines failed before the first card"
    elif winner == DRAW:
        result = "Draw"
    else:
        result = f"{SEATS[winner]} ({one_line(record.names[winner])}) wins"
    if winner is not VOID and ending.reason not in (NORMAL, RESIGNED):
        result += ", by forfeit"
    yield result
    if ending.reason != NORMAL:
        yield one_line(ending.detail)
