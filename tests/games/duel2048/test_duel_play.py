"""Games of 2048 for two between real processes: fair, whatever a player does."""

import re
import shlex
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from durak_tui.engine.config import EngineConfig
from durak_tui.engine.engine_errors import EngineStartError
from durak_tui.games.duel2048.duel import CELL_CODES, Duel
from durak_tui.games.duel2048.duel_plan import DuelOptions
from durak_tui.games.duel2048.duel_play import DUEL_2048, Duelists, with_players
from durak_tui.games.group_schedule import GroupTask
from durak_tui.games.playthrough import Finish, Json, Playthrough
from durak_tui.games.program_table import ProgramTable
from tests.games.duel2048.players import good, misbehaving, player

HOPE = "return [0, 0]"


def played(
    first: EngineConfig,
    second: EngineConfig,
    *,
    free: bool = False,
    memory: int = 1024,
    clocks: tuple[float, float] = (0, 0),
    **options: Any,
) -> Playthrough:
    """A game of a few rounds."""
    begin: Json = DuelOptions(**{"rounds": 12, "seconds": 2.0, **options}).opening(1, 1)
    kind = with_players(Duelists(free, memory))
    with closing(ProgramTable(kind=kind)) as table:
        task = GroupTask(1, (0, 1), (first, second), {**begin, "clocks": list(clocks)})
        return table.play(task).playthrough


def finish_of(game: Playthrough) -> Finish:
    assert game.finish
    return game.finish


def test_two_good_players_play_to_the_end(tmp_path: Path) -> None:
    game = played(good(tmp_path), EngineConfig("2048-greedy"), rounds=40)
    finish = finish_of(game)
    assert finish.faults == (None, None)
    assert finish.ranks == (2, 1)
    state: Duel = DUEL_2048.after(game.opening, game.moves)
    state.settle()
    assert state.is_over
    assert [sum(levels) for levels in finish.details["levels"]] == [
        sum(tile > 0 for tile in state.tiles), sum(tile < 0 for tile in state.tiles)
    ]  # fmt: skip
    assert all(seconds > 0 for seconds in finish.seconds)


def test_the_same_players_play_the_same_game_again(tmp_path: Path) -> None:
    one, other = (played(good(tmp_path), good(tmp_path, "other")) for _ in range(2))
    assert one.moves == other.moves


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("what", "reason", "why"),
    [
        ("while True: pass", "timeout", "no answer within"),
        ("import time; time.sleep(600)", "timeout", "no answer within"),
        ("raise KeyError('lost')", "crash", "raised KeyError: 'lost'"),
        ("raise SystemExit(0)", "crash", "raised SystemExit: 0"),
        ("import random; random._os._exit(7)", "crash", "exited with code 7"),
        ("x = bytearray(3 << 30)", "crash", "MemoryError"),
        ("return None", "unreadable", "illegal output of position, got"),
        (HOPE, "unreadable", "illegal output of position, got"),
        ("return (1.0, 2)", "unreadable", "illegal output of position, got"),
        ("return (4, 0)", "unreadable", "illegal output of position, got"),
        ("return (-1, 0)", "unreadable", "illegal output of position, got"),
        ("return (0, 0, 0)", "unreadable", "illegal output of position, got"),
        ("return '2 3'", "unreadable", "illegal output of position, got"),
    ],
)
def test_a_bad_player_loses_and_the_other_is_unharmed(
    tmp_path: Path, what: str, reason: str, why: str, seat: int
) -> None:
    players = [misbehaving(tmp_path, what), good(tmp_path)]
    begin = monotonic()
    finish = finish_of(played(*(players if seat == 0 else players[::-1]), seconds=0.5))
    assert monotonic() - begin < 30
    fault = finish.faults[seat]
    assert fault
    assert (fault.reason, finish.faults[1 - seat]) == (reason, None)
    assert why in fault.message
    assert finish.winner == 1 - seat


def test_a_cell_that_is_not_free_or_not_offered_is_illegal(tmp_path: Path) -> None:
    for what in (
        "return next((r, c) for r in range(4) for c in range(8) if board.getValue((r, c)))",
        "return next(p for p in board.getNone(self.isFirst)"
        " if p != board.getNext(self.isFirst, currentRound))",
    ):
        finish = finish_of(played(misbehaving(tmp_path, what), good(tmp_path)))
        assert finish.faults[0]
        assert finish.faults[0].reason == "illegal"
        assert "not achievable position" in finish.faults[0].message


