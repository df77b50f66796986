"""Games that a server keeps for its guests."""

import os
from pathlib import Path

import pytest

from durak_tui.net.guests.shelf import JsonShelf


@pytest.fixture
def troubles() -> list[Exception]:
    return []


@pytest.fixture
def shelf(tmp_path: Path, troubles: list[Exception]) -> JsonShelf:
    return JsonShelf(tmp_path / "tables", 3, troubles.append)


def test_what_was_put_is_there_until_it_is_dropped(shelf: JsonShelf) -> None:
    shelf.put("a", {"n": 1})
    shelf.put("a", {"n": 2})
    shelf.put("b", {"n": 3})
    assert dict(shelf.all()) == {"a": {"n": 2}, "b": {"n": 3}}
    shelf.drop("a")
    shelf.drop("a")
    assert dict(shelf.all()) == {"b": {"n": 3}}


def test_only_the_newest_are_read(shelf: JsonShelf, tmp_path: Path) -> None:
    for number in range(5):
        shelf.put(str(number), {})
        os.utime(tmp_path / "tables" / f"{number}.json", (number, number))
    assert [name for name, _value in shelf.all()] == ["2", "3", "4"]


def test_unreadable_files_are_reported_and_left_out(
    shelf: JsonShelf, tmp_path: Path, troubles: list[Exception]
) -> None:
    shelf.put("a", {})
    for name, text in (("b", "{"), ("c", "[]"), ("d", "[" * 100_000)):
        (tmp_path / "tables" / f"{name}.json").write_text(text)
    assert [name for name, _value in shelf.all()] == ["a"]
    assert len(troubles) == 3


def test_a_shelf_that_stores_nothing_reports_it(tmp_path: Path, troubles: list[Exception]) -> None:
    (tmp_path / "file").write_text("")
    shelf = JsonShelf(tmp_path / "file", 3, troubles.append)
    shelf.put("a", {})
    shelf.drop("a")
    assert list(shelf.all()) == []
    assert troubles
