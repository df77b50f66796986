"""The ratings of the engines that ship."""

import pytest

from durak_tui.engine.rated import MEAN, rated, ratings


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("durak-dummy", "durak-dummy"),
        ("durak-player", "durak-dummy"),
        ("durak-player --level 1", "durak-player, level 1"),
        ("durak-player --level=2 --seed 5", "durak-player, level 2"),
        ("durak-player --level 3", "durak-dummy"),
        ("durak-player --level 4", "durak-player, level 4"),
        ("durak-player --level 5", "durak-montecarlo"),
        ("durak-player --level 5 --time 2", "durak-montecarlo"),
        ("durak-montecarlo --time 1", "durak-montecarlo"),
        ("durak-random --seed 3", "durak-random"),
    ],
)
def test_an_engine_is_known_by_its_command_line(command: str, name: str) -> None:
    found = rated(command)
    assert found
    assert found.name == name
    assert found is ratings()[name]


@pytest.mark.parametrize(
    "command",
    ["", "'", "./mine", "durak-dummy" + " " * 1000, "durak-player --level 6",
     "durak-player --style greedy",
     "durak-montecarlo --time 0.001", "durak-montecarlo --determinizations 3",
     "durak-montecarlo --time soon"],
)  # fmt: skip
def test_what_may_play_otherwise_has_no_rating(command: str) -> None:
    assert rated(command) is None


def test_a_command_line_of_pages_is_not_even_split(monkeypatch: pytest.MonkeyPatch) -> None:
    """Splitting it would take minutes, and it may stand in any log."""
    monkeypatch.setattr("shlex.split", lambda _: pytest.fail("it was split"))
    assert rated("x" * 1_000_000) is None


def test_the_strongest_comes_first() -> None:
    found = [one.rating for one in ratings().values()]
    assert found == sorted(found, reverse=True)
    assert sum(found) / len(found) == pytest.approx(MEAN, abs=0.1)


def test_nobody_is_near_nothing() -> None:
    assert min(one.rating for one in ratings().values()) > 800
