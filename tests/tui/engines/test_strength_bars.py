"""The bars of the rated engines: their names and the one that is marked."""

import pytest

from durak_tui.common.i18n import choose
from durak_tui.engine.registry import SHIPPED
from durak_tui.tui.engines.strength_bars import StrengthBars, bars, own_bar
from durak_tui.user.opponents import LEVELS
from tests.tui.check_engines import engines_listed


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("durak-dummy", "durak-dummy"),
        ("durak-montecarlo --time 9", "durak-montecarlo"),
        ("durak-player", "durak-player"),
        ("durak-player --time 9", "durak-player"),
        ("durak-player --level 3", "Skilled"),
        ("durak-player --level 4 --seed 3", "Expert"),
        ("durak-player --time 9 --level=5", "Master"),
        ("durak-player --level 9", None),
        ("my-engine", None),
        ("", None),
    ],
)
def test_an_engine_has_a_bar_of_its_own_also_where_it_plays_as_another(
    command: str, name: str | None
) -> None:
    bar = own_bar(command)
    assert (bar and bar.name) == name


def test_every_engine_that_ships_and_every_level_has_a_bar_with_its_name() -> None:
    names = [bar.name for bar in bars()]
    assert sorted(names) == sorted([*SHIPPED, *(level.name for level in LEVELS)])
    assert names[:3] == ["durak-montecarlo", "Master", "Expert"]
    assert names[4:7] == ["durak-dummy", "durak-player", "Skilled"], "equals stand together"
    choose("ru")
    assert [bar.name for bar in bars()][:3] == ["durak-montecarlo", "Мастер", "Знаток"]


@pytest.mark.parametrize("rows", [24, 40])
async def test_the_bar_of_the_engine_with_the_cursor_is_marked_and_all_have_room(rows: int) -> None:
    async with engines_listed(size=(120, rows)) as (pilot, app):
        widget, names = app.screen.query_one(StrengthBars), [bar.name for bar in bars()]
        assert widget.region.height == len(names)
        assert widget.region.bottom < rows - 1
        for name in SHIPPED:
            looks = [widget.canvas.look_at(0, y) for y in range(len(names))]
            assert looks.count("accent") == 1
            assert looks.index("accent") == names.index(name)
            await pilot.press("down")