def test_numbers_of_any_kind_are_directions_and_floats_are_not(tmp_path: Path) -> None:
    for answer, legal in (("True", True), ("1", True), ("1.0", False), ("'up'", False)):
        source = misbehaving(tmp_path, "pass").command
        text = Path(source).read_text().replace("return next(d for", f"return {answer}; next(d for")
        first = player(tmp_path, text)
        game = played(first, good(tmp_path), rounds=1)
        faults = finish_of(game).faults
        reason = faults[0] and faults[0].reason
        assert reason in ((None, "illegal") if legal else ("unreadable",))


def test_what_a_player_prints_is_no_answer(tmp_path: Path) -> None:
    loud = misbehaving(tmp_path, "print('0 0', flush=True)")
    finish = finish_of(played(loud, good(tmp_path)))
    assert finish.faults == (None, None)


@pytest.mark.parametrize(
    "what",
    [
        "open('/etc/passwd')", "import os", "import socket", "eval('1')", "exec('1')",
        "compile('1', '', 'eval')", "input()", "__import__('subprocess')",
        "import random; random._os.system('true')", "import random; random._os.fork()",
        "import random; random._os.kill(random._os.getppid(), 9)",
        "import random; random._os.listdir('/root')",
        "import random; random._os.mknod('/tmp/x')",
        "import random; random._os.pidfd_open(random._os.getppid())",
        "import random; random._os.setpriority(0, random._os.getppid(), 9)",
        "import collections; collections._sys.modules['_posixsubprocess'].fork_exec()",
        "import collections; collections._sys.modules['signal'].pidfd_send_signal(0, 9)",
        "import collections; collections._sys.modules['_thread'].start_new_thread(print, ())",
        "import collections; m = collections._sys.modules; m.pop('posix');"
        " m['builtins'].__import__('posix')",
        "import random; random._os.open('x', random._os.O_CREAT | random._os.O_WRONLY)",
    ],
)  # fmt: skip
def test_a_player_cannot_look_around(tmp_path: Path, what: str) -> None:
    finish = finish_of(played(misbehaving(tmp_path, what), good(tmp_path)))
    assert finish.faults[0]
    assert finish.faults[0].reason == "crash"
    assert "Error" in finish.faults[0].message


