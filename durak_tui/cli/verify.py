"""``durak-tui verify``: whether the deals of a log were honest."""

import argparse
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

from durak_tui.cli.common import CommandError, StandardOutput, explained
from durak_tui.cli.live import ProgressLine
from durak_tui.cli.show import damaged, games_of
from durak_tui.common.i18n import N_, _, speaking
from durak_tui.common.text import one_line, strict_json
from durak_tui.common.unpack import shown
from durak_tui.library.index import LogIndex
from durak_tui.library.search import read_game
from durak_tui.net.fingerprints import words_of
from durak_tui.net.proof import KEY, DamagedProof, check, read
from durak_tui.net.talk_faults import DealFault
from durak_tui.records.log_format import DamagedGame
from durak_tui.records.record import GameRecord
from durak_tui.words.game_notation import header_words


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Check games that two people dealt without a dealer: repeat each deal from its proof in the"
        " log, and say whether it was honest and, in words, by which keys it was made. The exit"
        " code is 1 if a deal was not honest."
    )
    add = parser.add_argument
    add(
        "log",
        metavar="LOG",
        help="a log with games between people over a network, perhaps compressed by gzip; - for"
        " standard input",
    )
    add(
        "--game",
        type=int,
        metavar="N",
        help="only this game (counted from 1); default: all with a proof",
    )
    add("--json", action="store_true", help="as JSON")


def run(arguments: argparse.Namespace) -> int:
    output, number = StandardOutput(), arguments.game
    found = []
    unreadable = explained(N_("{path} cannot be read: {why}"), path=shown(arguments.log))
    with (
        games_of(arguments.log, number) as index,
        unreadable,
        speaking("C") if arguments.json else nullcontext(),
    ):
        for result in _results(index, number):
            found.append(result)
            if not arguments.json:
                output.line(_line(result))
    if not found and number is None:
        text = N_("{path}: no game has a proof of its deal; only games over a network have one")
        raise CommandError(text, path=shown(arguments.log))
    if not found:
        text = N_("game {n} has no proof of its deal; only games over a network have one")
        raise CommandError(text, n=number)
    if arguments.json:
        output.line(strict_json(found, indent=1))
    return 0 if all(result["verified"] for result in found) else 1


def _results(index: LogIndex, wanted: int | None) -> Iterator[dict[str, Any]]:
    """The result for each game that has a proof."""
    numbers = range(1, len(index) + 1) if wanted is None else [wanted]
    progress = ProgressLine(len(numbers))
    try:
        for done, number in enumerate(numbers):
            progress.update(done)
            try:
                said = _said(index.game(number - 1), progress, done)
            except DamagedGame as error:
                # What cannot be read may be what somebody has changed.
                raw, too_long = read_game(index, number - 1)
                if wanted is None and not too_long and KEY.encode() not in raw:
                    continue
                said = _damage(damaged(number, error))
            if said is not None:
                progress.clear()
                title = index.title(number - 1)
                yield {"game": number, "title": title, "verified": not said["fault"], **said}
    finally:
        progress.clear()


def _said(record: GameRecord, progress: ProgressLine, done: int) -> dict[str, Any] | None:
    """The fault in a deal and whose; None without a proof.

    ``done`` games were looked at before.
    """
    try:
        proof = read(record)
    except DamagedProof as error:
        return _damage(error)
    if proof is None:
        return None
    said: dict[str, Any] = dict.fromkeys(("fault", "player", "why", "words"))
    try:
        for steps, of in check(record, proof):
            progress.update(done + steps / of)
        # Last, because it is slow: keys that somebody has made up are not worth it.
        said["words"] = [*map(words_of, proof.parties.keys)]
    except DealFault as error:
        first, second = map(one_line, record.names)
        player = None if error.side is None else error.side + 1
        why = error.sentence_of((first, second))
        said |= {"fault": error.wrong.name.lower(), "player": player, "why": why}
    return said


def _damage(error: Exception) -> dict[str, Any]:
    return {"fault": "damaged", "player": None, "why": str(error), "words": None}


def _line(result: dict[str, Any]) -> str:
    if result["verified"]:
        first, second = result["words"]
        said = _("verified, a deal of the keys {first} and {second}")
        said = said.format(first=f'"{first}"', second=f'"{second}"')
    else:
        said = _("not verified: {why}").format(why=one_line(result["why"]))
    return f"{result['game']}. {header_words(result['title'])}  {said}"
