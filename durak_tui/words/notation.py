"""A game as text that a person reads."""

from collections.abc import Iterator

from durak_tui.common.text import one_line
from durak_tui.game.cards import card_name, card_names, in_playing_order
from durak_tui.game.position import DRAW
from durak_tui.records.log_format import SEATS
from durak_tui.records.record import NORMAL, RESIGNED, VOID, GameRecord, bouts
from durak_tui.records.walk import Bout


def game_text(record: GameRecord, number: int) -> str:
    return "".join(f"{line}\n" for line in describe(record, number))


def describe(record: GameRecord, number: int) -> Iterator[str]:
    """A game as lines: every bout, both hands, who took."""
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
        yield f"  {_text(bout, is_last=bout is all_bouts[-1])}"
    yield ""
    yield from _result(record)


def bout_text(bout: Bout, names: tuple[str, ...]) -> str:
    """A bout in short: attacks, what beat them, and its end."""
    cards = card_names(bout.cards)
    text = "  ".join("/".join(cards[at : at + 2]) for at in range(0, len(cards), 2))
    if bout.outcome == "taken":
        text += f" - {names[1 - bout.attacker]} takes"
        return f"{text}, given too: {' '.join(card_names(bout.given))}" if bout.given else text
    return f"{text} - beaten" if bout.outcome == "beaten" else text


def _text(bout: Bout, *, is_last: bool) -> str:
    """A bout, without what the result says of the last one."""
    if not bout.cards:
        return "no card was played"
    is_said = is_last and not bout.given
    return bout_text(bout._replace(outcome="open") if is_said else bout, SEATS)


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
