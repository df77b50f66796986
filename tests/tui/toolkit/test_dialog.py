"""Questions over a screen."""

import pytest

from durak_tui.tui.toolkit.dialog import Question
from durak_tui.tui.toolkit.menu import Entry
from tests.tui.apps import TERMINALS, in_terminal, make_app
from tests.tui.pictures import picture

UNICODE = "╭", "╰", "│"
ASCII = "+", "+", "|"


@pytest.mark.few(2)
@pytest.mark.parametrize("terminal", TERMINALS)
async def test_a_frame_is_around_it_in_the_characters_of_the_terminal(
    terminal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_terminal(monkeypatch, terminal)
    app = make_app("engines")
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(Question("Leave?", "Nothing is lost.", [Entry("yes", "Yes")]))
        await pilot.pause()
        rows = picture(app).splitlines()[:24]
        at = next(n for n, row in enumerate(rows) if "Leave?" in row)
        top, bottom, side = ASCII if terminal == "ascii" else UNICODE
        left = rows[at].index(side)
        assert rows[at].rindex(side) == left + 63
        assert rows[at - 1][left] == top
        assert any(row[left : left + 1] == bottom for row in rows[at + 1 :])
        assert picture(app).isascii() == (terminal == "ascii")
