"""Logs to be browsed: the genuine games among others that ended otherwise, or are damaged."""

from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from durak_tui.records.log_format import encode_game
from durak_tui.records.record import RESIGNED, VOID, Ending, GameRecord
from tests.records.games import GENUINE_LOG, games_of
from tests.records.logs import scanned

GAMES: Final = 30
"""Games of a mixed log."""
DAMAGED: Final = 3
TIMEOUT: Final = 5
VOIDED: Final = 7
GIVEN_UP: Final = 9
BROKEN_OFF: Final = 11
"""Numbers of games in a mixed log, from 1."""
_START: Final = datetime(2026, 11, 20, 21)
_PAIRS: Final = (("lisa", "durak-dummy"), ("durak-dummy", "bob"), ("lisa", "bob"))


@cache
def genuine_games() -> tuple[GameRecord, ...]:
    """The thirty games that pyDurak wrote."""
    return tuple(games_of(GENUINE_LOG))


def game(number: int) -> GameRecord:
    """A game of a mixed log, from 1; each of its actions takes a quarter of a second."""
    record = genuine_games()[(number - 1) % len(genuine_games())]
    begin = _START + timedelta(minutes=number)
    return replace(
        record,
        names=_PAIRS[number % len(_PAIRS)],
        started_at=begin,
        ended_at=begin + timedelta(seconds=len(record.actions) / 4),
    )


@lru_cache(maxsize=64)
def encoded(number: int) -> bytes:
    """A game of a mixed log as it stands in there."""
    record = game(number)
    if number == DAMAGED:
        return encode_game(record).replace(b'"deck_count": 24', b'"deck_count": 25')
    if number == TIMEOUT:
        detail = (
            "bob: timeout in respond after 10003.2 ms: no answer within 10.0 s; sent 'respond 7S'"
        )
        ending = Ending(0, "timeout", 1, detail, "respond", stderr="thinking...\nstill thinking")
        return encode_game(replace(record, actions=record.actions[:9], ending=ending))
    if number == VOIDED:
        ending = Ending(VOID, "crash", None, "both are gone", "init", "closed")
        return encode_game(replace(record, actions=(), ending=ending))
    if number == GIVEN_UP:
        ending = Ending(0, RESIGNED, phase="move")
        return encode_game(replace(record, actions=record.actions[:8], ending=ending))
    if number == BROKEN_OFF:
        return encode_game(record)[:900]
    return encode_game(record)


def write_mixed(path: Path, games: int = GAMES) -> Path:
    """Write a log of that number of games; the thirty are repeated if there are more."""
    with path.open("wb") as file:
        for number in range(1, games + 1):
            file.write(encoded(number))
    return path


def append(path: Path, number: int) -> None:
    """Write one more game to a log."""
    with path.open("ab") as file:
        file.write(encoded(number))


def number_of_games(path: Path) -> int:
    """The number of games in a log."""
    with scanned(path) as index:
        return len(index)
