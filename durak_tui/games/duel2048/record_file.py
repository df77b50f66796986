"""Records of SESSDSA's 2048, to the byte (S-041 to S-043)."""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from durak_tui.common.errors import UserError
from durak_tui.common.fields import Malformed, get, list_of, text, whole
from durak_tui.common.i18n import N_
from durak_tui.common.text import one_line
from durak_tui.games.duel2048.board import COLUMNS, DIRECTIONS, Tiles, count, written
from durak_tui.games.duel2048.duel import (
    CELL_CODES,
    MERGE_CODES,
    ROUNDS,
    UNKNOWN,
    Duel,
    violation_words,
)
from durak_tui.games.duel2048.duel_play import DUEL_2048, MOST_ROUNDS
from durak_tui.games.group_schedule import players_named
from durak_tui.games.playthrough import Finish, Playthrough, SeatFault, ranked
from durak_tui.protocol.faults import FaultReason

COLUMNS_OF_FAULTS: Final = ("timeout", "violator", "error")
_COLUMN_OF: Final[dict[FaultReason, str]] = {
    "timeout": "timeout", "illegal": "violator", "unreadable": "violator",
    "crash": "error", "closed": "error", "flood": "error",
}  # fmt: skip
_REASON_OF: Final[dict[str, FaultReason]] = {
    "timeout": "timeout", "violator": "illegal", "error": "crash"
}  # fmt: skip
_INDEXES: Final = "indexes"  # The fact of a game of a record: both players' numbers.
_LEVELS: Final = range(1, 14)  # In the table of a record.
_EVENTS: Final = {"timeout": "time out", "error": "run time error"}
_HEADER: Final = re.compile(
    r"player0: (?P<index0>\d{1,9}) from path (?P<path0>.*)\n"
    r"player1: (?P<index1>\d{1,9}) from path (?P<path1>.*)\n"
    r"time: (?P<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\n"
)
_DECISION: Final = re.compile(
    r"&d(\d{1,5}):player \d set (?:position \((\d), (\d)\)|direction (\w+)|(?:.*))"
)
_FAULT: Final = re.compile(r"&e:player (\d) (time out|run time error|violate)")
_TIME: Final = "%Y-%m-%d %H:%M:%S"


class RecordError(UserError):
    """A file that is no record, and where it stops being one."""


class DuelRecord(NamedTuple):
    """A game as a record has it."""

    indexes: tuple[int, int]  # Of both players in the list of those who played.
    paths: tuple[str, str]
    game: Playthrough


def record_of(game: Playthrough) -> DuelRecord:
    """A game, also of a log, as a record has it."""
    first, second = game.names
    details, run = game.finish.details if game.finish else {}, game.run or {}
    try:
        if _INDEXES in details:
            one, other = get(details, _INDEXES, list_of(whole(0, 10**9 - 1), 2, 2))
            return DuelRecord((one, other), (first, second), game)
        commands = get(run, "players", list_of(text()))
        known = {one_line(one.shown): at for at, one in enumerate(players_named(commands))}
        one, other = known[first], known[second]
        return DuelRecord((one, other), (commands[one], commands[other]), game)
    except (Malformed, LookupError, UserError):  # It is of no run, or of a large one.
        return DuelRecord((0, 1), (first, second), game)


def columns_of(game: Playthrough) -> tuple[str | None, str | None]:
    """The columns of both players' faults, each of `COLUMNS_OF_FAULTS`."""
    assert game.finish
    first, second = (fault and _COLUMN_OF[fault.reason] for fault in game.finish.faults)
    if not game.moves:  # Whoever was not ready has not decided anything.
        first, second = ("error" if one == "violator" else one for one in (first, second))
    return first or None, second or None


def write_record(record: DuelRecord) -> str:
    """The text of a record, of a game that is over."""
    game = record.game
    faults = columns_of(game)
    duel: Duel = DUEL_2048.start(game.opening)
    events = [*_decisions(duel, game.moves)]
    for player, fault in enumerate(faults):
        if fault in _EVENTS:
            events.append(f"&e:player {player} {_EVENTS[fault]}")
    if faults.count(None) == 1:
        winner: int | None = faults.index(None)
        events.append(f"&e:player {winner} win")
    else:
        counted, more = _counted(duel.tiles)
        events += more
        winner = counted if faults == (None, None) else None
    cells = [*(_culprit(faults, one) for one in COLUMNS_OF_FAULTS), _name(winner)]
    titles = zip(record.indexes, record.paths, strict=True)
    return "\n".join(
        [
            *(f"player{seat}: {one} from path {path}" for seat, (one, path) in enumerate(titles)),
            f"time: {game.started_at.strftime(_TIME)}",
            f"{'basic record':*^45}",
            "=" * 45,
            "|" + "|".join(f"{head:^10}" for head in (*COLUMNS_OF_FAULTS, "winner")) + "|",
            "-" * 45,
            "|" + "|".join(f"{cell:^10}" for cell in cells) + "|",
            "=" * 45,
            "=" * 60,
            "|player|" + "|".join(f"{level:>3}" for level in _LEVELS) + "|",
            *(line for player in (0, 1) for line in ("-" * 60, _levels(duel.tiles, player))),
            "=" * 60,
            f"{'complete record':*^45}",
            *events,
            "",
        ]
    )


