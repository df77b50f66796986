"""Points and places of players who meet in groups."""

from pytest import approx

from durak_tui.games.group_standings import GroupStandings
from durak_tui.games.playthrough import Finish, SeatFault


def finish(*ranks: int, faults: tuple[SeatFault | None, ...] = ()) -> Finish:
    return Finish(ranks, faults or (None,) * len(ranks), (0.5,) * len(ranks), {})


def test_a_game_of_two_is_won_drawn_or_lost() -> None:
    standings = GroupStandings(["ann", "bob"])
    for group, ranks in (((0, 1), (1, 2)), ((1, 0), (1, 1)), ((1, 0), (2, 1))):
        standings.add(group, finish(*ranks))
    ann, bob = standings.scores
    assert (ann.games, ann.won, ann.lost, ann.points) == (3, 2, 0, 2.5)
    assert (bob.games, bob.won, bob.lost, bob.points) == (3, 0, 2, 0.5)
    assert ann.seconds == approx(1.5)
    first, second = standings.ranking()
    assert (first.rank, first.score.name, second.rank, second.score.name) == (1, "ann", 2, "bob")
    assert first.strength and second.strength
    assert first.strength.rating == approx(-second.strength.rating)
    assert first.strength.rating > 0


def test_in_a_larger_group_points_are_the_share_of_those_behind() -> None:
    standings = GroupStandings(["ann", "bob", "cat", "dan"])
    standings.add((3, 2, 1, 0), finish(1, 2, 2, 4))
    assert [score.points for score in standings.scores] == [0, approx(0.5), approx(0.5), 1]
    assert [score.won for score in standings.scores] == [0, 0, 0, 1]
    assert [score.lost for score in standings.scores] == [1, 1, 1, 0]


def test_whoever_is_level_shares_a_place_in_the_order_given() -> None:
    standings = GroupStandings(["ann", "bob", "cat"])
    standings.add((1, 2), finish(1, 2))
    assert [(one.rank, one.score.name) for one in standings.ranking()] == [
        (1, "bob"), (2, "ann"), (2, "cat")
    ]  # fmt: skip
    assert all(one.strength is None for one in standings.ranking())  # Not all have met yet.


def test_many_may_each_play_alone() -> None:
    standings = GroupStandings(["ann", "bob"])
    for number in (0, 1):
        standings.add((number,), finish(1))
    assert [one.strength for one in standings.ranking()] == [None, None]


def test_faults_are_counted_by_reason() -> None:
    standings = GroupStandings(["ann", "bob"])
    for reason in ("timeout", "timeout", "crash"):
        fault = SeatFault(reason, "why")
        standings.add((0, 1), finish(2, 1, faults=(fault, None)))
    assert standings.scores[0].faults == {"timeout": 2, "crash": 1}
    assert not standings.scores[1].faults


def test_alone_there_is_nothing_to_win() -> None:
    standings = GroupStandings(["ann"])
    standings.add((0,), finish(1))
    (ann,) = standings.ranking()
    assert (ann.score.games, ann.score.won, ann.score.points, ann.strength) == (1, 0, 0, None)
