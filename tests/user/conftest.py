"""The place of the tests' settings."""

from pathlib import Path

import pytest


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "config" / "settings.toml"
