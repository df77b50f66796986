"""The bars of the rated engines: their names and the one that is marked."""

import pytest

from durak_tui.common.i18n import choose
from durak_tui.engine.rated import ratings
from durak_tui.tui.engines.strength_bars import StrengthBars, bar_name, own_bar
from tests.tui.check_engines import engines_listed


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("durak-dummy", "durak-dummy"),
        ("durak-montecarlo --time 9", "durak-montecarlo"),
        ("durak-player --level 4 --seed 3", "durak-player, level 4"),
        ("durak-player", None),
        ("durak-player --level 5", None),
        ("my-engine", None),
    ],
)
def test_an_engine_has_the_bar_of_its_own_and_none_of_one_it_plays_as(
    command: str, name: str | None
) -> None:
    engine = own_bar(command)
    assert (engine and engine.name) == name


def test_an_engine_that_is_only_a_level_is_called_like_it_in_every_language() -> None:
    names = [*ratings().values()]
    assert [bar_name(one) for one in names][:3] == ["durak-montecarlo", "Expert", "durak-endgame"]
    choose("ru")
    assert [bar_name(one) for one in names][:3] == ["durak-montecarlo", "Знаток", "durak-endgame"]


async def test_the_bar_of_the_engine_with_the_cursor_is_marked_and_all_have_room() -> None:
    async with engines_listed(size=(120, 40)) as (pilot, app):
        bars = app.screen.query_one(StrengthBars)
        canvas = bars.canvas
        assert canvas.height == len(ratings())
        looks = [canvas.look_at(0, y) for y in range(canvas.height)]
        assert looks.index("accent") == [*ratings()].index("durak-dummy")
        assert looks.count("accent") == 1
        await pilot.press("down")  # To durak-player, which plays as durak-dummy.
        assert "accent" not in [bars.canvas.look_at(0, y) for y in range(canvas.height)]
