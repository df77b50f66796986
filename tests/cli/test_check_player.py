"""``durak-tui check --game`` as authors of players use it."""

import sys
from pathlib import Path

import pytest

from tests.cli.commands import CapFd, command
from tests.games.duel2048.players import good, misbehaving
from tests.games.goldrush.test_dig import ROGUE


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


def test_what_is_wrong_is_said_with_the_last_words(capfd: CapFd, tmp_path: Path) -> None:
    bad = misbehaving(tmp_path, "raise KeyError('lost')").command
    code, output, errors = command(capfd, "check", bad, "--game", "2048")
    assert (code, errors) == (1, "")
    assert output.count("failed") == 2
    assert "raised KeyError: 'lost'" in output
    assert "    raise KeyError('lost')" in output


def test_a_miner_that_stays_after_the_end_fails(capfd: CapFd) -> None:
    stubborn = "sh -c 'echo me; read size; while :; do sleep 1; done'"
    code, output, _ = command(capfd, "check", stubborn, "--game", "goldrush", "--move-time", 0.2)
    assert code == 1
    assert "no answer within 0.2 s" in output
    assert command(capfd, "check", f"{sys.executable} {ROGUE} exit", "--game", "goldrush")[0] == 1


def test_no_program_is_an_error(capfd: CapFd) -> None:
    code, output, errors = command(capfd, "check", "nobody", "--game", "goldrush")
    assert (code, output) == (2, "")
    assert "not found" in errors
