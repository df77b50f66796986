"""A row of cards on a screen."""

import pytest
from textual.app import ComposeResult

from durak_tui.tui.toolkit.card_row import CardRow
from durak_tui.tui.toolkit.screen import DurakScreen
from tests.game.build import cards
from tests.tui.apps import started


class Decorated(DurakScreen):
    """Six cards."""

    TITLE = "Decorated"

    def content(self) -> ComposeResult:
        yield CardRow(cards("KH 6D 7D 8D 9D AS"))


async def drawn(size: tuple[int, int]) -> list[str]:
    """The rows from the top of the cards to their bottom."""
    async with started(size=size) as (pilot, app):
        app.push_screen(Decorated())
        await pilot.pause()
        row = app.screen.query_one(CardRow)
        rows = [row.render_line(y).text for y in range(row.size.height)]
        drawn = [y for y, text in enumerate(rows) if text.strip()]
        return rows[drawn[0] : drawn[-1] + 1]


@pytest.mark.parametrize(
    ("width", "height", "rows"), [(60, 20, 5), (60, 40, 5), (80, 24, 8), (120, 20, 11)]
)
async def test_cards_are_as_large_as_there_is_room_for(width: int, height: int, rows: int) -> None:
    assert len(await drawn((width, height))) == rows


async def test_all_of_them_are_seen_in_the_middle() -> None:
    for size in ((60, 20), (80, 24), (121, 40)):
        rows = await drawn(size)
        assert "K♥" in rows[0] and "A♠" in rows[0] and "K♥" in rows[-1] and "A♠" in rows[-1]
        before, behind = (len(part) for part in (rows[0].split("▟")[0], rows[0].split("▙")[-1]))
        assert abs(before - behind) <= 1
