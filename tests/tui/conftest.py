"""What tests of the screens share."""

import pytest

from durak_tui.engine.registry import SHIPPED


@pytest.fixture(autouse=True)
def one_engine_ships(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lists on screens begin with durak-dummy alone, however many engines ship."""
    for name in [name for name in SHIPPED if name != "durak-dummy"]:
        monkeypatch.delitem(SHIPPED, name)
