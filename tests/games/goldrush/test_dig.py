"""Games of Gold Rush between real programs: the genuine one, good ones, bad ones."""

import sys
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest

from durak_tui.common.fields import Malformed
from durak_tui.engine.config import EngineConfig
from durak_tui.games.goldrush.dig import (
    BAD,
    GOLD_RUSH,
    OUT,
    MineGame,
    console_events,
    transcript,
)
from durak_tui.games.goldrush.maps import parse_map
from durak_tui.games.goldrush.mine_plan import MineOptions
from durak_tui.games.group_schedule import GroupTask
from durak_tui.games.playthrough import Finish, Json, Playthrough
from durak_tui.games.program_table import ProgramTable
from durak_tui.pool.run_errors import RunError
from tests.games.goldrush.mines import HALL, LINE

DATA: Final = Path(__file__).parent / "data"
ROGUE: Final = Path(__file__).parents[2] / "rogues" / "bad_miner.py"
TURN_SECONDS: Final = 2.0


def rogue(kind: str, turn: int = 2) -> EngineConfig:
    return EngineConfig(f"{sys.executable} {ROGUE} {kind} {turn}", kind)


def scripted(*commands: str, name: str = "Solo") -> EngineConfig:
    """A miner that says its name and then these commands, one a turn."""
    words = " ".join(f"'{command}'" for command in commands)
    script = (
        f'echo "{name}"; read size; for command in {words}; do'
        " read x y n; i=0; while [ $i -lt $((n + 5)) ]; do read row; i=$((i + 1)); done;"
        ' printf "%s\\n" "$command"; done'
    )
    return EngineConfig("sh -c '" + script.replace("'", "'\\''") + "'", name)


def opening(text: str, seats: int, **options: Any) -> Json:
    options = {"turn_seconds": TURN_SECONDS, **options}
    return MineOptions(parse_map(text), **options).opening(1, 1, seats)


def played(begin: Json, *players: EngineConfig) -> Playthrough:
    """A game between programs, none of which is left."""
    table = ProgramTable(kind=GOLD_RUSH)
    with closing(table):
        task = GroupTask(1, tuple(range(len(players))), players, begin)
        return table.play(task).playthrough


def lines_of(game: Playthrough, seat: int) -> str:
    """What one miner was sent and said, as genuine transcripts have it."""
    return "".join(
        f"{'<' if one.is_answer else '>'} {one.text}\n"
        for one in transcript(game)
        if one.seat == seat
    )


def finish_of(game: Playthrough) -> Finish:
    assert game.finish
    return game.finish


class TestTheGenuineGame:
    COMMANDS: Final = ("EAST", "PICK", "FOO", "WEST", "DROP", "east", "NORTH", "SHOOT", "EAST")

    def test_the_same_commands_give_the_same_transcript(self) -> None:
        game = played(opening(LINE, 1, rounds=9), scripted(*self.COMMANDS))
        assert lines_of(game, 0) == (DATA / "scripted_line.0.txt").read_text()
        details = finish_of(game).details
        assert (details["scores"], details["hands"], details["rounds"]) == ([3], [0], 9)

    def test_it_follows_from_the_moves_alone(self) -> None:
        game = played(opening(LINE, 1, rounds=9), scripted(*self.COMMANDS))
        assert game.moves == "AEAPA?AWADA?ANAFAE"
        state = GOLD_RUSH.after(game.opening, game.moves)
        assert state.is_over
        assert state.mine.miners[0].score == 3


def test_the_console_of_a_game_follows_from_its_moves() -> None:
    told: list[tuple[str, str, str]] = []
    table = ProgramTable(kind=GOLD_RUSH, on_event=lambda *event: told.append(event))
    players = scripted("EAST", "FOO", "SHOOT"), rogue("exit", 3), rogue("nameless")
    begin = opening(HALL, 3, rounds=6, start_seconds=1.0)
    with closing(table):
        game = table.play(GroupTask(1, (0, 1, 2), players, begin)).playthrough
    assert list(console_events(game)) == told
    assert {kind for kind, *_ in told} == {
        "start", "player", "round", "execute", "bad", "out", "score"
    }  # fmt: skip


