"""What results say: the reference values, what must always hold, and simulated matches."""

import math
import random
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from durak_tui.statistics.counts import Counts, GameCounts, PairCounts
from durak_tui.statistics.elo import ELO_PER_T, Estimate, elo, los, nelo, score
from durak_tui.statistics.likelihood import with_mean, with_t_value
from durak_tui.statistics.sprt import MODELS, Model, Sprt
from durak_tui.statistics.summary import as_json
from durak_tui.words.statistics import describe

NUMBERS = st.one_of(st.integers(0, 3), st.integers(0, 10**6))
GAMES = st.builds(GameCounts, NUMBERS, NUMBERS, NUMBERS)
PAIRS = st.builds(PairCounts, NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS)
COUNTS: st.SearchStrategy[Counts] = st.one_of(GAMES, PAIRS)


@st.composite
def sequential_tests(draw: st.DrawFn) -> Sprt:
    """Tests with bounds close together and far apart."""
    low = draw(st.one_of(st.floats(-10, 10), st.floats(-3000, 3000)))
    width = draw(st.one_of(st.floats(0.1, 10), st.floats(0.1, 1000)))
    return Sprt(low, low + width, model=draw(st.sampled_from(MODELS)))


def value(estimate: Estimate | None) -> float:
    """The value of an estimate that is no bound."""
    assert estimate
    assert estimate.bound is None
    return estimate.value


def printed(estimate: Estimate | None) -> str:
    """An estimate as it is printed."""
    assert estimate
    assert estimate.error is not None
    return f"{estimate.value:.2f} {estimate.error:.2f}"


def percent(share: float | None) -> str:
    """A share as it is printed."""
    assert share is not None
    return f"{100 * share:.2f}"


# The values that fastchess's own tests expect.


@pytest.mark.parametrize(
    ("counts", "of_elo", "of_nelo", "superiority"),
    [
        (GameCounts(136, 96, 111), "40.70 30.43", "49.77 36.77", "99.60"),
        (GameCounts(520, 480, 0), "13.90 21.58", None, "89.72"),
        (GameCounts(76, 89, 123), None, "-20.76 40.13", "15.53"),
        (GameCounts(34, 356, 0), None, "-508.44 34.48", "0.00"),
        (PairCounts(34, 54, 31, 32, 64, 75), "55.58 27.65", "57.94 28.28", "100.00"),
        (PairCounts(332, 433, 457, 41, 333, 334), "-8.64 10.33", "-9.17 10.96", "5.05"),
        (PairCounts(7895, 8757, 5485, 200, 568, 9999), "-21.04 2.95", "-19.01 2.65", None),
    ],
)
def test_reference_estimates(
    counts: Counts, of_elo: str | None, of_nelo: str | None, superiority: str | None
) -> None:
    assert of_elo in (None, printed(elo(counts)))
    assert of_nelo in (None, printed(nelo(counts)))
    assert superiority in (None, percent(los(counts)))


@pytest.mark.parametrize(
    ("counts", "bounds", "model", "expected"),
    [
        # So close to even, both models print the same.
        (GameCounts(520, 480, 0), (0, 10), "normalized", "0.7371"),
        (GameCounts(520, 480, 0), (0, 10), "logistic", "0.7371"),
        (PairCounts(365, 16618, 36029, 200, 16974, 390), (0, 2), "normalized", "2.2504"),
        (GameCounts(21404, 21184, 40708), (0.5, 2.5), "logistic", "-1.5719"),
        (GameCounts(36433, 36027, 68692), (0, 2), "normalized", "0.92"),
        (GameCounts(10871, 10650, 20431), (-1.75, 0.25), "normalized", "2.30"),
        (GameCounts(57433, 57030, 106593), (0, 2), "logistic", "-2.59"),
        (PairCounts(127, 4883, 10311, 401, 5150, 104), (-1.75, 0.25), "normalized", "3.01"),
        (PairCounts(223, 9863, 20279, 1000, 10037, 246), (0.5, 2.5), "logistic", "-3.07"),
        (PairCounts(871, 26175, 55003, 980, 26678, 821), (0, 2), "logistic", "-4.98"),
    ],
)
def test_reference_likelihood_ratios(
    counts: Counts, bounds: tuple[float, float], model: Model, expected: str
) -> None:
    digits = len(expected.partition(".")[2])
    assert f"{Sprt(*bounds, model=model).llr(counts):.{digits}f}" == expected


