"""A map that is drawn: brushes, mirror, undo."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from durak_tui.games.goldrush.map_draft import BRUSHES, LESS, MORE, MapDraft
from durak_tui.games.goldrush.maps import BASE, MUD, RICHEST, STONE, empty_map, parse_map
from tests.games.goldrush.mines import maps


def test_a_pile_grows_and_shrinks() -> None:
    draft = MapDraft(empty_map(2, 1))
    for brush in (MORE, MORE, LESS):
        draft.paint(0, 0, brush)
    assert draft.cells == ["1", "E"]
    draft.paint(0, 0, LESS)
    draft.paint(1, 0, LESS)
    assert draft.cells == ["E", "E"]
    rich = MapDraft(parse_map(f"1 1\n{RICHEST}\n"))
    rich.paint(0, 0, MORE)
    assert rich.cells == [str(RICHEST)]


def test_a_mirror_draws_in_all_quarters_once() -> None:
    draft = MapDraft(empty_map(5, 3))
    draft.mirrors = True
    draft.paint(1, 0, STONE)
    draft.paint(2, 1, MORE)
    assert draft.map.text == "5 3\nE S E S E\nE E 1 E E\nE S E S E\n"


def test_what_is_not_saved_is_known() -> None:
    draft = MapDraft(empty_map(2, 2))
    assert not draft.is_changed
    draft.paint(0, 0, BASE)
    assert draft.is_changed
    draft.saved()
    assert not draft.is_changed
    assert draft.undo()
    assert draft.is_changed


@given(maps(1), st.data())
def test_every_step_is_taken_back_and_every_map_can_be_read(mine: Any, data: Any) -> None:
    draft = MapDraft(mine)
    for _ in range(data.draw(st.integers(0, 8))):
        draft.mirrors = data.draw(st.booleans())
        x, y = st.integers(0, mine.width - 1), st.integers(0, mine.height - 1)
        draft.paint(data.draw(x), data.draw(y), data.draw(st.sampled_from(BRUSHES)))
        assert parse_map(draft.map.text) == draft.map
    while draft.undo():
        pass
    assert draft.map == mine


def test_a_step_that_changes_nothing_is_none() -> None:
    draft = MapDraft(empty_map(1, 1))
    draft.paint(0, 0, MUD)
    draft.paint(0, 0, MUD)
    assert draft.undo()
    assert not draft.undo()
