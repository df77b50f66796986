"""A game of a person against an engine is stored as it is played, whatever happens."""

import errno
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from durak_tui.engine.config import EngineConfig
from durak_tui.game.deals import deal
from durak_tui.game.position import DEAL
from durak_tui.game.violation import IllegalAction
from durak_tui.protocol.faults import Verdict
from durak_tui.records.journal import NotUnfinished, put_away, unfinished
from durak_tui.records.journal_format import DamagedJournal
from durak_tui.records.log_format import decode_game, encode_game
from durak_tui.table.duel import Duel
from durak_tui.table.table import Table, new_deal
from tests.records.games import random_game
from tests.records.journals import folder, log
from tests.records.test_writer import file_size_limit, games_in
from tests.table.duels import any_choice, random_duel

__all__ = ["folder", "log"]

PLAYER = EngineConfig("durak-dummy", "dummy", (("LEVEL", "3"),), 3, 60)


def play(table: Table, chance: Random, count: int = 1000) -> None:
    """So many steps, or to the end."""
    for _ in range(count):
        if table.duel.over:
            return
        if table.duel.position.phase == DEAL:
            table.settle()
        else:
            table.play(any_choice(table.duel.position, chance))


def same(one: Duel, other: Duel) -> bool:
    """Whether two games are the same, to all who look at them."""
    for duel in (one, other):
        if duel.position.phase == DEAL:
            duel.settle()
    return (
        repr(one.position) == repr(other.position)
        and one.position.discarded == other.position.discarded
        and (one.deal, one.seat, one.names, one.casual, one.started_at, one.before, one.actions)
        == (
            other.deal, other.seat, other.names, other.casual, other.started_at, other.before,
            other.actions,
        )
        and one.known == other.known
        and one.choices() == other.choices()
        and one.can_take_back == other.can_take_back
    )  # fmt: skip


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(seed=st.integers(0, 2**32), taken_up=st.booleans())
def test_a_game_that_was_left_and_taken_back_and_resumed_is_recorded_as_if_played_straight(
    folder: Path, log: Path, seed: int, taken_up: bool
) -> None:
    chance = Random(seed)
    duel = random_duel(seed)
    if taken_up:
        game = random_game(seed)
        count = chance.randrange(len(game.actions))
        duel = Duel.taken_up(game, count, seat=chance.randint(0, 1), names=("Ann", "bot"))
    table = Table(duel, PLAYER, folder, log)
    while not table.duel.over:
        play(table, chance) if chance.random() < 0.02 else play(table, chance, 1)
        if chance.random() < 0.1:
            table.take_back()
        if chance.random() < 0.05 and not table.duel.over:
            path = table.path
            assert path
            table.leave()
            before = table.duel
            table = Table.resume(path, log)
            assert same(before, table.duel)
            assert table.contestant == PLAYER
        assert table.trouble() is None
    record = table.duel.record()
    straight = Duel(
        record.deal, seat=table.duel.seat, names=record.names, before=duel.before,
        started_at=record.started_at,
    )  # fmt: skip
    for action in record.actions[len(duel.before) :]:
        if straight.position.phase == DEAL:
            straight.settle()
        straight.play(action)
    if not straight.over:
        straight.settle()
    assert replace(straight.record(), ended_at=record.ended_at) == record
    assert decode_game(encode_game(record).partition(b"\n")[2]) == record
    assert table.saved
    assert games_in(log)[-1] == record
    assert list(folder.iterdir()) == []


def test_a_game_that_is_resigned_or_claimed_is_logged_at_once(folder: Path, log: Path) -> None:
    table = Table(random_duel(1), PLAYER, folder, log)
    play(table, Random(1), 5)
    table.resign()
    other = Table(random_duel(2), PLAYER, folder, log)
    play(other, Random(2), 5)
    other.claim(Verdict("dummy", "crash", "gone", "move", "move", "", 1.0), "last words")
    assert games_in(log) == [table.duel.record(), other.duel.record()]
    assert list(folder.iterdir()) == []
    with pytest.raises(IllegalAction, match="over"):
        table.play(())


def test_a_game_that_is_thrown_away_is_nowhere(folder: Path, log: Path) -> None:
    table = Table(random_duel(1), PLAYER, folder, log)
    play(table, Random(1), 5)
    table.discard()
    assert list(folder.iterdir()) == []
    assert not log.exists()


