"""Runs of groups of programs: in one process or several, cut short, resumed, in the background."""

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from durak_tui.engine.cancel import CancelToken
from durak_tui.engine.config import EngineConfig
from durak_tui.games.group_run import BackgroundGroups, GroupPlan, GroupRun, log_of_games
from durak_tui.games.live_playthrough import check_log
from durak_tui.games.playthrough import Finish, Playthrough
from durak_tui.games.playthrough_log import PlaythroughLog, PlaythroughWriter
from durak_tui.games.program_table import ProgramTable
from durak_tui.pool.local import LocalPool, SerialPool
from durak_tui.pool.run_errors import NotSavedError, RunError, failure_of
from tests.games.toys import HIGHER, plan, says

ONE, FIVE, NINE = says("1\n"), says("5\n"), says("9\n")
GONE = says("7\n", then="read line; exit 1")


def played(of: GroupPlan, workers: int = 1, log: Path | None = None) -> GroupRun:
    """A run to its end."""
    writer = PlaythroughWriter(log) if log else None
    run, token, table = GroupRun(of, log=writer), CancelToken(), partial(ProgramTable, kind=HIGHER)
    pool = LocalPool(table, workers, token) if workers > 1 else SerialPool(table, token)
    with closing(pool):
        run.play(pool, token)
    if writer:
        writer.close()
    return run


def games_of(log: Path) -> list[Playthrough]:
    with PlaythroughLog(log, HIGHER) as games:
        games.scan()
        return [games.game(number) for number in range(len(games))]


