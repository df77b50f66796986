"""Games of a log, of a record, and of a folder of records."""

import os
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from durak_tui.common.fields import Malformed
from durak_tui.games.game_book import UNREADABLE, GameBook, RecordFiles
from durak_tui.games.playthrough import Playthrough
from durak_tui.games.playthrough_log import PlaythroughWriter
from durak_tui.pool.run_errors import RunError
from tests.games.toys import HIGHER, opening


def game(moves: str) -> Playthrough:
    return Playthrough("higher", ("a", "b"), opening(1), moves, None, datetime(2026, 1, 1))


def read_record(text: str) -> Playthrough:
    """Records of this game are their moves."""
    if not text.isdecimal():
        raise Malformed(f"{text} is no record")
    return game(text)


RECORDS = RecordFiles(read_record, "_.txt", str.split)
"""A report of this game is the names of its records."""


def test_a_log_may_grow(tmp_path: Path) -> None:
    path = tmp_path / "games.log"
    with PlaythroughWriter(path) as log:
        log.append(game("12"))
        with GameBook(path, HIGHER, RECORDS) as book:
            assert [book.game(at).moves for at in range(len(book))] == ["12"]
            log.append(game("34"))
            book.scan()
            assert [book.game(at).moves for at in range(len(book))] == ["12", "34"]


def test_a_record_is_one_game(tmp_path: Path) -> None:
    path = tmp_path / "1.txt"
    path.write_text("567")
    with GameBook(path, HIGHER, RECORDS) as book:
        assert len(book) == 1
        book.scan()
        assert book.game(0).moves == "567"


def test_a_folder_has_its_records_by_their_numbers(tmp_path: Path) -> None:
    for name in ("10", "9", "1"):
        (tmp_path / f"{name}.txt").write_text(name)
    (tmp_path / "_Exceptions.txt").write_text("no record")
    with GameBook(tmp_path, HIGHER, RECORDS) as book:
        assert [book.game(at).moves for at in range(len(book))] == ["1", "9", "10"]


def test_a_report_orders_the_records_beside_it_and_stands_for_them(tmp_path: Path) -> None:
    for name in ("1", "2", "3"):
        (tmp_path / f"{name}.txt").write_text(name)
    (tmp_path / "_.txt").write_text("3 no-more ../../2")
    for path in (tmp_path, tmp_path / "_.txt"):
        with GameBook(path, HIGHER, RECORDS) as book:
            assert [book.game(at).moves for at in range(len(book))] == ["3", "2", "1"]


def test_a_record_that_a_report_names_often_is_there_once(tmp_path: Path) -> None:
    for name in ("1", "2"):
        (tmp_path / f"{name}.txt").write_text(name)
    (tmp_path / "_.txt").write_text("2 2 1 ../2 2")
    with GameBook(tmp_path, HIGHER, RECORDS) as book:
        assert [book.game(at).moves for at in range(len(book))] == ["2", "1"]


def test_a_file_of_something_else_is_no_log(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann\n")
    with pytest.raises(RunError, match="is not a log of higher"):
        GameBook(path, HIGHER)


def test_a_log_of_another_game_is_no_log(tmp_path: Path) -> None:
    path = tmp_path / "games.log"
    with PlaythroughWriter(path) as log:
        log.append(game("12"))
    with pytest.raises(RunError, match="is not a log of lower"):
        GameBook(path, replace(HIGHER, name="lower"))
    book = GameBook(path, replace(HIGHER, name="lower"), RECORDS)
    with book, pytest.raises(UNREADABLE, match="is no record"):
        book.game(0)


def test_an_empty_file_and_a_log_that_begins_with_damage_are_logs(tmp_path: Path) -> None:
    path = tmp_path / "games.log"
    path.touch()
    for records in (None, RECORDS):
        with GameBook(path, HIGHER, records) as book:
            assert len(book) == 0
    path.write_text("damaged\n")
    with PlaythroughWriter(path) as log:
        log.append(game("12"))
    with GameBook(path, HIGHER) as book:
        assert len(book) == 2
        with pytest.raises(UNREADABLE, match="it is no game of higher"):
            book.game(0)
        assert book.game(1).moves == "12"


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "1.txt")
    (tmp_path / "2.txt").write_text("22")
    os.mkfifo(tmp_path / "_.txt")
    for records in (None, RECORDS):
        with pytest.raises(OSError, match="Not a regular file"):
            GameBook(tmp_path / "1.txt", HIGHER, records)
    for path in (tmp_path, tmp_path / "_.txt"):  # The report is for the order alone.
        with GameBook(path, HIGHER, RECORDS) as book:
            with pytest.raises(OSError, match="Not a regular file"):
                book.game(0)
            assert book.game(1).moves == "22"


def test_what_cannot_be_read_says_why(tmp_path: Path) -> None:
    for text in ("", "x", "\x00"):
        path = tmp_path / "1.txt"
        path.write_text(text)
        with GameBook(path, HIGHER, RECORDS) as book:
            for number in range(len(book)):
                with pytest.raises(UNREADABLE):
                    book.game(number)
    with pytest.raises(OSError, match="No such file"):
        GameBook(tmp_path / "none", HIGHER, RECORDS)
    with pytest.raises(OSError, match="directory"):
        GameBook(tmp_path, HIGHER)
