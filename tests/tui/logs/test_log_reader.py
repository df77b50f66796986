"""The thread that reads a log: its reports, how often they come, and its end."""

import asyncio
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Queue
from time import monotonic
from typing import Any

import pytest

from durak_tui.library.catalogue import Catalogue, ReadProgress
from durak_tui.library.order import Order
from durak_tui.library.query import parse_query
from durak_tui.tui.logs import log_reader
from durak_tui.tui.logs.log_reader import UPDATES, GameKey, GamePage, LogBook, Wanted, page_of
from tests.records.logs import finished
from tests.tui.logs.log_files import GAMES, append, write_mixed


class Reader:
    """A log that is being read, and all reports of it."""

    def __init__(self, path: Path) -> None:
        self.news: Queue[ReadProgress | GamePage | OSError] = Queue()
        self.cannot_open = self.turned = self.news.put
        self.book = LogBook(str(path), self)
        self.thread = threading.Thread(target=self.book.run)
        self.thread.start()

    def call_later(self, callback: Callable[..., object], *arguments: object) -> None:
        callback(*arguments)

    def progressed(self, _before: ReadProgress, now: ReadProgress) -> None:
        self.news.put(now)

    def until(self, kind: type, met: Callable[[Any], object] = lambda _: True) -> Any:
        """The next report of this kind that is as wanted."""
        while True:
            news = self.news.get(timeout=60)
            if isinstance(news, kind) and met(news):
                return news

    def end(self) -> None:
        self.book.close()
        self.thread.join(60)
        assert not self.thread.is_alive()


@pytest.fixture
def reader(log: Path) -> Iterator[Reader]:
    reader = Reader(log)
    yield reader
    reader.end()


def test_a_page_is_shown_while_the_rest_is_read(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    all_read = threading.Event()
    advance = Catalogue.advance

    def slowly(catalogue: Catalogue, seconds: float = 0) -> bool:
        advance(catalogue, 0)
        return not all_read.is_set()

    monkeypatch.setattr(Catalogue, "advance", slowly)
    reader = Reader(log)
    reader.book.show(Wanted(1, 0, 0, 5))
    page = reader.until(GamePage)
    assert [game.number for game in page.rows] == [0, 1, 2, 3, 4]
    all_read.set()
    reader.end()


@pytest.mark.slow
def test_progress_comes_4_times_a_second(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("durak_tui.library.search.CHUNK", 500)
    monkeypatch.setattr(log_reader, "_SLICE", 0)
    begun = monotonic()
    reader = Reader(write_mixed(tmp_path / "long.log", 3000))
    times = 1
    while reader.until(ReadProgress).busy:
        times += 1
    # The first and the last come when they do.
    assert 2 <= times <= 2 + UPDATES * (monotonic() - begun)
    reader.end()


def test_nothing_is_reported_when_nothing_changes(reader: Reader) -> None:
    assert reader.until(ReadProgress, lambda now: not now.busy).games == GAMES
    reader.book.look()
    reader.book.follow(True)
    reader.book.show(Wanted(1, 0, 0, 5))
    reader.until(GamePage)
    assert reader.news.empty()


def test_a_file_that_cannot_be_opened_is_reported_and_the_thread_ends(tmp_path: Path) -> None:
    reader = Reader(tmp_path / "no such.log")
    assert isinstance(reader.until(OSError), FileNotFoundError)
    reader.thread.join(60)
    assert not reader.thread.is_alive()


def test_a_file_that_is_followed_is_looked_at_by_itself(log: Path, reader: Reader) -> None:
    reader.until(ReadProgress, lambda now: not now.busy)
    reader.book.follow(True)
    append(log, 31)
    # It may be looked at while the game is being written.
    reader.until(ReadProgress, lambda now: now.games == 31)
    reader.book.follow(False)


def test_another_file_is_noticed_before_anything_is_read_from_it(log: Path, reader: Reader) -> None:
    reader.until(ReadProgress, lambda now: not now.busy)
    write_mixed(log.with_name("new"), 3)
    os.replace(log.with_name("new"), log)
    assert asyncio.run(reader.book.read(lambda catalogue: catalogue.progress.restarts)) == 1


def test_after_the_end_nothing_is_reported(log: Path) -> None:
    reader = Reader(log)
    reader.until(ReadProgress, lambda now: not now.busy)
    reader.end()
    reader.book.look()
    reader.book.show(Wanted(1, 0, 0, 5))
    assert reader.news.empty()


# Which rows


def rows(catalogue: Catalogue, wanted: Wanted) -> tuple[int, int, list[int]]:
    page = page_of(catalogue, wanted, catalogue.progress)
    return page.cursor, page.top, [game.number for game in page.rows]


@pytest.mark.parametrize(
    ("cursor", "top", "expected"),
    [
        (0, 0, (0, 0, [0, 1, 2])),
        (5, 4, (5, 4, [4, 5, 6])),
        (5, 0, (5, 3, [3, 4, 5])),  # the cursor is always in view
        (2, 9, (2, 2, [2, 3, 4])),
        (99, 99, (29, 27, [27, 28, 29])),  # and so are as many rows as there is room for
    ],
)
def test_a_page_is_what_is_wanted_or_what_comes_nearest(
    cursor: int, top: int, expected: tuple[int, int, list[int]], log: Path
) -> None:
    with finished(Catalogue(log)) as catalogue:
        assert rows(catalogue, Wanted(1, cursor, top, 3)) == expected


def test_the_cursor_stays_with_its_game_as_high_in_the_view(log: Path) -> None:
    with Catalogue(log) as catalogue:
        catalogue.show(parse_query("lisa"), Order("file", descending=True))
        finished(catalogue)
        wanted = Wanted(1, cursor=4, top=3, height=3, game=GameKey(16, 0))  # bob's game with lisa
        assert rows(catalogue, wanted) == (9, 8, [17, 16, 14])
        elsewhere = Wanted(1, cursor=4, top=3, height=3, game=GameKey(15, 0))  # not in the list
        assert rows(catalogue, elsewhere)[0] == 4
        assert rows(catalogue, Wanted(1, 4, 3, 3, at_end=True))[0] == 0


def test_an_empty_list_is_a_page_without_rows(log: Path) -> None:
    with Catalogue(log) as catalogue:
        catalogue.show(parse_query("nobody"))
        assert rows(finished(catalogue), Wanted(1, 7, 5, 3)) == (0, 0, [])
