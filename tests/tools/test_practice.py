"""The positions that ship can be made again, from nothing and after a stop."""

from collections import Counter
from pathlib import Path

import pytest

from durak_tui.practice.positions import Shipped, as_lines, shipped
from tools import practice
from tools.practice import Judge, count, look_through, main


@pytest.mark.parametrize("games", [4, pytest.param(60, marks=pytest.mark.slow)])
def test_the_first_games_give_what_ships(games: int) -> None:
    have: Counter[tuple[str, ...]] = Counter()
    judge = Judge()
    found: list[Shipped] = []
    for number in range(games):
        one = look_through(number, judge, have)
        count(have, one)
        if one:
            found.append(one)
    assert found
    assert {*as_lines(found)} == {*as_lines(one for one in shipped() if one.game < games)}


@pytest.mark.slow
def test_a_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target, folder = tmp_path / "positions.jsonl", tmp_path / "run"
    monkeypatch.setattr(practice, "TARGET", target)
    monkeypatch.setattr("sys.argv", ["practice", "--games=5", f"--folder={folder}"])
    main()
    whole = target.read_text()
    progress = folder / "games.jsonl"
    lines = progress.read_text().splitlines(keepends=True)
    # Killed in the middle of a line.
    progress.write_text("".join(lines[:3]) + lines[3][:2])
    main()
    assert progress.read_text() == "".join(lines)
    assert target.read_text() == whole
