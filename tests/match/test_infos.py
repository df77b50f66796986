"""Infos of engines: kept on request, and else no work for anybody."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from durak_tui.engine.about import TEXT
from durak_tui.engine.client import EngineClient
from durak_tui.engine.config import EngineConfig
from durak_tui.engine.registry import resolve
from durak_tui.game.deals import deal
from durak_tui.match.engine_game import play_game
from durak_tui.match.engine_table import Capture, EngineTable
from durak_tui.match.schedule import Task
from durak_tui.match.watch import Report, Thinks, Watch, WatchedGame, WatchEvent
from durak_tui.pool.worker import Surroundings
from durak_tui.protocol.messages import Info
from durak_tui.records.record import Thought
from durak_tui.records.replay import last_thoughts
from tests.conftest import rogue
from tests.match.matches import DUMMY

THINKER = EngineConfig("durak-montecarlo --determinizations 3 --seed 1", "thinker")


@contextmanager
def clients(first: EngineConfig, second: EngineConfig) -> Iterator[tuple[EngineClient, ...]]:
    with EngineClient(first.program()) as one, EngineClient(second.program()) as two:
        yield one, two


def test_the_record_has_what_was_said_of_each_decision_if_that_is_to_be_kept() -> None:
    with clients(THINKER, DUMMY) as (one, two):
        record = play_game(deal(1, 1), (one, two), keeps_infos=True).record
        plain = play_game(deal(1, 1), (one, two)).record
    assert record.said
    assert plain.said is None
    names = [engine.name for engine in record.said.engines if engine]
    assert names == ["durak-montecarlo", "durak-dummy"]
    said = [one for one in record.said.thoughts if one]
    assert len(record.said.thoughts) == len(record.actions)
    assert said
    assert all(one.win is not None and one.text for one in said)
    mine, yours = last_thoughts(record, len(record.actions))
    assert mine == said[-1]
    assert yours is None
    assert last_thoughts(record, 0) == (None, None)


def test_what_makes_no_sense_is_left_out_and_what_is_long_is_cut() -> None:
    with (
        EngineClient(resolve(rogue("odd-infos", "--at", "3"))) as one,
        EngineClient(resolve("durak-dummy")) as two,
    ):
        game = play_game(deal(1, 1), (one, two), keeps_infos=True)
    assert game.verdicts == (None, None)
    assert game.record.said
    (said,) = (one for one in game.record.said.thoughts if one)
    assert said.win == 0.25
    assert said.text.startswith(r"a\x1b[2Jb\nxxx")
    assert len(said.text) == TEXT


def test_where_nobody_listens_no_info_is_handed_on() -> None:
    heard: list[Info] = []
    with clients(THINKER, DUMMY) as (one, two):
        one.listener = heard.append  # Somebody's who is gone by the next game.
        play_game(deal(1, 1), (one, two))
        assert one.listener is two.listener is None
    assert heard == []


def test_a_worker_reports_thoughts_only_in_a_game_that_is_watched() -> None:
    events: list[WatchEvent] = []
    with closing(Watch()) as watch:
        reported = Surroundings(requests=watch.fileno(), notify=events.append)
        with closing(EngineTable(reported)) as engines:
            for number in (1, 2):
                engines.play(Task(number, 1, deal(1, number), (THINKER, DUMMY)))
                if number == 1:
                    assert events == []
                    watch.next()
    thoughts = [event for event in events if isinstance(event, Thinks)]
    assert thoughts
    assert {event.seat for event in thoughts} == {0}
    for event in thoughts:
        behind = events[events.index(event) + 1]
        assert isinstance(behind, tuple) and not isinstance(behind, Thinks)


class TestReport:
    def test_an_engine_that_never_stops_talking_is_reported_four_times_a_second(self) -> None:
        events: list[WatchEvent] = []
        now = [0.0]
        task = Task(1, 1, deal(1, 1), (THINKER, DUMMY))
        report = Report(task, lambda: True, events.append, clock=lambda: now[0])
        events.clear()  # That it begins.
        for number in range(100):
            now[0] = number / 100  # One second in all.
            report.thinks(0, Thought(number / 100, "hm"))
        assert len(events) == 4
        report.played((7,))
        last: list[WatchEvent] = [Thinks(0, 0, Thought(0.99, "hm")), (7,)]
        assert events[-2:] == last
        report.thinks(1, Thought(0.5))
        assert events[-2:] == last
        now[0] = 9.0
        report.thinks(1, Thought(0.25))
        assert events[-1] == Thinks(1, 1, Thought(0.25))

    def test_a_watched_game_has_one_thought_of_a_seat_at_each_place(self) -> None:
        game = WatchedGame(1, 1, deal(1, 1), ("a", "b"))
        said = [
            Thinks(0, 0, Thought(0.1)), Thinks(0, 1, Thought(0.2)), Thinks(0, 0, Thought(0.3)),
            Thinks(1, 0, Thought(0.4)), Thinks(1, 0, Thought(0.5)),
        ]  # fmt: skip
        for one in said:
            game.hear(one)
        assert game.thoughts == [said[2], said[1], said[4]]


@pytest.mark.parametrize("capture", [Capture(), Capture(infos=True)])
def test_infos_change_no_game(capture: Capture) -> None:
    with closing(EngineTable(capture=capture)) as engines:
        game = engines.play(Task(1, 1, deal(1, 1), (THINKER, DUMMY)))
    assert (game.record.said is not None) == capture.infos
    assert game.verdicts == (None, None)
