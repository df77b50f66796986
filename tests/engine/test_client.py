"""The one client: it starts engines, asks, cancels, and leaves nothing behind."""

import json
import threading
from contextlib import closing
from pathlib import Path

import pytest

from durak_tui.engine.cancel import Cancelled, CancelToken
from durak_tui.engine.client import EngineClient
from durak_tui.engine.config import Limits
from durak_tui.engine.engine_errors import EngineFault
from durak_tui.engine.registry import Program, resolve
from durak_tui.game.cards import parse_card
from durak_tui.game.deals import deal
from durak_tui.match.engine_game import play_game
from durak_tui.protocol.messages import Command, GameData, Info
from tests.conftest import rogue
from tests.engine.waiting import PATIENT, shell
from tests.game.build import cards
from tests.processes import Bell, is_running, pids_in

TRUMP = parse_card("7S")
QUESTION = Command("deal", cards("8C"), GameData([], 24, [], 6, TRUMP))
TO_HINT = GameData([], 10, [], 5, TRUMP, hand=cards("7C"))


def test_a_persistent_engine_plays_all_games_in_one_process() -> None:
    lines: list[bytes] = []
    with (
        EngineClient(resolve("durak-dummy"), trace=lambda _, line, __: lines.append(line)) as one,
        EngineClient(resolve("durak-dummy")) as two,
    ):
        pids = set()
        for number in range(3):
            play_game(deal(1, number), (one, two))
            pids.add(one.pid)
    assert len(pids) == 1
    assert lines.count(b"game_end") == 3


def test_an_engine_of_version_1_gets_a_new_process_for_every_game(tmp_path: Path) -> None:
    pid_file = tmp_path / "pids"
    good = rogue("good", "--pid-file", str(pid_file))
    with EngineClient(resolve(good)) as one, EngineClient(resolve("durak-dummy")) as two:
        for number in range(3):
            assert play_game(deal(1, number), (one, two)).verdicts == (None, None)
    assert len(set(pids_in(pid_file))) == 3
    assert not any(map(is_running, pids_in(pid_file)))


def test_an_engine_of_version_2_learns_how_much_time_it_has() -> None:
    lines: list[bytes] = []
    limits = Limits(move_time=7, game_time=20)
    with EngineClient(
        resolve("durak-dummy"), limits, trace=lambda _, line, __: lines.append(line)
    ) as engine:
        engine.new_game(TRUMP)
        engine.ask(QUESTION)
    data = json.loads(next(line for line in lines if line.startswith(b"deal")).partition(b"##")[2])
    assert data["time_left_ms"] == 7000
    assert data["game_time_left_ms"] == 20000


@pytest.mark.parametrize("patience", [0.0, 0.05, 600.0])
def test_patience_gives_an_engine_more_time_than_its_limit_says(patience: float) -> None:
    seconds = 0.5 if patience > 1 else 60
    script = f"read x; echo 'ok ## {{}}'; read x; sleep {seconds}; echo ok; read x"
    lines: list[bytes] = []
    with EngineClient(
        shell(script), PATIENT, trace=lambda _, line, __: lines.append(line), patience=patience
    ) as engine:
        engine.new_game(TRUMP)
        engine.limits = Limits(0.3)
        if patience < 1:
            with pytest.raises(EngineFault, match=r"timeout .* no answer within 0\.3 s"):
                engine.ask(QUESTION)
        else:
            engine.ask(QUESTION)
            # It does not pay for the time in which a busy machine has held this process up.
            assert engine.game_seconds + engine.game_held_up > 0.4
    fields = next(line for line in lines if line.startswith(b"deal")).partition(b"##")[2]
    assert json.loads(fields)["time_left_ms"] == 300


def test_an_engine_gets_its_environment_and_its_folder(tmp_path: Path) -> None:
    script = 'read x; pwd >seen; echo "$DURAK_PROTOCOL $LEVEL" >>seen; echo ok; read x'
    spec = Program("shell", ("/bin/sh", "-c", script), {"LEVEL": "9"}, str(tmp_path))
    with EngineClient(spec) as engine:
        engine.new_game(TRUMP)
    assert (tmp_path / "seen").read_text().splitlines() == [str(tmp_path), "2 9"]


