"""Ann, whose network is Boris."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.tui.people.company import Person, among_people


@pytest.fixture
async def ann(tmp_path: Path) -> AsyncIterator[Person]:
    """Ann where people meet; nobody waits yet."""
    async with among_people(tmp_path) as ann:
        yield ann
