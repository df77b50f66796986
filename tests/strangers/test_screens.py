"""A stranger's log in the application: every screen stays usable with any keys."""

import asyncio
import json
import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from time import thread_time
from typing import Any, Final, TypeAlias

import pytest
from hypothesis import strategies as st
from textual.pilot import Pilot

from durak_tui.common.text import is_one_line
from durak_tui.records.log_format import encode_game
from durak_tui.tui.app import DurakApp
from durak_tui.tui.home import HomeScreen
from durak_tui.tui.toolkit.actions import SAME_KEY
from durak_tui.user.folders import games_log
from tests.processes import descendants_of
from tests.records.games import forfeits
from tests.reports import taken_reports
from tests.strangers.haste import check, patient
from tests.strangers.searching import search
from tests.strangers.strategies import Log, altered_logs, full
from tests.tui.apps import make_app, until
from tests.tui.conftest import all_work_is_waited_for
from tests.tui.rest import settle
from tests.tui.test_storm import KEYS, answers

__all__ = ["all_work_is_waited_for"]

LONGEST: Final = 1.0
"""Seconds for which a key may hold up all others; a blink is a tenth of it."""
DONE: Final = "done"
"""In place of a key: until no process works for the screen any more."""
FILTERS: Final = (
    "a", "!a", "name:a", "won:a", "lost:durak", "result:1-0", "draw", "void", "fault", "fault:a",
    "resigned", "bouts>0", "!cards<40", "duration>0", "damaged", "!damaged", '"a -', "{why}", "",
)  # fmt: skip

Errand: TypeAlias = Sequence[str]
Walk: TypeAlias = Sequence[Errand]

OF_THE_LIST: Final[Walk] = (
    ["i", "pagedown", "down", "end", "home"],
    *(["s", "home", *["down"] * order, "enter"] for order in range(10)),
    ["r"], ["f"], ["j"], ["end"],
    *(["slash", "end", "ctrl+u", *text, "enter"] for text in FILTERS),
    *(["e", form, "enter"] for form in "gtpwl"),
    *(["y", form] for form in "tl"),
    ["t", "end", "question_mark"],
    ["v", DONE, "down", "enter", "right", "m"],
    ["o", "down", "enter", DONE],
    ["ctrl+p", *"rev", "down"],
)  # fmt: skip
OF_A_GAME: Final[Walk] = (
    *([key] for key in "lhjkgGbxim"),
    *([key] * 5 for key in "ljn"),
    ["space", "space"], ["plus", "minus"], ["b", "down", "enter"], ["i", "end", "escape"],
    ["n", "p"], ["question_mark", "escape"], ["o", "enter", "escape"],
    *(["e", form, "enter"] for form in "gtopwl"),
    *(["y", form] for form in "tlo"),
    ["G", "h", "h", "h", "S", DONE, "enter", "escape"],
    ["v", DONE, "down", "end", "enter"], ["v", DONE, "t", DONE, "enter", "a", "h", "enter"],
    ["t", DONE, "enter", "h", "enter"],
)  # fmt: skip
AT_HOME: Final[Walk] = (
    ["m", "down", "enter", "escape", "end", "enter", "l", "escape"],
    ["m", "l", "enter", "escape"], ["m", "v", DONE, "down", "enter", "escape", "escape"],
    ["l", "y", "enter", "i"], ["l", "b", "enter"], ["x", DONE, "down", "1", "enter"],
)  # fmt: skip
ANY_KEYS: Final = st.lists(
    KEYS.filter(lambda key: key not in ("q", SAME_KEY["q"])), min_size=1, max_size=6
)


class Session:
    """The application with a log, and a person who uses it."""

    def __init__(self, pilot: Pilot[Any], app: DurakApp) -> None:
        self._pilot = pilot
        self.app = app

    async def run(self, errand: Errand) -> None:
        """Press keys, and look at the screen after each of them."""
        for key in errand:
            if self.app.return_code is not None:
                return
            if key == DONE:
                await until(self._pilot, nothing_is_analysed)
                begun = thread_time()
            else:
                begun = thread_time()
                await self._pilot.press(key)
            await settle(self.app, 60)
            took = thread_time() - begun
            self._look()
            check(took, LONGEST, f"{key} on {self.app.screen}")

    def _look(self) -> None:
        """See that nothing has failed, and that no terminal takes what is drawn for an order."""
        for report in taken_reports():
            raise AssertionError(report)
        for strip in self.app.screen._compositor.render_strips():
            assert is_one_line(strip.text), f"{strip.text!r} on {self.app.screen}"

    async def go_back(self, *, home: bool = False) -> None:
        """Leave all that lies over the list, or the list as well."""
        for _ in range(20):
            if len(self.app.screen_stack) == 1 and not home:
                return
            if isinstance(self.app.screen, HomeScreen) or self.app.return_code is not None:
                return
            await self.run(["escape"])
        raise AssertionError(f"no way back from {self.app.screen}")


