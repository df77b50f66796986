"""Fixtures of the tests of logs."""

from pathlib import Path

import pytest


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """The path of a log, which is not there yet."""
    return tmp_path / "games.log"
