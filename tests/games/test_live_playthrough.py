"""A game that is watched, or played by a person: as it grows, taken back, left."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Condition
from typing import Any

import pytest

from durak_tui.engine.config import EngineConfig
from durak_tui.engine.engine_errors import EngineStartError
from durak_tui.games.live_playthrough import LivePlaythrough
from durak_tui.games.person import Person
from durak_tui.games.playthrough_log import PlaythroughLog
from tests.games.toys import HIGHER, opening, says

FIVE = says("5\n")


class Looker:
    """Somebody who looks at a game whenever it has changed."""

    def __init__(self) -> None:
        self.changed = Condition()

    def __call__(self) -> None:
        with self.changed:
            self.changed.notify_all()

    def sees(self, game: LivePlaythrough, moves: str) -> None:
        """Wait until these are the moves."""
        with self.changed:
            assert self.changed.wait_for(lambda: game.playthrough.moves == moves, 60)

    def sees_the_end(self, game: LivePlaythrough) -> None:
        with self.changed:
            assert self.changed.wait_for(lambda: game.is_over, 60)


@contextmanager
def live(
    *players: EngineConfig | Person, pace: float = 0.0, **more: Any
) -> Iterator[tuple[LivePlaythrough, Looker]]:
    """A game that goes on."""
    looker = Looker()
    with LivePlaythrough(HIGHER, opening(1), players, **more) as game:
        game.set_pace(pace)
        game.start(looker)
        yield game, looker


def test_programs_play_and_somebody_watches() -> None:
    with live(FIVE, says("1\n", "9\n")) as (game, looker):
        looker.sees_the_end(game)
        end = game.playthrough
    assert end.moves == "515951"
    assert end.finish
    assert end.finish.ranks == (1, 2)
    assert end.names == ("5", "1\n-9")


def test_a_person_is_waited_for() -> None:
    ann = Person("Ann")
    with live(ann, FIVE) as (game, looker):
        ann.answer("9", 0)
        ann.answer("9", 0)  # The key was pressed twice.
        looker.sees(game, "95")
        assert HIGHER.after(opening(1), game.playthrough.moves).sums == [9, 5]
        assert game.playthrough.finish is None
        ann.answer("8", 2)
        ann.answer("7", 4)
        looker.sees_the_end(game)
        assert game.playthrough.moves == "958575"
        assert game.playthrough.names == ("Ann", "5")


def test_taking_back_is_going_on_from_fewer_moves() -> None:
    ann = Person("Ann")
    with live(ann, FIVE, past="95") as (game, looker):
        assert game.playthrough.moves == "95"
        ann.answer("1", 2)
        looker.sees(game, "9515")


def test_a_game_that_is_left_ends_and_has_no_result() -> None:
    ann = Person("Ann")
    with live(ann, FIVE) as (game, looker):
        ann.answer("1", 0)
        looker.sees(game, "15")
    assert game.is_over
    assert game.playthrough.finish is None
    assert game.failure == ""


def test_a_game_goes_to_its_log(tmp_path: Path) -> None:
    path = tmp_path / "games.log"
    with live(FIVE, FIVE, log=str(path), run={"seed": 1}) as (game, looker):
        looker.sees_the_end(game)
    with PlaythroughLog(path, HIGHER) as log:
        log.scan()
        kept, played = log.game(0), game.playthrough
    assert (kept.moves, kept.run) == (played.moves, {"seed": 1})
    assert kept.finish
    assert played.finish
    assert kept.finish.ranks == played.finish.ranks


def test_a_game_that_a_person_leaves_goes_to_its_log_if_they_have_played(tmp_path: Path) -> None:
    path = tmp_path / "games.log"
    for answers in ((), ("1",)):
        ann = Person("Ann")
        with live(ann, FIVE, log=str(path), past="95") as (_, looker):
            for number, answer in enumerate(answers):
                ann.answer(answer, 2 + number)
                looker.sees(_, "9515")
    with PlaythroughLog(path, HIGHER) as log:
        log.scan()
        assert len(log) == 1
        assert (log.game(0).moves, log.game(0).finish) == ("9515", None)


def test_a_game_that_is_dropped_leaves_nothing(tmp_path: Path) -> None:
    path, ann = tmp_path / "games.log", Person("Ann")
    with live(ann, FIVE, log=str(path)) as (game, looker):
        ann.answer("1", 0)
        looker.sees(game, "15")
        game.drop()
    assert not path.exists()


def test_a_log_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with live(FIVE, FIVE, log=str(tmp_path)) as (game, looker):
        looker.sees_the_end(game)
        assert "could not be saved" in game.failure
    assert game.playthrough.finish


def test_a_pause_after_each_round_is_cut_short_by_leaving() -> None:
    with live(FIVE, FIVE, pace=600.0) as (game, looker):
        looker.sees(game, "55")
    assert game.playthrough.finish is None


def test_a_player_that_is_no_program_is_refused_at_once() -> None:
    with pytest.raises(EngineStartError, match="not found"):
        LivePlaythrough(HIGHER, opening(1), [EngineConfig("nobody"), FIVE])


def test_moves_that_are_none_are_refused_at_once() -> None:
    with pytest.raises(ValueError, match="x"):
        LivePlaythrough(HIGHER, opening(1), [FIVE, FIVE], past="1x")


def test_a_mistake_of_ours_is_reported_and_ends_the_game() -> None:
    ann = Person("Ann")
    with live(ann, FIVE) as (game, looker):
        ann.answer("no move", 0)
        looker.sees_the_end(game)
        assert "stopped by a bug in durak-tui" in game.failure
        assert isinstance(game.error, ValueError)


def test_any_moment_of_a_game_can_be_looked_at() -> None:
    sums = [HIGHER.after(opening(1), "515951", count).sums for count in range(7)]
    assert sums == [[0, 0], [5, 0], [5, 1], [10, 1], [10, 10], [15, 10], [15, 11]]
    with pytest.raises(ValueError, match="x"):
        HIGHER.after(opening(1), "51x")