def walker(name: str = "Walker") -> EngineConfig:
    """A miner that goes up and down."""
    loop = (
        f'echo "{name}"; read size; while read x y n; do i=0;'
        " while [ $i -lt $((n + 5)) ]; do read row; i=$((i + 1)); done; echo NORTH; done"
    )
    return EngineConfig("sh -c " + "'" + loop + "'", name)


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("silent", "timeout"), ("nameless", "timeout"), ("flood", "flood"), ("exit", "crash"),
        ("deaf", "timeout or closed"), ("mute", "closed"), ("killed", "crash"), ("child", "crash"),
    ],
)  # fmt: skip
def test_a_bad_miner_is_out_and_the_others_play_on(kind: str, reason: str) -> None:
    # What is written without being asked for is noticed once there is much of it.
    rounds = 3000 if kind == "flood" else 12
    begin = opening(HALL, 2, rounds=rounds, turn_seconds=0.5, start_seconds=1.0)
    game = played(begin, rogue(kind), walker())
    finish = finish_of(game)
    fault, nothing = finish.faults
    assert fault
    assert nothing is None
    assert fault.reason in reason
    assert finish.details["rounds"] == rounds
    assert finish.ranks == (2, 1)
    said = [one for one in transcript(game) if one.seat == 0]
    assert bool(said) == (kind != "nameless")
    turns = [game.moves[at : at + 2] for at in range(0, len(game.moves), 2)]
    assert [turn for turn in turns if turn[0] == "B"] == ["BN"] * rounds
    assert turns.count("A" + OUT) == 1


@pytest.mark.parametrize("kind", ["lower", "blank", "empty", "bytes"])
def test_an_unknown_line_costs_the_turn_and_no_more(kind: str) -> None:
    game = played(opening(HALL, 2, rounds=3), rogue(kind), walker())
    finish = finish_of(game)
    assert finish.faults == (None, None)
    assert game.moves.count("A" + BAD) == 3
    texts = {"lower": "east", "blank": "EAST ", "empty": "", "bytes": "\\xff\\xfe"}
    assert [one.text for one in transcript(game) if one.is_answer and one.seat == 0] == [
        "Rogue", *[texts[kind]] * 3
    ]  # fmt: skip


def test_all_may_be_out() -> None:
    game = played(opening(HALL, 2, rounds=12), rogue("exit", 1), rogue("exit", 3))
    finish = finish_of(game)
    assert finish.ranks == (1, 1)
    assert finish.details["rounds"] == 3


def test_what_was_delivered_before_counts_behind_everybody_who_stays() -> None:
    deliverer = scripted("EAST", "PICK", "WEST", "DROP", name="Rich")
    game = played(opening("3 2\n- 2 E\n- 2 E\n", 2, rounds=8, full=True), deliverer, walker("Poor"))
    finish = finish_of(game)
    assert finish.details["scores"] == [2, 0]
    assert finish.ranks == (2, 1)
    assert finish.faults[0]


def test_a_game_ends_when_everything_is_delivered_unless_it_is_to_be_full() -> None:
    text = "3 1\n- 2 E\n"
    for full in (False, True):
        commands = ["EAST", "PICK", "WEST", "DROP", *["NORTH"] * 6]
        game = played(opening(text, 1, rounds=10, full=full), scripted(*commands))
        assert finish_of(game).details["rounds"] == (10 if full else 4)


def test_the_order_of_a_round_is_by_lot_and_the_same_for_a_seed() -> None:
    begin = opening(HALL, 3, rounds=40)
    games = [played(begin, *(walker(name) for name in "abc")) for _ in range(2)]
    assert games[0].moves == games[1].moves
    rounds = {games[0].moves[at : at + 6 : 2] for at in range(0, 240, 6)}
    assert rounds == {"ABC", "ACB", "BAC", "BCA", "CAB", "CBA"}


def test_bases_are_by_lot_and_each_is_for_one() -> None:
    options = MineOptions(parse_map(HALL))
    openings = [options.opening(7, game, 2)["bases"] for game in range(1, 100)]
    assert all(one != other for one, other in openings)
    assert len({str(one) for one in openings}) == 12  # All pairs of four bases.
    assert options.opening(7, 3, 2) == options.opening(7, 3, 2)
    with pytest.raises(RunError, match="the map has 4 bases, and 5 players need one each"):
        options.opening(7, 1, 5)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"map": "1"}, "map: line 1"), ({"map": None}, "map is not a text"),
        ({"bases": []}, "bases is a list of 0"), ({"bases": [[1, 1], [1, 1]]}, "different bases"),
        ({"bases": [[0, 0]]}, "different bases"), ({"bases": [["1", 1]]}, "bases has a value"),
        ({"rounds": -1}, "rounds"), ({"rounds": 10**9}, "rounds"), ({"full": 1}, "full"),
    ],
)  # fmt: skip
def test_an_opening_from_a_stranger_is_checked(changes: Json, why: str) -> None:
    with pytest.raises(Malformed, match=why):
        MineGame(opening(LINE, 1) | changes)


@pytest.mark.parametrize("moves", ["BE", "A", "AX", "Q?", "AEAE", "E"])
def test_moves_that_are_none_are_refused(moves: str) -> None:
    with pytest.raises(ValueError):
        GOLD_RUSH.after(opening(LINE, 1, rounds=1), moves)


def test_a_long_game_is_replayed() -> None:
    begin = opening(DATA.joinpath("test.map").read_text(), 2, rounds=1000, full=True)
    state = GOLD_RUSH.after(begin, "AEBN" * 1000)
    assert state.round == 1000
