"""The columns of a list of games: names are cut only where nothing beside them is free."""

from dataclasses import replace
from pathlib import Path

import pytest

from durak_tui.records.log_format import encode_game
from durak_tui.records.record import RESIGNED, Ending
from tests.tui.apps import text_on
from tests.tui.logs.browsing import browsing
from tests.tui.logs.log_files import game
from tests.tui.pictures import picture

LONG = "durak-montecarlo", "durak-random"


@pytest.mark.parametrize("resigned", [False, True])
async def test_long_names_take_what_no_game_in_view_needs(tmp_path: Path, resigned: bool) -> None:
    record = replace(game(1), names=LONG)
    games = [encode_game(record)]
    if resigned:
        ending = Ending(0, RESIGNED, phase="move")
        games.append(encode_game(replace(record, actions=record.actions[:8], ending=ending)))
    log = tmp_path / "long.log"
    log.write_bytes(b"".join(games))
    async with browsing(log, shown="2 games" if resigned else "1 game") as (_, app):
        whole = " – ".join(LONG) in text_on(app)
        assert whole != resigned
        assert ("resigned" in text_on(app)) == resigned


async def test_names_of_any_length_leave_a_cell_free_at_the_right(tmp_path: Path) -> None:
    log = tmp_path / "long.log"
    log.write_bytes(encode_game(replace(game(1), names=("x" * 40, "y" * 40))))
    async with browsing(log, shown="1 game") as (_, app):
        (row,) = [line for line in picture(app).splitlines() if "xxx" in line]
        cut, rest = row.split("…", 1)
        assert len(cut) + 1 + len(rest) == 80 - 1 - 3
