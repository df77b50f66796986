"""``durak-tui show``: the games of a log as text or JSON."""

import argparse
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from durak_tui.cli.common import CommandError, Output, mendable
from durak_tui.common.text import one_line
from durak_tui.library.index import LogIndex
from durak_tui.records.log_format import SEATS, DamagedGame
from durak_tui.records.record import NORMAL, RESIGNED, GameRecord, bouts, outcome
from durak_tui.records.replay import event_as_json, events
from durak_tui.words.notation import describe


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "List the games of a log, or print one of them."
    parser.add_argument("log", metavar="LOG", help="a log of durak-autoplay or of pyDurak")
    parser.add_argument("--game", type=int, metavar="N", help="print this game (from 1)")
    parser.add_argument(
        "--json", action="store_true", help="as JSON: the list, or the replay events of the game"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    output, number = Output(), arguments.game
    with games_of(arguments.log, number) as index:
        if number is None:
            _print_list(index, output, as_json=arguments.json)
            return 0
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


@contextmanager
def games_of(log: str, number: int | None) -> Iterator[LogIndex]:
    """Open a log that has the game asked for.  Raises CommandError."""
    with mendable(f"{log} cannot be read"):
        index = LogIndex(log)
        index.scan()
    with index:
        if len(index) == 0:
            raise CommandError(f"{log}: there are no games in this file")
        if number is not None and not 1 <= number <= len(index):
            raise CommandError(f"{log} has games 1 to {len(index)}, not {number}")
        yield index


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
            begin = " " if number else "["
            end = "]" if number == len(index) - 1 else ","
            output.line(begin + json.dumps(entry) + end)
        else:
            remark = f"damaged: {damage}" if record is None else _remark(record)
            output.line(f"{number + 1:>{width}}. {title}  {remark}")


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
    if ending.reason == NORMAL:
        return remark
    if ending.reason == RESIGNED and ending.winner in (0, 1):
        return f"{remark}, {SEATS[1 - ending.winner]} resigned"
    who = "both" if ending.engine is None else SEATS[ending.engine]
    return f"{remark}, {who} failed: {one_line(ending.reason)}"
