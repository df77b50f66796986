"""A log of any size is listed while somebody looks at it."""

import gzip
import os
import tracemalloc
from itertools import product
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from durak_tui.library.catalogue import Catalogue
from durak_tui.library.index import CHUNK
from durak_tui.library.order import Order
from durak_tui.library.query import parse_query
from durak_tui.library.summary import Summary, summarize
from durak_tui.records.log_format import DamagedGame
from tests.examples import examples
from tests.records.logs import (
    ORDERS,
    PLENTY,
    QUERIES,
    expected,
    finished,
    game,
    games_shown,
    listed,
    read_in_full,
    relaxed,
)

MB = 1_000_000


class TestList:
    def test_shows_the_games_as_they_are_found(self, log: Path) -> None:
        log.write_bytes(b"".join(map(game, range(60))))
        with Catalogue(log) as catalogue:
            assert len(catalogue) == 0
            assert catalogue.rows(0, 24) == []
            assert not catalogue.advance(PLENTY)
            assert len(catalogue) == 60
            assert listed(catalogue) == read_in_full(log)
            assert catalogue.raw(17) == game(17)

    def test_has_a_first_page_long_before_all_games_are_found(self, log: Path) -> None:
        log.write_bytes(b"".join(map(game, range(200))) * 10)
        assert log.stat().st_size > 3 * CHUNK
        with Catalogue(log) as catalogue:
            assert catalogue.advance(0)
            progress = catalogue.progress
            assert progress.busy
            assert 24 <= progress.games < 2000
            assert (progress.scanned, progress.size) == (CHUNK, log.stat().st_size)
            assert [row.number for row in catalogue.rows(0, 24)] == list(range(24))
            assert len(finished(catalogue)) == 2000

    def test_gives_only_rows_that_there_are(self, log: Path) -> None:
        log.write_bytes(game(1) + game(2))
        with finished(Catalogue(log)) as catalogue:
            for order in ORDERS:
                assert len(games_shown(catalogue, "", order)) == 2
                assert len(catalogue.rows(0, 1000)) == 2
                assert len(catalogue.rows(1, 2)) == 1
                assert len(catalogue.rows(-5, 1)) == 1
                assert catalogue.rows(2, 9) == catalogue.rows(5, 3) == []
                assert catalogue.row(2) is catalogue.row(-1) is None
            with pytest.raises(IndexError, match="the log has 2"):
                catalogue.raw(2)

    def test_remembers_the_rows_that_were_asked_for_last(
        self, log: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("durak_tui.library.catalogue._KEPT", 20)
        read: list[int] = []

        def counted(number: int, raw: bytes, damage: DamagedGame | None) -> Summary:
            read.append(number)
            return summarize(number, raw, damage)

        monkeypatch.setattr("durak_tui.library.catalogue.summarize", counted)
        log.write_bytes(b"".join(map(game, range(60))))
        with finished(Catalogue(log)) as catalogue:
            page = catalogue.rows(0, 10)
            catalogue.rows(10, 20)
            assert catalogue.rows(0, 10) == page
            assert read == list(range(20))
            catalogue.rows(20, 30)
            catalogue.rows(0, 10)
            assert read == list(range(30))
            catalogue.rows(10, 11)
            assert read[30:] == [10]

    def test_may_be_closed_twice_and_then_does_nothing(self, log: Path) -> None:
        log.write_bytes(game(1))
        catalogue = finished(Catalogue(log))
        catalogue.close()
        catalogue.close()
        assert not catalogue.advance()
        with pytest.raises(OSError, match="Bad file descriptor"):
            catalogue.raw(0)
        row = Catalogue.rows(catalogue, 0, 1)
        assert row[0].damage is None or "it cannot be read" in row[0].damage

    def test_finds_its_file_by_the_place_it_was_opened_at(
        self, log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        log.write_bytes(game(1))
        monkeypatch.chdir(tmp_path)
        with Catalogue(log.name) as catalogue:
            monkeypatch.chdir("/")
            assert finished(catalogue).progress.state == "present"
        with Catalogue(f"~/{log.name}") as catalogue:
            assert catalogue.path == str(log)


class TestOddFiles:
    def test_with_a_line_of_50_mb_are_shown_without_holding_it(self, log: Path) -> None:
        with log.open("wb") as file:
            file.write(game(1) + b"####2026-11-20T21:00:13, lisa - bob (1-0)####\n")
            file.truncate(file.tell() + 50 * MB)
            file.seek(0, os.SEEK_END)
            file.write(b"\n" + game(3))
        tracemalloc.start()
        try:
            with Catalogue(log) as catalogue:
                for query, order in product(("lisa", "bouts>0", "damaged"), ORDERS):
                    games = games_shown(catalogue, query, order)
                assert games == [1]
                row = catalogue.rows(0, 1)[0]
                assert row.damage == "a game of 50.0 MB is too long to be one"
                assert row.names == ("lisa", "bob")
                with pytest.raises(DamagedGame):
                    catalogue.raw(1)
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert peak < 5 * CHUNK

    def test_with_headers_without_end_are_shown_without_holding_them(self, log: Path) -> None:
        with log.open("wb") as file:
            for n in range(40):
                file.write(b"####2026-11-20T21:00:13, %d" % n + b"x" * (CHUNK // 3))
                file.write(b" - bob (1-0)####\n" + game(n).partition(b"\n")[2])
        tracemalloc.start()
        try:
            with Catalogue(log) as catalogue:
                assert games_shown(catalogue, "nobody") == []
                assert catalogue.progress.games == 40
                assert tracemalloc.get_traced_memory()[0] < CHUNK
        finally:
            tracemalloc.stop()

    @settings(relaxed, max_examples=examples(50))
    @given(
        pieces=st.lists(
            st.sampled_from([b"####", b"#", b"\n", b"\r", b"\0", b"{}", b"a", game(1), game(2)])
            | st.binary(max_size=30)
        )
    )
    def test_of_any_bytes_are_shown(self, log: Path, pieces: list[bytes]) -> None:
        content = b"".join(pieces)
        assume(content[:2] != gzip.compress(b"")[:2])
        log.write_bytes(content)
        rows = read_in_full(log)
        with Catalogue(log) as catalogue:
            for query, order in zip(QUERIES, ORDERS * 3, strict=False):
                assert games_shown(catalogue, query, order) == expected(rows, query, order)

    @pytest.mark.slow
    def test_twenty_thousand_games_cost_little(self, log: Path) -> None:
        line = b"####2026-11-20T21:00:13, lisa - bob (1-0)####\n{}\n"
        log.write_bytes(line * 20_000)
        tracemalloc.start()
        try:
            with finished(Catalogue(log)) as catalogue:
                held = tracemalloc.get_traced_memory()[0]
                assert held < 0.5 * MB
                assert len(catalogue) == 20_000
                catalogue.show(parse_query("lisa"), Order("start"))
                assert len(finished(catalogue)) == 20_000
                held = tracemalloc.get_traced_memory()[0]
                assert held < 0.8 * MB
        finally:
            tracemalloc.stop()