@pytest.mark.parametrize(
    ("counts", "bounds", "expected"),
    [(GameCounts(4250), (0, 10), 120.56), (PairCounts(ww=5550), (0, 5), 111.82)],
)
def test_reference_likelihood_ratios_of_one_outcome_only(
    counts: Counts, bounds: tuple[float, float], expected: float
) -> None:
    # fastchess asks for a hundredth of the value here: its search stops early.
    assert Sprt(*bounds).llr(counts) == pytest.approx(expected, rel=0.001)


def test_the_default_model_is_the_normalized_one() -> None:
    assert Sprt(0, 10) == Sprt(0, 10, 0.05, 0.05, "normalized")


# What must always hold.


@given(COUNTS, sequential_tests())
def test_every_number_is_finite_and_has_its_place(counts: Counts, sprt: Sprt) -> None:
    found = as_json(counts, sprt)
    keys = ["score", "elo", "elo_error", "nelo", "nelo_error", "los", "llr", "lower", "upper"]
    bound = found.pop("bound", None)
    assert list(found) == keys
    for number in found.values():
        assert number is None or (isinstance(number, float) and math.isfinite(number))
    if found["score"] is None:
        assert [found[key] for key in keys[:6]] == [None] * 6
        return
    assert (bound is None) == (found["elo_error"] is not None)
    assert bound in (None, "<", ">")
    for key in ("score", "los"):
        share = found[key]
        assert isinstance(share, float)
        assert 0 <= share <= 1
    for line in describe(counts, "X", sprt):
        assert not re.search(r"inf|nan|None|-0\.0+(?!\d)", line)


@given(COUNTS, sequential_tests())
def test_the_opponent_sees_the_mirror_image(counts: Counts, sprt: Sprt) -> None:
    mirrored = counts.reversed()
    assert mirrored.reversed() == counts
    points, superiority = score(counts), los(counts)
    if points is None or superiority is None:
        assert score(mirrored) is None
        return
    assert score(mirrored) == pytest.approx(1 - points)
    assert los(mirrored) == pytest.approx(1 - superiority, abs=1e-12)
    sides = {None: None, "<": ">", ">": "<"}
    for of in (elo, nelo):
        mine, theirs = of(counts), of(mirrored)
        assert (mine is None) == (theirs is None)
        if mine and theirs:
            assert theirs.value == pytest.approx(-mine.value, rel=1e-9, abs=1e-9)
            assert theirs.bound == sides[mine.bound]
            assert (theirs.error or 0) == pytest.approx(mine.error or 0, rel=1e-6)
    opposite = Sprt(-sprt.elo1, -sprt.elo0, model=sprt.model)
    assert opposite.llr(mirrored) == pytest.approx(-sprt.llr(counts), rel=1e-4, abs=1e-4)


@given(PAIRS)
def test_pairs_and_their_games_agree_on_the_score(pairs: PairCounts) -> None:
    assert score(pairs) == pytest.approx(score(pairs.as_games()))


@given(COUNTS, st.integers(1, 1000))
def test_more_wins_are_never_worse(counts: Counts, more: int) -> None:
    points = score(counts)
    assume(points is not None)
    better: Counts = (
        counts + GameCounts(more)
        if isinstance(counts, GameCounts)
        else counts + PairCounts(ww=more)
    )
    after = score(better)
    assert points is not None
    assert after is not None
    assert after >= points
    before, now = elo(counts), elo(better)
    assert before
    assert now
    if before.bound is None and now.bound is None:
        assert now.value >= before.value
    if before.bound == now.bound == ">" and points == 1:
        assert now.value > before.value


@given(st.integers(1, 10**6), st.integers(1, 10**6))
def test_a_hypothesis_the_results_are_nearer_to_is_favoured(wins: int, losses: int) -> None:
    counts = GameCounts(wins, losses)
    middle = value(elo(counts))
    assert Sprt(middle - 20, middle + 10, model="logistic").llr(counts) > 0
    assert Sprt(middle - 10, middle + 20, model="logistic").llr(counts) < 0