def _decisions(duel: Duel, moves: str) -> Iterator[str]:
    """The events of all decisions, which are carried out."""
    for code in moves:
        duel.settle()
        player, number = duel.player, duel.round
        mode = "direction" if duel.merges else "position"
        yield f"&d{number}:player {player} set {mode} {_words(code)}"
        duel.step(code)
        if duel.is_broken:
            yield f"&e:player {player} violate by {violation_words(code, mode)}"
        else:
            yield f"&p{number}:\n{written(duel.tiles)}"


def _words(code: str) -> str:
    if code in MERGE_CODES:
        return DIRECTIONS[MERGE_CODES.index(code)]
    if code in CELL_CODES:
        return str(divmod(CELL_CODES.index(code), COLUMNS))
    return "unknown"


def _culprit(faults: Sequence[str | None], kind: str) -> str:
    both = [player for player, fault in enumerate(faults) if fault == kind]
    return "both" if len(both) == 2 else _name(both[0] if both else None)


def _name(player: int | None) -> str:
    return "None" if player is None else f"player {player}"


def _levels(tiles: Tiles, player: int) -> str:
    counts = "|".join(f"{count(tiles, player, level):>3}" for level in _LEVELS)
    return f"|{player:>6}|{counts}|"


def _counted(tiles: Tiles) -> tuple[int | None, list[str]]:
    """The winner by levels (S-009), and the events that say so."""
    events = []
    for level in reversed(_LEVELS):
        first, second = count(tiles, 0, level), count(tiles, 1, level)
        events.append(f"&e:check level {level}")
        if first != second:
            winner = int(second > first)
            events.append(f"&e:player {winner} win by level {level} ({first} to {second})")
            return winner, events
        events.append(f"&e:level {level} tied by {first}")
    return None, [*events, "&e:tied"]


def read_record(text: str) -> DuelRecord:
    """The game of a record.

    Raises RecordError unless each of its lines follows from the rules and those before it.
    """
    header = _HEADER.match(text)
    if header is None:
        raise RecordError(N_("it does not begin like a record of 2048 for two"))
    moves: list[str] = []
    rounds = ROUNDS
    columns: list[str | None] = [None, None]
    for line in text.splitlines():
        if decision := _DECISION.fullmatch(line):
            last, *code = decision.groups()
            rounds = max(rounds, int(last) + 1)
            moves.append(_code(*code))
        elif fault := _FAULT.match(line):
            seat = int(fault[1])
            if seat in (0, 1):
                column = {"time out": "timeout", "run time error": "error"}.get(fault[2])
                columns[seat] = column or "violator"
    rounds = min(rounds, MOST_ROUNDS.number)
    record = _record(header, "".join(moves[: 4 * rounds]), columns, rounds)
    ours = write_record(record)
    if ours != text:
        pairs = zip(ours.splitlines(), text.splitlines(), strict=False)
        at = next((n for n, (one, other) in enumerate(pairs, 1) if one != other), None)
        number = at or min(len(ours.splitlines()), len(text.splitlines())) + 1
        raise RecordError(N_("its line {n} does not follow from those before it"), n=number)
    return record


def _record(
    header: re.Match[str], moves: str, columns: list[str | None], rounds: int
) -> DuelRecord:
    opening: dict[str, Any] = {"rounds": rounds, "seconds": 0, "start_seconds": 0}
    if "violator" in columns:
        opening["illegal"] = max(1, len(moves))
    faults = tuple((one and SeatFault(_REASON_OF[one], one)) or None for one in columns)
    try:
        moment = datetime.strptime(header["time"], _TIME)
    except ValueError:
        raise RecordError(N_("its time is not a date and time")) from None
    duel: Duel = DUEL_2048.start(opening)
    for number, code in enumerate(moves):
        duel.settle()
        if duel.is_over:
            moves = moves[:number]  # What follows is not of the game.
            break
        duel.decide(code)
    worths = [column is None for column in columns]
    if all(worths):
        winner = _counted(duel.tiles)[0]
        worths = [winner == seat for seat in (0, 1)]
    paths = header["path0"], header["path1"]
    indexes = int(header["index0"]), int(header["index1"])
    finish = Finish(ranked(worths), faults, (0.0, 0.0), {_INDEXES: [*indexes]})
    game = Playthrough(DUEL_2048.name, paths, opening, moves, finish, moment)
    return DuelRecord(indexes, paths, game)


def _code(row: str | None, column: str | None, direction: str | None) -> str:
    if row and column and int(row) * COLUMNS + int(column) < len(CELL_CODES):
        return CELL_CODES[int(row) * COLUMNS + int(column)]
    return MERGE_CODES[DIRECTIONS.index(direction)] if direction in DIRECTIONS else UNKNOWN
