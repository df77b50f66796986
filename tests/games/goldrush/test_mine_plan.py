"""Runs of Gold Rush: who plays where, and how often."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

import pytest

from durak_tui.games.goldrush.maps import MineMap
from durak_tui.games.goldrush.mine_plan import MineOptions, mine_plan
from durak_tui.games.group_run import GroupPlan
from durak_tui.games.group_schedule import GroupTask, players_named
from durak_tui.pool.run_errors import RunError

Base = tuple[int, int]


def plan(bases: int, players: int, seats: int | None, repeat: int | None = None) -> GroupPlan:
    """A run in a mine with so many bases."""
    mine = MineMap(bases, 1, ("-",) * bases)
    names = players_named(["goldrush-random"] * players)
    return mine_plan(MineOptions(mine), names, seats, repeat, seed=3)


def groups(of: GroupPlan) -> Iterator[list[GroupTask]]:
    """The games of each group, all in a row."""
    for _, tasks in groupby(of.schedule.tasks(), lambda task: sorted(task.group)):
        yield [*tasks]


def deals(tasks: list[GroupTask]) -> Iterator[tuple[set[Base], list[GroupTask]]]:
    """The games with the same bases, in a row, and these bases."""
    for _, same in groupby(tasks, lambda task: task.opening["game"]):
        games = [*same]
        yield set(map(tuple, games[0].opening["bases"])), games


def bases_of(tasks: list[GroupTask], player: int) -> Counter[Base]:
    """The number of tasks in which a player has each base."""
    return Counter(
        tuple(task.opening["bases"][seat])
        for task in tasks
        for seat, one in enumerate(task.group)
        if one == player
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("bases", [4, 5, 6, 7, 12])
def test_by_default_every_group_plays_from_every_base(bases: int, seats: int) -> None:
    run = plan(bases, players=seats + 1, seats=seats)
    assert run.settings["repeat"] == -(-bases // seats)
    found = [*groups(run)]
    assert len(found) == seats + 1
    assert sum(map(len, found)) == run.schedule.total
    for tasks in found:
        for player in tasks[0].group:
            counts = bases_of(tasks, player)
            assert len(counts) == bases
            assert counts.total() == len(tasks)
            assert max(counts.values()) == (1 if bases % seats == 0 else 2)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("repeat", [None, 1, 5])
def test_each_player_plays_once_from_each_base_of_a_deal(seats: int, repeat: int | None) -> None:
    for tasks in groups(plan(7, players=seats + 1, seats=seats, repeat=repeat)):
        for bases, games in deals(tasks):
            assert len(bases) == len(games) == seats
            for player in games[0].group:
                assert bases_of(games, player) == dict.fromkeys(bases, 1)


def test_bases_are_dealt_as_often_as_asked() -> None:
    for repeat in (1, 2, 3, 7):
        run = plan(6, players=3, seats=2, repeat=repeat)
        assert run.settings["repeat"] == repeat
        for tasks in groups(run):
            found = [bases for bases, _ in deals(tasks)]
            assert len(found) == repeat
            # The first three deals have all bases, and so have the next three, by another lot.
            for begin in range(0, repeat - 2, 3):
                assert len(set().union(*found[begin : begin + 3])) == 6
    assert found[:3] != found[3:6]


def test_other_groups_play_from_other_bases() -> None:
    first = [tuple(tasks[0].opening["bases"]) for tasks in groups(plan(12, players=6, seats=2))]
    assert len({*map(str, first)}) > 10


def test_all_who_have_a_seat_play_one_game() -> None:
    for seats in (None, 3):
        run = plan(6, players=3, seats=seats)
        assert (run.schedule.repeat, run.schedule.total) == (0, 1)
        assert run.settings["seats"] == 3
    assert plan(6, players=1, seats=None).schedule.total == 1
    assert plan(6, players=1, seats=None, repeat=4).schedule.total == 4


@pytest.mark.parametrize(
    ("players", "seats", "why"),
    [
        (0, None, "a mine needs miners"),
        (2, 3, "a game with 3 miners needs 3 players, not 2"),
        (5, None, "a game with several players has 2 to 4 seats, not 5"),
        (3, 1, "a game with several players has 2 to 4 seats, not 1"),
        (4, 4, "bases on the map: 3; players who need one: 4"),
    ],
)
def test_what_cannot_be_played_is_refused(players: int, seats: int | None, why: str) -> None:
    with pytest.raises(RunError, match=why):
        plan(3, players, seats)
