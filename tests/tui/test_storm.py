"""Random keys in windows of any size: nothing breaks, and the focus can be seen.

``DURAK_STORM=200 pytest tests/tui/test_storm.py`` storms that number of times from every screen.
"""

import asyncio
import os
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from string import ascii_letters, digits
from tempfile import mkdtemp
from time import monotonic
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from textual.errors import NoWidget
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets._toast import Toast

from durak_tui.analysis.lesson import Lesson, LessonQuestion
from durak_tui.engine.config import EngineConfig
from durak_tui.game.deals import deal
from durak_tui.game.position import Position
from durak_tui.games.duel2048.duel_plan import DuelOptions
from durak_tui.games.goldrush.maps import empty_map
from durak_tui.tui.app import DurakApp
from durak_tui.tui.lesson.lesson_screen import LessonScreen
from durak_tui.tui.logs.replay_screen import ReplayScreen
from durak_tui.tui.play import hot_seat
from durak_tui.tui.play.bout_screen import BoutScreen
from durak_tui.tui.terminal.palette import Palette
from durak_tui.tui.toolkit.actions import SAME_KEY
from durak_tui.tui.toolkit.screen import LEAST
from durak_tui.user.folders import games_log
from tests.tui.apps import started, until
from tests.tui.games.playthroughs import mine_game
from tests.tui.logs.browsing import opened
from tests.tui.logs.log_files import write_mixed
from tests.tui.people.company import BORIS, at_a_circle
from tests.tui.play.keyboard import left
from tests.tui.play.playing import HANDS

pytestmark = pytest.mark.slow

TIMES: Final = int(os.environ.get("DURAK_STORM", "2"))
MOVES: Final = (
    "up", "down", "left", "right", "pageup", "pagedown", "home", "end", "enter", "escape", "tab",
    "shift+tab", "space", "backspace",
)  # fmt: skip
OTHERS: Final = (
    *ascii_letters, *digits, *SAME_KEY.values(), "slash", "question_mark", "plus", "minus",
    "left_square_bracket", "right_square_bracket", "ctrl+p", "ctrl+l", "ctrl+o", "f1", "delete",
)  # fmt: skip
CHARACTERS: Final = {
    "space": " ", "slash": "/", "question_mark": "?", "plus": "+", "minus": "-",
    "left_square_bracket": "[", "right_square_bracket": "]",
}  # fmt: skip
"""The characters of keys that have longer names."""
KEYS: Final = st.sampled_from(MOVES) | st.sampled_from([key for key in OTHERS if key != "q"])
SIZES: Final = st.tuples(st.integers(20, 200), st.integers(6, 60))
INPUTS: Final = st.lists(st.lists(KEYS, min_size=1, max_size=6) | SIZES, min_size=4, max_size=10)

Inputs = Sequence[list[str] | tuple[int, int]]


async def no_start(_pilot: Pilot[Any], _app: DurakApp) -> None:
    """The screen is there at once."""


async def a_replay(pilot: Pilot[Any], app: DurakApp) -> None:
    """From the list of a log to one of its games."""
    await opened(pilot, app, 2)


async def a_lesson(pilot: Pilot[Any], app: DurakApp) -> None:
    """Questions about a position."""
    position = Position.from_deck(deal("storm", 1, 36).deck, 0)
    values = tuple((action, 0.5) for action in position.legal_actions())
    app.push_screen(LessonScreen(Lesson([LessonQuestion(position, values)] * 3), ("lisa", "bob")))
    await pilot.pause()


async def a_choice(pilot: Pilot[Any], _app: DurakApp) -> None:
    """From the first screen to the choice of an opponent."""
    await pilot.press("p")


async def two_names(pilot: Pilot[Any], _app: DurakApp) -> None:
    """From the form for their names to a game of two people."""
    await pilot.press(*"Ann", "enter", *"Ben", "enter", "enter")


async def a_table_of_two(pilot: Pilot[Any], app: DurakApp) -> None:
    """From home to a game of two, and some cards of it."""
    app.go("hot-seat", names=("Ann", "Ben"), attack_limit="6,5")
    await pilot.pause()
    await pilot.press("x", "enter", "x", "enter", "x")


async def games_left(pilot: Pilot[Any], app: DurakApp) -> None:
    """The question which of two unfinished games to resume."""
    for names in (("Ann", "Ben"), ("Cid", "Dan")):
        left(HANDS, "7S", names=names)
    app.go("unfinished", left=app.unfinished(), table="hot-seat", who={}, deck=52)
    await pilot.pause()


async def people_elsewhere(pilot: Pilot[Any], app: DurakApp) -> None:
    """The screen on which people meet, where one is invited."""
    person = at_a_circle(games_log().parent, pilot, app)
    await person.meets_others()
    person.circle.show(BORIS)
    person.circle.invited()
    await pilot.pause()


async def a_table_elsewhere(pilot: Pilot[Any], app: DurakApp) -> None:
    """A game with somebody elsewhere."""
    person = at_a_circle(games_log().parent, pilot, app)
    await person.meets_others()
    await person.sits_down()


