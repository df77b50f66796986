"""An opponent who plays the same game, for tests that name none."""

import pytest

from durak_tui.user.settings import SettingsStore


@pytest.fixture(autouse=True)
def against_durak_dummy() -> None:
    SettingsStore().update(default_engine="durak-dummy")
