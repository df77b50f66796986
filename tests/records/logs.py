"""Logs to be listed, and what their lists are to be."""

from dataclasses import replace
from datetime import timedelta
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from hypothesis import HealthCheck, settings

from durak_tui.library.catalogue import Catalogue
from durak_tui.library.index import LogIndex
from durak_tui.library.order import FILE_ORDER, Order
from durak_tui.library.query import parse_query
from durak_tui.library.search import read_game
from durak_tui.library.summary import Summary, summarize
from durak_tui.records.log_format import DamagedGame, encode_game
from durak_tui.records.record import RESIGNED, Ending, GameRecord
from tests.records.games import forfeits, random_game

HEADER = encode_game(random_game(2)).partition(b"\n")[0]
PLAYERS = ("lisa", "bob", "Кот", "a - b", "a -", "- b", 'x (1-0)"', "back\\slash", "l\nsa")
QUERIES = (
    "", "lisa", "!lisa", "bob lisa", '"a - b"', "won:lisa", "lost:bob", "result:1-0", "draw",
    "!draw", "fault", "fault:time", "resigned", "bouts>12", "bouts<3", "cards>40", "duration>5",
    "damaged", "!damaged", "lisa bouts>8 !damaged", "nobody",
)  # fmt: skip
ORDERS = [
    Order(by, descending)
    for by in ("file", "start", "bouts", "duration", "player")
    for descending in (False, True)
]
relaxed: Final = settings(
    deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
"""Every example may take as long as files do."""
PLENTY = 600.0
"""Seconds in which a catalogue comes to the end of any of these logs."""
TORN = (
    HEADER[:20], b"####", HEADER, HEADER + b"\n{}", HEADER + b"\n\xff\xfe", b"junk\n", b"\n",
    b"\0" * 50, b"####2026-11-20T21:00:13, lisa - bob (1-0)####",
    HEADER.replace(b" - ", b" - x - "),
)  # fmt: skip


@cache
def game(seed: int) -> bytes:
    """A game of some of the players, whole, forfeited or given up."""
    rng = Random(seed)
    record = random_game(seed % 40)
    if seed % 4 == 0:
        broken = forfeits(record, rng.randrange(len(record.actions)))
        record = rng.choice(broken)
    elif seed % 7 == 0:
        record = replace(record, ending=Ending(0, RESIGNED, phase="move"))
        record = replace(record, actions=record.actions[:3])
    began = record.started_at + timedelta(seconds=rng.randrange(5))
    return encode_game(
        replace(
            record,
            names=(rng.choice(PLAYERS), rng.choice(PLAYERS)),
            started_at=began,
            ended_at=began + timedelta(milliseconds=rng.randrange(20_000)),
        )
    )


def scanned(path: Path, budget: int | None = None) -> LogIndex:
    """The index of a log, all games of which have been found in steps of ``budget`` bytes."""
    index = LogIndex(path)
    while not index.scan(budget):
        pass
    return index


def finished(catalogue: Catalogue) -> Catalogue:
    while catalogue.advance():
        pass
    assert not catalogue.progress.busy
    return catalogue


def listed(catalogue: Catalogue) -> list[Summary]:
    return catalogue.rows(0, len(catalogue))


def read_in_full(path: Path) -> list[Summary]:
    """Every game of a log, without any short cut."""
    with scanned(path) as index:
        return [summarize(n, *read_game(index, n)) for n in range(len(index))]


def games_shown(catalogue: Catalogue, query: str = "", order: Order = FILE_ORDER) -> list[int]:
    """The games that a catalogue lists once it has looked at all of them."""
    catalogue.show(parse_query(query), order)
    return list(finished(catalogue).games())


def expected(rows: list[Summary], query: str, order: Order) -> list[int]:
    """The list that these rows make, by the plainest means."""
    found = [row for row in rows if parse_query(query).matches(row)]

    def key(row: Summary) -> object:
        if order.by == "player":
            return row.names and (*map(str.casefold, row.names), *row.names)
        if order.by == "start":
            return row.started_at and row.started_at.replace(microsecond=0)
        value: object = {"bouts": row.bouts, "duration": row.seconds, "file": 0}[order.by]
        return value

    known = sorted((row for row in found if key(row) is not None), key=key)  # type: ignore[arg-type]
    rest = [row for row in found if key(row) is None]
    if order.descending:
        known, rest = known[::-1], rest[::-1]
    return [row.number for row in (*known, *rest)]


def games_in(path: Path) -> list[GameRecord | str]:
    """The games of a log; in place of a damaged one, what is wrong with it."""
    games: list[GameRecord | str] = []
    with LogIndex(path) as index:
        assert index.scan()
        for n in range(len(index)):
            try:
                games.append(index.game(n))
            except DamagedGame as damage:
                games.append(damage.reason)
    return games
