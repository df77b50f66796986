"""``durak-tui verify``: what is said of the proofs in a log."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from durak_tui.cli import live
from durak_tui.net.fingerprints import words_of
from durak_tui.records.log_format import GAME_CAP
from tests.cli.commands import CapFd, Patch, command
from tests.cli.terminal import drawn
from tests.net.deals import ANN, BOB
from tests.records.games import DEALT_LOG, GENUINE_LOG

Game = dict[str, Any]


def verify(capfd: CapFd, *words: object) -> tuple[int, str, str]:
    """Exit code, output and errors of ``durak-tui verify``."""
    return command(capfd, "verify", *words)


@pytest.fixture
def changed(tmp_path: Path) -> Callable[..., Path]:
    """A log whose last game somebody has changed, after games that were dealt otherwise."""

    def change(edit: Callable[[Game], object]) -> Path:
        header, line = DEALT_LOG.read_bytes().splitlines()
        game = json.loads(line)
        edit(game)
        path = tmp_path / "games.log"
        before = b"\n".join(GENUINE_LOG.read_bytes().splitlines()[:4])
        path.write_bytes(b"\n".join((before, header, json.dumps(game).encode(), b"")))
        return path

    return change


def damage_secret(game: Game) -> None:
    game["deal_proof"]["secrets"][1] = "00" * 32


def damage_a_pass(game: Game) -> None:
    """Change what is found only once all cards have been locked."""
    game["deal_proof"]["stages"][2] = "00" * 32


def give_to_others(game: Game) -> None:
    game["deal_proof"]["keys"].reverse()


def keep_a_secret(game: Game) -> None:
    game["deal_proof"]["secrets"][0] = None


@pytest.mark.slow
def test_an_honest_deal_is_verified(capfd: CapFd) -> None:
    code, output, _ = verify(capfd, DEALT_LOG)
    ann, bob = words_of(ANN), words_of(BOB)
    whose = f'a deal of the keys "{ann}" and "{bob}"'
    assert (code, output) == (0, f"1. 2026-11-23T09:00:00, Ann - Bob (1-0)  verified, {whose}\n")
    code, output, _ = verify(capfd, DEALT_LOG, "--game", 1, "--json")
    (game,) = json.loads(output)
    assert code == 0
    assert game["verified"] and game["fault"] is game["player"] is game["why"] is None
    assert game["words"] == [ann, bob]


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        (damage_secret, "Bob's secret is not the one promised before the deal"),
        (give_to_others, "Ann's secret is not the one promised before the deal"),
        (keep_a_secret, "Ann has not opened their secret, so nobody can check the deal"),
    ],
)
def test_a_false_deal_is_named_among_games_of_other_kinds(
    edit: Callable[[Game], object],
    why: str,
    capfd: CapFd,
    changed: Callable[..., Path],
) -> None:
    code, output, _ = verify(capfd, changed(edit))
    said = f"3. 2026-11-23T09:00:00, Ann - Bob (1-0)  not verified: {why}"
    assert (code, output.rstrip()) == (1, said)


def test_json_names_the_player_and_the_fault(capfd: CapFd, changed: Callable[..., Path]) -> None:
    code, output, _ = verify(capfd, changed(damage_secret), "--json")
    (game,) = json.loads(output)
    assert code == 1
    assert (game["game"], game["verified"], game["words"]) == (3, False, None)
    assert (game["fault"], game["player"]) == ("secret", 2)


def test_a_game_with_a_proof_that_cannot_be_read_is_not_passed_over(
    capfd: CapFd, changed: Callable[..., Path]
) -> None:
    path = changed(lambda game: game["deck"].reverse())
    code, output, _ = verify(capfd, path)
    assert code == 1
    assert output.startswith("3. ")
    assert "not verified: game 3 is damaged: " in output
    path = changed(lambda game: game.update(deal_proof=[1]))
    code, output, _ = verify(capfd, path, "--game", 3)
    assert code == 1
    assert output.endswith("not verified: the proof in the log is damaged\n")


@pytest.mark.slow
def test_a_game_that_is_too_long_hides_no_other(capfd: CapFd, changed: Callable[..., Path]) -> None:
    path = changed(lambda game: game.update(detail="x" * GAME_CAP))
    path.write_bytes(path.read_bytes() + DEALT_LOG.read_bytes())
    code, output, _ = verify(capfd, path)
    long, dealt = output.splitlines()
    assert (code, long[:3], "too long" in long) == (1, "3. ", True)
    assert dealt.startswith("4. ") and "verified, a deal of the keys" in dealt


def test_games_with_a_dealer_have_nothing_to_verify(capfd: CapFd) -> None:
    code, output, errors = verify(capfd, GENUINE_LOG)
    assert (code, output) == (2, "")
    assert "no game has a proof of its deal" in errors
    code, _, errors = verify(capfd, GENUINE_LOG, "--game", 7)
    assert (code, errors.count("game 7 has no proof of its deal")) == (2, 1)


def test_progress_is_drawn_on_a_terminal_and_gone_at_the_end(changed: Callable[..., Path]) -> None:
    log = changed(damage_a_pass)
    log.write_bytes(2 * log.read_bytes())
    exit_code, written, screen = drawn("verify", str(log))
    assert exit_code == 1
    assert re.search(r"\rGame 1 of 6, \d\d %", written)  # It has no proof, but is replayed.
    assert re.search(r"\rGame 6 of 6, \d\d %, \d:\d\d left\x1b\[K", written)
    left = [row for row in screen.rows if row]
    assert [row[:2] for row in left] == ["3.", "6."]
    assert all("not verified" in row for row in left)


def test_no_progress_is_written_into_a_file(
    capfd: CapFd, monkeypatch: Patch, changed: Callable[..., Path]
) -> None:
    monkeypatch.setattr(live, "SECONDS", 0.0)
    assert verify(capfd, changed(damage_a_pass))[2] == ""
