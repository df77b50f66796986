"""The files of Gold Rush and of 2048 as anybody may have left them, and who reads them."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from hypothesis import strategies as st

from durak_tui.cli.main import main
from durak_tui.common.errors import UserError
from durak_tui.engine.cancel import CancelToken
from durak_tui.games.duel2048.duel import Duel
from durak_tui.games.duel2048.duel_plan import DuelOptions, duel_plan
from durak_tui.games.duel2048.duel_play import DUEL_2048, play_duel
from durak_tui.games.duel2048.duel_report import RECORDS, DuelResult, read_report, write_report
from durak_tui.games.duel2048.record_file import (
    RecordError,
    read_record,
    record_of,
    write_record,
)
from durak_tui.games.game_book import UNREADABLE, GameBook, RecordFiles
from durak_tui.games.game_kind import GameKind
from durak_tui.games.goldrush.dig import (
    BAD,
    CODES,
    SEATS,
    MineGame,
    console_events,
    dig,
    transcript,
)
from durak_tui.games.goldrush.maps import parse_map
from durak_tui.games.goldrush.mine_plan import MineOptions, mine_plan, named_map
from durak_tui.games.group_run import GroupPlan, GroupRun
from durak_tui.games.group_schedule import GroupTask, players_named
from durak_tui.games.moves import Moves
from durak_tui.games.person import Person
from durak_tui.games.playthrough import Finish, Playthrough, SeatFault, encode_playthrough
from durak_tui.games.playthrough_log import last_seed
from durak_tui.games.trail import Trail
from durak_tui.words.playthrough_words import playthrough_line
from tests.games.goldrush.mines import HALL
from tests.strangers.haste import in_time
from tests.strangers.readers import answer, unfit
from tests.strangers.strategies import (
    Draw,
    Log,
    altered_bodies,
    altered_bytes,
    encoded,
    json_numbers,
    json_texts,
    json_values,
    texts,
)

_MOST: Final = 5  # Games of a file that are asked for one by one.
NOON: Final = datetime(2026, 11, 27, 12)
PLAYERS: Final = players_named(["a", "b"])


def _fit(*sentences: object) -> None:
    """Each sentence for the user is a line for a terminal."""
    for sentence in sentences:
        assert not unfit(str(sentence)), unfit(str(sentence))


# What they are before they are altered


@cache
def mine_run() -> GroupPlan:
    return mine_plan(MineOptions(parse_map(HALL), rounds=4), PLAYERS, None, 1, 7)


@cache
def duel_run() -> GroupPlan:
    return duel_plan(DuelOptions(4), PLAYERS, 1, 7)


def _game(plan: GroupPlan, task: GroupTask, moves: str, finish: Finish) -> Playthrough:
    names = tuple(one.shown for one in task.players)
    return Playthrough(
        plan.kind.name, names, task.opening, moves, finish, NOON, task.game_id, plan.settings
    )


def mine_games() -> Iterator[Playthrough]:
    """The games of a run, one with a bad command and a fault."""
    plan = mine_run()
    for task in plan.schedule.tasks():
        state = MineGame(task.opening)
        moves = ""
        for code in [*CODES, BAD]:
            moves += SEATS[state.waiting[-1]] + code
            state.step(moves[-2:])
        finish = dig(task.opening, [Person("a"), Person("b")], Moves(moves, 2))
        finish.details["bad"] = [[len(CODES), "east"]]
        if task.game_id == 2:
            finish = finish._replace(faults=(SeatFault("crash", "why", "words"), None))
        yield _game(plan, task, moves, finish)


def duel_games() -> Iterator[Playthrough]:
    """The games of a run, the second one lost by a decision against the rules.

    The first has what the game of a record has.
    """
    plan = duel_run()
    for task in plan.schedule.tasks():
        duel: Duel = DUEL_2048.start(task.opening)
        moves = ""
        while not duel.is_over:
            moves += "?" if task.game_id == 2 and len(moves) == 7 else duel.legal()[0]
            duel.step(moves[-1])
        finish = play_duel(task.opening, [Person("a"), Person("b")], Moves(moves))
        if task.game_id == 1:
            finish.details["indexes"] = [0, 1]
        else:
            finish = finish._replace(
                ranks=(2, 1) if duel.player == 0 else (1, 2),
                faults=tuple(
                    SeatFault("unreadable", "why") if seat == duel.player else None
                    for seat in (0, 1)
                ),
            )
        yield _game(plan, task, moves, finish)


def log_of(games: Iterable[Playthrough]) -> bytes:
    return b"".join(map(encode_playthrough, games))


def records() -> Iterator[bytes]:
    for game in duel_games():
        yield write_record(record_of(game)).encode()


def report() -> bytes:
    results = [DuelResult("1", (0, 1), 4, 0), DuelResult("x", (1, 0), 4, 1, ("error", None))]
    return write_report(["a.py", "b.py"], results, 1).encode()


# What they are after


@st.composite
def altered_text(draw: Draw, data: bytes) -> bytes:
    """Lines and words of a text, some of them others, doubled, left out."""
    lines = data.decode().split("\n")
    for _ in range(draw(st.sampled_from((1, 1, 2, 3)))):
        at = draw(st.integers(0, len(lines) - 1))
        words = lines[at].split(" ")
        word = draw(st.integers(0, len(words) - 1))
        match draw(st.sampled_from(("word", "word", "number", "gone", "many", "other", "line"))):
            case "word":
                words[word] = draw(texts)
            case "number":
                words[word] = draw(json_numbers)
            case "gone":
                del words[word]
            case "many":
                words[word:word] = [words[word]] * draw(st.sampled_from((1, 7, 300, 20_000)))
            case "other":
                words = draw(st.sampled_from(lines)).split(" ")
            case _:
                lines[at:at] = [lines[at]] * draw(st.sampled_from((1, 2, 99, 900)))
        lines[at] = " ".join(words)
    return encoded("\n".join(lines))


@st.composite
def altered_log(draw: Draw, data: bytes) -> bytes:
    """The games of a log, one or both of them altered."""
    lines = data.decode().splitlines()
    for at in draw(st.sets(st.integers(0, len(lines) - 1), min_size=1, max_size=2)):
        lines[at] = draw(altered_bodies(lines[at]) | _altered_value(lines[at]))
    return encoded("".join(f"{line}\n" for line in lines))


@st.composite
def _altered_value(draw: Draw, line: str) -> str:
    """A game with another value somewhere, however deep."""
    root: Any = json.loads(line)
    where, key = root, draw(st.sampled_from([*root][1:]))
    while isinstance(where[key], dict | list) and where[key] and draw(st.integers(0, 3)):
        where = where[key]
        key = draw(st.sampled_from([*where] if isinstance(where, dict) else range(len(where))))
    where[key] = "<here>"
    return json.dumps(root).replace('"<here>"', draw(json_texts | json_numbers | json_values))


# Readers


def mine_map(path: Path) -> None:
    with in_time(path):
        try:
            found = named_map(str(path))
        except (UserError, OSError) as refusal:
            _fit(refusal)
        else:
            assert parse_map(found.text) == found
    with in_time(path):
        assert answer(main, "goldrush", path).code == 2


def mine_log(path: Path) -> None:
    def read(game: Playthrough) -> None:
        for event in console_events(game):
            assert len(event) == 3
        for line in transcript(game):
            assert line.seat < len(game.names)

    _log(path, mine_run(), read, "goldrush")


def duel_log(path: Path) -> None:
    def read(game: Playthrough) -> None:
        if game.finish:
            write_record(record_of(game))

    _log(path, duel_run(), read, "2048")


def duel_record(path: Path) -> None:
    _refusable(path, read_record)
    _book(path, DUEL_2048, lambda game: _fit(playthrough_line(game)), RECORDS)
    _shown("2048", path)


def duel_report(path: Path) -> None:
    _refusable(path, read_report)
    for name in ("1.txt", "x.txt"):
        path.with_name(name).write_bytes(next(records()))
    with in_time(path), GameBook(path, DUEL_2048, RECORDS) as book:
        assert len(book) >= 2
    _shown("2048", path)


def _refusable(path: Path, read: Callable[[str], object]) -> None:
    """A text is read or refused with the one error that is meant for it."""
    with in_time(path):
        try:
            read(path.read_bytes().decode("utf-8", "backslashreplace"))
        except RecordError as refusal:
            _fit(refusal)


def _log(path: Path, plan: GroupPlan, read: Callable[[Playthrough], None], command: str) -> None:
    with in_time(path):
        last_seed(path, plan.kind)
    _book(path, plan.kind, read)
    _shown(command, path)
    _resumed(path, plan)


def _book(
    path: Path,
    kind: GameKind,
    read: Callable[[Playthrough], None],
    files: RecordFiles | None = None,
) -> None:
    """Whatever can be read is a game, from its first move to its last."""
    with in_time(path):
        try:
            book = GameBook(path, kind, files)
        except UNREADABLE as refusal:
            _fit(refusal)
            return
    with book:
        for number in range(min(len(book), _MOST)):
            with in_time(path):
                try:
                    game = book.whole_game(number)
                except UNREADABLE as refusal:
                    _fit(refusal)
                    continue
                _fit(playthrough_line(game))
                read(game)
                trail, count = Trail(kind, game.opening), len(game.moves) // kind.move_length
                assert trail.round_before(game.moves, count) <= count


def _shown(command: str, path: Path) -> None:
    for number in ((), (1,), (2,)):
        with in_time(path):
            answer(main, command, "--show", path, *number)


def _resumed(path: Path, plan: GroupPlan) -> None:
    """The run goes on with what is there, or the log is left as it is."""
    before, run = path.read_bytes(), GroupRun(plan)
    torn = Path(f"{path}.torn")
    torn.unlink(missing_ok=True)
    with in_time(path):
        try:
            plan.logs.resume(str(path), plan.settings, run.resume, _fit, CancelToken())
        except UserError as refusal:
            _fit(refusal)
        else:
            assert run.played <= plan.schedule.total
            run.standings.ranking()
    cut = torn.read_bytes()[:-1] if torn.exists() else b""
    assert path.read_bytes() + cut == before


class Kind(NamedTuple):
    """One kind of file."""

    name: str
    read: Callable[[Path], None]
    genuine: Callable[[], Sequence[bytes]]
    alter: Callable[[bytes], st.SearchStrategy[bytes]]


KINDS: Final = {
    "map": Kind("x.map", mine_map, lambda: [HALL.encode()], altered_text),
    "record": Kind("1.txt", duel_record, lambda: [*records()], altered_text),
    "report": Kind("_.txt", duel_report, lambda: [report()], altered_text),
    "log of Gold Rush": Kind("x.log", mine_log, lambda: [log_of(mine_games())], altered_log),
    "log of 2048": Kind("x.log", duel_log, lambda: [log_of(duel_games())], altered_log),
}  # fmt: skip


@st.composite
def strange_files(draw: Draw, kind: str) -> Any:
    """A file of a kind with anything in it."""
    data = draw(st.sampled_from(KINDS[kind].genuine()))
    data = draw(KINDS[kind].alter(data))
    return Log(draw(altered_bytes(data)) if draw(st.sampled_from((False, False, True))) else data)


def examine(folder: Path, kind: str, data: bytes) -> None:
    """Have a file of this kind read."""
    one = KINDS[kind]
    (folder / one.name).write_bytes(data)
    one.read(folder / one.name)
