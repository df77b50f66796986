"""Games of a log, of a record, and of a folder of records."""

from datetime import datetime
from pathlib import Path

import pytest

from durak_tui.common.fields import Malformed
from durak_tui.games.game_book import UNREADABLE, GameBook
from durak_tui.games.playthrough import Playthrough
from durak_tui.games.playthrough_log import PlaythroughWriter
from tests.games.toys import opening


def game(moves: str) -> Playthrough:
    return Playthrough("higher", ("a", "b"), opening(1), moves, None, datetime(2026, 1, 1))


def read_record(text: str) -> Playthrough:
    """Records of this game are their moves."""
    if not text.isdecimal():
        raise Malformed(f"{text} is no record")
    return game(text)


def test_a_log_may_grow(tmp_path: Path) -> None:
    path = tmp_path / "games.log"
    with PlaythroughWriter(path) as log:
        log.append(game("12"))
        with GameBook(path, "higher", read_record) as book:
            assert [book.game(at).moves for at in range(len(book))] == ["12"]
            log.append(game("34"))
            book.scan()
            assert [book.game(at).moves for at in range(len(book))] == ["12", "34"]


def test_a_record_is_one_game(tmp_path: Path) -> None:
    path = tmp_path / "1.txt"
    path.write_text("567")
    with GameBook(path, "higher", read_record) as book:
        assert len(book) == 1
        book.scan()
        assert book.game(0).moves == "567"


def test_a_folder_has_its_records_by_their_numbers(tmp_path: Path) -> None:
    for name in ("10", "9", "1"):
        (tmp_path / f"{name}.txt").write_text(name)
    (tmp_path / "_.txt").write_text("a report")
    with GameBook(tmp_path, "higher", read_record) as book:
        assert [book.game(at).moves for at in range(len(book))] == ["1", "9", "10"]


def test_what_cannot_be_read_says_why(tmp_path: Path) -> None:
    for text in ("", "x", "\x00"):
        path = tmp_path / "1.txt"
        path.write_text(text)
        with GameBook(path, "higher", read_record) as book:
            for number in range(len(book)):
                with pytest.raises(UNREADABLE):
                    book.game(number)
    with pytest.raises(OSError, match="No such file"):
        GameBook(tmp_path / "none", "higher", read_record)
    with pytest.raises(OSError, match="directory"):
        GameBook(tmp_path, "higher")