async def a_mine(pilot: Pilot[Any], app: DurakApp) -> None:
    """A game of Gold Rush with the eyes of a miner."""
    app.go("goldrush-game", source=mine_game())
    await pilot.pause()
    await pilot.press("f")


async def a_duel(pilot: Pilot[Any], app: DurakApp) -> None:
    """A game of 2048 for two against a program."""
    app.go("2048-play", opening=DuelOptions().opening(1, 1), seat=0, opponent="2048-random 1")
    await pilot.pause()


async def a_map(pilot: Pilot[Any], app: DurakApp) -> None:
    """A map that is drawn."""
    app.go("map", path=games_log().with_name("mine.map"), mine_map=empty_map(30, 20))
    await pilot.pause()


STARTS: Final[dict[str, tuple[str, Callable[[Pilot[Any], DurakApp], Awaitable[None]]]]] = {
    "home": ("home", no_start),
    "choice": ("home", a_choice),
    "play": ("play", no_start),
    "hot-seat": ("hot-seat", two_names),
    "table-of-two": ("home", a_table_of_two),
    "unfinished": ("home", games_left),
    "meeting": ("home", people_elsewhere),
    "people": ("home", a_table_elsewhere),
    "practice": ("practice", no_start),
    "solve": ("solve", no_start),
    "autoplay": ("autoplay", no_start),
    "tournament": ("tournament", no_start),
    "logs": ("logs", no_start),
    "replay": ("logs", a_replay),
    "me": ("me", no_start),
    "lesson": ("home", a_lesson),
    "engines": ("engines", no_start),
    "settings": ("settings", no_start),
    "goldrush": ("goldrush", no_start),
    "2048": ("2048", no_start),
    "mine": ("home", a_mine),
    "duel": ("home", a_duel),
    "map": ("home", a_map),
}


def lost_focus(app: DurakApp) -> str:
    """The reason why nobody sees where keys go; empty if they do."""
    width, height = app.size
    if width < LEAST[0] or height < LEAST[1]:
        return ""  # nothing but that is to be seen
    screen, focused = app.screen, app.focused
    if focused is None:
        # On these all keys belong to the table.
        if isinstance(screen, BoutScreen | ReplayScreen | LessonScreen) or not screen.focus_chain:
            return ""
        return f"nothing has the focus on {screen}: {screen.focus_chain}"
    if focused.screen is not screen:
        return f"{focused} has the focus below {screen}"
    try:
        seen = screen.find_widget(focused).visible_region
    except NoWidget:
        return f"{focused} on {screen} has no place yet"
    if not seen or not focused.region.overlaps(screen.region):
        return f"{focused} has the focus at {focused.region} and is not seen on {screen}"
    above = screen.get_widget_at(seen.x, seen.y)[0]
    own = above is focused or focused in above.ancestors or isinstance(above, Toast)
    return "" if own else f"{focused} on {screen} is covered by {above}"


async def storm(start: str, inputs: Inputs, log: Path) -> None:
    """Press and resize, and look after each step."""
    name, begin = STARTS[start]
    arguments: dict[str, Any] = {"path": str(log)} if name == "logs" else {}
    entry = EngineConfig("no-such-engine --fast", "nobody")
    async with started(name, {"pause_ms": 0, "engines": (entry,)}, **arguments) as (pilot, app):
        await begin(pilot, app)
        for step in inputs:
            if isinstance(step, tuple):
                await pilot.resize_terminal(*step)
            else:
                for key in step:
                    app.post_message(Key(key, CHARACTERS.get(key, key if len(key) == 1 else None)))
            await settled(pilot, app)
            if app.return_code is not None:
                return
            await until(pilot, lambda: not lost_focus(app), otherwise=lambda: lost_focus(app))
        await answers(pilot, app)


async def settled(pilot: Pilot[Any], app: DurakApp) -> None:
    """Wait until all keys are answered that came at once."""
    await until(
        pilot,
        lambda: app.return_code is not None or app.type_ahead.is_idle,
        otherwise=lambda: f"{app.screen} is deaf",
    )


async def answers(pilot: Pilot[Any], app: DurakApp) -> None:
    """After all this the palette still comes when it is called."""
    await pilot.resize_terminal(80, 24)  # in a window that is too small nothing is answered
    deadline = monotonic() + 60
    while not isinstance(app.screen, Palette):
        assert monotonic() < deadline, f"{app.screen} does not answer"
        await pilot.press("ctrl+p")
    await pilot.press("escape")


@pytest.mark.parametrize("start", STARTS)
def test_no_storm_of_keys_and_sizes_breaks_anything(
    start: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hot_seat, "STILL", 0.0)  # or a storm of keys uncovers nothing
    monkeypatch.chdir(tmp_path)  # where a game is exported to
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))  # what is typed shall be no program
    log = write_mixed(tmp_path / "match.log")

    @settings(
        max_examples=TIMES,
        database=None,
        phases=[Phase.generate] if TIMES < 20 else [Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    @given(INPUTS)
    def storms(inputs: Inputs) -> None:
        monkeypatch.setenv("HOME", mkdtemp(dir=tmp_path))  # each begins with its own settings
        asyncio.run(storm(start, inputs, log))

    storms()