def test_hints_are_given_at_any_time_and_do_not_disturb_the_game() -> None:
    data = GameData([], 10, cards("QC"), 5, parse_card("7S"), hand=cards("KC AC"))
    with EngineClient(resolve("durak-dummy")) as engine:
        assert engine.hint("respond", data) == ((parse_card("KC"),), None)
        used = engine.game_seconds
        assert engine.hint("respond", data)[0] == (parse_card("KC"),)
        assert engine.game_seconds == used


def test_a_hint_comes_with_the_last_info_that_rates_moves() -> None:
    script = r"""
while read word rest; do case "$word" in
init) echo 'ok ## {"hints": true}' ;;
hint) echo 'info {"win": 0.25, "moves": {"7C": 0.25}}'
      echo 'info {"moves": {"7C": 0.75, "": 2, "8C": "x"}, "nodes": 5}'
      echo 'info {"text": "done"}'; echo 7C ;;
esac; done"""
    with EngineClient(shell(script)) as engine:
        action, info = engine.hint("move", TO_HINT)
    assert action == (parse_card("7C"),)
    assert info == Info(moves={"7C": 0.75}, nodes=5)


def test_a_token_set_by_another_thread_ends_the_wait_at_once(tmp_path: Path) -> None:
    token = CancelToken()
    with closing(Bell(tmp_path / "bell")) as started:
        silent = f"read x; echo >{started.path}; read x"
        with EngineClient(shell(silent), Limits(600), cancel=token) as engine:

            def set_when_it_is_silent() -> None:
                started.wait()
                token.set()

            setter = threading.Thread(target=set_when_it_is_silent)
            setter.start()
            with pytest.raises(Cancelled):
                engine.new_game(TRUMP)
            setter.join()
            pid = engine.pid
            assert pid
    assert not is_running(pid)


def test_a_client_that_was_closed_can_play_again() -> None:
    with EngineClient(resolve("durak-dummy")) as one, EngineClient(resolve("durak-dummy")) as two:
        play_game(deal(1, 1), (one, two))
        one.close()
        one.close()
        assert play_game(deal(1, 1), (one, two)).verdicts == (None, None)


def test_a_line_that_nobody_asked_for_is_charged_to_the_question_before_it() -> None:
    # The second line is written once the first has been read: it comes between two questions.
    script = 'read x; echo ok; read x; echo ok; while :; do echo "by the way"; done'
    seen: list[bytes] = []
    with EngineClient(
        shell(script),
        trace=lambda direction, line, _: seen.append(line) if direction == "->" else None,
    ) as engine:
        engine.new_game(TRUMP)
        with pytest.raises(EngineFault) as fault:
            for _ in range(1000):
                engine.ask(QUESTION)
    assert fault.value.verdict.reason in ("flood", "unreadable")
    assert fault.value.verdict.command == "deal"
    assert fault.value.verdict.sent.startswith("deal")
    assert any(b"by the way" in line for line in seen)


def test_the_start_of_a_program_is_not_counted_as_the_time_of_an_answer() -> None:
    script = "sleep 0.5; read x; echo ok; read x; sleep 60"
    with EngineClient(shell(script), Limits(0.2, start_time=60)) as engine:
        engine.new_game(TRUMP)
        with pytest.raises(EngineFault, match=r"no answer within 0\.2 s; "):
            engine.ask(QUESTION)


def test_the_start_of_a_program_has_a_limit_of_its_own() -> None:
    with (
        EngineClient(shell("sleep 60"), Limits(600, start_time=0.2)) as engine,
        pytest.raises(
            EngineFault, match=r"timeout in init .* no answer within 0\.2 s of its start"
        ),
    ):
        engine.new_game(TRUMP)
