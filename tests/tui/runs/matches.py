"""Matches that stand as a test wants them to, and the screen with one or with the form for it."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, Final

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from durak_tui.engine.config import EngineConfig
from durak_tui.game.position import DRAW
from durak_tui.match.background import BackgroundRun
from durak_tui.match.course import Measured
from durak_tui.match.options import MATCH_FORM
from durak_tui.match.plan import Plan
from durak_tui.match.run import LastGame
from durak_tui.match.snapshot import MatchSnapshot
from durak_tui.match.tally import FaultCount, MatchScore
from durak_tui.match.watch import Watch
from durak_tui.pool.progress import RunState
from durak_tui.records.record import VOID
from durak_tui.statistics.counts import GameCounts, PairCounts
from durak_tui.statistics.sprt import Sprt
from durak_tui.tui.app import DurakApp
from durak_tui.tui.runs import run_screen as form_module
from durak_tui.tui.runs.run_screen import first_entries
from durak_tui.tui.runs.run_words import state_line
from tests.match.matches import DUMMY
from tests.tui.apps import make_app, started, text_on, until
from tests.tui.terminals import ClockedTerminal

TIMED: Final = EngineConfig("durak-dummy", "timed", move_time=2.5)
LOG: Final = "/games/2026-11-21-101500.log"


def course_of(counts: PairCounts, sprt: Sprt | None = None) -> tuple[tuple[int, Measured], ...]:
    """A course that leads to these counts in even steps."""
    steps = 24
    shares = [
        PairCounts(*(number * step // steps for number in counts.numbers()))
        for step in range(1, steps + 1)
    ]
    return tuple((2 * sum(one.numbers()), Measured.of(one, sprt)) for one in shares)


def last_games(names: tuple[str, str], done: int) -> tuple[LastGame, ...]:
    """Games that were won in turn, one lost by a fault, one drawn."""
    winners: Sequence[int | None] = (0, 1, 0, DRAW, 0, VOID)
    return tuple(
        LastGame(n, names, winners[n % 6], "crash" if n % 6 == 1 else "")
        for n in range(done - 59, done + 1)
    )


NAMES: Final = "durak-dummy", "my-engine"
RUNNING: Final = MatchSnapshot(
    version=432, state="running", failure="", notices=(), names=NAMES,
    log=LOG, match_size=100, total=1000, seed=2026, done=432, resumed=0,
    elapsed=9.4, per_second=46.4, points=(3.5, 1.5), void=0, faults=(), begun=5,
    counts=PairCounts(ll=41, ld=13, wl=48, dd=4, wd=21, ww=89),
    game_counts=GameCounts(230, 160, 42), decided=False,
    course=course_of(PairCounts(ll=41, ld=13, wl=48, dd=4, wd=21, ww=89)),
    last=last_games(NAMES, 432),
)  # fmt: skip
FAULTS: Final = (
    (0, "timeout", FaultCount(1, (417,))),
    (1, "crash", FaultCount(3, (12, 250, 431))),
    (1, "illegal", FaultCount(27, tuple(range(101, 121)))),
)
FINISHED: Final = replace(
    RUNNING, version=1001, state="finished", done=1000, elapsed=21.0, per_second=None,
    points=(6.5, 3.5), void=2, faults=FAULTS, begun=10,
    counts=PairCounts(ll=102, ld=30, wl=110, dd=10, wd=48, ww=199),
    game_counts=GameCounts(520, 380, 98), last=last_games(NAMES, 1000),
    course=course_of(PairCounts(ll=102, ld=30, wl=110, dd=10, wd=48, ww=199)),
)  # fmt: skip


class StillMatch(BackgroundRun):
    """A match that stands as a test wants and plays nothing."""

    def __init__(self, now: MatchSnapshot = RUNNING) -> None:
        super().__init__(Plan((DUMMY, DUMMY)), log=now.log)
        self.now = now
        self.asked: list[str] = []
        """The names of the methods that the screen has called."""

    @property
    def version(self) -> int:
        return self.now.version

    @property
    def state(self) -> RunState:
        return self.now.state

    def snapshot(self) -> MatchSnapshot:
        return self.now

    def watch(self) -> Watch:
        self.asked.append("watch")
        return super().watch()

    def scores(self, first: int, last: int) -> list[MatchScore]:
        begun, size = self.now.begun, self.now.match_size
        numbers = range(max(1, first), min(last, begun) + 1)
        return [_score(number, size, self.now.done) for number in numbers]

    def stands(self, **changes: Any) -> None:
        """From now on it stands so."""
        self.now = replace(self.now, **{"version": self.now.version + 1, **changes})

    def start(self) -> None:
        self.asked.append("start")

    def pause(self) -> None:
        self.asked.append("pause")

    def unpause(self) -> None:
        self.asked.append("unpause")

    def stop(self) -> None:
        self.asked.append("stop")


def _score(number: int, size: int, done: int) -> MatchScore:
    played = min(size, done - (number - 1) * size)
    first, draws = played * (40 + 7 * number % 23) // 100, played // 10
    return MatchScore([first, played - first - draws], draws, played)


def entered(**changes: str) -> dict[str, str]:
    """A form that is filled in for dummies, without a log."""
    few = {"matches": "4", "games": "30", "seed": "11", "concurrency": "2"}
    return first_entries(MATCH_FORM, **{**few, **changes})


def enter(terminal: ClockedTerminal, label: str, text: str) -> None:
    """Go up to a field of the form in a terminal, and write this into it."""
    screen = terminal.screen
    terminal.until(label)
    terminal.settle()
    while label not in screen.display[screen.cursor.y] or not screen.cursor.x:
        terminal.press("up")
        terminal.settle()
    terminal.press("end", "\x15", text)
    terminal.until(lambda _text: text[-10:] in screen.display[screen.cursor.y])


@pytest.fixture
def four_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cores of every machine that pictures are taken on."""
    monkeypatch.setattr(form_module, "worker_count", lambda: 4)


