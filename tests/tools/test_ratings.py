"""The table of ratings says what the tournament's results say."""

import json
from pathlib import Path
from typing import Any

import pytest

from durak_tui.engine.rated import ratings
from durak_tui.engine.registry import SHIPPED
from durak_tui.tournament.tournament_config import load
from tools.ratings import (
    ENGINES,
    PAGE,
    configuration,
    data,
    main,
    rating_list,
    section,
    with_section,
)


def pairing(engines: list[str], score: float | None, **more: Any) -> dict[str, Any]:
    return {"engines": engines, "games": 200, "score": score, "elo": 50.4, "elo_error": 12.3,
            "bound": None, **more}  # fmt: skip


RESULTS: dict[str, Any] = {
    "engines": [{"name": "a"}, {"name": "b"}, {"name": "c"}],
    "pairings": [
        pairing(["a", "b"], 0.572),
        pairing(["c", "a"], 1.0, elo=300.0, elo_error=None, bound=">"),
        pairing(["b", "c"], None, elo=None, elo_error=None),
    ],
    "standing": [
        {"engine": "b", "elo": -60.0, "elo_error": 9.0, "bound": None},
        {"engine": "a", "elo": 10.0, "elo_error": 9.4, "bound": None},
        {"engine": "c", "elo": 300.0, "elo_error": None, "bound": ">"},
    ],
}


def test_each_cell_is_the_row_against_the_column() -> None:
    text = section(RESULTS, 0.3)
    words = " ".join(text.split())
    assert "200 games in each pairing" in words and "0.3 s" in words
    assert text.partition("\n\n")[2].splitlines() == [
        "|  | a | b | c | all | rating |",
        "| --- | --- | --- | --- | --- | --- |",
        "| a |  | 57.2%, +50 ± 12 | 0.0%, < -300 | +10 ± 9 | 1170 ± 162 |",
        "| b | 42.8%, -50 ± 12 |  |  | -60 ± 9 | 1119 ± 164 |",
        "| c | 100.0%, > +300 |  |  | > +300 | 2211 ± 322 |",
    ]


def test_the_ratings_of_the_page_are_those_of_the_program() -> None:
    shown = {
        (cells := line.strip("| ").split(" | "))[0]: cells[-1]
        for line in PAGE.read_text(encoding="utf-8").splitlines()
        if line.startswith("| durak-")
    }
    assert set(shown) >= set(ENGINES) == set(ratings())
    for name, _, _ in ratings().values():
        assert shown[name] == f"{ratings()[name].rating:.0f} ± {ratings()[name].error:.0f}"


def test_the_data_of_the_program_are_the_ratings_of_the_results() -> None:
    found = json.loads(data(RESULTS, 0.3))
    assert found["think"] == 0.3
    assert list(found["engines"]) == ["c", "a", "b"]
    for name, (rating, error) in rating_list(RESULTS).items():
        assert found["engines"][name] == [
            pytest.approx(rating, abs=0.1),
            pytest.approx(error, abs=0.1),
        ]


def test_the_tournament_is_one_that_can_be_played(tmp_path: Path) -> None:
    file = tmp_path / "ratings.toml"
    file.write_text(configuration(12, 0.3))
    config = load(str(file))
    assert [engine.shown for engine in config.engines] == list(ENGINES)
    assert config.output == tmp_path / "results"


def test_every_engine_that_ships_takes_part() -> None:
    assert {command.split()[0] for command in ENGINES.values()} == set(SHIPPED)


def test_the_page_has_a_place_for_the_table() -> None:
    text = PAGE.read_text(encoding="utf-8")
    changed = with_section(text, "new\n")
    assert "<!-- ratings -->\nnew\n<!-- /ratings -->" in changed
    with pytest.raises(ValueError, match="ratings"):
        with_section("nothing", "new")


def test_a_tournament_that_cannot_be_played_is_refused_in_a_sentence(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "engines.md"
    with pytest.raises(SystemExit, match="No table: the tournament has ended with status"):
        main(["--games=-1", f"--page={table}", f"--data={table}"])
    assert "games" in capfd.readouterr().err
    assert not table.exists()
