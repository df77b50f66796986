"""A terminal in which themes differ."""

import pytest

from tests.tui.apps import in_terminal


@pytest.fixture(autouse=True)
def many_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """All the colours there are."""
    in_terminal(monkeypatch, "truecolor")