@asynccontextmanager
async def showing(
    match: BackgroundRun, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Pilot[Any]]:
    """The screen with a match."""
    app = make_app("autoplay")
    app.match_feed.job = match
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield pilot


@asynccontextmanager
async def form(
    *engines: str, size: tuple[int, int] = (80, 24), notifications: bool = False, **fields: str
) -> AsyncIterator[Pilot[Any]]:
    """The screen with the form, filled in for a few games."""
    app = make_app("autoplay", {"engines": (TIMED,)}, engines=engines)
    app.match_feed.entered = entered(**fields)
    async with app.run_test(size=size, notifications=notifications) as pilot:
        await pilot.pause()
        yield pilot


@asynccontextmanager
async def tournament_form(
    size: tuple[int, int] = (80, 24), *, notifications: bool = False, **fields: str
) -> AsyncIterator[tuple[Pilot[Any], DurakApp]]:
    """The screen with the form of a tournament, in which these fields are filled in."""
    async with started("tournament", size=size, notifications=notifications) as (pilot, app):
        filled(pilot, **fields)
        yield pilot, app


def app_of(pilot: Pilot[Any]) -> DurakApp:
    app = pilot.app
    assert isinstance(app, DurakApp)
    return app


def match_of(pilot: Pilot[Any]) -> BackgroundRun:
    """The match that is on, or over."""
    match = app_of(pilot).match_feed.job
    assert match
    return match


async def reached(pilot: Pilot[Any], *states: str) -> MatchSnapshot:
    """Wait until the match is in one of these states, and the screen shows it."""

    def is_shown() -> bool:
        match = app_of(pilot).match_feed.job
        if match is None:  # what is to be played is read in a thread
            return False
        now = match.snapshot()
        return now.state in states and state_line(now) in text_on(app_of(pilot))

    await until(pilot, is_shown, within=300)
    return match_of(pilot).snapshot()


def filled(pilot: Pilot[Any], **texts: str) -> None:
    """Write texts into fields."""
    for name, text in texts.items():
        pilot.app.screen.query_one(f"#{name}", Input).value = text