@given(st.lists(st.tuples(*[st.sampled_from((0.0, 0.5, 1.0))] * 2), max_size=30))
def test_counts_add_up_game_by_game(results: list[tuple[float, float]]) -> None:
    games, pairs = GameCounts(), PairCounts()
    for first, second in results:
        games += GameCounts.of(first)
        games += GameCounts.of(second)
        pairs += PairCounts.of(first, second)
    assert pairs.as_games() == games
    if results:
        assert score(games) == pytest.approx(sum(map(sum, results)) / (2 * len(results)))


@given(
    st.lists(st.integers(0, 10**6), min_size=5, max_size=5)
    | st.lists(st.integers(0, 10**6), min_size=3, max_size=3),
    st.floats(-10, 10),
    st.floats(0.001, 0.999),
)
def test_the_likeliest_distribution_keeps_its_constraint(
    counts: list[int], t_value: float, mean: float
) -> None:
    seen = [count or 1e-3 for count in counts]
    shares = [count / sum(seen) for count in seen]
    of_mean, of_t_value = with_mean(shares, mean), with_t_value(shares, t_value)
    for found in (of_mean, of_t_value):
        assert all(0 < probability <= 1 + 1e-12 for probability in found)
        assert sum(found) == pytest.approx(1, abs=1e-12)
    assert moments(of_mean)[0] == pytest.approx(mean, abs=1e-10)
    average, spread = moments(of_t_value)
    assert average - 0.5 == pytest.approx(t_value * spread, abs=1e-8)


def moments(distribution: Sequence[float]) -> tuple[float, float]:
    """Mean and standard deviation of an outcome worth 0 to 1."""
    top = len(distribution) - 1
    mean = sum(p * index / top for index, p in enumerate(distribution))
    return mean, math.sqrt(
        sum(p * (index / top - mean) ** 2 for index, p in enumerate(distribution))
    )


def test_no_distribution_that_keeps_the_constraint_is_likelier() -> None:
    chance = random.Random(1)
    for _ in range(30):
        counts = [chance.randint(1, 50) for _ in range(5)]
        shares = [count / sum(counts) for count in counts]
        t_value = chance.uniform(-0.5, 0.5)
        best = log_likelihood(shares, with_t_value(shares, t_value))
        for _ in range(30):
            # Most likely for other shares, so it has the t-value too.
            other = with_t_value([(s + chance.random() / 4) / 3 for s in shares], t_value)
            assert log_likelihood(shares, other) <= best + 1e-12


@pytest.mark.parametrize("t_value", [-1.5, -0.3, -0.01, 0.002, 0.1, 0.8, 3.0])
@pytest.mark.parametrize("counts", [(10, 20, 30), (1000, 3, 1), (0.001, 500, 0.001), (5, 0.001, 9)])
def test_of_three_outcomes_the_likeliest_is_the_best_of_a_scan(
    counts: tuple[float, ...], t_value: float
) -> None:
    shares = [count / sum(counts) for count in counts]
    found = log_likelihood(shares, with_t_value(shares, t_value))
    # Relative to 1/2, a mean m goes with the mean square m^2 (1 + 1 / t^2); these two fix all
    # three, which are above 0 for m between t^2 / (1 + t^2) / 2 and the root of it, halved.
    share = t_value**2 / (1 + t_value**2)
    low, high = share / 2, math.sqrt(share) / 2
    scanned = []
    for step in range(1, 4000):
        mean = math.copysign(low * (high / low) ** (step / 4000), t_value)
        square = mean**2 / share
        tried = (2 * square - mean, 1 - 4 * square, 2 * square + mean)
        scanned.append(log_likelihood(shares, tried))
    assert max(scanned) <= found + 1e-12
    assert max(scanned) == pytest.approx(found, rel=0.01)


@pytest.mark.parametrize("t_value", [-0.3, 0.02, 0.4])
def test_pairs_nearly_all_even_have_two_likeliest_distributions(t_value: float) -> None:
    # A few pairs may be better by half a point, or by a whole one; the search has to see both.
    for worst in ((0.001, 3), (3, 0.001)):
        for best in ((0.001, 2), (2, 0.001)):
            counts = (worst[0], worst[1], 9000, best[0], best[1])
            shares = [count / sum(counts) for count in counts]
            found = log_likelihood(shares, with_t_value(shares, t_value))
            share = t_value**2 / (1 + t_value**2)
            for index in (0, 1) if t_value < 0 else (3, 4):
                # This share on one value, what is left on the even one, almost none elsewhere.
                tried = [1e-9] * 5
                tried[index], tried[2] = share, 1 - share
                assert found > log_likelihood(shares, tried)


