"""Games of 2048 for two between real processes: fair, whatever a player does."""

import shlex
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from durak_tui.engine.config import EngineConfig
from durak_tui.engine.engine_errors import EngineStartError
from durak_tui.games.duel2048.duel import Duel
from durak_tui.games.duel2048.duel_plan import DuelOptions
from durak_tui.games.duel2048.duel_play import DUEL_2048
from durak_tui.games.group_schedule import GroupTask
from durak_tui.games.playthrough import Finish
from durak_tui.games.program_table import ProgramTable
from tests.games.duel2048.players import Scripted, good, misbehaving, misbehaving_source, player
from tests.games.duel2048.playing import finish_of, played

HOPE = "return [0, 0]"


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


@pytest.mark.few(2)
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
    late = reason == "timeout"
    seconds = 0.5 if late else 30.0
    finish = finish_of(played(*(players if seat == 0 else players[::-1]), seconds=seconds))
    fault = finish.faults[seat]
    assert fault
    assert (fault.reason, finish.faults[1 - seat]) == (reason, None)
    assert why in fault.message
    assert finish.winner == 1 - seat
    assert finish.details["rounds"] == 3
    if late:  # It is cut off at 1.1 times the time for a game.
        assert 0.549 <= finish.seconds[seat] < 0.8


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.slow
@pytest.mark.parametrize("is_class", [True, False])
def test_a_player_that_never_gets_ready_is_judged_in_time(
    tmp_path: Path, is_class: bool, seat: int
) -> None:
    silent = EngineConfig("sh -c 'while read line; do :; done'")
    loading = misbehaving(tmp_path, "pass", top="while True: pass")
    other = Scripted(tmp_path, "other")
    players = [loading if is_class else silent, other.config]
    game = played(*(players if seat == 0 else players[::-1]), start_seconds=1.0)
    finish = finish_of(game)
    fault = finish.faults[seat]
    assert fault
    assert (fault.reason, finish.faults[1 - seat]) == ("timeout", None)
    assert "timeout in start after" in fault.message
    assert "no answer within 1 s" in fault.message
    assert (finish.winner, game.moves, finish.details["rounds"]) == (1 - seat, "", 0)
    assert finish.seconds[seat] == 0
    assert "game" in other.heard()[1]  # The other begins all the same (S-060).


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


@pytest.mark.few(3)
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
    assert 'bad.py", line 1' in finish.faults[0].words
    assert (finish.winner, game.moves) == (1, "")


def test_a_traceback_has_the_lines_of_the_player_only(tmp_path: Path) -> None:
    fault = finish_of(played(misbehaving(tmp_path, "{}['lost']"), good(tmp_path))).faults[0]
    assert fault
    lines = fault.words.splitlines()
    assert lines[0] == "Traceback (most recent call last):"
    assert lines[-1] == "KeyError: 'lost'"
    files = [line.split('"')[1] for line in lines if line.startswith("  File ")]
    assert files == [str(tmp_path / "bad.py")]


def test_a_file_without_the_class_is_told_so_and_no_more(tmp_path: Path) -> None:
    fault = finish_of(played(player(tmp_path, "class Gamer: pass"), good(tmp_path))).faults[0]
    assert fault
    assert fault.reason == "crash"
    assert fault.message.endswith("raised NameError: bad.py has no class Player")


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        ("Mute()", "? Mute"),
        ("(Mute(), 0)", "? tuple"),
        ("(0, Lost())", "? (0, lost)"),
        (r"type('a\nb', (Mute,), {})()", r"? a\nb"),
    ],
)
@pytest.mark.parametrize("mode", ["position", "direction"])
def test_an_answer_that_raises_when_it_is_looked_at_is_a_violation(
    tmp_path: Path, mode: str, answer: str, shown: str
) -> None:
    top = """
class Lost:
    def __index__(self): raise ValueError("index")
    def __repr__(self): return "lost"

class Mute(Lost):
    def __repr__(self): raise ValueError("repr")
"""
    bad = player(
        tmp_path,
        misbehaving_source("pass", top=top)
        + f"""
    def output(self, currentRound, board, mode):
        if mode == "{mode}":
            return {answer}
        return super().output(currentRound, board, mode)
""",
    )
    fault = finish_of(played(bad, good(tmp_path))).faults[0]
    assert fault
    assert fault.reason == "unreadable"
    assert fault.message.endswith(f"illegal output of {mode}, got '{shown}'")


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
    game = played(skipped(tmp_path, "raise ValueError('skipped')"), good(tmp_path), rounds=200)
    fault = finish_of(game).faults[0]
    assert fault
    assert "raised ValueError: skipped" in fault.message
    assert len(game.moves) == 3


