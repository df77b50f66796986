"""The program is left, or asked to end, while it is busy with something else."""

from collections.abc import Callable

import pytest

from durak_tui.tui.app import SCREENS, DurakApp
from durak_tui.tui.toolkit.dialog import LastQuestion, Question
from durak_tui.tui.toolkit.help import HelpScreen
from durak_tui.tui.toolkit.menu import Entry
from durak_tui.tui.toolkit.screen import DurakScreen, asking
from tests.reports import taken_reports
from tests.tui.apps import started, until
from tests.tui.play.partner import partner
from tests.tui.play.playing import HANDS, game, playing

OTHERS: dict[str, Callable[[DurakApp], object]] = {
    "help": lambda app: app.push_screen(HelpScreen(app.screen)),  # type: ignore[arg-type]
    "question": lambda app: app.push_screen(Question("?", "", [Entry("yes", "Yes")])),
    "palette": lambda app: app.action_command_palette(),
}


# What shows something that it is given is not opened by itself.
GIVEN = {"solution", "people", "looking-on", "unfinished", "games", "map"}
GIVEN |= {"goldrush-game", "2048-game", "2048-play"}
ALONE = [name for name in SCREENS if name not in GIVEN]


@pytest.mark.few(4)
@pytest.mark.parametrize("what", [*ALONE, *OTHERS])
async def test_a_screen_opened_at_the_end_ends_with_the_program_without_a_word(what: str) -> None:
    async with started() as (_, app):
        app.exit(return_code=129)
        OTHERS[what](app) if what in OTHERS else app.go(what)
    assert app.return_code == 129


async def test_an_error_is_reported_even_then(capsys: pytest.CaptureFixture[str]) -> None:
    def fail() -> None:
        raise ZeroDivisionError

    async with started() as (_, app):
        app.exit(message="Farewell")
        app.call_later(fail)
    assert app.return_code == 1
    assert capsys.readouterr().err.startswith("Unexpected error. Please report it")
    (report,) = taken_reports()
    assert "ZeroDivisionError" in report


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "keys", ["question_mark ctrl+q", "question_mark q", "ctrl+q", "q", "r ctrl+q"]
)
async def test_a_game_that_is_covered_is_kept_and_that_is_said(keys: str) -> None:
    async with playing(game(HANDS), partner("takes")) as player:
        await player.play("KH")
        await player.pilot.press(*keys.split())
        await until(player.pilot, lambda: player.app.is_ending)
        (said,) = player.app._exit_renderables
        assert str(said) == "Your game is saved. Run durak-tui to resume it."


class Asking(DurakScreen):
    """A screen that asks before the program is left."""

    def before_quitting(self, go_on: Callable[[], object]) -> None:
        self._ask(go_on)

    @asking
    async def _ask(self, go_on: Callable[[], object]) -> None:
        entries = [Entry("stay", "Stay"), Entry("leave", "Leave")]
        if await self.ask(LastQuestion("Sure?", "", entries)) == "leave":
            go_on()


@pytest.mark.few(2)
@pytest.mark.parametrize("before", [(), ("ctrl+p",), ("question_mark",)])
@pytest.mark.parametrize("key", ["ctrl+q", "q"])
async def test_a_screen_asks_once_before_it_is_left(key: str, before: tuple[str, ...]) -> None:
    async with started() as (pilot, app):
        app.push_screen(Asking())
        await pilot.pause()
        await pilot.press(*before, "ctrl+q")
        await until(pilot, lambda: isinstance(app.screen, LastQuestion))
        question = app.screen
        await pilot.press(key, "f1", key, "escape")
        assert app.screen is question
        await pilot.press("enter", *("escape" for _covered in before))
        assert app.is_running and isinstance(app.screen, Asking)
        await pilot.press("ctrl+q")
        await until(pilot, lambda: isinstance(app.screen, LastQuestion))
        await pilot.press("down", "enter")
    assert app.return_code == 0