def nothing_is_analysed() -> bool:
    """True if no process reviews or solves anything."""
    for pid in descendants_of(os.getpid()):
        with suppress(OSError):  # it has just ended
            if b"durak_tui.analysis" in Path(f"/proc/{pid}/cmdline").read_bytes():
                return False
    return True


async def in_the_list(session: Session, walk: Walk) -> None:
    for errand in walk:
        await session.run(errand)
        await session.go_back()


async def in_a_game(session: Session, walk: Walk) -> None:
    for errand in walk:
        await session.run(["enter", *errand])


async def at_home(session: Session, walk: Walk) -> None:
    await session.go_back(home=True)
    for errand in walk:
        await session.run(errand)
        await session.go_back(home=True)


PARTS: Final = {
    "list": (in_the_list, st.sampled_from(OF_THE_LIST)),
    "game": (in_a_game, st.sampled_from(OF_A_GAME)),
    "home": (at_home, st.sampled_from(AT_HOME)),
    "storm in the list": (in_the_list, ANY_KEYS),
    "storm in a game": (in_a_game, ANY_KEYS),
}
SIZES: Final = st.sampled_from(((80, 24), (80, 24), (60, 20), (120, 40)))

Visit: TypeAlias = tuple[Log, tuple[int, int], Walk]


def visit(part: str, strange: Visit) -> None:
    """Open a log, and go through a part of what can be done with it."""
    asyncio.run(_visit(part, strange))


async def _visit(part: str, strange: Visit) -> None:
    log, size, walk = strange
    games_log().parent.mkdir(parents=True, exist_ok=True)
    games_log().write_bytes(log)
    app = make_app("logs", {"pause_ms": 0}, path=str(games_log()))
    async with app.run_test(size=size, notifications=True) as pilot:
        session = Session(pilot, app)
        await PARTS[part][0](session, walk)
        if app.return_code is None:
            await answers(pilot, app)
        await session.run([DONE])


@pytest.fixture(autouse=True)
def quick_reviews(monkeypatch: pytest.MonkeyPatch) -> None:
    """Decisions tried in few worlds."""
    monkeypatch.setattr("durak_tui.analysis.game_review.WORLDS", 1)


@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS)
def test_no_log_of_a_stranger_breaks_a_screen(
    part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = count()

    @patient
    def go(strange: Visit) -> None:
        home = tmp_path / str(next(number))
        home.mkdir()
        monkeypatch.setenv("HOME", str(home))
        monkeypatch.chdir(home)
        visit(part, strange)

    search(go, st.tuples(altered_logs(), SIZES, st.lists(PARTS[part][1], min_size=1, max_size=6)))


@pytest.mark.slow
def test_nor_does_one_with_long_names_that_order_a_terminal_about(tmp_path: Path) -> None:
    wide, hidden, orders = "漢" * 20_000, "\u202e" * 20_000, "\x1b[31m\x07\x9b" * 5000
    nested = json.loads("[" * 300 + "]" * 300)
    broken_off = forfeits(full(1), 5)[0]
    fault = replace(broken_off.ending, reason=hidden, detail=orders, stderr=orders)
    own = full(2, names=(wide, hidden), run=None, game_id=None, seats=(None, hidden))
    games = (
        replace(broken_off, names=(orders, wide), ending=fault),
        full(0, names=(hidden, "\u202egnp.exe"), run={"x": nested}),
        replace(own, names=(wide, wide + "a")),
    )
    log = Log(b"".join(map(encode_game, games)) * 12)
    walk = [["down", "i", "end"], ["end", "i"], ["enter", "l", "b"], ["escape", "m", "end"]]
    patient(visit)("list", (log, (120, 40), walk))
