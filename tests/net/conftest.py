"""Evenings of two programs, which end with the test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.net.sittings import Evening, begun


@pytest.fixture(autouse=True)
def evenings_end() -> Iterator[None]:
    yield
    while Evening.going_on:
        Evening.going_on[-1].close()


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    """An evening in mid-game."""
    return begun(tmp_path, 60)
