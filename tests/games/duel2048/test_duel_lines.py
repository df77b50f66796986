"""The lines between 2048 for two and its players, word by word."""

import shlex
import sys
from ast import literal_eval
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from durak_tui.engine.config import EngineConfig
from durak_tui.games.duel2048.duel import CELL_CODES, Duel
from durak_tui.games.duel2048.duel_plan import DuelOptions
from durak_tui.games.duel2048.duel_play import DUEL_2048, play_duel
from durak_tui.games.group_schedule import GroupTask
from durak_tui.games.moves import Moves
from durak_tui.games.program_player import ProgramPlayer
from durak_tui.games.program_table import PlayedGroup, ProgramTable
from tests.games.duel2048.players import Scripted, good, player
from tests.games.duel2048.playing import finish_of, played
from tests.processes import all_end, look_until, pid_file, pids_in

ROGUE: Final = Path(__file__).parents[2] / "rogues" / "bad_duellist.py"
NUMBERS: Final = (422849, 201436)
"""The random numbers of the first two rounds."""
FIRST: Final = ("1 6", "3 0", "left")
SECOND: Final = ("0 4", "down", "0 2", "right")
"""Two rounds: the first player has no tile to merge in the first one."""


def shown(**tiles: str) -> str:
    """The words of a board with these tiles, such as ``r1c6="-01"``."""
    return " ".join(
        tiles.get(f"r{row}c{column}", "+00" if column < 4 else "-00")
        for row in range(4)
        for column in range(8)
    )


BOARDS: Final = (
    shown(),
    shown(r1c6="-01"),
    shown(r1c6="-01", r0c4="-01"),
    shown(r1c6="-01", r0c4="-01"),
    shown(r3c6="-01", r3c4="-01"),
    shown(r3c6="-01", r3c4="-01", r3c0="+01"),
    shown(r3c6="-01", r3c4="-01", r3c0="+01", r0c2="+01"),
    shown(r3c6="-01", r3c4="-01", r3c0="+01", r0c0="+01"),
)
"""The boards in the eight phases of those rounds; at the end `-02` is in the last cell."""

MOVES: Final = "e4Do2LR"
"""The decisions of both players in these rounds."""
QUESTIONS: Final = (
    (
        f"position 0 - 0 1 {BOARDS[0]}",
        f"_direction 0 0,4 {BOARDS[2]}",
        f"position 1 down 3 0 {BOARDS[4]}",
        f"direction 1 0,2 {BOARDS[6]}",
    ),
    (
        f"position 0 1,6 0 4 {BOARDS[1]}",
        f"direction 0 - {BOARDS[3]}",
        f"position 1 3,0 2 5 {BOARDS[5]}",
        f"direction 1 left {BOARDS[7]}",
    ),
)
"""The questions to each player in these rounds, without times."""
ASKED: Final = ((0, 0), (1, 0), (1, 1), (2, 2), (3, 2), (3, 3), (4, 3))
"""The questions to both before each of these moves, but for those about skipped phases."""


def opening(rounds: int = 2) -> dict[str, Any]:
    """A game of fifty seconds, of which the first player has already used ten."""
    return {**DuelOptions(rounds, seconds=50.0).opening(1, 1), "clocks": [10.0, 0.0]}


def conversation(
    first: EngineConfig, second: EngineConfig, scripts: Sequence[Scripted], rounds: int = 2
) -> PlayedGroup:
    """A game whose end has been heard by those with a script."""
    with closing(ProgramTable(kind=DUEL_2048, stderr_kept=10_000)) as table:
        game = table.play(GroupTask(1, (0, 1), (first, second), opening(rounds)))
        look_until(lambda: all(one.heard()[-1].startswith("end ") for one in scripts))
        return game


def questions(heard: list[str]) -> list[list[str]]:
    return [line.split() for line in heard if line.split()[0].endswith("tion")]


def without_times(line: str) -> str:
    """A question without both times."""
    words = line.split()
    return " ".join(words[:2] + words[4:]) if words[0].endswith("tion") else line


class TestTwoRounds:
    @pytest.fixture
    def both(self, tmp_path: Path) -> tuple[Scripted, Scripted]:
        """The players of a game that is over."""
        both = Scripted(tmp_path, "first", *FIRST), Scripted(tmp_path, "second", *SECOND)
        game = conversation(both[0].config, both[1].config, both).playthrough
        assert finish_of(game).faults == (None, None)
        return both

    def test_the_first_player_reads_each_word(self, both: tuple[Scripted, Scripted]) -> None:
        assert [without_times(line) for line in both[0].heard()] == [
            "2048 1",
            "game 0 2 40000 422849 201436",
            *QUESTIONS[0],
            "end lost",
        ]

    def test_the_second_player_reads_each_word(self, both: tuple[Scripted, Scripted]) -> None:
        assert [without_times(line) for line in both[1].heard()] == [
            "2048 1",
            "game 1 2 50000 422849 201436",
            *QUESTIONS[1],
            "end won",
        ]

    def test_everybody_reads_their_own_time_and_then_that_of_the_other(
        self, both: tuple[Scripted, Scripted]
    ) -> None:
        times = [
            (int(own), int(other))
            for pair in zip(*(questions(one.heard()) for one in both), strict=True)
            for _, _, own, other, *_ in pair
        ]
        assert len(times) == 8
        # What the other has left is what they read in their own next question.
        assert [other for _, other in times[:-1]] == [own for own, _ in times[1:]]
        for seat, most in enumerate((40000, 50000)):
            owns = [own for own, _ in times[seat::2]]
            assert owns == sorted(owns, reverse=True)
            assert most - 10_000 < owns[-1] <= owns[0] <= most


