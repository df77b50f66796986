"""Pairings: what each format promises, for all entrants and results."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.tournament.blossom import all_paired
from durak_tui.tournament.pairings import (
    FORMATS,
    PLAYOFF_PAIRS,
    Finished,
    Format,
    Points,
    Round,
    Shape,
    next_rounds,
    pairing_count,
    rank_points,
)

ENTRANTS = st.integers(2, 12)
SEEDS = st.integers(0, 10**6)
Judge = Callable[[int, int], Points]


def at_random(seed: int) -> Judge:
    """Results of pairings, a third of them ties."""
    random = Random(seed)
    return lambda one, other: random.choice(((6.0, 4.0), (5.0, 5.0), (3.5, 6.5)))


def better_seed(one: int, other: int) -> Points:
    """The better seed always wins."""
    return (10.0, 0.0) if one < other else (0.0, 10.0)


def always_tied(one: int, other: int) -> Points:
    """Nobody wins."""
    return 5.0, 5.0


def play(shape: Shape, judge: Judge) -> list[Finished]:
    """All rounds of a tournament."""
    past: list[Finished] = []
    while rounds := next_rounds(shape, past):
        past += [Finished(one, tuple(judge(*pair) for pair in one.pairings)) for one in rounds]
    return past


def pairs(past: list[Finished]) -> list[tuple[int, int]]:
    """All pairings, those of ties too."""
    return [pair for played in past for pair in played.round.pairings]


@given(ENTRANTS)
def test_in_a_round_robin_everybody_meets_everybody_once(entrants: int) -> None:
    past = play(Shape("round-robin", entrants), at_random(1))
    assert sorted(pairs(past)) == list(combinations(range(entrants), 2))
    assert [played.round.number for played in past] == list(range(1, len(past) + 1))
    # As few rounds as can be: nobody has a second pairing in one.
    assert len(past) == entrants - 1 + entrants % 2
    for played in past:
        busy = [entrant for pair in played.round.pairings for entrant in pair]
        assert len(busy) == len(set(busy)) == entrants - entrants % 2


@given(ENTRANTS)
def test_in_a_gauntlet_the_first_meets_all_others(entrants: int) -> None:
    past = play(Shape("gauntlet", entrants), at_random(1))
    assert pairs(past) == [(0, other) for other in range(1, entrants)]


@given(st.sampled_from(FORMATS[:2]), ENTRANTS, SEEDS)
def test_where_results_do_not_matter_all_rounds_are_known_at_any_time(
    form: Format, entrants: int, seed: int
) -> None:
    shape = Shape(form, entrants)
    past = play(shape, at_random(seed))
    for length in range(len(past) + 1):
        rest = [played.round for played in past[length:]]
        assert next_rounds(shape, past[:length]) == rest


@given(st.sampled_from(FORMATS), ENTRANTS, SEEDS)
def test_the_same_results_give_the_same_pairings(form: Format, entrants: int, seed: int) -> None:
    shape = Shape(form, entrants)
    past = play(shape, at_random(seed))
    assert past == play(shape, at_random(seed))
    assert next_rounds(shape, past) == []
    main = [pair for one in past if not one.round.playoff for pair in one.round.pairings]
    assert len(main) == pairing_count(shape)
    for one, other in pairs(past):
        assert 0 <= one < other < entrants


def can_pair_off(entrants: frozenset[int], met: Counter[tuple[int, int]]) -> bool:
    """True if all can be paired with new opponents, by trying everything."""
    if not entrants:
        return True
    one = min(entrants)
    return any(
        not met[one, other] and can_pair_off(entrants - {one, other}, met)
        for other in entrants - {one}
    )


@given(st.integers(2, 9), st.integers(1, 10), SEEDS)
def test_in_a_swiss_tournament_nobody_meets_twice_while_that_can_be_avoided(
    entrants: int, rounds: int, seed: int
) -> None:
    past = play(Shape("swiss", entrants, rounds), at_random(seed))
    assert len(past) == rounds
    everybody = frozenset(range(entrants))
    met: Counter[tuple[int, int]] = Counter()
    byes: Counter[int] = Counter()
    for played in past:
        idle = set(played.round.byes)
        assert len(idle) == entrants % 2
        busy = [entrant for pair in played.round.pairings for entrant in pair]
        assert sorted([*busy, *idle]) == sorted(everybody)
        again = any(met[pair] for pair in played.round.pairings)
        choices = [{bye} for bye in everybody] if idle else [set()]
        fresh = [out for out in choices if can_pair_off(everybody - out, met)]
        assert again == (not fresh)
        if idle and fresh:
            # Nobody has a bye again while another could have had their first.
            least = min(byes[min(out)] for out in fresh)
            assert byes[min(idle)] == least
        met.update(played.round.pairings)
        byes.update(idle)


def test_a_swiss_tournament_pairs_by_score_the_upper_half_with_the_lower() -> None:
    past = play(Shape("swiss", 8), better_seed)
    assert [played.round.pairings for played in past] == [
        ((0, 4), (1, 5), (2, 6), (3, 7)),
        # 0 to 3 have won, 4 to 7 have lost.
        ((0, 2), (1, 3), (4, 6), (5, 7)),
        # 0 and 1 have won twice; 2 to 5 once.
        ((0, 1), (2, 4), (3, 5), (6, 7)),
    ]
    assert rank_points(Shape("swiss", 8), past) == [3, 2, 2, 2, 1, 1, 1, 0]


def test_a_swiss_bye_goes_to_the_last_and_is_worth_a_won_pairing() -> None:
    shape = Shape("swiss", 5, 2)
    past = play(shape, better_seed)
    assert [played.round.byes for played in past] == [(4,), (3,)]
    assert rank_points(shape, past[:1]) == [1, 1, 0, 0, 1]


def test_a_tied_pairing_of_a_swiss_tournament_is_worth_a_half() -> None:
    assert rank_points(Shape("swiss", 4), play(Shape("swiss", 4), always_tied)) == [1, 1, 1, 1]


@pytest.mark.parametrize(("entrants", "rounds"), [(2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (9, 4)])
def test_a_swiss_tournament_has_as_many_rounds_as_it_takes(entrants: int, rounds: int) -> None:
    assert len(play(Shape("swiss", entrants), at_random(3))) == rounds


@given(st.integers(2, 40), SEEDS)
def test_a_knockout_has_one_winner_who_lost_to_nobody(entrants: int, seed: int) -> None:
    shape = Shape("knockout", entrants)
    past = play(shape, at_random(seed))
    rounds = past[-1].round.number
    assert 2**rounds >= entrants > 2 ** (rounds - 1)
    passed = rank_points(shape, past)
    assert sorted(passed)[-2:] == [rounds - 1, rounds]
    leads: Counter[tuple[int, int, int]] = Counter()
    for played in past:
        for pair, (mine, yours) in played.results():
            # Only what is still tied is played on.
            assert leads[(played.round.number, *pair)] == 0
            leads[(played.round.number, *pair)] += int(2 * (mine - yours))
    assert len(leads) == entrants - 1
    losers = [other if lead >= 0 else one for (_, one, other), lead in leads.items()]
    assert sorted([*losers, passed.index(rounds)]) == list(range(entrants))


@given(st.integers(2, 40))
def test_the_better_seeds_of_a_knockout_meet_as_late_as_can_be(entrants: int) -> None:
    past = play(Shape("knockout", entrants), better_seed)
    rounds = len(past)
    for played in past:
        left = 2 ** (rounds - played.round.number)
        for one, other in played.round.pairings:
            assert one < left <= other
            # The first against the last, the second against the last but one.
            assert one + other == 2 * left - 1
    assert set(past[0].round.byes) == set(range(2**rounds - entrants))
    assert not any(played.round.byes for played in past[1:])


def test_a_tie_in_a_knockout_is_played_on_pair_by_pair_and_then_seeded() -> None:
    shape = Shape("knockout", 4)
    past = play(shape, always_tied)
    assert [(one.round.number, one.round.playoff) for one in past] == [
        (number, further) for number in (1, 2) for further in range(PLAYOFF_PAIRS + 1)
    ]
    assert [one.round.pairings for one in past if not one.round.playoff] == [
        ((0, 3), (1, 2)),
        ((0, 1),),
    ]
    assert [one.seeded_on() for one in past if one.seeded_on()] == [[0, 1], [0]]
    assert rank_points(shape, past) == [2, 1, 0, 0]


def test_only_the_tied_pairings_of_a_knockout_are_played_on() -> None:
    shape = Shape("knockout", 4)
    first = Finished(Round(1, ((0, 3), (1, 2))), ((5.0, 5.0), (4.0, 6.0)))
    assert next_rounds(shape, [first]) == [Round(1, ((0, 3),), (), 1)]
    assert rank_points(shape, [first]) == [0, 0, 0, 0]
    second = Finished(Round(1, ((0, 3),), (), 1), ((0.5, 1.5),))
    assert next_rounds(shape, [first, second]) == [Round(2, ((2, 3),))]
    assert rank_points(shape, [first, second]) == [0, 0, 1, 1]


@st.composite
def graphs(draw: st.DrawFn) -> list[list[int]]:
    """Random graphs: for each entrant the possible opponents."""
    size = draw(st.integers(0, 10))
    every = list(combinations(range(size), 2))
    chosen = draw(st.lists(st.sampled_from(every), unique=True)) if every else []
    links: list[list[int]] = [[] for _ in range(size)]
    for one, other in chosen:
        links[one].append(other)
        links[other].append(one)
    return links


@given(graphs())
def test_all_are_paired_if_there_is_any_way(links: list[list[int]]) -> None:
    unlinked = Counter(
        {pair: 1 for pair in combinations(range(len(links)), 2) if pair[1] not in links[pair[0]]}
    )
    assert all_paired(links) == can_pair_off(frozenset(range(len(links))), unlinked)


def test_rings_of_odd_length_do_not_hide_a_partner() -> None:
    # 0 - 1 - 2 form a ring of three, and so do 3 - 4 - 5; only 2 - 3 links them.
    links = [[1, 2], [0, 2], [0, 1, 3], [2, 4, 5], [3, 5], [3, 4]]
    assert all_paired(links)
