"""The games of a log are filtered and sorted as by a full reading of it."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from durak_tui.library import order as order_module
from durak_tui.library import search
from durak_tui.library.catalogue import Catalogue
from durak_tui.library.index import CHUNK
from durak_tui.library.order import FILE_ORDER, UNKNOWN, Order, Sorter, code, game_of, inserted
from durak_tui.library.query import EVERYTHING, parse_query
from durak_tui.library.search import OpenLog
from durak_tui.records.log_format import encode_game
from durak_tui.records.record import Ending
from tests.examples import examples
from tests.records.games import random_game
from tests.records.logs import (
    HEADER,
    ORDERS,
    QUERIES,
    TORN,
    expected,
    finished,
    game,
    games_shown,
    listed,
    read_in_full,
    relaxed,
)


class TestFilterAndOrder:
    @settings(relaxed, max_examples=examples(50))
    @given(data=st.data())
    def test_list_what_a_full_reading_would_while_the_file_grows_piece_by_piece(
        self, log: Path, data: st.DataObject
    ) -> None:
        pieces = data.draw(
            st.lists(st.one_of(st.integers(0, 60).map(game), st.sampled_from(TORN)), max_size=12)
        )
        content = b"".join(pieces)
        query = data.draw(st.sampled_from(QUERIES))
        order = data.draw(st.sampled_from(ORDERS))
        cuts = sorted(data.draw(st.lists(st.integers(0, len(content)), max_size=5)))
        log.write_bytes(b"")
        with (
            pytest.MonkeyPatch.context() as patch,
            Catalogue(log) as catalogue,
            log.open("ab", buffering=0) as file,
        ):
            patch.setattr(search, "CHUNK", data.draw(st.sampled_from((50, 700, CHUNK))))
            catalogue.show(parse_query(query), order)
            for begin, end in zip([0, *cuts], [*cuts, len(content)], strict=True):
                file.write(content[begin:end])
                finished(catalogue)
                rows = read_in_full(log)
                games = expected(rows, query, order)
                assert list(catalogue.games()) == games
                assert listed(catalogue) == [rows[n] for n in games]
                places = [catalogue.row(n) for n in range(len(rows))]
                assert places == [games.index(n) if n in games else None for n in range(len(rows))]

    @settings(relaxed, max_examples=examples(50))
    @given(data=st.data(), size=st.integers(1, 5000))
    def test_do_not_depend_on_what_a_scan_has_in_its_hands(
        self, log: Path, data: st.DataObject, size: int
    ) -> None:
        pieces = data.draw(
            st.lists(st.one_of(st.integers(0, 60).map(game), st.sampled_from(TORN)), max_size=9)
        )
        log.write_bytes(b"".join(pieces))
        opened = OpenLog(log)
        with opened.index:
            while not opened.index.scan(size):
                pass
            for n, row in enumerate(read_in_full(log)):
                assert opened.title(n) == (row.names, row.result)

    def test_go_by_the_json_where_the_header_says_otherwise(self, log: Path) -> None:
        header = b"####2026-11-20T21:00:13, lisa - bob (1-0)####\n"
        genuine = replace(random_game(1), names=("lisa", "bob"), ending=Ending(0, "timeout", 1))
        truth = replace(genuine, names=("bob", "zoe"), ending=Ending(1, "crash", 0))
        log.write_bytes(
            encode_game(genuine) * 3 + header + encode_game(truth).partition(b"\n")[2] + game(1)
        )
        rows = read_in_full(log)
        with finished(Catalogue(log)) as catalogue:
            for query in ("lisa", "zoe", "won:lisa", "won:zoe", "result:1-0", "result:0-1"):
                assert games_shown(catalogue, query) == expected(rows, query, FILE_ORDER)
            assert games_shown(catalogue, "zoe") == [3]

    def test_go_by_the_game_where_another_header_stands_before_its_own(self, log: Path) -> None:
        late = b"####2027-11-20T21:00:13, lisa - bob (1-0)####"
        log.write_bytes(late + game(1) + game(2) + late + b"\n{}\n")
        with finished(Catalogue(log)) as catalogue:
            rows, games = read_in_full(log), games_shown(catalogue, "", Order("start"))
            assert games == expected(rows, "", Order("start"))
            assert [row.damaged for row in rows] == [False, False, True]
            assert games[-1] == 2

    def test_say_how_far_they_have_come(self, log: Path) -> None:
        log.write_bytes(b"".join(map(game, range(300))))
        with finished(Catalogue(log)) as catalogue:
            catalogue.show(parse_query("bouts>5"), Order("bouts"))
            seen = [catalogue.progress]
            while catalogue.advance(0):
                seen.append(catalogue.progress)
            seen.append(catalogue.progress)
            assert [each.looked_at for each in seen] == sorted(each.looked_at for each in seen)
            assert [each.sorted for each in seen] == sorted(each.sorted for each in seen)
            assert len({each.looked_at for each in seen}) > 3
            assert len({each.sorted for each in seen}) > 3
            assert all(each.busy for each in seen[:-1])
            last = seen[-1]
            assert not last.busy
            assert last.looked_at == last.games == 300
            assert last.sorted == last.rows == len(catalogue)

    def test_show_what_is_found_at_once_and_in_order_when_it_is_sorted(self, log: Path) -> None:
        log.write_bytes(b"".join(map(game, range(300))))
        with finished(Catalogue(log)) as catalogue:
            catalogue.show(parse_query("bouts>5"), Order("bouts", descending=True))
            version = catalogue.progress.version
            lengths = set()
            while catalogue.advance(0) and catalogue.progress.version == version:
                lengths.add(len(catalogue))
                games = list(catalogue.games())
                assert games == sorted(games)
            assert len(lengths) > 3
            finished(catalogue)
            assert catalogue.progress.version != version
            bouts = [row.bouts or 0 for row in listed(catalogue)]
            assert bouts == sorted(bouts, reverse=True)

    def test_are_replaced_at_once(self, log: Path) -> None:
        log.write_bytes(b"".join(map(game, range(300))))
        with finished(Catalogue(log)) as catalogue:
            version = catalogue.progress.version
            catalogue.show(parse_query("damaged"))
            catalogue.advance(0)
            assert 0 < catalogue.progress.looked_at < 300
            catalogue.show(parse_query("lisa"), Order("player"))
            progress = catalogue.progress
            assert (progress.busy, progress.looked_at, progress.rows) == (True, 0, 0)
            assert progress.version != version
            assert catalogue.order == Order("player")
            catalogue.show()
            assert len(catalogue) == 300
            assert catalogue.order == FILE_ORDER

    def test_work_in_steps_that_are_short(self, log: Path) -> None:
        log.write_bytes(b"".join(map(game, range(300))))
        with finished(Catalogue(log)) as catalogue:
            for query, most in (("damaged", 16), ("fault", 64)):
                catalogue.show(parse_query(query))
                catalogue.advance(0)
                assert catalogue.progress.looked_at == most

    def test_replay_a_game_once_only(self, log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        log.write_bytes(b"".join(map(game, range(20))) + HEADER)
        with finished(Catalogue(log)) as catalogue:
            assert games_shown(catalogue, "damaged") == [20]
            monkeypatch.setattr("durak_tui.library.summary.parse_game", None)
            assert games_shown(catalogue, "!damaged") == list(range(20))

    def test_of_players_do_not_need_all_of_them_to_be_remembered(
        self, log: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(search, "TITLES", 4)
        log.write_bytes(b"".join(map(game, range(100))))
        rows = read_in_full(log)
        with finished(Catalogue(log)) as catalogue:
            for query in ("lisa", "won:bob", "draw"):
                assert games_shown(catalogue, query) == expected(rows, query, FILE_ORDER)
            assert sorted(games_shown(catalogue, "", Order("player"))) == list(range(100))
            assert [catalogue.row(n) for n in catalogue.games()] == list(range(100))

    def test_in_another_order_look_at_nothing_again(
        self, log: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        log.write_bytes(b"".join(map(game, range(150))) + b"".join(TORN))
        rows = read_in_full(log)
        with finished(Catalogue(log)) as catalogue:
            for query in ("bouts>5", "", "lisa"):
                for by in ("bouts", "player", "start"):
                    catalogue.show(parse_query(query), Order(by))
                    finished(catalogue)
                    with monkeypatch.context() as patch:
                        patch.setattr(OpenLog, "glance", None)
                        patch.setattr(OpenLog, "started_at", None)
                        for descending in (True, False):
                            order = Order(by, descending)
                            catalogue.show(parse_query(query), order)
                            games = expected(rows, query, order)
                            assert list(catalogue.games()) == games  # at once
                            assert catalogue.progress.looked_at == len(rows)
                            assert list(finished(catalogue).games()) == games
                        assert games_shown(catalogue, query) == expected(rows, query, FILE_ORDER)

    @settings(relaxed, max_examples=examples(50))
    @given(data=st.data())
    def test_are_right_after_any_other_list_that_was_begun(
        self, log: Path, data: st.DataObject
    ) -> None:
        numbers = data.draw(st.lists(st.integers(0, 60), min_size=1, max_size=12))
        content = b"".join(map(game, numbers)) + data.draw(st.sampled_from(TORN))
        log.write_bytes(content[: data.draw(st.integers(1, len(content)))])
        with (
            pytest.MonkeyPatch.context() as patch,
            Catalogue(log) as catalogue,
        ):
            patch.setattr(search, "CHUNK", data.draw(st.sampled_from((700, CHUNK))))
            query, order = "", FILE_ORDER
            for _ in range(data.draw(st.integers(1, 5))):
                query = data.draw(st.sampled_from((query, "bouts>5", "lisa", "")))
                order = Order(data.draw(st.sampled_from((order.by, "bouts", "player", "file"))),
                              data.draw(st.booleans()))  # fmt: skip
                catalogue.show(parse_query(query), order)
                for _ in range(data.draw(st.integers(0, 6))):
                    catalogue.advance(0)
                    for row, shown in enumerate(catalogue.rows(0, 24)):
                        assert catalogue.row(shown.number) in (row, None)
                change = data.draw(st.sampled_from(["none", "grow", "replace"]))
                if change == "replace":
                    log.unlink()
                if change != "none":
                    log.write_bytes(content)
            finished(catalogue)
            assert list(catalogue.games()) == expected(read_in_full(log), query, order)


KEYS = st.none() | st.sampled_from((-5, 0, 1, 2, 2**32 - 2, 2**32)) | st.integers(0, 2**32)


class TestSorting:
    @given(st.lists(st.integers(0, 2**64 - 1)), st.lists(st.integers(0, 2**64 - 1)))
    def test_in_steps_is_sorting(self, first: list[int], more: list[int]) -> None:
        sorter = Sorter()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(order_module, "_RUN", 4)
            patch.setattr(order_module, "_PART", 3)
            for number in first:
                sorter.add(number)
            while sorter.step():
                pass
        assert list(sorter.result) == sorted(first)
        assert list(inserted(sorter.result, more)) == sorted(first + more)

    @given(st.lists(st.tuples(KEYS, st.integers(0, 2**32 - 1)), max_size=9))
    def test_is_by_key_and_then_by_place_with_the_unknown_last(
        self, games: list[tuple[int | None, int]]
    ) -> None:
        def place(game: tuple[int | None, int]) -> tuple[bool, int, int]:
            key, number = game
            # A key has 32 bits.
            return key is None, min(max(key or 0, 0), 2**32 - 2), number

        codes = sorted(code(number, key) for key, number in games)
        assert list(map(game_of, codes)) == [number for _, number in sorted(games, key=place)]
        assert sum(each < UNKNOWN for each in codes) == sum(key is not None for key, _ in games)


def test_a_step_is_over_after_a_megabyte_however_few_games_that_is(tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    log.write_bytes((b'####a####\n{"x": "' + b"y" * 400_000 + b'"}\n') * 10)
    with Catalogue(log) as catalogue:
        finished(catalogue)
        catalogue.show(parse_query("bouts>1"))
        catalogue.advance(0)
        assert catalogue.progress.looked_at == 2  # for the names and once more for the bouts
        catalogue.show(EVERYTHING, Order("bouts"))
        catalogue.advance(0)  # all are in the list
        catalogue.advance(0)
        assert catalogue.progress.sorted == 1  # three of them half done
