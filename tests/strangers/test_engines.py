"""An engine may say anything: it plays on or fails with a reason, and the log has the game."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import strategies as st

from durak_tui.cli import main
from durak_tui.common.i18n import choose
from durak_tui.engine.about import About
from durak_tui.engine.client import EngineClient
from durak_tui.engine.config import EngineConfig
from durak_tui.engine.engine_errors import EngineError
from durak_tui.game.deals import deal
from durak_tui.match.background import BackgroundRun
from durak_tui.match.engine_game import play_game
from durak_tui.match.plan import Plan
from durak_tui.records.log_format import decode_game, encode_game
from durak_tui.records.record import Thought
from durak_tui.table.adviser import Adviser
from durak_tui.tui.engines.about_engine import AboutEngine, MatchEngines, facts
from durak_tui.tui.engines.check_screen import CheckScreen
from durak_tui.tui.play.play_screen import PlayScreen
from durak_tui.tui.runs.watch_screen import WatchScreen
from tests.records.games import games_of
from tests.strangers.haste import in_time, patient
from tests.strangers.parrot import Said, parrot
from tests.strangers.readers import answer, unfit
from tests.strangers.searching import search
from tests.strangers.strategies import (
    Draw,
    altered_bodies,
    altered_bytes,
    encoded,
    json_values,
    texts,
)
from tests.tui.apps import make_app, text_on, until
from tests.tui.play.playing import HANDS, game, playing

GREETING = (
    '{"name": "a", "version": "1", "author": "b", "persistent": true, "hints": true, "x": [1]}'
)
INFO = '{"win": 0.5, "moves": {"6S": 0.5, "": 0.25}, "nodes": 3, "text": "hm", "pv": ["6S"]}'
_MOST = 200_000  # Bytes before one decision; of more than a megabyte nothing is read.


@st.composite
def lines(draw: Draw, word: str, genuine: str) -> bytes:
    """A line of a word and an object in which anything is anywhere."""
    value = draw(
        st.sampled_from((altered_bodies(genuine), json_values, texts)).flatmap(lambda x: x)
    )
    line = encoded(f"{word} {value}".replace("\n", " "))
    return draw(altered_bytes(line)) if draw(st.sampled_from((False, False, False, True))) else line


@st.composite
def sayings(draw: Draw) -> Said:
    """The messages of an engine of version 2 in a game."""
    parts = draw(st.sampled_from(("greeting", "thoughts", "thoughts", "both", "answer")))
    said = Said(encoded(f"ok ## {GREETING}"))
    if parts in ("greeting", "both"):
        said = said._replace(greeting=draw(lines("ok ##", GREETING)))
    if parts in ("thoughts", "both", "answer"):
        some = draw(st.lists(lines("info", INFO), max_size=3))
        times = draw(st.sampled_from((1, 1, 2, 50, 101)))
        thoughts = b"".join(line + b"\n" for line in some) * times
        said = said._replace(thoughts=thoughts if len(thoughts) < _MOST else b"")
    if parts == "answer":
        said = said._replace(answer=draw(texts.map(encoded) | st.binary(max_size=50)))
    return said


class Table:
    """A parrot and two others, all of which may play many games."""

    def __init__(self, path: Path, resources: ExitStack) -> None:
        self._path = path
        self.heard = bytearray()  # What was said on both sides.
        Said().write(path)
        self.config = parrot(path)
        dummy = EngineConfig("durak-dummy")
        self.parrot = resources.enter_context(EngineClient(self.config.program(), trace=self.trace))
        self.dummy = resources.enter_context(EngineClient(dummy.program()))
        self.adviser = Adviser(self.config)
        resources.callback(self.adviser.close)

    def trace(self, _direction: str, line: bytes, _seconds: float) -> None:
        self.heard += line

    @patient
    def play(self, said: Said) -> None:
        """One game and one hint."""
        said.write(self._path)
        self.heard.clear()
        with in_time(self.heard):
            self._play()

    def _play(self) -> None:
        thoughts: list[Thought] = []
        game = play_game(
            deal(1, 1), (self.parrot, self.dummy), game_id=1,
            on_thought=lambda _seat, thought: thoughts.append(thought), keeps_infos=True,
        )  # fmt: skip
        (record := game.record).set_run({"engines": ["a", "b"]})
        _header, body = encode_game(record).split(b"\n", 1)
        assert decode_game(body) == record
        assert game.verdicts[1] is None
        if game.verdicts[0]:
            assert game.verdicts[0].reason in ("unreadable", "flood", "illegal")
            said = [record.ending.detail]
            for language in ("en", "ru"):
                choose(language)
                said.append(record.ending.why)
            assert not unfit("".join(said))
            assert max(map(len, said)) < 3000
        for thought in thoughts:
            assert not unfit(thought.text)
            assert thought.win is None or 0 <= thought.win <= 1
        features = self.parrot.features
        if features.protocol > 1:
            found = About(self.config.program().argv, features, 0.1, "")
            shown = [text for line in facts(self.config, found, "", 80) for text, _look in line]
            assert not unfit("".join(shown))
            assert len(shown) < 100
            self.ask()

    def ask(self) -> None:
        position = deal(1, 1).position()
        try:
            advice = self.adviser.advise(position, self.adviser.ticket)
        except EngineError as error:
            assert not unfit(str(error))
        else:
            position.check(advice.best)
            for action, score in advice.scores.items():
                position.check(action)
                assert 0 <= score <= 1


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with ExitStack() as resources:
        yield Table(tmp_path / "said", resources)


@pytest.mark.slow
def test_any_words_of_an_engine_leave_a_game_played_or_decided(table: Table) -> None:
    search(table.play, sayings())


def test_what_is_long_deep_or_no_number_is_played_with_all_the_same(table: Table) -> None:
    for said in SAYINGS.values():
        table.play(said)


# In the application


def object_of(**members: str) -> bytes:
    """An object of JSON whose members are written already."""
    return ("{" + ", ".join(f'"{key}": {value}' for key, value in members.items()) + "}").encode()


LONG = '"' + "\\u202e\\u001b[2J\N{PLAYING CARD ACE OF SPADES}\u0301\\ud800[b]" * 700 + '"'
DEEP = "[" * 900 + "]" * 900
SAYINGS = {
    "much": Said(
        b"ok ## " + object_of(name=LONG, persistent="true", hints="true", x=DEEP),
        b"info " + object_of(text=LONG, win="0.5", moves="{" + LONG + ": 1}", pv=DEEP) + b"\n",
    ),
    "no numbers": Said(
        b"ok ## " + object_of(version='"1"', persistent="true", x="1e999", y="NaN"),
        b"info " + object_of(text='"hm"', win="1e999", nodes="1" + "0" * 400) + b"\n",
    ),
    "too much": Said(
        b"ok ## " + object_of(author='"a"', persistent="true"),
        b"info " + object_of(text='"' + "x" * 1_000_000 + '"') + b"\n",
    ),
    "a name of a megabyte": Said(b"ok ## " + object_of(name='"' + "x" * 1_000_000 + '"')),
    "too deep": Said(b"ok ## " + b"[" * 30_000),
}


@pytest.fixture(params=SAYINGS)
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> EngineConfig:
    """An engine that says one of these."""
    path = tmp_path / "said"
    SAYINGS[request.param].write(path)
    return parrot(path)


@pytest.mark.story
async def test_its_page_and_its_check_show_what_can_be_shown(engine: EngineConfig) -> None:
    app = make_app("engines", {"engines": (engine,)})
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("end", "i")
        await until(pilot, lambda: "starting" not in text_on(app))
        assert isinstance(app.screen, AboutEngine)
        assert not unfit(text_on(app))
        await pilot.press("escape", "c")
        screen = app.screen
        assert isinstance(screen, CheckScreen)
        await until(pilot, lambda: screen.state == "finished")
        await pilot.press("e")
        assert not unfit(text_on(app))
        assert app.screen is screen


@pytest.mark.story
async def test_its_match_is_watched_logged_and_read(engine: EngineConfig, tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    plan = Plan((engine, EngineConfig("durak-dummy")), matches=1, match_size=4, seed=1)
    app = make_app("autoplay")
    with BackgroundRun(plan, log=str(log), concurrency=1, infos=True) as match:
        app.match_feed.job = match
        async with app.run_test(size=(100, 30)) as pilot:
            match.start()
            await pilot.press("w")
            await until(pilot, lambda: match.snapshot().done == 4)
            assert isinstance(app.screen, WatchScreen)
            await pilot.pause()
            assert not unfit(text_on(app))
            await pilot.press("escape", "e")
            assert not unfit(text_on(app))
            assert isinstance(app.screen, MatchEngines)
    games = games_of(log)
    assert len(games) == 4
    assert not any(game.others for game in games)
    assert len(answer(main.main, "show", log, "--game", 1).output) < 100_000


@pytest.mark.story
async def test_at_the_table_it_plays_or_its_failure_is_reported(engine: EngineConfig) -> None:
    async with playing(game(HANDS), engine, settings={"show_infos": True}) as player:
        await player.pilot.press(player.key("9C"))
        await player.until(lambda: player.view.keys or "parrot" in text_on(player.app))
        await player.pilot.pause()
        assert not unfit(text_on(player.app))
        assert any(isinstance(one, PlayScreen) for one in player.app.screen_stack)
