"""A person who is to attack first, against an engine that always takes."""

from collections.abc import AsyncIterator

import pytest

from tests.tui.play.partner import partner
from tests.tui.play.playing import HANDS, Player, game, playing


@pytest.fixture
async def player() -> AsyncIterator[Player]:
    """The person, at the play screen."""
    async with playing(game(HANDS), partner("takes")) as player:
        yield player
