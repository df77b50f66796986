"""``durak-tui check --game`` as authors of players use it."""

import re
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from durak_tui.cli import check_player as check_command
from durak_tui.games import player_check
from durak_tui.games.playthrough import Json
from tests.cli.commands import CapFd, Patch, command
from tests.games.duel2048.players import good, misbehaving
from tests.games.goldrush.miners import ROGUE, scripted


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("game", "player"),
    [("goldrush", "goldrush-digger"), ("goldrush", "goldrush-random 1"), ("2048", "2048-greedy")],
)
def test_the_players_that_ship_pass(capfd: CapFd, game: str, player: str) -> None:
    code, output, errors = command(capfd, "check", player, "--game", game)
    assert (code, errors) == (0, "")
    assert [line.split()[0] for line in output.splitlines()] == ["passed"] * 3


def test_a_class_player_passes(capfd: CapFd, tmp_path: Path) -> None:
    code, output, _ = command(capfd, "check", good(tmp_path).command, "--game", "2048")
    assert code == 0
    assert output.count("passed") == 3


def test_in_russian_times_have_a_comma(capfd: CapFd, tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setenv("LC_ALL", "ru_RU.UTF-8")
    _, output, _ = command(capfd, "check", good(tmp_path).command, "--game", "2048")
    assert len(re.findall(r" \d+,\d{3} с$", output, re.MULTILINE)) == 2


def test_what_is_wrong_is_said_with_the_last_words(capfd: CapFd, tmp_path: Path) -> None:
    bad = misbehaving(tmp_path, "raise KeyError('lost')").command
    code, output, errors = command(capfd, "check", bad, "--game", "2048")
    assert (code, errors) == (1, "")
    assert output.count("failed") == 2
    assert "raised KeyError: 'lost'" in output
    assert "    raise KeyError('lost')" in output


def test_of_long_last_words_the_end_is_shown(capfd: CapFd, tmp_path: Path) -> None:
    bad = misbehaving(tmp_path, "raise ValueError('x' * 5000 + 'end')").command
    code, output, _ = command(capfd, "check", bad, "--game", "2048")
    words = [line.strip() for line in output.splitlines() if line.startswith("  ")]
    assert (code, words) == (1, ["x" * 1997 + "end"] * 2)


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("game", "module"), [("2048", "duel_random"), ("goldrush", "goldrush_random")]
)
def test_a_good_player_that_stays_after_the_end_fails(
    capfd: CapFd, monkeypatch: pytest.MonkeyPatch, game: str, module: str
) -> None:
    monkeypatch.setattr(player_check, "EXIT_SECONDS", 0.2)
    plays = f"{sys.executable} -m durak_engines.{module} 1"
    stubborn = shlex.join(["sh", "-c", f"{plays}; trap '' TERM; sleep 600"])
    code, output, errors = command(capfd, "check", stubborn, "--game", game)
    assert (code, errors) == (1, "")
    assert [line.split()[0] for line in output.splitlines()] == ["passed", "passed", "failed"]
    assert "it is still there after 0.2 s" in output


def test_a_miner_that_fails_in_its_games_fails(capfd: CapFd) -> None:
    late = "sh -c 'echo me; while read line; do :; done'"
    code, output, _ = command(capfd, "check", late, "--game", "goldrush", "--move-time", 0.2)
    assert code == 1
    assert output.count("no answer within 0.2 s") == 2
    assert "passed  the end of its input: it exits by itself" in output
    gone = f"{sys.executable} {ROGUE} exit"
    code, output, _ = command(capfd, "check", gone, "--game", "goldrush")
    assert (code, output.count("exited with code 3")) == (1, 2)


@pytest.mark.parametrize(("kind", "said"), [("lower", "east"), ("blank", "EAST "), ("empty", "")])
def test_a_miner_that_never_says_a_command_fails(capfd: CapFd, kind: str, said: str) -> None:
    never = f"{sys.executable} {ROGUE} {kind}"
    code, output, errors = command(capfd, "check", never, "--game", "goldrush")
    assert (code, errors) == (1, "")
    why = f"none of the player's 200 answers was a command; the first one was '{said}'"
    assert output.splitlines() == [
        f"failed  a game in the first seat: {why}",
        f"failed  a game in the second seat: {why}",
        "passed  the end of its input: it exits by itself",
    ]


def test_one_command_is_enough(capfd: CapFd) -> None:
    miner = scripted("NORTH", *["no"] * 199).command
    code, output, _ = command(capfd, "check", miner, "--game", "goldrush")
    assert (code, output.count("passed")) == (0, 3)


@pytest.mark.parametrize(("words", "seconds"), [((), 1.0), (("--move-time", 2.5), 2.5)])
def test_a_miner_has_the_time_of_its_turns(
    capfd: CapFd, monkeypatch: Patch, words: tuple[object, ...], seconds: float
) -> None:
    openings: list[Json] = []

    def check(_kind: object, games: Sequence[Json], *_: object) -> Sequence[object]:
        openings.extend(games)
        return ()

    monkeypatch.setattr(check_command, "check_player", check)
    assert command(capfd, "check", "x", "--game", "goldrush", *words) == (0, "", "")
    assert [one["turn_seconds"] for one in openings] == [seconds] * 2
    assert [len(one["bases"]) for one in openings] == [2, 2]


def test_no_program_is_an_error(capfd: CapFd) -> None:
    code, output, errors = command(capfd, "check", "nobody", "--game", "goldrush")
    assert (code, output) == (2, "")
    assert "not found" in errors
