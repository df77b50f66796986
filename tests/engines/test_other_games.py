"""The players of other games that ship are worth playing against."""

import json
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from tests.cli.commands import CapFd, command

pytestmark = pytest.mark.slow


def results(capfd: CapFd, folder: Path, *words: object) -> list[dict[str, Any]]:
    """The games of a run."""
    path = folder / "results.json"
    code, _, errors = command(capfd, *words, "--json", path)
    assert (code, errors) == (0, "")
    games: list[dict[str, Any]] = json.loads(path.read_text())["games"]
    return games


def points_of_first(game: dict[str, Any]) -> float:
    """1, 0.5 or 0 points of the first player, who may sit in the second seat."""
    own = game["players"].index(1)
    one, other = game["ranks"][own], game["ranks"][1 - own]
    return 0.5 if one == other else float(one < other)


def lower_bound(share: float, games: int) -> float:
    """The lower end of Wilson's interval, 95 % two-sided (Wilson, 1927)."""
    z = 1.96
    middle = share + z * z / (2 * games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (middle - half) / (1 + z * z / games)


@pytest.mark.parametrize("mine", ["quarry", "galleries"])
def test_one_miner_is_better_in_most_pairs_of_games(
    mine: str, capfd: CapFd, tmp_path: Path
) -> None:
    options = "--repeat", 200, "-r", 300, "--seed", 1
    players = "goldrush-digger", "goldrush-random 1"
    games = results(capfd, tmp_path, "goldrush", *options, mine, *players)
    pairs = [sum(map(points_of_first, games[at : at + 2])) for at in range(0, len(games), 2)]
    assert len(pairs) == 200
    assert sum(points > 1 for points in pairs) >= 160


def test_the_2048_player_beats_chance(capfd: CapFd, tmp_path: Path) -> None:
    options = "--repeat", 100, "--seed", 1
    games = results(capfd, tmp_path, "2048", *options, "2048-greedy", "2048-random 1")
    assert len(games) == 200
    assert lower_bound(sum(map(points_of_first, games)) / 200, 200) > 0.95
