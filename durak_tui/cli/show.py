"""``durak-tui show``: the games of a log as text or JSON."""

import argparse
import errno
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from durak_tui.cli.common import (
    CommandError,
    StandardOutput,
    at_least_one,
    explained,
    width_of_output,
)
from durak_tui.common.i18n import N_, _, ngettext
from durak_tui.common.text import one_line, strict_json
from durak_tui.common.unpack import Opener, is_same, open_unpacked, shown
from durak_tui.export.formats import FORMATS, OF_A_MOMENT, exported
from durak_tui.library.export import copied, write
from durak_tui.library.index import LogIndex
from durak_tui.records.log_format import SEATS, DamagedGame
from durak_tui.records.record import AGREED, NORMAL, RESIGNED, GameRecord, bouts, outcome
from durak_tui.records.replay import event_as_json, events
from durak_tui.user.opponents import shown_name
from durak_tui.words.game_notation import describe, header_words


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    parser.description = "List the games in a log, or print one of them."
    add(
        "log",
        metavar="LOG",
        help="a log of durak-autoplay or of pyDurak, perhaps compressed by gzip; - for standard"
        " input",
    )
    add("--game", type=int, metavar="N", help="print this game (counted from 1)")
    add(
        "--format",
        choices=FORMATS,
        help="with --game: print it as text (default), as in the log, the position as one line, a"
        " picture of the table (SVG), or a web page to step through (HTML)",
    )
    add("--output", metavar="FILE", help="with --game: write it to this file")
    add(
        "--card",
        type=at_least_one,
        metavar="N",
        help="the position or picture after this card of the game (default: at the end)",
    )
    add("--json", action="store_true", help="as JSON: the list, or the replay events of the game")


def run(arguments: argparse.Namespace) -> int:
    output, number = StandardOutput(), arguments.game
    is_exported = arguments.format or arguments.output or arguments.card
    if is_exported and (number is None or arguments.json):
        text = N_("--format, --output and --card need --game N, without --json")
        raise CommandError(text)
    if arguments.card and arguments.format not in OF_A_MOMENT:
        formats = _(" or ").join(OF_A_MOMENT)
        raise CommandError(N_("--card needs --format {formats}"), formats=formats)
    with games_of(arguments.log, number) as index:
        if number is None:
            output.lines((_listed_as_json if arguments.json else _listed)(index))
            return 0
        if is_exported:
            _export(arguments, index, output)
            return 0
        record = _game(index, number)
    if arguments.json:
        output.line(strict_json([event_as_json(event) for event in events(record)], indent=1))
    else:
        output.lines(describe(record, number, shown_name))
    return 0


def _after_card(record: GameRecord, wanted: int) -> int:
    """The place in a replay after ``wanted`` cards.  Raises CommandError."""
    places = [at for at, event in enumerate(events(record), 1) if event.card is not None]
    if wanted > len(places):
        text = N_("--card {n}: only {count} cards are played in this game")
        raise CommandError(text, n=wanted, count=len(places))
    return places[wanted - 1]


def _game(index: LogIndex, number: int) -> GameRecord:
    """A game by its number, from 1.  Raises CommandError."""
    try:
        return index.game(number - 1)
    except DamagedGame as error:
        raise damaged(number, error) from None


def _export(arguments: argparse.Namespace, index: LogIndex, output: StandardOutput) -> None:
    """Write a game to the file asked for, else to standard output."""
    number = arguments.game
    if arguments.format == "log":
        data = b"".join(copied(index, number - 1))
    else:
        record = _game(index, number)
        at = arguments.card and _after_card(record, arguments.card)
        text = exported(record, number, arguments.format or "text", at)
        data = text.encode(errors="surrogateescape")
    if arguments.output:
        with explained(N_("{path} cannot be written: {why}"), path=arguments.output):
            if is_same(arguments.log, arguments.output):  # which may have been unpacked
                raise OSError(errno.EINVAL, N_("It is the log that the games come from"))
            write(index, data, arguments.output, overwrite=True)
    else:
        text = data.decode(errors="surrogateescape")
        if width_of_output():  # A terminal would obey what stands there; a file gets it as it is.
            text = "\n".join(map(one_line, text.split("\n")))
        output.write(text)


@contextmanager
def games_of(log: str, number: int | None, opened: Opener = open_unpacked) -> Iterator[LogIndex]:
    """Open a log that has the game asked for.  Raises UserError.

    It may be a pipe, ``-`` for standard input, or compressed, unless ``opened`` refuses these.
    """
    path = shown(log)
    with explained(N_("{path} cannot be read: {why}"), path=path):
        index = LogIndex(log, opened=opened)
        index.scan()
    with index:
        if len(index) == 0:
            raise CommandError(N_("{path}: there are no games in this file"), path=path)
        if number is not None and not 1 <= number <= len(index):
            text = N_("{path} has games 1 to {count}, not {n}")
            raise CommandError(text, path=path, count=len(index), n=number)
        yield index


def damaged(number: int, why: object) -> CommandError:
    """The error that the only game asked for, from 1, is damaged."""
    return CommandError(N_("game {n} is damaged: {why}"), 1, n=number, why=why)


def _listed(index: LogIndex) -> Iterator[str]:
    width = len(str(len(index)))
    for number in range(len(index)):
        try:
            remark = _remark(index.game(number))
        except DamagedGame as error:
            remark = _("damaged: {why}").format(why=error)
        yield f"{number + 1:>{width}}. {header_words(index.title(number))}  {remark}"


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
            entry["bouts"] = len(list(bouts(record)))
        end = "]" if number == len(index) - 1 else ","
        yield f"{' ' if number else '['}{strict_json(entry)}{end}"


def _remark(record: GameRecord) -> str:
    count = len(list(bouts(record)))
    remark = ngettext("{n} bout", "{n} bouts", count).format(n=count)
    ending = record.ending
    if ending.reason == NORMAL:
        return remark
    if ending.reason == AGREED:
        return remark + ", " + _("by agreement")
    if ending.reason == RESIGNED and ending.winner in (0, 1):
        resigned = _("{player} resigned").format(player=SEATS[1 - ending.winner])
        return f"{remark}, {resigned}"
    reason = one_line(_(ending.reason))
    if ending.engine is None:
        failed = _("both failed: {reason}").format(reason=reason)
    else:
        failed = _("{player} failed: {reason}").format(player=SEATS[ending.engine], reason=reason)
    return f"{remark}, {failed}"
