"""Programs that are asked by lines: what they may do, and what they are judged for."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from time import monotonic

import pytest

from durak_tui.engine.cancel import Cancelled, CancelToken
from durak_tui.engine.engine_errors import EngineFault
from durak_tui.games.playthrough import SeatFault
from durak_tui.games.program_player import END_SECONDS, UNREAD, ProgramPlayer
from durak_tui.games.program_table import close_all
from durak_tui.protocol.faults import Detail, FaultCode
from tests.games.toys import says


@contextmanager
def running(*lines: str, then: str = "", first: str = "") -> Iterator[ProgramPlayer]:
    """A program that was started."""
    player = ProgramPlayer(says(*lines, then=then, first=first).program())
    with closing(player):
        player.start()
        yield player


def judged(player: ProgramPlayer, asked: int = 1, seconds: float = 20.0) -> EngineFault:
    """The fault of the last of so many questions."""
    for _ in range(asked - 1):
        player.ask(b"?\n", seconds, "a question")
    with pytest.raises(EngineFault) as caught:
        player.ask(b"?\n", seconds, "a question")
    assert not player.runs
    return caught.value


def test_a_line_may_end_in_either_way_and_keeps_its_blanks() -> None:
    with running(" a \n", "b\r\n", "\n", "\\0377\n") as player:
        assert [player.ask(b"?\n", 20, "x") for _ in range(4)] == [" a ", "b", "", "\\xff"]


def test_a_line_too_many_is_the_next_answer() -> None:
    with running("a\nb\n") as player:
        assert [player.ask(b"?\n", 20, "x") for _ in range(3)] == ["a", "b", "a"]


def test_an_answer_takes_its_time() -> None:
    with running(then="read line; sleep 0.2; echo a; read line") as player:
        player.ask(b"?\n", 20, "x")
        assert 0.2 <= player.elapsed < 20


@pytest.mark.parametrize(
    ("then", "reason", "why"),
    [
        ("read line; sleep 600", "timeout", "no answer within 0.2 s"),
        ("read line; printf a; sleep 600", "timeout", "no answer within 0.2 s"),
        ("read line; exit 3", "crash", "exited with code 3"),
        ("read line; kill -9 $$", "crash", "killed by SIGKILL"),
        ("read line; exec >&-; sleep 600", "closed", "closed its standard output"),
    ],
)
def test_a_program_that_does_not_answer_is_ended_and_judged(
    then: str, reason: str, why: str
) -> None:
    with running("a\n", then=then) as player:
        seconds = 0.2 if reason == "timeout" else 20.0
        assert player.ask(b"?\n", 20, "x") == "a"
        fault = judged(player, seconds=seconds)
        assert fault.verdict.reason == reason
        assert why in str(fault.verdict.message)


def test_a_program_that_never_reads_is_late() -> None:
    with running(then="sleep 600") as player:
        with pytest.raises(EngineFault) as caught:
            player.ask(b"x" * 1_000_000, 0.2, "x")
        assert caught.value.verdict.reason == "timeout"


@pytest.mark.parametrize("flood", ["yes", "head -c 300000 /dev/zero"])
def test_a_flood_is_noticed(flood: str) -> None:
    with running(then=f"read line; {flood}; sleep 600") as player:
        with pytest.raises(EngineFault) as caught:
            while True:
                player.ask(b"?\n", 20, "x")
        assert caught.value.verdict.reason == "flood"
        assert str(UNREAD) in str(caught.value.verdict.message)


def test_after_a_fault_it_can_be_started_again() -> None:
    with running("a\n", then="read line; exit") as player:
        judged(player, asked=2)
        player.start()
        assert player.ask(b"?\n", 20, "x") == "a"


def test_a_program_that_is_gone_is_a_fault_of_its_own() -> None:
    player = ProgramPlayer(says().program()._replace(argv=("/nowhere/gone",)))
    with pytest.raises(EngineFault) as caught:
        player.start()
    assert caught.value.verdict.reason == "crash"
    assert "after 0.0 ms" in str(caught.value)


def test_its_last_words_are_kept_with_its_fault() -> None:
    with running(then='read line; echo "it hurts" >&2; exit 1') as player:
        fault = player.out(judged(player))
        assert fault.words == "it hurts"
        assert fault.reason == "crash"
        assert "exited with code 1" in fault.message


def test_of_much_on_standard_error_the_end_is_kept_and_what_is_lost_is_counted() -> None:
    program = says(then="head -c 100000 /dev/zero >&2; read line; echo a; read line").program()
    for closed in (False, True):
        with closing(ProgramPlayer(program, stderr_kept=1000)) as player:
            player.start()
            player.ask(b"?\n", 20, "x")
            if closed:
                player.close()
            assert player.take_stderr() == b"[99000 bytes left out]\n" + bytes(1000)


def test_half_a_character_in_its_last_words_harms_nothing() -> None:
    with running("a\n") as player:
        fault = player.fault(Detail(FaultCode.NOT_STARTED, {"why": "x" * 9000}), "x")
        fault.add_note("half \ud800 a character")
        out = player.out(fault)
    assert out.words == "half \\ud800 a character"
    assert SeatFault.from_json(out.to_json()) == out


def test_all_end_in_the_time_of_one_though_none_wants_to() -> None:
    stubborn = says(then="trap '' TERM; read line; echo a; while :; do sleep 1; done").program()
    players = [ProgramPlayer(stubborn) for _ in range(4)]
    for player in players:
        player.start()
        player.ask(b"?\n", 20, "x")
    begin = monotonic()
    close_all(players)
    assert monotonic() - begin < 4 * END_SECONDS
    assert not any(player.runs for player in players)


def test_what_it_writes_to_standard_error_is_handed_over_once() -> None:
    with running("a\n", first="echo one >&2") as player:
        player.ask(b"?\n", 20, "x")
        assert player.take_stderr() == b"one\n"
        assert player.take_stderr() == b""


def test_a_set_token_ends_the_wait() -> None:
    token = CancelToken()
    token.set()
    with closing(ProgramPlayer(says(then="sleep 600").program(), cancel=token)) as player:
        player.start()
        with pytest.raises(Cancelled):
            player.ask(b"?\n", 20, "x")