def facts(games: list[Playthrough]) -> list[object]:
    """All of games that does not depend on the time."""
    return [
        (one.game_id, one.names, one.opening, one.moves, one.finish and one.finish[:2], one.run)
        for one in games
    ]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The log of a run of three players."""
    log = tmp_path_factory.mktemp("whole") / "games.log"
    run = played(plan(ONE, FIVE, NINE), log=log)
    assert run.complete
    return log


def test_the_best_is_first(whole: Path) -> None:
    run = GroupRun(plan(ONE, FIVE, NINE))
    run.resume(games_of(whole))
    assert run.complete
    ranking = run.standings.ranking()
    assert [line.score.name for line in ranking] == ["9", "5", "1"]
    assert [line.score.points for line in ranking] == [8, 4, 0]


def test_many_workers_write_the_same_log(whole: Path, tmp_path: Path) -> None:
    played(plan(ONE, FIVE, NINE), workers=2, log=tmp_path / "log")
    assert facts(games_of(tmp_path / "log")) == facts(games_of(whole))


def test_a_fault_costs_that_game_and_only_its_player(tmp_path: Path) -> None:
    run = played(plan(GONE, FIVE), log=tmp_path / "log")
    gone, five = run.standings.scores
    assert gone.faults == {"crash": 4}
    assert five.won == 4
    for game in games_of(tmp_path / "log"):
        assert game.moves in ("75!5!5", "575!5!")


@pytest.mark.parametrize("size", [0, 1, 700, -1])
def test_a_run_goes_on_where_its_log_ends(whole: Path, tmp_path: Path, size: int) -> None:
    log, of = tmp_path / "games.log", plan(ONE, FIVE, NINE)
    log.write_bytes(whole.read_bytes()[:size])
    notices: list[str] = []
    run, token = GroupRun(of, log=PlaythroughWriter(log)), CancelToken()
    of.logs.resume(str(log), of.settings, run.resume, notices.append, token)
    with closing(SerialPool(partial(ProgramTable, kind=HIGHER), token)) as pool:
        run.play(pool, token)
    assert facts(games_of(log)) == facts(games_of(whole))
    assert len(notices) == (size != 0)
    assert Path(f"{log}.torn").exists() == (size != 0)


@pytest.mark.parametrize(
    ("of", "why"),
    [
        (plan(ONE, FIVE, NINE, rounds=4), "rounds was None, is 4"),
        (plan(ONE, FIVE), "game 5 is one too many"),
        (plan(FIVE, ONE, NINE), "game 1 is not the one this run would have played"),
        (plan(ONE, FIVE, NINE, repeat=1), "game 3 is not the one this run would have played"),
    ],
)
def test_other_runs_are_not_resumed(whole: Path, of: GroupPlan, why: str) -> None:
    run = GroupRun(of)
    with pytest.raises(RunError, match=why):
        of.logs.resume(str(whole), of.settings, run.resume, pytest.fail, CancelToken())


def test_a_player_that_is_no_program_is_refused_before_the_first_game() -> None:
    with pytest.raises(RunError, match="engine 'nobody' not found"):
        GroupRun(plan(ONE, EngineConfig("nobody"))).greet(CancelToken())


def test_a_full_disk_ends_the_run_and_says_so() -> None:
    run, token = GroupRun(plan(ONE, FIVE), log=PlaythroughWriter("/dev/full")), CancelToken()
    with closing(SerialPool(partial(ProgramTable, kind=HIGHER), token)) as pool:
        with pytest.raises(NotSavedError, match="game 1 could not be saved"):
            run.play(pool, token)
        assert "No space" in failure_of(lambda: run.play(pool, token))
    assert run.played == 0


@pytest.fixture
def background(tmp_path: Path) -> Iterator[BackgroundGroups]:
    with BackgroundGroups(plan(ONE, NINE), log=str(tmp_path / "log"), concurrency=1) as run:
        run.start()
        assert run.wait(60)
        yield run


def test_a_run_in_the_background_tells_its_progress(background: BackgroundGroups) -> None:
    now = background.snapshot()
    assert (now.state, now.done, now.total, now.failure) == ("finished", 4, 4, "")
    assert [line.score.name for line in now.ranking] == ["9", "1"]


def test_it_can_be_resumed_there(background: BackgroundGroups) -> None:
    assert background.log
    log = Path(background.log)
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:2]))
    with BackgroundGroups(background.plan, log=str(log), resume=True, concurrency=1) as again:
        again.start()
        assert again.wait(60)
        now = again.snapshot()
    assert (now.state, now.done, now.resumed) == ("finished", 4, 2)
    assert len(games_of(log)) == 4


@pytest.mark.parametrize(
    "other", ["#### a log of Durak\n", '{"game": "lower", "id": 1}\n', '{"game": "lower']
)
def test_the_log_of_another_game_is_left_as_it_is(tmp_path: Path, other: str) -> None:
    log, of = tmp_path / "log", plan(ONE, FIVE)
    log.write_text(other)
    with pytest.raises(RunError, match="its game 1 is damaged: it is no game of higher"):
        of.logs.resume(str(log), of.settings, GroupRun(of).resume, pytest.fail, CancelToken())
    assert log.read_text() == other


def with_one_more(path: Path, whole: Path) -> None:
    """Append the first game of a log to another."""
    with log_of_games(str(path), HIGHER) as log:
        log.append(games_of(whole)[0])


class TestTheLogToAppendTo:
    @pytest.mark.parametrize(
        "other",
        ["#### a log of Durak\n", '{"game": "lower", "id": 1}\n', "Dear Ann\n", '{"game": "high'],
    )
    def test_a_file_of_something_else_is_refused_and_left(
        self, whole: Path, tmp_path: Path, other: str
    ) -> None:
        path = tmp_path / "file"
        path.write_text(other)
        with pytest.raises(RunError, match="is not a log of higher; name another file"):
            check_log(str(path), HIGHER)
        with pytest.raises(RunError, match="is not a log of higher; name another file"):
            with_one_more(path, whole)
        assert path.read_text() == other

    @pytest.mark.parametrize("damage", ["", "damaged\n"])
    @pytest.mark.parametrize("games", [0, 2])
    def test_a_log_and_an_empty_file_are_taken(
        self, whole: Path, tmp_path: Path, damage: str, games: int
    ) -> None:
        lines = whole.read_text().splitlines(keepends=True)
        path = tmp_path / "games.log"
        before = "".join([damage if games else "", *lines[:games]])
        path.write_text(before)
        check_log(str(path), HIGHER)
        assert path.read_text() == before
        with_one_more(path, whole)
        assert path.read_text() == before + lines[0]

    def test_a_device_is_not_looked_at(self, whole: Path) -> None:
        check_log("/dev/null", HIGHER)
        with_one_more(Path("/dev/null"), whole)

    def test_a_new_one_without_games_is_removed(self, tmp_path: Path) -> None:
        check_log(str(tmp_path / "games.log"), HIGHER)
        assert not [*tmp_path.iterdir()]


def test_a_game_that_somebody_has_changed_is_not_resumed(whole: Path, tmp_path: Path) -> None:
    log, of = tmp_path / "log", plan(ONE, FIVE, NINE)
    log.write_bytes(whole.read_bytes().replace(b'"moves": "15', b'"moves": "1x', 1))
    with pytest.raises(RunError, match="game 1 is not the one this run would have played"):
        of.logs.resume(str(log), of.settings, GroupRun(of).resume, pytest.fail, CancelToken())


def test_a_snapshot_stays_as_it_was_taken() -> None:
    run = GroupRun(plan(ONE, FIVE))
    before = run.standings.copy()
    finish = Finish((1, 2), (None, None), (0.0, 0.0), {})
    run.standings.add((0, 1), finish)
    assert (before.played, before.scores[0].games) == (0, 0)
    assert (run.standings.copy().played, run.standings.ranking()[0].score.games) == (1, 1)
