"""The pictures on the pages for users: run ``python -m tools.pictures``."""

import asyncio
import os
import re
import shutil
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from textual.pilot import Pilot

from durak_tui.games.duel2048.duel_plan import DuelOptions, duel_plan
from durak_tui.games.goldrush.mine_plan import MineOptions, mine_plan, named_map
from durak_tui.games.group_run import GroupPlan
from durak_tui.games.group_schedule import players_named
from durak_tui.games.playthrough import Playthrough
from durak_tui.games.program_table import ProgramTable
from durak_tui.net.line_events import Seen
from durak_tui.tui.app import DurakApp
from durak_tui.tui.play.hot_seat import STILL
from tests.tui.apps import TERMINALS, make_app, text_on, until
from tests.tui.people.company import BORIS, app_among_people
from tools.svg_blocks import with_shapes

FOLDER: Final = Path(__file__).parents[1] / "docs" / "pictures"
LOG: Final = Path(__file__).parents[1] / "tests" / "data" / "dummy_vs_dummy.log"
SIZE: Final = (80, 24)
LARGE: Final = (120, 40)
_DECISIONS: Final = 300  # In which a picture is reached: no game has as many.


def app_of(pilot: Pilot[Any]) -> DurakApp:
    """The application that a pilot steers."""
    assert isinstance(pilot.app, DurakApp)
    return pilot.app


async def shows(pilot: Pilot[Any], words: str) -> None:
    """Wait until the screen shows some words."""
    await until(pilot, lambda: words in text_on(app_of(pilot)))


async def home(pilot: Pilot[Any]) -> None:
    """The first screen."""
    await shows(pilot, "Settings")


async def play_until(pilot: Pilot[Any], *words: str, turn: str = "") -> None:
    """Play by the first key that works, until words are shown.

    ``turn`` is a pattern of what is shown when it is the person's turn.
    """
    app = app_of(pilot)
    for _ in range(_DECISIONS):
        await until(pilot, lambda: re.search(turn, text_on(app)), otherwise=lambda: text_on(app))
        now = text_on(app)
        if all(one in now for one in words):
            return
        # Of cards to be given, which are marked first, none.
        for key in ("d",) if "enter Mark" in now else ("enter", "t", "d"):
            if text_on(app) == now:
                await pilot.press(key)
                await pilot.pause()
    raise AssertionError(f"{words} are never shown: {text_on(app)}")


async def play(pilot: Pilot[Any]) -> None:
    """A game, some bouts after its beginning."""
    turn = r"Attack:|take \(|press (?:d|enter)\."
    await play_until(pilot, "Talon 1", "Throw in", turn=turn)


async def end(pilot: Pilot[Any]) -> None:
    """The end of a game, reviewed."""
    await play_until(pilot, "enter Again", turn="enter ")
    await until(pilot, lambda: re.search(r"\d mistakes?", text_on(app_of(pilot))))


async def people(pilot: Pilot[Any]) -> None:
    """A game of two, the keyboard on its way."""
    await shows(pilot, "Pass the keyboard")
    for _ in range(_DECISIONS):
        if " beats " in text_on(app_of(pilot)):
            return
        await asyncio.sleep(STILL)
        await pilot.press("space", "enter")
    raise AssertionError(f"nobody beats: {text_on(app_of(pilot))}")


async def network(pilot: Pilot[Any]) -> None:
    """Somebody who waits in the network."""
    await shows(pilot, "Nobody else is here yet")
    app_of(pilot).people.notify(Seen((BORIS, BORIS._replace(name="Carla", program="1")), "network"))
    await shows(pilot, "Carla")


async def logs(pilot: Pilot[Any]) -> None:
    """The games of a log."""
    await shows(pilot, "30 games")


async def replay(pilot: Pilot[Any]) -> None:
    """A game of a log, in its middle."""
    await logs(pilot)
    await pilot.press("j", "j", "enter")
    await shows(pilot, "Bout")
    for _ in range(4):
        await pilot.press("right_square_bracket")
    await pilot.press("right", "right")


async def mine(pilot: Pilot[Any]) -> None:
    """A game of Gold Rush, in its middle."""
    await shows(pilot, "Gold Rush")
    for _ in range(70):
        await pilot.press("right_square_bracket")


async def duel(pilot: Pilot[Any]) -> None:
    """A game of 2048, towards its end."""
    await shows(pilot, "2048 for two")
    await pilot.press("end")
    for _ in range(20):
        await pilot.press("left_square_bracket")


def dug() -> Playthrough:
    """A game of Gold Rush between the miners that ship."""
    options = MineOptions(named_map("quarry"), 150)
    players = players_named(["goldrush-digger", "goldrush-random 1", "goldrush-digger"])
    return played(mine_plan(options, players, None, None, 7))


def merged() -> Playthrough:
    """A game of 2048 between the players that ship."""
    players = players_named(["2048-greedy", "2048-random 1"])
    return played(duel_plan(DuelOptions(300), players, 0, 7))


def played(plan: GroupPlan) -> Playthrough:
    """The first game of a plan."""
    with closing(ProgramTable(kind=plan.kind)) as programs:
        return programs.play(next(plan.schedule.tasks())).playthrough


async def table(pilot: Pilot[Any]) -> None:
    """The same game later, in a large window."""
    await play(pilot)
    await play_until(pilot, " throws in ")


SHOTS: Final[dict[str, tuple[Callable[[], DurakApp], Callable[[Pilot[Any]], Awaitable[None]]]]] = {
    "home": (make_app, home),
    "play": (lambda: make_app("play", {"pause_ms": 0}, engine="Skilled", seed="picture"), play),
    "table": (lambda: make_app("play", {"pause_ms": 0}, engine="Skilled", seed="picture"), table),
    "end": (lambda: make_app("play", {"pause_ms": 0}, engine="Casual", seed="end"), end),
    "people": (
        lambda: make_app("hot-seat", {"pause_ms": 0}, names=("Ann", "Ben"), seed="picture"),
        people,
    ),
    "network": (lambda: app_among_people(Path.home()), network),
    "mine": (lambda: make_app("goldrush-game", source=dug()), mine),
    "duel": (lambda: make_app("2048-game", source=merged()), duel),
    "logs": (lambda: make_app("logs", path="~/games.log"), logs),
    "replay": (lambda: make_app("logs", path="~/games.log"), replay),
}
"""For each picture, the application and the keys that lead there."""


async def shot(name: str) -> str:
    """A picture as SVG."""
    make, reach = SHOTS[name]
    size = LARGE if name in ("table", "end") else SIZE
    async with (app := make()).run_test(size=size) as pilot:
        await reach(pilot)
        await pilot.pause()
        return with_shapes(app.export_screenshot(title="durak-tui"))


def main() -> None:
    """Take all pictures."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as home_folder:
        for variable in [one for one in os.environ if one.startswith(("XDG_", "LC_"))]:
            del os.environ[variable]
        os.environ |= {"HOME": home_folder, "LANG": "C.UTF-8", **TERMINALS["truecolor"]}
        shutil.copy(LOG, f"{home_folder}/games.log")
        for name in SHOTS:
            (FOLDER / f"{name}.svg").write_text(asyncio.run(shot(name)), encoding="utf-8")


if __name__ == "__main__":
    main()