def log_likelihood(shares: Sequence[float], distribution: Sequence[float]) -> float:
    """Per outcome."""
    return sum(s * math.log(p) for s, p in zip(shares, distribution, strict=True))


def test_which_of_two_distributions_is_taken_does_not_depend_on_the_side() -> None:
    pairs = PairCounts(ld=1, dd=35359)
    assert Sprt(-10, -9.75).llr(pairs) == pytest.approx(-Sprt(9.75, 10).llr(pairs.reversed()))


# The edges.


def test_without_games_nothing_is_known() -> None:
    for counts in (GameCounts(), PairCounts()):
        assert (score(counts), elo(counts), nelo(counts), los(counts)) == (None,) * 4
        assert Sprt(0, 10).llr(counts) == 0
        assert list(describe(counts, "X")) == ["Score of X: no games"]


@pytest.mark.parametrize("number", [1, 2, 10, 10**6])
def test_if_all_is_won_the_exact_binomial_bounds_elo(number: int) -> None:
    least = 0.05 ** (1 / number)
    expected = 400 * math.log10(least / (1 - least))
    for counts in (GameCounts(number), PairCounts(ww=number)):
        found = elo(counts)
        assert found
        assert found.value == pytest.approx(expected)
        assert (found.error, found.bound) == (None, ">")
        normal = nelo(counts)
        assert normal
        assert (normal.error, normal.bound) == (None, ">")
        assert los(counts) == 1 - 0.5 ** (number + 1)


def test_a_bound_is_told_as_one() -> None:
    assert list(describe(GameCounts(20), "X")) == [
        "Score of X: 100.00 % (20 games)",
        "Won 20, lost 0, drawn 0",
        "Elo of X: above +317 (95 %)",
        "nElo of X: above +362 (95 %)",
        "LOS of X: 100.00 %",
    ]
    assert "Elo of X: below -317 (95 %)" in list(describe(GameCounts(0, 20), "X"))


@pytest.mark.parametrize(
    "counts", [GameCounts(draws=10), PairCounts(wl=10), PairCounts(dd=10), PairCounts(wl=3, dd=7)]
)
def test_even_outcomes_only_leave_an_error(counts: Counts) -> None:
    found = elo(counts)
    least = 0.05 ** (1 / 10)
    assert found
    assert found.value == 0
    assert found.error == pytest.approx(400 * math.log10((2 - least) / least))
    assert nelo(counts) is None
    assert los(counts) == 0.5
    assert "nElo of X: unknown, as all outcomes were even" in list(describe(counts, "X"))


