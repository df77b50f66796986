"""A game at a table is stored as it is played, also where a disk is full."""

import errno
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from durak_tui.engine.config import EngineConfig
from durak_tui.engine.engine_errors import EngineVerdict
from durak_tui.game.position import DEAL
from durak_tui.game.violation import IllegalAction
from durak_tui.protocol.faults import Detail, FaultCode
from durak_tui.records.journal import NotUnfinished, put_away, unfinished
from durak_tui.records.journal_format import DamagedJournal
from durak_tui.records.log_format import decode_game, encode_game
from durak_tui.table.game import Game, GameStart
from durak_tui.table.seats import EngineSeat, PersonSeat, seat_of, side_by_side, stored_seat
from durak_tui.table.storage import Trouble
from tests.game.walks import any_choice
from tests.records.games import random_game
from tests.records.journals import folder, log
from tests.records.logs import games_in
from tests.records.storing import file_size_limit
from tests.table.games import unplayed

__all__ = ["folder", "log"]

PLAYER = EngineSeat(EngineConfig("durak-dummy", "dummy", (("LEVEL", "3"),), 3, 60))


def play(game: Game, rng: Random, count: int = 1000) -> None:
    """Play this many steps, or to the end."""
    for _ in range(count):
        if game.over:
            return
        if game.position.phase == DEAL:
            game.settle()
        else:
            game.play(any_choice(game.position, rng))


def stored(seed: int, folder: Path, log: Path, **options: Any) -> Game:
    """A game that has just begun."""
    new = unplayed(seed)
    seats = side_by_side(new.here, PersonSeat("player"), PLAYER)
    game = Game(new.deal, seats, **options)
    game.store(folder, log)
    return game


def trouble(game: Game) -> Trouble | None:
    assert game.storage
    return game.storage.news()


def path_of(game: Game) -> Path:
    assert game.storage and game.storage.path
    return game.storage.path


def same(one: Game, other: Game) -> bool:
    """True if two games are the same to every viewer."""
    for game in (one, other):
        if game.position.phase == DEAL:
            game.settle()
    return (
        repr(one.position) == repr(other.position)
        and one.position.discarded == other.position.discarded
        and (one.deal, one.seats, one.casual, one.started_at, one.before, one.actions)
        == (other.deal, other.seats, other.casual, other.started_at, other.before, other.actions)
        and all(
            one.known(seat) == other.known(seat)
            and one.choices(seat) == other.choices(seat)
            and one.can_take_back(seat) == other.can_take_back(seat)
            for seat in (0, 1)
        )
    )


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(seed=st.integers(0, 2**32), taken_up=st.booleans())
def test_a_game_that_was_left_and_taken_back_and_resumed_is_recorded_as_if_played_straight(
    folder: Path, log: Path, seed: int, taken_up: bool
) -> None:
    rng = Random(seed)
    game = stored(seed, folder, log)
    if taken_up:
        game.discard()
        start = GameStart.within(old := random_game(seed), rng.randrange(len(old.actions)))
        game = Game(start.deal, game.seats, before=start.before)
        game.store(folder, log)
    while not game.over:
        play(game, rng) if rng.random() < 0.02 else play(game, rng, 1)
        if rng.random() < 0.1:
            game.take_back(rng.randint(0, 1))
        if rng.random() < 0.05 and not game.over:
            path = path_of(game)
            game.leave()
            before = game
            game = Game.resume(path, log)
            assert same(before, game)
        assert trouble(game) is None
    record = game.record()
    straight = Game(record.deal, game.seats, before=game.before, started_at=record.started_at)
    for action in record.actions[len(game.before) :]:
        if straight.position.phase == DEAL:
            straight.settle()
        straight.play(action)
    if not straight.over:
        straight.settle()
    assert replace(straight.record(), ended_at=record.ended_at) == record
    assert decode_game(encode_game(record).partition(b"\n")[2]) == record
    assert game.is_logged
    assert games_in(log)[-1] == record
    assert list(folder.iterdir()) == []


def test_a_game_that_is_resigned_or_claimed_is_logged_at_once(folder: Path, log: Path) -> None:
    game = stored(1, folder, log)
    play(game, Random(1), 5)
    game.resign(game.here)
    other = stored(2, folder, log)
    play(other, Random(2), 5)
    details = (Detail(FaultCode.EXITED, {"n": 1}),)
    verdict = EngineVerdict("dummy", details, "move", "move", "", 1.0)
    other.claim(other.here, verdict, "last words")
    assert games_in(log) == [game.record(), other.record()]
    assert list(folder.iterdir()) == []
    with pytest.raises(IllegalAction, match="nobody may play"):
        game.play(())


