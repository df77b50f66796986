"""Plans of runs: no setting is open, and games carry them."""

import gc
import json
import math
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from durak_tui.common.values import WrongValue
from durak_tui.engine.cancel import Cancelled, CancelToken
from durak_tui.engine.config import EngineConfig
from durak_tui.game.caps import Caps
from durak_tui.game.position import DRAW
from durak_tui.library.index import LogIndex
from durak_tui.match.engine_table import EngineTable
from durak_tui.match.plan import Plan, plan_of_log
from durak_tui.match.run import Run
from durak_tui.match.run_log import DURAK_LOGS
from durak_tui.pool.local import SerialPool
from durak_tui.pool.run_errors import RunError
from durak_tui.records.record import Ending
from durak_tui.records.writer import LogWriter
from durak_tui.statistics.sprt import Sprt
from tests.cli.commands import DATA, autoplay
from tests.match.matches import DUMMY
from tests.match.test_tally import game
from tests.records.games import GENUINE_LOG, random_game

SLOW = EngineConfig("durak-dummy", move_time=60, game_time=600, start_time=90)


def settings(*options: str, log: Path) -> dict[str, Any]:
    """The settings that games of durak-autoplay carry."""
    autoplay("durak-dummy", "durak-dummy", *options, "--log-file", str(log))
    with LogIndex(log) as index:
        index.scan()
        return dict(index.game(0).run or {})


def quiet(_: str) -> None:
    raise AssertionError("there is nothing to report")


def test_left_to_itself_a_run_has_ten_matches_of_a_hundred_paired_games_by_chance() -> None:
    plans = [Plan((DUMMY, DUMMY)).settle(None, quiet) for _ in range(2)]
    assert [plan.schedule.total for plan in plans] == [1000, 1000]
    assert plans[0].paired
    assert plans[0].schedule.seed != plans[1].schedule.seed
    first, second = (task.deal for task in list(plans[0].schedule.tasks())[:2])
    assert second == first.exchanged()
    assert len(first.deck) == 36


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("options", "plan"),
    [
        (
            ["--seed", "7", "--start-time", "90"],
            Plan((EngineConfig("durak-dummy", start_time=90),) * 2, seed=7),
        ),
        (
            ["--seed", "7", "--deck", "52", "--no-paired", "--sprt", "0,10"],
            Plan((DUMMY, DUMMY), seed=7, deck=52, paired=False, sprt=Sprt(0, 10)),
        ),
        (
            ["--seed", "7", "--sprt", "0,10,0.1,0.2", "--sprt-model", "logistic"],
            Plan((DUMMY, DUMMY), seed=7, sprt=Sprt(0, 10, 0.1, 0.2, "logistic")),
        ),
        (
            ["--seed", "7", "--move-time", "2", "--game-time", "60"],
            Plan((EngineConfig("durak-dummy", move_time=2, game_time=60),) * 2, seed=7),
        ),
        (["--seed", "7", "--attack-limit", "6,5"], Plan((DUMMY, DUMMY), seed=7, caps=Caps(6, 5))),
        (["--seed", "7", "--attack-limit", "none"], Plan((DUMMY, DUMMY), seed=7)),
        (
            ["--deals", str(GENUINE_LOG), "--attack-limit", "6"],
            Plan((DUMMY, DUMMY), deals=str(GENUINE_LOG), caps=Caps(6, 6)),
        ),
    ],
)
def test_its_games_carry_what_those_of_the_command_carry(
    options: list[str], plan: Plan, tmp_path: Path
) -> None:
    numbers = [] if plan.deals else ["--matches-number", "1", "--match-size", "2"]
    carried = settings(*options, *numbers, log=tmp_path / "games.log")
    planned = plan.settle(None, quiet).settings
    if not plan.deals:
        carried |= {"matches": 10, "match_size": 100}
    assert json.loads(json.dumps(planned)) == carried


