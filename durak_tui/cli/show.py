"""``durak-tui show``: the games of a log, as lists, as a person reads them, as JSON."""

import argparse
import json
from collections.abc import Iterator
from typing import Any

from durak_tui.cli.common import CommandError, Output, mendable
from durak_tui.game.cards import card_name, card_names, in_playing_order
from durak_tui.game.position import DRAW
from durak_tui.records.index import LogIndex
from durak_tui.records.logformat import SEATS, DamagedGame
from durak_tui.records.record import VOID, Bout, GameRecord, bouts, outcome
from durak_tui.records.replay import event_as_json, events
from durak_tui.text import one_line


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to ``durak-tui``."""
    parser = commands.add_parser(
        "show",
        help="list the games of a log, or print one",
        description="List the games of a log, or print one of them.",
    )
    parser.add_argument("log", metavar="LOG", help="a log of durak-autoplay or of pyDurak")
    parser.add_argument("--game", type=int, metavar="N", help="print this game (from 1)")
    parser.add_argument(
        "--json", action="store_true", help="as JSON: the list, or the replay events of the game"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print what was asked for.  Raises CommandError for what a user can mend."""
    output = Output()
    with mendable(f"{arguments.log} cannot be read"):
        index = LogIndex(arguments.log)
        index.scan()
    with index:
        if len(index) == 0:
            raise CommandError(f"{arguments.log}: there are no games in this file")
        if arguments.game is None:
            _print_list(index, output, as_json=arguments.json)
            return 0
        number = arguments.game
        if not 1 <= number <= len(index):
            raise CommandError(f"{arguments.log} has games 1 to {len(index)}, not {number}")
        try:
            record = index.game(number - 1)
        except DamagedGame as error:
            raise CommandError(f"game {number} is damaged: {error}", exit_code=1) from None
        if arguments.json:
            output.line(json.dumps([event_as_json(event) for event in events(record)], indent=1))
        else:
            for line in describe(record, number):
                output.line(line)
    return 0


def _print_list(index: LogIndex, output: Output, *, as_json: bool) -> None:
    width = len(str(len(index)))
    for number in range(len(index)):
        try:
            record, damage = index.game(number), None
        except DamagedGame as error:
            record, damage = None, str(error)
        title = index.title(number)
        if as_json:
            entry = {"game": number + 1, "title": title, **_summary(record), "damage": damage}
            output.line(("[" if number == 0 else " ") + json.dumps(entry) + _after(index, number))
        else:
            remark = f"damaged: {damage}" if record is None else _remark(record)
            output.line(f"{number + 1:>{width}}. {title}  {remark}")


def _after(index: LogIndex, number: int) -> str:
    return "]" if number == len(index) - 1 else ","


def _summary(record: GameRecord | None) -> dict[str, Any]:
    if record is None:
        return {"result": None, "reason": None, "bouts": None}
    return {
        "result": outcome(record),
        "reason": record.ending.reason,
        "bouts": sum(1 for _ in bouts(record)),
    }


def _remark(record: GameRecord) -> str:
    count = sum(1 for _ in bouts(record))
    remark = f"{count} bout{'s' if count != 1 else ''}"
    ending = record.ending
    if ending.reason == "normal":
        return remark
    if ending.engine is None:
        return f"{remark}, both failed: {one_line(ending.reason)}"
    return f"{remark}, {SEATS[ending.engine]} failed: {one_line(ending.reason)}"


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
    yield _result(record)


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


def _result(record: GameRecord) -> str:
    ending = record.ending
    winner = ending.winner
    if winner is VOID:
        result = "Void: both engines failed before the first card"
    elif winner == DRAW:
        result = "Draw"
    else:
        result = f"{SEATS[winner]} ({one_line(record.names[winner])}) wins"
    if ending.reason == "normal":
        return result
    return (
        f"{result}, by forfeit\n{one_line(ending.detail)}"
        if winner is not VOID
        else (f"{result}\n{one_line(ending.detail)}")
    )
