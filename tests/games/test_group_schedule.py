"""The order of the games of groups."""

from collections.abc import Sequence

import pytest

from durak_tui.games.group_schedule import GroupSchedule
from durak_tui.games.playthrough import Json
from tests.games import toys
from tests.games.toys import says


def opening(number: int, _again: int, _group: Sequence[int]) -> Json:
    return toys.opening(number)


ANN, BOB, CAT = (says(str(number)) for number in (1, 2, 3))


def games(schedule: GroupSchedule, after: int = 0) -> list[tuple[tuple[int, ...], int]]:
    return [(task.group, task.opening["number"]) for task in schedule.tasks(after)]


def test_two_play_each_opening_from_both_sides() -> None:
    schedule = GroupSchedule((ANN, BOB, CAT), 2, 2, opening)
    assert games(schedule) == [
        ((0, 1), 1), ((1, 0), 1), ((0, 1), 2), ((1, 0), 2),
        ((0, 2), 3), ((2, 0), 3), ((0, 2), 4), ((2, 0), 4),
        ((1, 2), 5), ((2, 1), 5), ((1, 2), 6), ((2, 1), 6),
    ]  # fmt: skip
    assert schedule.total == 12
    assert games(schedule, after=10) == games(schedule)[10:]


def test_of_three_everybody_sits_in_every_seat() -> None:
    schedule = GroupSchedule((ANN, BOB, CAT), 3, 1, opening)
    assert games(schedule) == [((0, 1, 2), 1), ((1, 2, 0), 1), ((2, 0, 1), 1)]
    assert [one.players[0] for one in schedule.tasks()] == [ANN, BOB, CAT]


def test_games_are_found_anywhere_in_a_long_run() -> None:
    many = tuple(says(str(number)) for number in range(100))
    schedule = GroupSchedule(many, 4, 1, opening)
    assert schedule.total == 15_684_900
    last = [*schedule.tasks(after=schedule.total - 1)]
    assert [task.game_id for task in last] == [schedule.total]
    assert sorted(last[0].group) == [96, 97, 98, 99]


@pytest.mark.parametrize("seats", [0, 3])
def test_seats_are_for_players_that_there_are(seats: int) -> None:
    with pytest.raises(ValueError, match="2 players"):
        GroupSchedule((ANN, BOB), seats, 1, opening)


def test_a_single_game_is_one_of_the_first_group() -> None:
    schedule = GroupSchedule((ANN, BOB), 2, 0, opening)
    assert games(schedule) == [((0, 1), 1)]
    assert schedule.total == 1


def test_one_player_may_be_alone() -> None:
    assert games(GroupSchedule((ANN,), 1, 3, opening)) == [((0,), 1), ((0,), 2), ((0,), 3)]