def test_a_game_is_resumed_in_one_place_only(folder: Path, log: Path) -> None:
    table = Table(random_duel(1), PLAYER, folder, log)
    assert table.path
    with pytest.raises(NotUnfinished):
        Table.resume(table.path, log)
    table.leave()
    table.leave()
    Table.resume(table.path, log).leave()


def test_a_journal_that_does_not_say_which_engine_plays_is_damaged(folder: Path, log: Path) -> None:
    table = Table(random_duel(1), PLAYER, folder, log)
    table.leave()
    assert table.path
    table.path.write_bytes(table.path.read_bytes().replace(b'"move_time"', b'"time"'))
    for _ in range(2):  # and nobody keeps it locked
        with pytest.raises(DamagedJournal, match="which engine"):
            Table.resume(table.path, log)


class TestTrouble:
    def test_a_full_disk_is_told_once_and_the_game_goes_on(self, folder: Path, log: Path) -> None:
        table = Table(random_duel(1), PLAYER, folder, log)
        assert table.path
        chance = Random(1)
        play(table, chance, 5)
        assert table.trouble() is None
        with file_size_limit(table.path.stat().st_size):
            play(table, chance, 5)
            trouble = table.trouble()
            assert trouble
            assert trouble.error.errno == errno.EFBIG
            assert trouble.path == str(table.path)
            assert not trouble.is_log
            play(table, chance, 5)
            assert table.trouble() is None
        play(table, chance, 3)
        table.leave()
        (found,) = unfinished(folder)
        assert found.game.actions == table.duel.actions

    def test_it_is_told_again_when_it_comes_again(self, folder: Path, log: Path) -> None:
        table = Table(random_duel(1), PLAYER, folder, log)
        assert table.path
        for _ in range(2):
            with file_size_limit(table.path.stat().st_size):
                play(table, Random(1), 2)
                assert table.trouble()
            play(table, Random(1), 2)
            assert table.trouble() is None

    def test_a_game_whose_journal_could_not_be_begun_gets_one_when_it_can(
        self, folder: Path, log: Path
    ) -> None:
        folder.parent.mkdir(parents=True)
        folder.write_text("in the way")
        chance = Random(1)
        table = Table(random_duel(1), PLAYER, folder, log)
        play(table, chance, 5)
        trouble = table.trouble()
        assert trouble and trouble.path == str(folder)
        assert table.path is None
        folder.unlink()
        play(table, chance, 1)
        if table.duel.position.phase == DEAL:
            play(table, chance, 2)
        table.leave()
        (found,) = unfinished(folder)
        assert found.game.actions == table.duel.actions

    @pytest.mark.parametrize("stored", [True, False])
    def test_a_log_that_cannot_be_written_is_told_and_tried_again(
        self, folder: Path, log: Path, stored: bool
    ) -> None:
        log.mkdir(parents=True)
        if not stored:
            folder.parent.mkdir(parents=True)
            folder.write_text("in the way")
        table = Table(random_duel(1), PLAYER, folder, log)
        play(table, Random(1))
        assert table.duel.over
        trouble = table.trouble()
        assert trouble and trouble.is_log
        assert trouble.path == str(log)
        assert not table.save()
        assert table.trouble() is None
        log.rmdir()
        assert table.save()
        assert table.save()
        table.leave()
        assert games_in(log) == [table.duel.record()]

    def test_trouble_that_is_over_is_not_told(self, folder: Path, log: Path) -> None:
        log.mkdir(parents=True)
        table = Table(random_duel(1), PLAYER, folder, log)
        play(table, Random(1))
        log.rmdir()
        assert table.save()
        assert table.trouble() is None

    def test_what_was_not_logged_is_put_away_at_another_time(self, folder: Path, log: Path) -> None:
        log.mkdir(parents=True)
        table = Table(random_duel(1), PLAYER, folder, log)
        play(table, Random(1))
        table.leave()
        assert unfinished(folder) == []
        log.rmdir()
        assert put_away(folder, log) == [table.duel.record()]
        assert games_in(log) == [table.duel.record()]


def test_deals_are_those_of_the_seed_or_by_chance_and_the_winner_may_go_first() -> None:
    assert new_deal(seed=7, number=3) == deal(7, 3)
    assert new_deal(seed="7", number=3) == deal(7, 3)
    assert new_deal(52) != new_deal(52)
    assert len(new_deal(52).deck) == 52
    for first in (0, 1):
        assert new_deal(seed=7, first=first) == deal(7, 1)._replace(first=first)
