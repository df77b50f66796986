"""What is printed of a test whether an engine has become stronger."""

import pytest

from tools.sprt import deals, line


@pytest.mark.parametrize(
    ("llr", "verdict"), [(2.99, "accepted"), (-2.95, "refused"), (0.4, "open"), (-0.4, "open")]
)
def test_a_line_says_what_came_out(llr: float, verdict: str) -> None:
    found = {
        "engine1": {"wins": 60}, "engine2": {"wins": 30}, "draws": 10,
        "statistics": {
            "score": 0.65, "elo": 107.54, "elo_error": 61.2,
            "llr": llr, "lower": -2.94, "upper": 2.94,
        },
    }  # fmt: skip
    cells = line("1a2b3c4", "5d6e7f8", 0.05, found).split(" | ")
    assert cells[:6] == ["| 5d6e7f8", "1a2b3c4", "0.05 s", "100", "0.650", "+108 ± 61"]
    assert cells[6].startswith(verdict)


def test_each_pair_of_revisions_has_its_own_deals_however_often_it_is_tested() -> None:
    pairs = [("aaaaaaaaaaaa", "bbbbbbbbbbbb"), ("bbbbbbbbbbbb", "aaaaaaaaaaaa"),
             ("aaaaaaaaaaaa", "cccccccccccc")]  # fmt: skip
    seeds = [deals(*pair) for pair in pairs]
    assert len(set(seeds)) == len(pairs) and seeds == [deals(*pair) for pair in pairs]
    assert all(len(str(seed)) <= 30 for seed in seeds)  # As matches want them.
