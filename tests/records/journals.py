"""Stores of unfinished games, and logs of finished ones, for tests."""

from pathlib import Path

import pytest

from durak_tui.records.record import GameRecord
from tests.records.logs import games_in


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of unfinished games, which is not there yet."""
    return tmp_path / "state" / "unfinished"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """The log of finished games, which is not there yet."""
    return tmp_path / "data" / "games.log"


def logged(log: Path) -> list[GameRecord | str]:
    """The games of the log; in place of a damaged one, what is wrong with it."""
    return games_in(log) if log.exists() else []
