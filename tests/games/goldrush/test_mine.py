"""The rules of Gold Rush, rule by rule and against a second implementation."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given

from durak_tui.games.goldrush.maps import parse_map
from durak_tui.games.goldrush.mine import Mine
from tests.games.goldrush.mines import FIXED, SEEDS, SIZES, dug_by_lot, hall
from tests.games.goldrush.naive import NaiveMine, NaiveMiner


def agreement(seats: int, seed: int) -> set[str]:
    """Assert that both agree on a game by lot; returns its rare events."""
    mine_map, bases, turns = dug_by_lot(seats, Random(seed))
    ours, theirs = Mine(mine_map, bases), NaiveMine(mine_map.text, bases)
    happened = set()
    for number, (seat, command) in enumerate(turns):
        assert ours.view(seat) == theirs.view(seat), f"before turn {number}"
        before = [(replace(miner), theirs.cell(miner.here)) for miner in theirs.miners]
        ours.act(seat, command)
        theirs.act(seat, command)
        for one, other in zip(ours.miners, theirs.miners, strict=True):
            assert ours.where(one.place) == other.here, f"after turn {number}"
            assert (one.heading, one.hand, one.score) == (other.looks, other.hand, other.score)
        happened |= events(before, theirs, seat, command)
    assert [ours.view(seat) for seat in range(seats)] == [
        theirs.view(seat) for seat in range(seats)
    ]
    if 0 < mine_map.diamonds == sum(miner.score for miner in theirs.miners):
        happened.add("everything delivered")
    return happened


def events(
    before: list[tuple[NaiveMiner, str]], mine: NaiveMine, seat: int, command: str
) -> set[str]:
    """Rare events of a turn; ``before`` it these were the miners, and the ground under each."""
    found = set()
    for other, new in enumerate(mine.miners):
        old, ground = before[other]
        if mine.cell(new.here) == "S":
            found.add("in stone")
        if ground == "S":
            if other == seat and command == "PICK":
                found.add("pick in stone")
            if new.hand < old.hand:
                found.add("pile into stone")
        if other != seat and command == "SHOOT":
            if new.here != old.here:
                found.add(f"hit among {len(mine.miners)}")
            if new.hand < old.hand:
                scores = new.score > old.score
                found.add("hit that scores" if scores else "hit with diamonds in hand")
    return found


@given(SIZES, SEEDS)
def test_both_implementations_agree_on_every_view_score_and_place(seats: int, seed: int) -> None:
    agreement(seats, seed)


def test_they_agree_where_something_rare_happens() -> None:
    happened: set[str] = set().union(*(agreement(seats, seed) for seats, seed in FIXED))
    assert happened == {
        "hit among 2", "hit among 3", "hit among 4", "hit with diamonds in hand",
        "hit that scores", "in stone", "pick in stone", "pile into stone", "everything delivered",
    }  # fmt: skip


@given(SIZES, SEEDS)
def test_no_diamond_is_ever_lost(seats: int, seed: int) -> None:
    mine_map, bases, turns = dug_by_lot(seats, Random(seed))
    mine = Mine(mine_map, bases)
    for seat, command in turns:
        mine.act(seat, command)
        on_ground = sum(int(code) for code in mine.cells if code.isdecimal())
        hands = sum(miner.hand for miner in mine.miners)
        delivered = sum(miner.score for miner in mine.miners)
        assert on_ground + hands + delivered == mine.total
        assert mine.left == mine.total - delivered
        assert all(0 <= miner.hand <= 3 for miner in mine.miners)


def mine_of(*rows: str, bases: list[tuple[int, int]]) -> Mine:
    """A mine of these rows."""
    return Mine(parse_map(f"{len(rows[0].split())} {len(rows)}\n" + "\n".join(rows)), bases)


def do(mine: Mine, seat: int, *commands: str) -> None:
    for command in commands:
        mine.act(seat, command)


def places(mine: Mine) -> list[tuple[int, int]]:
    return [mine.where(miner.place) for miner in mine.miners]


def row(mine: Mine, y: int) -> str:
    return " ".join(mine.cells[mine.at(x, y)] for x in range(mine.width))


class TestWalking:
    def test_mud_is_dug_away_and_a_pile_stays(self) -> None:
        mine = mine_of("- M 4 E", bases=[(0, 0)])
        do(mine, 0, "EAST", "EAST", "EAST")
        assert places(mine) == [(3, 0)]
        assert row(mine, 0) == "X E 4 E"

    def test_a_stone_is_pushed_onto_empty_ground_only(self) -> None:
        mine = mine_of("- S E M", bases=[(0, 0)])
        do(mine, 0, "EAST")
        assert (places(mine), row(mine, 0)) == ([(1, 0)], "X E S M")
        do(mine, 0, "EAST")
        assert (places(mine), row(mine, 0)) == ([(1, 0)], "X E S M")

    def test_a_stone_at_the_edge_stays(self) -> None:
        mine = mine_of("- S", bases=[(0, 0)])
        do(mine, 0, "EAST")
        assert places(mine) == [(0, 0)]

    def test_a_stone_may_be_pushed_onto_a_miner_who_can_walk_out(self) -> None:
        mine = mine_of("- S E M", "- E E E", bases=[(0, 0), (0, 1)])
        do(mine, 1, "EAST", "EAST", "NORTH")
        do(mine, 0, "EAST")
        assert row(mine, 0) == "X E S M"
        assert mine.view(1).splitlines()[3].split()[2] == "S"
        do(mine, 1, "SOUTH")
        assert places(mine) == [(1, 0), (2, 1)]

    @pytest.mark.parametrize("way", ["NORTH", "WEST"])
    def test_outside_is_stone_and_the_heading_turns_all_the_same(self, way: str) -> None:
        mine = mine_of("- E", bases=[(0, 0)])
        do(mine, 0, way)
        assert (places(mine), mine.miners[0].heading) == ([(0, 0)], way)

    def test_the_base_of_another_and_another_miner_block_the_way(self) -> None:
        mine = mine_of("- - E", bases=[(0, 0), (1, 0)])
        do(mine, 0, "EAST")
        do(mine, 1, "EAST")
        do(mine, 0, "EAST")
        assert places(mine) == [(0, 0), (2, 0)]

    def test_ones_own_base_is_open(self) -> None:
        mine = mine_of("- E", bases=[(0, 0)])
        do(mine, 0, "EAST", "WEST")
        assert (places(mine), row(mine, 0)) == ([(0, 0)], "X E")


class TestDiamonds:
    def test_a_hand_holds_three(self) -> None:
        mine = mine_of("- 4", bases=[(0, 0)])
        do(mine, 0, "EAST", "PICK", "PICK")
        assert (mine.miners[0].hand, row(mine, 0)) == (3, "X 1")

    def test_at_the_base_they_count(self) -> None:
        mine = mine_of("- 4", bases=[(0, 0)])
        do(mine, 0, "EAST", "PICK", "WEST", "DROP", "EAST", "PICK", "WEST", "DROP")
        assert (mine.miners[0].score, mine.left, row(mine, 0)) == (4, 0, "X E")

    def test_elsewhere_they_make_a_pile(self) -> None:
        mine = mine_of("- 2 E 1", bases=[(0, 0)])
        do(mine, 0, "EAST", "PICK", "EAST", "DROP", "DROP")
        assert (mine.miners[0].hand, row(mine, 0)) == (0, "X E 2 1")
        do(mine, 0, "PICK", "EAST", "DROP")
        assert row(mine, 0) == "X E E 3"

    def test_a_pile_of_none_is_sent_as_such_and_emptied_by_picking(self) -> None:
        mine = mine_of("- 0", bases=[(0, 0)])
        do(mine, 0, "EAST")
        assert row(mine, 0) == "X 0"
        do(mine, 0, "PICK")
        assert row(mine, 0) == "X E"

    def test_whoever_stands_in_stone_drops_a_pile_into_it(self) -> None:
        mine = mine_of("- S E M", "- 1 E E", bases=[(0, 0), (0, 1)])
        do(mine, 1, "EAST", "PICK", "EAST", "NORTH")
        do(mine, 0, "EAST")
        do(mine, 1, "PICK")
        assert mine.miners[1].hand == 1
        do(mine, 1, "DROP")
        assert row(mine, 0) == "X E 1 M"


class TestShooting:
    def test_a_hit_drops_the_hand_and_sends_the_victim_home(self) -> None:
        mine = Mine(hall(), [(0, 1), (6, 1)])
        do(mine, 1, "WEST", "WEST", "PICK", "WEST")
        assert mine.miners[1].hand == 3
        do(mine, 0, "EAST")
        do(mine, 0, "SHOOT")
        assert places(mine) == [(1, 1), (3, 1)]  # The pile between them stops it.
        do(mine, 0, "EAST", "PICK", "EAST")
        do(mine, 1, "NORTH", "SOUTH")
        assert places(mine) == [(2, 1), (3, 1)]
        do(mine, 0, "SHOOT")
        assert places(mine) == [(2, 1), (6, 1)]
        assert (mine.miners[1].hand, mine.miners[1].heading) == (0, "EAST")
        assert row(mine, 1) == "X E E 3 2 E X"

    @pytest.mark.parametrize("wall", ["M", "S", "1", "-"])
    def test_the_ball_stops_at_anything_but_empty_ground(self, wall: str) -> None:
        mine = mine_of(f"- {wall} E -", "- E E E", bases=[(0, 0), (3, 0)])
        do(mine, 0, "SHOOT")
        assert places(mine) == [(0, 0), (3, 0)]

    def test_a_miner_on_a_pile_is_hit(self) -> None:
        mine = mine_of("- E 2 -", bases=[(0, 0), (3, 0)])
        do(mine, 1, "WEST")
        do(mine, 0, "SHOOT")
        assert (places(mine)[1], mine.miners[1].heading) == ((3, 0), "EAST")

    def test_on_their_own_base_a_hit_scores_for_them(self) -> None:
        mine = mine_of("- E 2 -", bases=[(0, 0), (3, 0)])
        do(mine, 1, "WEST", "PICK", "EAST")
        do(mine, 0, "SHOOT")
        assert (mine.miners[1].score, mine.miners[1].hand) == (2, 0)

    def test_out_of_the_mine_the_ball_is_gone(self) -> None:
        mine = mine_of("- E E", bases=[(0, 0)])
        do(mine, 0, "SHOOT")
        assert places(mine) == [(0, 0)]


def test_the_others_in_sight_are_named_in_the_order_of_their_numbers() -> None:
    mine = mine_of("- - - -", "E E E E", bases=[(3, 0), (1, 0), (2, 0), (0, 0)])
    assert [mine.view(seat).splitlines()[6:] for seat in range(4)] == [
        ["1 0", "2 0"],
        ["3 0", "2 0", "0 0"],
        ["3 0", "1 0", "0 0"],
        ["1 0", "2 0"],
    ]


def test_whoever_is_further_away_is_not_named() -> None:
    mine = Mine(hall(), [(6, 1), (0, 1), (0, 0), (6, 0)])
    assert mine.view(1).splitlines() == [
        "0 1 1", "S S S S S", "S S X E E", "S S X E 2", "S S S M S", "S S S S S", "0 0",
    ]  # fmt: skip
