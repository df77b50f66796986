"""Ann, whose network is Boris."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from durak_tui.tui.people import people_questions
from tests.tui.people.company import Person, among_people


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Questions of others heed the first key."""
    monkeypatch.setattr(people_questions, "HEED_AFTER", 0.0)


@pytest.fixture
async def ann(tmp_path: Path) -> AsyncIterator[Person]:
    """Ann where people meet; nobody waits yet."""
    async with among_people(tmp_path) as ann:
        yield ann