@pytest.mark.parametrize("count", range(len(MOVES)))
def test_whoever_goes_on_after_some_moves_reads_what_follows_them(
    tmp_path: Path, count: int
) -> None:
    of_first = [MOVES[:count].count(code) for code in "eoL"]
    both = (
        Scripted(tmp_path, "first", *FIRST[sum(of_first) :]),
        Scripted(tmp_path, "second", *SECOND[count - sum(of_first) :]),
    )
    players = [ProgramPlayer(DUEL_2048.program(one.config)) for one in both]
    moves = Moves(MOVES[:count])
    with closing(players[0]), closing(players[1]):
        finish = play_duel(opening(), players, moves)
        look_until(lambda: all(one.heard()[-1].startswith("end ") for one in both))
    assert (finish.faults, moves.text) == ((None, None), MOVES)
    for questions_of, one, done in zip(QUESTIONS, both, ASKED[count], strict=True):
        assert [without_times(line) for line in one.heard()[2:-1]] == [*questions_of[done:]]


class TestAClassPlayer:
    SOURCE: Final = """
class Player:
    def __init__(self, isFirst, array):
        print((isFirst, tuple(array)))
        self.answers = iter({answers})

    def output(self, number, board, mode):
        both = True, False
        decisions = tuple(board.getDecision(one) for one in both)
        times = tuple(board.getTime(one) for one in both)
        print((number, mode, decisions, times, repr(board)))
        return 7 if mode[0] == "_" else next(self.answers)
"""

    def told(self, folder: Path, seat: int, answers: object) -> list[Any]:
        """The calls that a player with these answers receives."""
        writer = player(folder, self.SOURCE.format(answers=answers), "writer")
        other = Scripted(folder, "other", *(SECOND if seat == 0 else FIRST))
        players = (writer, other.config) if seat == 0 else (other.config, writer)
        game = conversation(*players, [other])
        assert finish_of(game.playthrough).faults == (None, None)
        return [literal_eval(line) for line in game.stderr[seat].decode().splitlines()]

    def test_the_first_is_told_the_same(self, tmp_path: Path) -> None:
        begin, *told = self.told(tmp_path, 0, [(1, 6), (3, 0), 2])
        assert begin == (True, NUMBERS)
        assert [one[:3] for one in told] == [
            (0, "position", ((), ())),
            (0, "_direction", ((1, 6), (0, 4))),
            (1, "position", ((), (1,))),
            (1, "direction", ((3, 0), (0, 2))),
        ]
        self.check(told, BOARDS[::2])

    def test_the_second_is_told_the_same(self, tmp_path: Path) -> None:
        begin, *told = self.told(tmp_path, 1, [(0, 4), 1, (0, 2), 3])
        assert begin == (False, NUMBERS)
        assert [one[:3] for one in told] == [
            (0, "position", ((1, 6), ())),
            (0, "direction", ((), (0, 4))),
            (1, "position", ((3, 0), (1,))),
            (1, "direction", ((2,), (0, 2))),
        ]
        self.check(told, BOARDS[1::2])

    def check(self, told: list[Any], boards: Sequence[str]) -> None:
        """See that the boards are these, and the times in seconds those of both."""
        assert [one[4].replace("\n", " ") for one in told] == list(boards)
        for *_, (first, second), _ in told:
            assert 30 < first <= 40 < second <= 50


@pytest.mark.parametrize(
    ("first", "second", "ends"),
    [
        (["0 1", "left"], ["3 2"], ("end won", "end lost")),
        (["1 6"], ["0 4", "down"], ("end lost", "end won")),
        (["0 1", "left"], ["3 6", "left"], ("end tied", "end tied")),
        (["nonsense"], [], ("end lost", "end won")),
    ],
)
def test_both_are_told_how_it_ended(
    tmp_path: Path, first: list[str], second: list[str], ends: tuple[str, str]
) -> None:
    both = Scripted(tmp_path, "first", *first), Scripted(tmp_path, "second", *second)
    conversation(both[0].config, both[1].config, both, rounds=1)
    assert tuple(one.heard()[-1] for one in both) == ends