def test_any_module_may_be_allowed(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("import socket\nANSWER = 1\n")
    top = "import helper, json"
    bad = misbehaving(tmp_path, "pass", top=top)
    assert finish_of(played(bad, good(tmp_path))).faults[0]
    assert finish_of(played(bad, good(tmp_path), free=True)).faults == (None, None)


@pytest.mark.parametrize("top", ["raise ValueError('no')", "syntax error", "import socket"])
def test_a_file_that_cannot_be_loaded_loses(tmp_path: Path, top: str) -> None:
    game = played(misbehaving(tmp_path, "pass", top=top), good(tmp_path))
    finish = finish_of(game)
    assert finish.faults[0]
    assert finish.faults[0].reason == "crash"
    assert "Traceback" in finish.faults[0].words
    assert (finish.winner, game.moves) == (1, "")


def test_both_may_fail_before_the_game(tmp_path: Path) -> None:
    bad = misbehaving(tmp_path, "pass", begin="raise ValueError")
    finish = finish_of(played(bad, bad))
    assert all(finish.faults)
    assert finish.winner is None


def test_the_clock_of_a_game_counts_everything_but_the_loading(tmp_path: Path) -> None:
    slow = misbehaving(tmp_path, "pass", top="import time; time.sleep(0.4)")
    finish = finish_of(played(slow, good(tmp_path), seconds=0.3))
    assert finish.faults == (None, None)
    slow = misbehaving(tmp_path, "pass", begin="import time; time.sleep(0.4)")
    finish = finish_of(played(slow, good(tmp_path), seconds=0.3))
    assert finish.faults[0]
    assert finish.faults[0].reason == "timeout"


def test_a_player_may_begin_with_time_used_or_given(tmp_path: Path) -> None:
    slow = misbehaving(tmp_path, "import time; time.sleep(0.4)")
    for clocks, fails in (((0, 0), True), ((-5, 0), False), ((0.29, 0), True)):
        finish = finish_of(played(slow, good(tmp_path), seconds=0.3, clocks=clocks))
        assert bool(finish.faults[0]) == fails
        assert finish.seconds[0] >= 0


def test_a_fault_in_a_skipped_phase_is_noticed_at_the_next_decision(tmp_path: Path) -> None:
    # Whoever has no tile of their own has nothing to merge: that phase is skipped.
    cornered = (
        Path(misbehaving(tmp_path, "pass").command).read_text()
        + """
    def output(self, currentRound, board, mode):
        if mode == "_direction":
            raise ValueError("skipped")
        return (0, 7) if currentRound == 0 and mode == "position" else super().output(
            currentRound, board, mode)
"""
    )
    game = played(player(tmp_path, cornered), good(tmp_path), rounds=200)
    fault = finish_of(game).faults[0]
    assert fault
    assert "raised ValueError: skipped" in fault.message


def test_a_player_that_failed_plays_its_next_game_in_a_new_process(tmp_path: Path) -> None:
    bad, other = misbehaving(tmp_path, "raise ValueError"), good(tmp_path)
    with closing(ProgramTable(kind=DUEL_2048)) as table:
        for game_id in (1, 2):
            begin = DuelOptions(rounds=12).opening(1, game_id)
            game = table.play(GroupTask(game_id, (0, 1), (bad, other), begin)).playthrough
            assert finish_of(game).faults[0]
            assert len(game.moves) == 8  # Two whole rounds of four decisions.


def test_what_was_wrong_is_quoted(tmp_path: Path) -> None:
    finish = finish_of(played(misbehaving(tmp_path, "return [0, 0]"), good(tmp_path)))
    assert finish.faults[0]
    assert "got '? [0, 0]'" in finish.faults[0].message


def test_a_player_knows_the_last_decisions_and_the_time_of_both(tmp_path: Path) -> None:
    facts = "board.getDecision(True), board.getDecision(False), board.getTime(False)"
    what = f"raise ValueError(({facts}))"
    finish = finish_of(played(misbehaving(tmp_path, what), good(tmp_path), seconds=50.0))
    assert finish.faults[0]
    found = re.search(r"\(\((\d),\), \((\d),\), ([\d.]+)\)", finish.faults[0].message)
    assert found
    assert 0 <= int(found[1]) < 4
    assert 0 <= int(found[2]) < 4
    assert 0 < float(found[3]) <= 50.0


@pytest.mark.parametrize("top", ["from __future__ import annotations", "# no numpy is needed"])
def test_harmless_lines_are_no_faults(tmp_path: Path, top: str) -> None:
    source = Path(
        misbehaving(tmp_path, "import time; time.strptime('1', '%d')").command
    ).read_text()
    game = played(player(tmp_path, f"{top}\n{source}"), good(tmp_path))
    assert finish_of(game).faults == (None, None)


def test_numpy_works(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    what = (
        "import numpy as np; own = board.getNext(self.isFirst, currentRound);"
        " return tuple(np.array(own))"
    )
    assert finish_of(played(misbehaving(tmp_path, what), good(tmp_path))).faults == (None, None)
    what = "import numpy as np; return np.array([0, 0])"
    fault = finish_of(played(misbehaving(tmp_path, what), good(tmp_path))).faults[0]
    assert fault
    assert fault.reason == "unreadable"


def test_lower_limits_of_a_shell_are_no_fault_of_a_player(tmp_path: Path) -> None:
    child = DUEL_2048.program(good(tmp_path))
    command = shlex.join(["sh", "-c", f"ulimit -n 48; exec {shlex.join(child.argv)}"])
    assert finish_of(played(EngineConfig(command), good(tmp_path))).faults == (None, None)


@pytest.mark.parametrize("name", ["~nobody-here/x.py", "x" * 300 + ".py", "gone.py"])
def test_a_file_that_is_not_there_is_no_program(name: str) -> None:
    with pytest.raises(EngineStartError, match="not found"):
        DUEL_2048.program(EngineConfig(name))


class TestLines:
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
