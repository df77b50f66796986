"""Panels, which have a frame where there is room."""

from textual.app import ComposeResult

from durak_tui.tui.toolkit.note import Note
from durak_tui.tui.toolkit.panel import Panel
from durak_tui.tui.toolkit.screen import DurakScreen
from tests.tui.apps import started, text_on


class Framed(DurakScreen):
    """A panel with a note."""

    TITLE = "Framed"

    def content(self) -> ComposeResult:
        yield Panel("Settings", Note())

    def on_mount(self) -> None:
        self.query_one(Note).styles.height = 1
        self.query_one(Note).say(("within", "text"))


async def shown(size: tuple[int, int], **settings: object) -> str:
    async with started("home", settings, size=size) as (pilot, app):
        app.push_screen(Framed())
        await pilot.pause()
        return text_on(app)


async def test_a_panel_is_framed_where_there_is_room_and_titled_in_the_language() -> None:
    narrow = await shown((60, 20))
    assert "within" in narrow and "─ Settings" not in narrow
    for size in ((80, 24), (120, 20), (200, 60)):
        roomy = await shown(size)
        assert "within" in roomy and "─ Settings ─" in roomy
    assert "─ Настройки ─" in await shown((120, 40), language="ru")


async def test_a_frame_is_drawn_in_ascii_where_cards_are() -> None:
    assert "- Settings -" in await shown((120, 40), cards="ascii")
