"""``durak-tui play`` before any screen is opened."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from durak_tui.engine.config import EngineConfig
from durak_tui.engine.registry import SHIPPED
from durak_tui.game.deals import deal
from durak_tui.table.game import Game
from durak_tui.table.seats import EngineSeat, PersonSeat
from durak_tui.user.folders import games_log, unfinished_folder
from durak_tui.user.opponents import LEVELS
from durak_tui.user.settings import SettingsStore
from durak_tui.user.state import StateStore
from tests.tui.terminals import PROGRAM, Terminal


def play(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command where there is no terminal."""
    return subprocess.run(
        [*PROGRAM, "play", *arguments], stdin=subprocess.DEVNULL, capture_output=True,
        text=True, timeout=300, check=False,
    )  # fmt: skip


def test_an_unknown_engine_ends_it_at_once_and_those_that_are_known_are_named() -> None:
    SettingsStore().update(engines=(EngineConfig("lisa-engine --fast", "lisa"),))
    with Terminal("play", "nosuch") as terminal:
        assert terminal.wait(within=60) == 2
        shown = "".join(terminal.text.split())  # its lines end in the middle of words
        assert "engine'nosuch'notfound" in shown
        levels = [level.name for level in LEVELS]
        assert shown.endswith(";knownengines:" + ",".join([*levels, "lisa", *SHIPPED]))
        assert b"\x1b[?1049h" not in terminal.tail, "no screen was opened"


@pytest.mark.parametrize("options", [(), ("--plain",)], ids=["screens", "lines"])
def test_it_is_one_line_where_there_is_no_terminal(options: tuple[str, ...]) -> None:
    run = play(*options, "nosuch")
    assert run.returncode == 2 and run.stdout == ""
    assert run.stderr.count("\n") == 1 and "known engines: Beginner, Casual" in run.stderr


@pytest.mark.few(1)
@pytest.mark.parametrize("whom", [("--level", "2"), ("Casual",)])
def test_a_level_is_played_by_its_number_and_by_its_name(whom: tuple[str, ...]) -> None:
    run = play("--plain", "--seed", "1", *whom)
    assert "You play against Casual" in run.stdout
    assert StateStore().value.opponent == "Casual"


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--level", "2", "durak-dummy"), "not allowed with argument"),
        (("--level", "6"), "invalid choice: 6"),
        (("--level", "2", "--resume"), "leave out --level"),
        (("--resume", "durak-dummy"), "leave out ENGINE"),
    ],
)
def test_an_opponent_that_cannot_be_meant_is_refused(options: tuple[str, ...], why: str) -> None:
    run = play(*options)
    assert run.returncode == 2 and why in run.stderr


@pytest.mark.few(1)
@pytest.mark.parametrize("engine", ["bob", "lisa", f"{sys.executable} -m nothing"])
def test_one_that_is_known_or_can_be_run_or_is_only_now_imported_is_played(engine: str) -> None:
    SettingsStore().update(engines=(EngineConfig("lisa-engine --fast", "lisa"),))
    old = Path.home() / ".durak" / "settings.json"
    old.parent.mkdir()
    old.write_text(json.dumps({"engines": [{"name": "bob", "path": "/no/such/program"}]}))
    assert "screens need a terminal" in play(engine).stderr


@pytest.mark.parametrize("options", [(), ("--plain",)], ids=["screens", "lines"])
def test_there_is_nothing_to_resume_in_a_game_nobody_has_begun(options: tuple[str, ...]) -> None:
    seats = PersonSeat("Human"), EngineSeat(EngineConfig("durak-dummy"))
    game = Game(deal(1, 1, 36), seats)
    game.store(unfinished_folder(), games_log())
    game.leave()
    run = play(*options, "--resume")
    assert run.returncode == 2 and "there is no unfinished game" in run.stderr


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--hot-seat", "Ann", "ann"), "the two players need different names"),
        (("--hot-seat", "Ann"), "--hot-seat takes two names, or none"),
        (("--hot-seat", "Ann", "Ben", "Cid"), "--hot-seat takes two names, or none"),
        (("--hot-seat", "Ann", "  "), "type a name"),
        (("--hot-seat", "Ann", "Ben", "--plain"), "--hot-seat needs a screen"),
        (("--hot-seat", "--resume"), "with the same players; leave out --hot-seat"),
        (("--hot-seat", "--move-time", "2"), "--move-time is for an engine"),
        (("--hot-seat", "Ann", "Ben", "--level", "2"), "not allowed with argument"),
        (("--hot-seat", "Ann", "Ben"), "screens need a terminal"),
        (("--hot-seat",), "screens need a terminal"),
    ],
)
def test_two_people_need_two_names_and_a_screen(options: tuple[str, ...], why: str) -> None:
    run = play(*options)
    assert run.returncode == 2 and run.stdout == ""
    assert why in run.stderr and run.stderr.splitlines()[-1].startswith("durak-tui")


def test_the_line_mode_does_not_resume_a_game_in_which_one_would_read_the_others_cards() -> None:
    game = Game(deal(1, 1, 36), (PersonSeat("Ann"), PersonSeat("Ben")))
    game.store(unfinished_folder(), games_log())
    legal = game.position.legal()
    game.play(((legal & -legal).bit_length() - 1,))
    game.leave()
    run = play("--plain", "--resume")
    assert run.returncode == 2 and "there is no unfinished game" in run.stderr
    run = play("--plain")
    assert "You play against Beginner" in run.stdout and "Ben" not in run.stdout
