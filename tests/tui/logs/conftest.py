"""A log to be browsed, and what is copied from it."""

from pathlib import Path

import pytest

from durak_tui.tui.app import DurakApp
from tests.tui.logs.log_files import write_mixed


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log of thirty games in the home folder."""
    return write_mixed(tmp_path / "match.log")


@pytest.fixture
def copied(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All that has been copied to the clipboard."""
    texts: list[str] = []
    monkeypatch.setattr(DurakApp, "copy_to_clipboard", lambda _app, text: texts.append(text))
    return texts