@pytest.mark.parametrize("is_full", [False, True])
def test_no_cell_is_offered_in_a_half_that_is_full(tmp_path: Path, is_full: bool) -> None:
    begin = opening(300)
    duel: Duel = DUEL_2048.start(begin)
    lot, past = Random(1), ""
    while duel.merges or duel.own is not None or (0 in duel.tiles) == is_full:
        if duel.can_decide:
            past += lot.choice(duel.legal())
            duel.decide(past[-1])
        else:
            duel.skip()
    both = Scripted(tmp_path, "first", "no"), Scripted(tmp_path, "second", "no")
    players = [ProgramPlayer(DUEL_2048.program(one.config)) for one in both]
    with closing(players[0]), closing(players[1]):
        play_duel(begin, players, Moves(past))
    (question, *_) = questions(both[duel.player].heard())
    assert question[0] == ("_position" if is_full else "position")
    assert question[5:7] == ["-", "-"]
    assert len(question) == 7 + 32


class TestBadPrograms:
    @pytest.fixture
    def children(self, tmp_path: Path) -> Iterator[Path]:
        """The ids of processes that a rogue has left behind."""
        with pid_file(tmp_path / "pids") as path:
            yield path

    @pytest.mark.few(2)
    @pytest.mark.parametrize("seat", [0, 1])
    @pytest.mark.parametrize(
        ("kind", "reason"),
        [
            ("silent", "timeout"), ("stopped", "timeout"), ("deaf", "timeout"), ("mute", "closed"),
            ("exit", "crash"), ("killed", "crash"), ("heir", "crash"), ("long-line", "flood"),
            ("many-lines", "unreadable"),
        ],
    )  # fmt: skip
    def test_one_loses_in_time_and_the_other_is_unharmed(
        self, tmp_path: Path, children: Path, kind: str, reason: str, seat: int
    ) -> None:
        late = reason == "timeout"
        players = [rogue(kind, children), good(tmp_path)]
        game = played(
            *(players if seat == 0 else players[::-1]), seconds=1.0 if late else 60.0, rounds=5
        )
        finish = finish_of(game)
        fault = finish.faults[seat]
        assert fault
        assert (fault.reason, finish.faults[1 - seat]) == (reason, None)
        assert (finish.winner, len(game.moves)) == (1 - seat, 8 + seat + (reason == "unreadable"))
        if late:
            assert 1.099 <= finish.seconds[seat] < 1.5
        else:  # At once, long before the time is over.
            assert finish.seconds[seat] < 10
        assert len(pids_in(children)) == (kind == "heir")
        assert all_end(pids_in(children))

    def test_what_a_good_one_leaves_behind_ends_with_it(
        self, tmp_path: Path, children: Path
    ) -> None:
        game = played(rogue("parent", children), good(tmp_path), rounds=5)
        assert finish_of(game).faults == (None, None)
        (child,) = pids_in(children)
        assert all_end([child])


def rogue(kind: str, children: Path) -> EngineConfig:
    """A program that misbehaves when it is asked for its third position."""
    return EngineConfig(shlex.join([sys.executable, str(ROGUE), kind, "3", str(children)]), kind)


class TestPrograms:
    def test_a_program_may_exit_after_each_game(self, tmp_path: Path) -> None:
        script = tmp_path / "once.sh"
        script.write_text(
            "#!/bin/sh\nwhile read mode a b c d row column rest; do case $mode in\n"
            "2048) echo ready;;\n"
            "game) echo ok;;\nposition) echo $row $column;;\nend) exit;;\n"
            "*) echo up;;\nesac; done\n"
        )
        script.chmod(0o755)
        with closing(ProgramTable(kind=DUEL_2048)) as table:
            for game_id in (1, 2, 3):
                begin = DuelOptions(rounds=1).opening(1, game_id)
                players = EngineConfig(str(script)), good(tmp_path)
                game = table.play(GroupTask(game_id, (0, 1), players, begin)).playthrough
                fault = finish_of(game).faults[0]
                assert fault is None or fault.reason == "illegal"

    def test_any_program_that_speaks_by_lines_can_play(self, tmp_path: Path) -> None:
        script = tmp_path / "player.sh"
        script.write_text(
            "#!/bin/sh\nwhile read mode a b c d row column rest; do case $mode in\n"
            "2048) echo ready Shell;;\ngame) echo ok;;\nposition) echo $row $column;;\n"
            "direction) echo up;;\n_*) echo -;;\nesac; done\n"
        )
        script.chmod(0o755)
        game = played(EngineConfig(str(script)), good(tmp_path), rounds=1)
        assert game.moves[0] in CELL_CODES
        assert game.moves[2] == "U"

    @pytest.mark.parametrize(
        ("answers", "about"),
        [("hello", "start"), ("ready\\nno", "game")],
    )
    def test_other_lines_at_the_beginning_are_unreadable(
        self, tmp_path: Path, answers: str, about: str
    ) -> None:
        script = tmp_path / "player.sh"
        script.write_text(f'#!/bin/sh\nprintf "{answers}\\n"\nwhile read line; do :; done\n')
        script.chmod(0o755)
        fault = finish_of(played(EngineConfig(str(script)), good(tmp_path))).faults[0]
        assert fault
        assert fault.reason == "unreadable"
        assert f"unreadable in {about}" in fault.message
