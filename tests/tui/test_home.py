"""The first screen, and what every screen has."""

import pytest

from durak_tui.tui.screens.help import HelpScreen
from durak_tui.tui.screens.home import HomeScreen
from durak_tui.tui.widgets.menu import Menu
from tests.tui.apps import every_size, every_terminal, in_terminal, make_app
from tests.tui.pictures import assert_picture, picture


@every_size
@every_terminal
async def test_home_looks_right_in_every_terminal(
    size: tuple[int, int], terminal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_terminal(monkeypatch, terminal)
    app = make_app()
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        assert app.focused is app.screen.query_one(Menu)
        await assert_picture(app, f"home-{size[0]}x{size[1]}-{terminal}")


@every_size
@every_terminal
async def test_help_looks_right_in_every_terminal(
    size: tuple[int, int], terminal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_terminal(monkeypatch, terminal)
    app = make_app()
    async with app.run_test(size=size) as pilot:
        await pilot.press("question_mark")
        assert isinstance(app.screen, HelpScreen)
        await assert_picture(app, f"help-{size[0]}x{size[1]}-{terminal}")
        await pilot.press("escape")
        assert isinstance(app.screen, HomeScreen)


async def test_without_utf8_not_one_character_is_beyond_ascii(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    in_terminal(monkeypatch, "ascii")
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        for keys in ((), ("question_mark",)):
            await pilot.press(*keys)
            assert picture(app).isascii()


@pytest.mark.parametrize("size", [(59, 20), (60, 19), (20, 5), (1, 1)])
async def test_a_window_that_is_too_small_says_so_and_recovers(size: tuple[int, int]) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        before = picture(app)
        await pilot.resize_terminal(*size)
        if size[0] > 20:
            assert "This window is too small." in picture(app)
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert picture(app) == before
