"""The list of the games of a run that were counted lately."""

from collections.abc import AsyncIterator

import pytest
from textual.app import ComposeResult

from durak_tui.common.i18n import choose
from durak_tui.game.position import DRAW
from durak_tui.match.run import LastGame
from durak_tui.records.record import VOID
from durak_tui.tui.runs.last_games import LastGames
from durak_tui.tui.toolkit.screen import DurakScreen
from tests.tui.apps import row_text, started

TWO = "durak-dummy", "Casual"
MATCH = (
    LastGame(8, TWO, 0, ""), LastGame(9, TWO, 1, "timeout"), LastGame(10, TWO, DRAW, ""),
    LastGame(11, TWO, VOID, ""),
)  # fmt: skip


class _Listing(DurakScreen):
    """A list of games, and nothing else."""

    def content(self) -> ComposeResult:
        yield LastGames()


@pytest.fixture
async def listed() -> AsyncIterator[LastGames]:
    """An empty list."""
    async with started() as (_pilot, app):
        await app.push_screen(_Listing())
        yield app.screen.query_one(LastGames)


def rows(games: LastGames) -> list[str]:
    """The rows as they are shown, without blanks at their ends."""
    found = (row_text(games.canvas, y).rstrip() for y in range(8))
    return [row for row in found if row]


async def test_of_two_engines_it_names_the_winner(listed: LastGames) -> None:
    listed.show(MATCH)
    assert rows(listed) == [
        "Last games",
        " 8  1-0   durak-dummy",
        " 9  0-1   Casual  timeout",
        "10  draw",
        "11  void",
    ]


async def test_of_several_it_names_both_and_marks_the_winner(listed: LastGames) -> None:
    listed.show([LastGame(1, TWO, 0, ""), LastGame(2, ("Expert", "Casual"), 1, "")])
    assert rows(listed)[1:] == ["1  1-0   durak-dummy – Casual", "2  0-1   Expert – Casual"]
    assert [look for _text, look in listed.canvas.row(2)][-2:] == ["strong", "text"]
    assert listed.canvas.row(2)[-2][0] == "Casual"


async def test_levels_have_their_names_in_russian(listed: LastGames) -> None:
    choose("ru")
    listed.show(MATCH)
    assert "0-1" in rows(listed)[2] and "Любитель" in rows(listed)[2]


async def test_once_no_more_follow_all_of_a_wide_window_has_games(listed: LastGames) -> None:
    height = listed.size.height - 1
    many = [LastGame(n, TWO, n % 2, "") for n in range(1, 201)]
    listed.show(many)
    assert rows(listed)[1].split()[1:] in (["1-0", "durak-dummy"], ["0-1", "Casual"])
    listed.show(many, are_all=True)
    assert "200  1-0   durak-dummy" in row_text(listed.canvas, height)
    assert rows(listed)[1].count("-dummy") + rows(listed)[1].count("Casual") == 3
