"""Fixtures for the tests of the line."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from durak_tui.net.wire import switchboard
from tests.net.wire.players import Player, at_their_programs


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lost line is tried again at once."""
    monkeypatch.setattr(switchboard, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(switchboard, "LONGEST_PAUSE", 0.05)


@pytest.fixture
async def both(tmp_path: Path) -> AsyncIterator[list[Player]]:
    """Anna and Boris, who do not know each other; gone before the loop of a test is."""
    with at_their_programs(tmp_path, "Anna", "Boris") as players:
        yield players


@pytest.fixture
def anna(both: list[Player]) -> Player:
    return both[0]


@pytest.fixture
def boris(both: list[Player]) -> Player:
    return both[1]
