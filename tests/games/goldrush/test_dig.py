"""Games of Gold Rush between real programs: the genuine one, good ones, bad ones."""

from contextlib import closing
from datetime import datetime
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
from tests.games.goldrush.miners import rogue, scripted, shell, tapped, walker
from tests.games.goldrush.mines import DATA, HALL, LINE

TURN_SECONDS: Final = 2.0


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
    """One miner's lines both ways, as genuine transcripts have them."""
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


def test_each_miner_is_sent_what_the_transcript_has(tmp_path: Path) -> None:
    files = [tmp_path / name for name in "abc"]
    game = played(opening(HALL, 3, rounds=30), *map(tapped, files, range(3)))
    assert finish_of(game).faults == (None, None, None)
    for seat, file in enumerate(files):
        sent = [one.text for one in transcript(game) if one.seat == seat and not one.is_answer]
        assert sent[0] == "7 3 8"
        assert file.read_bytes() == "".join(f"{line}\n" for line in sent).encode()


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


def test_whoever_is_late_is_judged_when_the_time_for_a_turn_is_over() -> None:
    begin = opening(HALL, 1, rounds=2, turn_seconds=0.5, start_seconds=20.0)
    finish = finish_of(played(begin, rogue("silent", 1)))
    (fault,) = finish.faults
    assert fault
    assert "no answer within 0.5 s" in fault.message
    assert 0.5 <= finish.seconds[0] < 1.2  # However busy the machine is: see Deadline.


def test_the_name_may_take_longer_than_a_turn() -> None:
    begin = opening(HALL, 1, rounds=0, turn_seconds=0.1, start_seconds=20.0)
    finish = finish_of(played(begin, rogue("sleepy")))
    assert finish.faults == (None,)
    assert finish.details["names"] == ["Rogue"]


def test_a_miner_has_used_the_time_of_all_its_turns() -> None:
    game = played(opening(HALL, 2, rounds=4, turn_seconds=20.0), walker(), rogue("slow", 1))
    quick, slow = finish_of(game).seconds
    assert quick > 0
    # Of four times 0.1 s; one in which this process stood still does not count, see Deadline.
    assert slow > 0.2


def test_of_a_long_name_and_a_long_bad_command_80_characters_are_kept() -> None:
    game = played(opening(LINE, 1, rounds=2), scripted("x" * 81, "y" * 80, name="n" * 81))
    details = finish_of(game).details
    assert details["names"] == ["n" * 80]
    assert details["bad"] == [(0, "x" * 80), (1, "y" * 80)]
    assert [one.text for one in transcript(game) if one.is_answer] == [
        "n" * 80, "x" * 80, "y" * 80
    ]  # fmt: skip


def test_of_more_bad_commands_10_000_are_kept() -> None:
    # All of them at once, or this would take long.
    miner = shell("echo Bad; yes x | head -n 10002; cat >/dev/null", "Bad")
    game = played(opening("1 1\n-\n", 1, rounds=10_002, turn_seconds=20.0), miner)
    finish = finish_of(game)
    assert finish.faults == (None,)
    assert game.moves == "A?" * 10_002
    assert finish.details["bad"] == [(turn, "x") for turn in range(10_000)]
    answers = [one.text for one in transcript(game) if one.is_answer]
    assert answers[-3:] == ["x", "?", "?"]


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


def test_a_game_is_useless_for_whoever_has_never_said_a_command() -> None:
    """A turn is the seat and then the command: D is also for DROP."""
    details = {"bad": [[0, "first"], [3, "east"], [5, "EAST "]]}
    finish = Finish((1,) * 4, (None,) * 4, (0.0,) * 4, details)
    moves = "A?BDCDD?ADD?BDCD"
    game = Playthrough("goldrush", tuple("abcd"), {}, moves, finish, datetime(2026, 11, 27))
    assert [bool(GOLD_RUSH.useless(game, seat)) for seat in range(4)] == [False, False, False, True]
    said = str(GOLD_RUSH.useless(game, 3))
    assert said.endswith("2 answers was a command; the first one was 'east'")
    assert not GOLD_RUSH.useless(game._replace(moves="", finish=None), 0)


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
    with pytest.raises(RunError, match="bases on the map: 4; players who need one: 5"):
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