def skipped(folder: Path, what: str) -> EngineConfig:
    """A good player that does this in its first phase of merging, which is skipped."""
    source = (
        misbehaving_source("pass")
        + f"""
    def output(self, currentRound, board, mode):
        if mode == "_direction":
            {what}
        # Whoever has no tile of their own has nothing to merge.
        return (0, 7) if currentRound == 0 and mode == "position" else super().output(
            currentRound, board, mode)
"""
    )
    return player(folder, source)


SPENDS: Final = "import time; time.sleep(0.2)"


class TestTheTimeIsLookedAtFirst:
    """Fifty seconds, nearly all used; a call has five more until it is cut off."""

    FAILS: Final = ("raise ValueError('no')", "import random; random._os._exit(3)")

    def lost(self, late: EngineConfig, other: EngineConfig) -> Finish:
        finish = finish_of(played(late, other, seconds=50.0, clocks=(49.85, 0)))
        fault = finish.faults[0]
        assert fault
        assert (fault.reason, finish.faults[1], finish.winner) == ("timeout", None, 1)
        assert "more than 50 s for the game" in fault.message
        return finish

    @pytest.mark.few(2)
    @pytest.mark.parametrize("fails", [*FAILS, "return None"])
    def test_whoever_fails_late_is_late(self, tmp_path: Path, fails: str) -> None:
        self.lost(misbehaving(tmp_path, f"{SPENDS}; {fails}"), good(tmp_path))

    @pytest.mark.few(2)
    @pytest.mark.parametrize("fails", [*FAILS, "pass"])
    def test_also_before_the_game(self, tmp_path: Path, fails: str) -> None:
        late = misbehaving(tmp_path, "pass", begin=f"{SPENDS}; {fails}")
        assert self.lost(late, good(tmp_path)).details["rounds"] == 0

    def test_also_with_another_answer_than_ok(self, tmp_path: Path) -> None:
        script = "read line; echo ready; read line; sleep 0.2; echo no; cat >/dev/null"
        late = EngineConfig(shlex.join(["sh", "-c", script]), "late")
        assert self.lost(late, good(tmp_path)).details["rounds"] == 0

    @pytest.mark.few(2)
    @pytest.mark.parametrize("fails", [*FAILS, "pass"])
    def test_also_in_a_phase_that_is_skipped(self, tmp_path: Path, fails: str) -> None:
        self.lost(skipped(tmp_path, f"{SPENDS}; {fails}"), good(tmp_path))


def test_a_player_that_failed_plays_its_next_game_in_a_new_process(tmp_path: Path) -> None:
    bad, other = misbehaving(tmp_path, "raise ValueError"), good(tmp_path)
    with closing(ProgramTable(kind=DUEL_2048)) as table:
        for game_id in (1, 2):
            begin = DuelOptions(rounds=12).opening(1, game_id)
            game = table.play(GroupTask(game_id, (0, 1), (bad, other), begin)).playthrough
            assert finish_of(game).faults[0]
            assert len(game.moves) == 8  # Two whole rounds of four decisions.


def test_an_exception_before_a_later_game_is_not_forgiven(tmp_path: Path) -> None:
    """A new process would not remember that there was a game before."""
    begin = "global games; games += 1; assert games < 3, 'enough'"
    bad, other = misbehaving(tmp_path, "pass", top="games = 0", begin=begin), good(tmp_path)
    with closing(ProgramTable(kind=DUEL_2048)) as table:
        for game_id in range(1, 6):
            task = GroupTask(game_id, (0, 1), (bad, other), DuelOptions(3).opening(1, game_id))
            game = table.play(task).playthrough
            fault = finish_of(game).faults[0]
            if game_id == 3:
                assert fault
                assert fault.reason == "crash"
                assert "crash in game after" in fault.message
                assert "raised AssertionError: enough" in fault.message
                assert (finish_of(game).winner, game.moves) == (1, "")
            else:
                assert fault is None


def test_what_was_wrong_is_quoted(tmp_path: Path) -> None:
    finish = finish_of(played(misbehaving(tmp_path, "return [0, 0]"), good(tmp_path)))
    assert finish.faults[0]
    assert "got '? [0, 0]'" in finish.faults[0].message


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
