"""What the tests of the line share."""

import pytest

from durak_tui.net.wire import switchboard


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lost line is tried again at once."""
    monkeypatch.setattr(switchboard, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(switchboard, "LONGEST_PAUSE", 0.05)