@pytest.mark.parametrize(("wins", "losses"), [(20, 1), (1, 1), (1, 3), (292, 1)])
def test_where_the_normal_interval_leaves_the_scale_it_is_wilsons(wins: int, losses: int) -> None:
    number = wins + losses
    share = wins / number
    z = 1.959964
    middle = (share + z**2 / (2 * number)) / (1 + z**2 / number)
    reach = z * math.sqrt(share * (1 - share) / number + (z / (2 * number)) ** 2)
    reach /= 1 + z**2 / number
    low, high = middle - reach, middle + reach
    found = elo(GameCounts(wins, losses))
    assert found
    assert found.error == pytest.approx(
        200 * (math.log10(high / (1 - high)) - math.log10(low / (1 - low)))
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((10, 0), "must be below ELO1"),
        ((5, 5), "must be below ELO1"),
        ((math.nan, 5), "must be from -4000 to 4000"),
        ((0, math.inf), "must be from -4000 to 4000"),
        ((0, 10, 0.5, 0.5), "together below 1"),
        ((0, 10, 0, 0.1), "above 0"),
        ((0, 10, 0.1, math.nan), "above 0"),
        ((0, 10, 0.05, 0.05, "bayesian"), "one of normalized, logistic"),
    ],
)
def test_a_test_that_makes_no_sense_is_refused(arguments: tuple[float, ...], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Sprt(*arguments)  # type: ignore[arg-type]


def test_counts_that_make_no_sense_are_refused() -> None:
    with pytest.raises(ValueError, match="a count cannot be below 0: -1"):
        GameCounts(-1)
    with pytest.raises(ValueError, match="a count cannot be below 0: -2"):
        PairCounts(wl=-2)
    with pytest.raises(ValueError, match="or 1 point, not 2"):
        GameCounts.of(2)


def test_a_test_decides_at_its_bounds() -> None:
    sprt = Sprt(0, 10, alpha=0.05, beta=0.1)
    assert sprt.lower == pytest.approx(math.log(0.1 / 0.95))
    assert sprt.upper == pytest.approx(math.log(0.9 / 0.05))
    assert sprt.decision(sprt.lower) == "H0"
    assert sprt.decision(sprt.upper) == "H1"
    assert sprt.decision(0) is None


def test_a_block_of_lines_tells_everything_and_whose_it_is() -> None:
    pairs = PairCounts(34, 54, 31, 32, 64, 75)
    assert list(describe(pairs, "miser", Sprt(0, 15, model="logistic"))) == [
        "Score of miser: 57.93 % (580 games)",
        "Won 245, lost 153, drawn 182",
        "Pairs LL LD WL DD WD WW: 34 54 31 32 64 75",
        "Elo of miser: +55.58 ± 27.65 (95 %)",
        "nElo of miser: +57.94 ± 28.28 (95 %)",
        "LOS of miser: 100.00 %",
        "SPRT of miser: Elo 0 (H0) or 15 (H1)",
        "LLR 3.6402 (-2.94 to 2.94): H1 accepted",
    ]


# Simulated matches.


@cache
def llr_of(sprt: Sprt, counts: Counts) -> float:
    """Short matches pass through the same counts again and again."""
    return sprt.llr(counts)


def accepted(sprt: Sprt, chances: Sequence[float], chance: random.Random) -> str:
    """Play games or pairs with these chances (worst outcome first) until the test decides."""
    tallied: list[int] = [0] * len(chances)
    while True:
        tallied[chance.choices(range(len(chances)), chances)[0]] += 1
        counts: Counts
        if len(chances) == 3:
            counts = GameCounts(tallied[2], tallied[0], tallied[1])
        else:
            worst, worse, even, better, best = tallied
            counts = PairCounts(ll=worst, ld=worse, wl=even, wd=better, ww=best)
        decision = sprt.decision(llr_of(sprt, counts))
        if decision:
            return decision


@pytest.mark.few(1)
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("shares", [(0.45, 0.1, 0.45), (0.1, 0.2, 0.4, 0.2, 0.1)])
def test_a_test_errs_about_as_often_as_it_may(shares: tuple[float, ...], model: Model) -> None:
    runs = 400
    pair = math.sqrt(2) if len(shares) == 5 else 1
    sprt = Sprt(-60, 60, alpha=0.1, beta=0.1, model=model)
    for hypothesis, strength in (("H0", sprt.elo0), ("H1", sprt.elo1)):
        if model == "normalized":
            chances = with_t_value(shares, strength / ELO_PER_T * pair)
        else:
            chances = with_mean(shares, 1 / (1 + 10 ** (-strength / 400)))
        chance = random.Random(f"{hypothesis} {shares} {model}")
        results = Counter(accepted(sprt, chances, chance) for _ in range(runs))
        wrong = 1 - results[hypothesis] / runs
        # Overshooting a bound makes errors a little rarer; 3 standard deviations are 0.045.
        assert 0.03 < wrong < 0.145


@pytest.mark.parametrize(
    "chances", [(0.3, 0.2, 0.5), (0.5, 0.0, 0.5), (0.2, 0.1, 0.3, 0.2, 0.2), (0.9, 0.06, 0.04)]
)
def test_the_interval_covers_the_truth_95_times_in_100(chances: tuple[float, ...]) -> None:
    runs, length = 1000, 400
    top = len(chances) - 1
    truth = sum(index * share / top for index, share in enumerate(chances))
    true_elo = 400 * math.log10(truth / (1 - truth))
    chance = random.Random(str(chances))
    covered = 0
    for _ in range(runs):
        seen = Counter(chance.choices(range(top + 1), chances, k=length))
        counts: Counts = (
            GameCounts(seen[2], seen[0], seen[1])
            if top == 2
            else PairCounts(seen[0], seen[1], seen[2], 0, seen[3], seen[4])
        )
        found = elo(counts)
        assert found
        assert found.error is not None
        covered += abs(found.value - true_elo) <= found.error
    # 3.5 standard deviations of a share of 0.95 in 1000.
    assert abs(covered / runs - 0.95) < 0.025
