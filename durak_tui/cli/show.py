"""``durak-tui show``: the games of a log as text or JSON."""

import argparse
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from durak_tui.cli.common import CommandError, Output, explained
from durak_tui.common.text import one_line
from durak_tui.game.position import DRAW
from durak_tui.library.index import LogIndex
from durak_tui.records.log_format import SEATS, DamagedGame
from durak_tui.records.record import NORMAL, RESIGNED, GameRecord, bouts, outcome
from durak_tui.records.replay import event_as_json, events
from durak_tui.words.notation import describe


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    parser.description = "List the games of a log, or print one of them."
    add("log", metavar="LOG", help="a log of durak-autoplay or of pyDurak")
    add("--game", type=int, metavar="N", help="print this game (from 1)")
    add("--json", action="store_true", help="as JSON: the list, or the replay events of the game")


def run(arguments: argparse.Namespace) -> int:
    output, number = Output(), arguments.game
    with games_of(arguments.log, number) as index:
        if number is None:
            output.lines((_listed_as_json if arguments.json else _listed)(index))
            return 0
        try:
            record = index.game(number - 1)
        except DamagedGame as error:
            raise damaged(number, error) from None
    if arguments.json:
        output.line(json.dumps([event_as_json(event) for event in events(record)], indent=1))
    else:
        output.lines(describe(record, number))
    return 0


@contextmanager
def games_of(log: str, number: int | None) -> Iterator[LogIndex]:
    """Open a log that has the game asked for.  Raises CommandError."""
    with explained(f"{log} cannot be read"):
        index = LogIndex(log)
        index.scan()
    with index:
        if len(index) == 0:
            raise CommandError(f"{log}: there are no games in this file")
        if number is not None and not 1 <= number <= len(index):
            raise CommandError(f"{log} has games 1 to {len(index)}, not {number}")
        yield index


def damaged(number: int, why: object) -> CommandError:
    """The error that the only game asked for, from 1, is damaged."""
    return CommandError(f"game {number} is damaged: {why}", exit_code=1)


def _listed(index: LogIndex) -> Iterator[str]:
    width = len(str(len(index)))
    for number in range(len(index)):
        try:
            remark = _remark(index.game(number))
        except DamagedGame as error:
            remark = f"damaged: {error}"
        yield f"{number + 1:>{width}}. {index.title(number)}  {remark}"


def _listed_as_json(index: LogIndex) -> Iterator[str]:
    for number in range(len(index)):
        entry: dict[str, Any] = {"game": number + 1, "title": index.title(number)}
        entry |= dict.fromkeys(("result", "reason", "bouts", "damage"))
        try:
            record = index.game(number)
        except DamagedGame as error:
            entry["damage"] = str(error)
        else:
            entry["result"], entry["reason"] = outcome(record), record.ending.reason
            entry["bouts"] = sum(1 for _ in bouts(record))
        end = "]" if number == len(index) - 1 else ","
        yield f"{' ' if number else '['}{json.dumps(entry)}{end}"


def _remark(record: GameRecord) -> str:
    count = sum(1 for _ in bouts(record))
    remark = f"{count} bout{'s' if count != 1 else ''}"
    ending = record.ending
    if ending.reason == NORMAL:
        return f"{remark}, draw" if ending.winner == DRAW else remark
    if ending.reason == RESIGNED and ending.winner in (0, 1):
        return f"{remark}, {SEATS[1 - ending.winner]} resigned"
    who = "both" if ending.engine is None else SEATS[ending.engine]
    return f"{remark}, {who} failed: {one_line(ending.reason)}"