def test_engines_with_different_times_are_distinguished() -> None:
    made = Plan((DUMMY, SLOW)).settle(None, quiet).settings
    assert (made["move_time"], made["game_time"]) == ([10.0, 60], [None, 600])


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        (Plan((DUMMY, DUMMY), 1_000_001, 1), "at most 1,000,000 matches"),
        (Plan((DUMMY, DUMMY), 10**400, 0), "at most 1,000,000 matches"),
        (Plan((DUMMY, DUMMY), 2, 5_000_001), "at most 10,000,000 games"),
        (Plan((DUMMY, DUMMY), 1, 10**400), "at most 10,000,000 games"),
        (Plan((DUMMY, DUMMY), 1, 2, seed=-(10**30)), "at most 30 digits"),
    ],
)
def test_what_nobody_can_play_is_refused_in_a_sentence(plan: Plan, said: str) -> None:
    with pytest.raises(WrongValue, match=said):
        plan.settle(None, quiet)


def test_fewer_matches_than_none_are_none() -> None:
    assert Plan((DUMMY, DUMMY), -(10**9), 2).settle(None, quiet).schedule.total == 0


def test_a_resumed_run_keeps_the_seed_that_chance_gave_it(tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    seed = settings("--matches-number=1", "--match-size=2", log=log)["seed"]
    assert Plan((DUMMY, DUMMY)).settle(str(log), quiet).schedule.seed == seed
    assert Plan((DUMMY, DUMMY), seed=5).settle(str(log), quiet).schedule.seed == 5
    with pytest.raises(RunError, match=r"gone\.log cannot be read: No such file or directory"):
        Plan((DUMMY, DUMMY)).settle(str(tmp_path / "gone.log"), quiet)


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "plan",
    [
        Plan((DUMMY, SLOW), matches=1, match_size=2),
        Plan((DUMMY, DUMMY), matches=2, match_size=1),
        Plan((DUMMY, DUMMY), matches=1, match_size=2, seed=5, deck=52, paired=False),
        Plan((DUMMY, DUMMY), matches=1, match_size=2, sprt=Sprt(0, 1, 0.1, 0.1, "logistic")),
        Plan((DUMMY, DUMMY), matches=1, match_size=2, caps=Caps(6, 5)),
    ],
)
def test_a_log_gives_back_the_plan_of_its_last_run(plan: Plan, tmp_path: Path) -> None:
    log = str(tmp_path / "games.log")
    with LogWriter(log) as writer, closing(SerialPool(EngineTable, CancelToken())) as pool:
        run = Run(plan.settle(None, quiet), log=writer)
        run.play(pool, CancelToken())
    again = plan_of_log(log)
    assert again.settle(None, quiet).settings == run.settings
    assert [player.limits for player in again.players] == [one.limits for one in plan.players]


def test_a_log_that_does_not_say_what_its_run_is_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(RunError, match=r"dummy_vs_dummy\.log does not end with a run of matches"):
        plan_of_log(str(GENUINE_LOG))
    with pytest.raises(RunError, match="cannot be read: No such file"):
        plan_of_log(str(tmp_path / "gone"))
    log = tmp_path / "deals.log"
    settings("--deals", str(DATA / "trace_dummy_vs_dummy.log"), log=log)
    with pytest.raises(RunError, match="the deals of another log"):
        plan_of_log(str(log))


@pytest.mark.parametrize(
    "wrong",
    [
        {"matches": 0.5}, {"matches": True}, {"match_size": 1.0}, {"seed": True}, {"deck": 40},
        {"paired": 1}, {"move_time": -1.0}, {"move_time": math.nan}, {"engines": [1, 2]},
    ],
    ids=str,
)  # fmt: skip
def test_a_run_that_cannot_be_is_no_plan(wrong: dict[str, Any], tmp_path: Path) -> None:
    log = str(tmp_path / "games.log")
    run = Plan((DUMMY, DUMMY), matches=1, match_size=1, seed=1).settle(None, quiet).settings
    with LogWriter(log) as writer:
        writer.append(replace(random_game(1), game_id=1, run=run))
    assert plan_of_log(log).seed == 1
    with LogWriter(log) as writer:
        writer.append(replace(random_game(1), game_id=1, run={**run, **wrong}))
    with pytest.raises(RunError, match="does not end with a run of matches"):
        plan_of_log(log)