def test_a_game_that_is_thrown_away_is_nowhere(folder: Path, log: Path) -> None:
    game = stored(1, folder, log)
    play(game, Random(1), 5)
    game.discard()
    assert list(folder.iterdir()) == []
    assert not log.exists()


def test_a_game_is_resumed_in_one_place_only(folder: Path, log: Path) -> None:
    game = stored(1, folder, log)
    with pytest.raises(NotUnfinished):
        Game.resume(path_of(game), log)
    game.leave()
    game.leave()
    Game.resume(path_of(game), log).leave()


def test_what_ends_a_game_after_it_was_left_is_not_stored(folder: Path, log: Path) -> None:
    game = stored(1, folder, log)
    play(game, Random(1), 5)
    game.leave()
    game.resign(0)
    assert not game.is_logged and not log.exists()
    (found,) = unfinished(folder)
    assert found.game.actions == game.actions


def test_a_journal_that_does_not_say_which_engine_plays_is_damaged(folder: Path, log: Path) -> None:
    game = stored(1, folder, log)
    game.leave()
    path_of(game).write_bytes(path_of(game).read_bytes().replace(b'"move_time"', b'"time"'))
    for _ in range(2):  # and nobody keeps it locked
        with pytest.raises(DamagedJournal, match="which engine"):
            Game.resume(path_of(game), log)


class TestTrouble:
    def test_a_full_disk_is_reported_once_and_the_game_goes_on(
        self, folder: Path, log: Path
    ) -> None:
        game = stored(1, folder, log)
        rng = Random(1)
        play(game, rng, 5)
        assert trouble(game) is None
        with file_size_limit(path_of(game).stat().st_size):
            play(game, rng, 5)
            failure = trouble(game)
            assert failure
            assert failure.error.errno == errno.EFBIG
            assert failure.path == str(path_of(game))
            assert not failure.is_log
            play(game, rng, 5)
            assert trouble(game) is None
        play(game, rng, 3)
        game.leave()
        (found,) = unfinished(folder)
        assert found.game.actions == game.actions

    def test_trouble_that_returns_is_reported_again(self, folder: Path, log: Path) -> None:
        game = stored(1, folder, log)
        for _ in range(2):
            with file_size_limit(path_of(game).stat().st_size):
                play(game, Random(1), 2)
                assert trouble(game)
            play(game, Random(1), 2)
            assert trouble(game) is None

    def test_a_game_whose_journal_could_not_be_begun_gets_one_when_it_can(
        self, folder: Path, log: Path
    ) -> None:
        folder.parent.mkdir(parents=True)
        folder.write_text("in the way")
        rng = Random(1)
        game = stored(1, folder, log)
        play(game, rng, 5)
        failure = trouble(game)
        assert failure and failure.path == str(folder)
        assert game.storage and game.storage.path is None
        folder.unlink()
        play(game, rng, 1)
        if game.position.phase == DEAL:
            play(game, rng, 2)
        game.leave()
        (found,) = unfinished(folder)
        assert found.game.actions == game.actions

    @pytest.mark.parametrize("has_journal", [True, False])
    def test_a_log_that_cannot_be_written_is_reported_and_tried_again(
        self, folder: Path, log: Path, has_journal: bool
    ) -> None:
        log.mkdir(parents=True)
        if not has_journal:
            folder.parent.mkdir(parents=True)
            folder.write_text("in the way")
        game = stored(1, folder, log)
        play(game, Random(1))
        assert game.over
        failure = trouble(game)
        assert failure and failure.is_log
        assert failure.path == str(log)
        game.save()
        assert not game.is_logged and trouble(game) is None
        log.rmdir()
        game.save()
        assert game.is_logged
        game.save()
        game.leave()
        assert games_in(log) == [game.record()]

    def test_trouble_that_is_over_is_not_reported(self, folder: Path, log: Path) -> None:
        log.mkdir(parents=True)
        game = stored(1, folder, log)
        play(game, Random(1))
        log.rmdir()
        game.save()
        assert game.is_logged and trouble(game) is None

    def test_what_was_not_logged_is_put_away_at_another_time(self, folder: Path, log: Path) -> None:
        log.mkdir(parents=True)
        game = stored(1, folder, log)
        play(game, Random(1))
        game.leave()
        assert unfinished(folder) == []
        log.rmdir()
        assert put_away(folder, log) == [game.record()]
        assert games_in(log) == [game.record()]


def test_a_seat_is_stored_with_all_that_starts_it() -> None:
    other = EngineSeat(EngineConfig("python3 my_engine.py --level 3", move_time=10.0))
    for seat in (PLAYER, other, PersonSeat("Ann")):
        assert seat_of(stored_seat(seat)) == seat
