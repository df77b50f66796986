"""The program is told to end while it is busy with something else."""

from collections.abc import Callable

import pytest

from durak_tui.tui.app import SCREENS, DurakApp
from durak_tui.tui.toolkit.dialog import Question
from durak_tui.tui.toolkit.help import HelpScreen
from durak_tui.tui.toolkit.menu import Entry
from tests.reports import taken_reports
from tests.tui.apps import make_app

OTHERS: dict[str, Callable[[DurakApp], object]] = {
    "help": lambda app: app.push_screen(HelpScreen(app.screen)),  # type: ignore[arg-type]
    "question": lambda app: app.push_screen(Question("?", "", [Entry("yes", "Yes")])),
    "palette": lambda app: app.action_command_palette(),
}


# What shows something that it is given is not opened by itself.
GIVEN = {"solution", "people", "guest-table", "looking-on", "unfinished"}
ALONE = [name for name in SCREENS if name not in GIVEN]


@pytest.mark.few(4)
@pytest.mark.parametrize("what", [*ALONE, *OTHERS])
async def test_whatever_is_opened_then_ends_with_it_without_a_word(what: str) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.exit(return_code=129)
        OTHERS[what](app) if what in OTHERS else app.go(what)
    assert app.return_code == 129


async def test_an_error_is_told_even_then(capsys: pytest.CaptureFixture[str]) -> None:
    def fail() -> None:
        raise ZeroDivisionError

    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.exit(message="Farewell")
        app.call_later(fail)
    assert app.return_code == 1
    assert capsys.readouterr().err.startswith("Unexpected error. Please report it")
    (report,) = taken_reports()
    assert "ZeroDivisionError" in report
