"""``durak-tui show``: a log as a person and as a program reads it."""

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

from durak_tui.cli import autoplay
from durak_tui.records.log_format import encode_game
from tests.cli.commands import CapFd, command
from tests.records.games import GENUINE_LOG, random_game

DATA = Path(__file__).parent.parent / "data"


def show(capfd: CapFd, *arguments: object) -> tuple[int, str, str]:
    """Exit code, output and errors of ``durak-tui show``."""
    return command(capfd, "show", *arguments)


def test_arguments_that_order_a_terminal_about_are_shown_as_text(capfd: CapFd) -> None:
    code, output, errors = show(capfd, "games.log", "y\x1b[31m\u202e", "z" * 10_000)
    assert (code, output) == (2, "")
    words = "a", "b", "y\x1b[31m\u202e", "z" * 10_000
    code, output, of_autoplay = command(capfd, *words, program=autoplay.main)
    assert (code, output) == (1, "")
    for last in (errors.splitlines()[-1], of_autoplay.splitlines()[-1]):
        assert "unrecognized arguments: y\\x1b[31m\\u202e zzz" in last
        assert last.isprintable() and len(last) < 1200


def test_all_games_are_listed(capfd: CapFd) -> None:
    code, output, _ = show(capfd, GENUINE_LOG)
    lines = output.splitlines()
    assert code == 0
    assert len(lines) == 30
    assert lines[0] == " 1. 2026-11-20T21:00:13, durak-dummy - durak-dummy (draw)  12 bouts"
    assert re.fullmatch(r" 2\. .* \(1-0\)  \d+ bouts", lines[1])


def test_the_replay_events_are_the_originals(capfd: CapFd) -> None:
    with gzip.open(DATA / "dummy_vs_dummy.nav.json.gz") as file:
        genuine = json.load(file)
    for number in (1, 3, 30):
        code, output, _ = show(capfd, GENUINE_LOG, "--game", str(number), "--json")
        assert code == 0
        assert json.loads(output) == genuine[number - 1]["forward"]


def test_the_attack_limit_of_a_game_is_shown(tmp_path: Path, capfd: CapFd) -> None:
    log = tmp_path / "games.log"
    log.write_bytes(encode_game(random_game(2)) + encode_game(random_game(0)))
    assert "\nAt most 6 attacks in a bout, 5 in the first.\n" in show(capfd, log, "--game", "1")[1]
    assert "attacks in a bout" not in show(capfd, log, "--game", "2")[1]


def test_a_game_is_shown_bout_by_bout(capfd: CapFd) -> None:
    _, output, _ = show(capfd, GENUINE_LOG, "--game", "22")
    assert "36 cards, trump 9D" in output
    assert re.search(
        r"Bout 12: player2 attacks, talon 0\n  player1  8C JH QH QS KH\n"
        r"  player2  TC JD QD\n  TC - player1 takes\n",
        output,
    )
    assert output.endswith("player2 (durak-dummy) wins\n")
    texts = [show(capfd, GENUINE_LOG, "--game", number)[1] for number in range(1, 31)]
    assert any(re.search(r"takes, added: [6-9TJQKA][CDHS]", text) for text in texts)


def test_damaged_games_are_listed_and_the_others_open(tmp_path: Path, capfd: CapFd) -> None:
    log = tmp_path / "damaged.log"
    lines = GENUINE_LOG.read_bytes().splitlines(keepends=True)[:6]
    lines[3] = lines[3][:500] + b"\n"
    log.write_bytes(b"".join(lines))
    code, output, _ = show(capfd, str(log))
    assert code == 0
    assert [("damaged: " in line) for line in output.splitlines()] == [False, True, False]
    code, output, error = show(capfd, str(log), "--game", "2")
    assert (code, output) == (1, "")
    assert "game 2 is damaged: " in error
    assert show(capfd, str(log), "--game", "3")[0] == 0
    _, output, _ = show(capfd, str(log), "--json")
    listing: list[dict[str, Any]] = json.loads(output)
    assert [bool(game["damage"]) for game in listing] == [False, True, False]
    assert listing[0]["result"] == "s-s"


@pytest.mark.parametrize(
    ("form", "begins"),
    [("text", "Game 22, 2026"), ("log", "####2026"), ("svg", "<svg "), ("html", "<!doctype html>")],
)
def test_a_game_is_shown_in_each_form(form: str, begins: str, tmp_path: Path, capfd: CapFd) -> None:
    game = GENUINE_LOG, "--game", "22", "--format", form
    code, printed, _ = show(capfd, *game)
    assert code == 0 and printed.startswith(begins)
    file = tmp_path / "game"
    code, output, _ = show(capfd, *game, "--output", file)
    assert (code, output) == (0, "")
    assert file.read_text() == printed


def test_a_game_as_in_the_log_is_a_log(tmp_path: Path, capfd: CapFd) -> None:
    file = tmp_path / "one.log"
    show(capfd, GENUINE_LOG, "--game", "22", "--format", "log", "--output", file)
    assert show(capfd, str(file), "--game", "1", "--json") == show(
        capfd, GENUINE_LOG, "--game", "22", "--json"
    )


def test_a_picture_shows_the_table_after_a_card(capfd: CapFd) -> None:
    game = GENUINE_LOG, "--game", "22", "--format", "svg"
    pictures = {show(capfd, *game, "--card", n)[1] for n in (1, 2, 3)}
    assert len(pictures) == 3
    code, _, errors = show(capfd, *game, "--card", 1000)
    assert code == 2 and "only 32 cards are played" in errors


def test_a_position_is_printed_as_the_line_that_solve_takes(capfd: CapFd) -> None:
    game = GENUINE_LOG, "--game", "22", "--format", "position", "--card", 30
    code, line, _ = show(capfd, *game)
    assert code == 0
    assert command(capfd, "solve", "--position", line.strip())[0] == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ("--format", "svg"),
        ("--output", "x"),
        ("--game", "1", "--format", "svg", "--json"),
        ("--game", "1", "--card", "3"),
    ],
)
def test_options_that_need_others_are_refused(arguments: tuple[str, ...], capfd: CapFd) -> None:
    code, output, errors = show(capfd, GENUINE_LOG, *arguments)
    assert code == 2 and not output and "needs --" in errors.replace("need --", "needs --")
