"""Where a test names nobody, the opponent is one that plays the same game every time."""

import pytest

from durak_tui.user.settings import SettingsStore


@pytest.fixture(autouse=True)
def against_durak_dummy() -> None:
    SettingsStore().update(default_engine="durak-dummy")