@pytest.mark.parametrize("number", [0, -5, 2])
def test_a_log_with_games_beyond_its_run_is_not_resumed(number: int, tmp_path: Path) -> None:
    log = str(tmp_path / "games.log")
    spec = Plan((DUMMY, DUMMY), matches=1, match_size=1, seed=1).settle(None, quiet)
    with LogWriter(log) as writer:
        for each in (1, number):
            writer.append(replace(random_game(1), game_id=each, run=spec.settings))
    reason = "game 2 is one too many" if number > 0 else "does not say which run"
    with pytest.raises(RunError, match=reason):
        DURAK_LOGS.resume(log, spec.settings, Run(spec).resume, quiet, CancelToken())


def test_a_signal_is_heard_while_a_log_is_taken_up(tmp_path: Path) -> None:
    log, token = str(tmp_path / "games.log"), CancelToken()
    spec = Plan((DUMMY, DUMMY), matches=1, match_size=1, seed=1).settle(None, quiet)
    with LogWriter(log) as writer:
        writer.append(replace(random_game(1), game_id=1, run=spec.settings))
    token.set()
    with pytest.raises(Cancelled):
        DURAK_LOGS.resume(log, spec.settings, Run(spec).resume, quiet, token)


def test_recorded_deals_are_played_once_in_order_if_no_numbers_are_given() -> None:
    planned = Plan((DUMMY, DUMMY), deals=str(GENUINE_LOG)).settle(None, quiet)
    with LogIndex(GENUINE_LOG) as index:
        index.scan()
        dealt = [index.game(number).deal for number in range(len(index))]
    assert (planned.schedule.matches, planned.schedule.match_size) == (1, len(dealt))
    assert [task.deal for task in planned.schedule.tasks()] == dealt
    assert not planned.paired


def test_recorded_deals_that_are_pairs_are_counted_as_pairs_unless_declined(tmp_path: Path) -> None:
    log, games = str(tmp_path / "games.log"), [random_game(1), random_game(2)]
    with LogWriter(log) as writer:
        for each in games:
            writer.append(each)
            exchanged = each.deal.exchanged()
            late = Ending(0, "timeout", 1, phase="init")
            writer.append(replace(each, deal=exchanged, actions=(), ending=late))
    for paired in (True, False):
        plan = Plan((DUMMY, DUMMY), deals=log, paired=paired)
        assert plan.settle(None, quiet).paired == paired


def test_a_log_of_deals_stays_open_for_no_longer_than_its_schedule(tmp_path: Path) -> None:
    log = tmp_path / "deals.log"
    log.write_bytes(GENUINE_LOG.read_bytes())

    def is_open() -> bool:
        return log.resolve() in (each.resolve() for each in Path("/proc/self/fd").iterdir())

    planned = Plan((DUMMY, DUMMY), deals=str(log)).settle(None, quiet)
    assert is_open()
    del planned
    gc.collect()
    assert not is_open()


def test_damaged_games_are_left_out_with_a_word(tmp_path: Path) -> None:
    log = tmp_path / "damaged.log"
    log.write_bytes(GENUINE_LOG.read_bytes().replace(b'"moves"', b'"oops"', 1))
    notices: list[str] = []
    planned = Plan((DUMMY, DUMMY), deals=str(log)).settle(None, notices.append)
    assert planned.schedule.total == 29
    assert len(notices) == 1
    assert notices[0].startswith(f"1 damaged game left out of {log}: game 1, ")


@pytest.mark.parametrize(
    ("players", "is_paired", "results", "even"),
    [
        ((DUMMY, DUMMY), True, [0, 1, DRAW, DRAW], True),
        ((DUMMY, replace(DUMMY, name="twin")), True, [0, 1], True),
        ((DUMMY, DUMMY), False, [0, 1], False),
        ((DUMMY, DUMMY), True, [0, 1, 0, 0], False),  # they play at random
        ((DUMMY, EngineConfig("durak-dummy --fast")), True, [0, 1], False),
        ((DUMMY, replace(DUMMY, move_time=1.0)), True, [0, 1], False),
        ((DUMMY, replace(DUMMY, env=(("LEVEL", "3"),))), True, [0, 1], False),
    ],
)
def test_one_command_on_both_sides_of_every_deal_is_even_by_construction(
    players: tuple[EngineConfig, EngineConfig], is_paired: bool, results: list[int], even: bool
) -> None:
    run = Run(Plan(players, 1, len(results), seed=1, paired=is_paired).settle(None, quiet))
    run.resume(game(winner, game_id=number) for number, winner in enumerate(results, 1))
    assert run.is_even_by_construction == even
