"""A log is followed while it grows, is replaced, or cannot be read."""

import errno
import gc
import os
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from durak_tui.library.catalogue import Catalogue
from durak_tui.library.index import LogIndex
from durak_tui.library.order import FILE_ORDER, Order
from durak_tui.library.query import EVERYTHING, parse_query
from durak_tui.records.log_format import encode_game
from tests.records.games import random_game
from tests.records.logs import (
    ORDERS,
    PLENTY,
    expected,
    finished,
    game,
    games_shown,
    listed,
    read_in_full,
)


class TestGrowingFile:
    def test_keeps_the_rows_where_they_are(self, log: Path) -> None:
        log.write_bytes(game(1))
        with finished(Catalogue(log)) as catalogue:
            version = catalogue.progress.version
            with log.open("ab") as file:
                file.write(game(2))
            finished(catalogue)
            assert catalogue.progress.version == version
            catalogue.show(EVERYTHING, Order("file", descending=True))
            version = finished(catalogue).progress.version
            assert catalogue.rows(0, 1)[0].number == 1
            with log.open("ab") as file:
                file.write(game(3))
            finished(catalogue)
            assert catalogue.progress.version != version
            assert catalogue.rows(0, 1)[0].number == 2

    @pytest.mark.few(5)
    @pytest.mark.parametrize("query", ["", "!damaged", "damaged", "lisa", "bouts>0"])
    @pytest.mark.parametrize("order", [FILE_ORDER, Order("bouts"), Order("player", True)], ids=str)
    def test_has_a_last_game_that_is_not_whole_yet(
        self, log: Path, query: str, order: Order
    ) -> None:
        second = encode_game(replace(random_game(2), names=("lisa", "bob")))
        cuts = [*range(0, 100, 10), *range(100, len(second), 200), len(second)]
        log.write_bytes(game(1))
        with Catalogue(log) as catalogue, log.open("ab", buffering=0) as file:
            catalogue.show(parse_query(query), order)
            for begin, end in pairwise(cuts):
                file.write(second[begin:end])
                finished(catalogue)
                rows = read_in_full(log)
                assert list(catalogue.games()) == expected(rows, query, order)
                assert sorted(map(repr, listed(catalogue))) == sorted(
                    repr(rows[n]) for n in catalogue.games()
                )
            file.write(game(3))
            assert list(finished(catalogue).games()) == expected(read_in_full(log), query, order)


class TestFileThatChanges:
    @pytest.mark.parametrize(
        ("games", "restarted"),
        [(range(30, 32), "rewritten"), (range(30, 60), "rewritten"), (range(30, 31), "replaced")],
        ids=["it is shortened", "it is written anew and longer", "another is in its place"],
    )
    def test_everything_begins_anew_when(
        self, log: Path, tmp_path: Path, games: range, restarted: str
    ) -> None:
        log.write_bytes(b"".join(map(game, range(20))))
        with Catalogue(log) as catalogue:
            catalogue.show(parse_query("!lisa"), Order("bouts"))
            version = finished(catalogue).progress.version
            assert listed(catalogue)
            if restarted == "replaced":
                log.rename(tmp_path / "games.log.1")
            log.write_bytes(b"".join(map(game, games)))
            finished(catalogue)
            rows = read_in_full(log)
            assert list(catalogue.games()) == expected(rows, "!lisa", Order("bouts"))
            assert listed(catalogue) == [rows[n] for n in catalogue.games()]
            progress = catalogue.progress
            assert (progress.restarts, progress.restarted) == (1, restarted)
            assert (progress.games, progress.state) == (len(games), "present")
            assert progress.version != version

    def test_when_it_is_removed_its_games_stay_until_there_is_another(self, log: Path) -> None:
        log.write_bytes(game(1) + game(2))
        with finished(Catalogue(log)) as catalogue:
            log.unlink()
            assert not catalogue.advance(PLENTY)
            assert catalogue.progress.state == "removed"
            assert len(catalogue) == 2
            assert catalogue.rows(1, 2)[0].damage is None
            assert games_shown(catalogue, "bouts>0") == [0, 1]
            log.write_bytes(game(3))
            progress = finished(catalogue).progress
            assert (progress.state, progress.restarted) == ("present", "replaced")
            assert len(catalogue) == 1
            assert progress.looked_at == 1

    def test_when_its_size_cannot_be_read_the_last_one_is_shown(
        self, log: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(_: object) -> int:
            raise OSError(errno.ESTALE, "Stale file handle")

        log.write_bytes(game(1) + game(2))
        with finished(Catalogue(log)) as catalogue:
            size = catalogue.progress.size
            monkeypatch.setattr(LogIndex, "size", property(refuse))
            assert not catalogue.advance(PLENTY)
            progress = catalogue.progress
            assert (progress.size, progress.state) == (size, "unreadable")
            assert progress.problem == "Stale file handle"

    @pytest.mark.parametrize("kind", ["folder", "pipe", "loop"])
    def test_when_what_is_in_its_place_cannot_be_read_its_games_stay(
        self, log: Path, kind: str
    ) -> None:
        log.write_bytes(game(1) + game(2))
        with finished(Catalogue(log)) as catalogue:
            log.unlink()
            if kind == "folder":
                log.mkdir()
            elif kind == "pipe":
                os.mkfifo(log)
            else:
                log.symlink_to(log)
            assert games_shown(catalogue, "bouts>0") == [0, 1]
            progress = catalogue.progress
            assert progress.state == "unreadable"
            assert progress.problem
            assert progress.restarts == 0

    def test_when_reading_fails_it_is_said_and_tried_again(
        self, log: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        log.write_bytes(game(1))
        with Catalogue(log) as catalogue:
            with monkeypatch.context() as patch:
                patch.setattr(os, "pread", _broken)
                assert not catalogue.advance(PLENTY)
                progress = catalogue.progress
                assert (progress.state, progress.problem) == ("unreadable", "Input/output error")
                assert progress.busy
            finished(catalogue)
            assert catalogue.progress.state == "present"
            with monkeypatch.context() as patch:
                patch.setattr(os, "pread", _broken)
                row = catalogue.rows(0, 1)[0]
                assert row.damage == "it cannot be read: Input/output error"
            assert catalogue.rows(0, 1)[0].damage is None

    def test_games_that_cannot_be_read_are_damaged_and_the_others_found(
        self, log: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        log.write_bytes(game(1) + game(2) + game(3))
        pread = os.pread

        def broken_there(fd: int, length: int, offset: int) -> bytes:
            if offset == len(game(1)):
                raise OSError(5, "Input/output error")
            return pread(fd, length, offset)

        with finished(Catalogue(log)) as catalogue:
            monkeypatch.setattr(os, "pread", broken_there)
            for order in ORDERS:
                assert sorted(games_shown(catalogue, "bouts>0", order)) == [0, 2]
                assert sorted(games_shown(catalogue, "", order)) == [0, 1, 2]
            assert games_shown(catalogue, "damaged") == [1]
            assert catalogue.rows(0, 1)[0].damage == "it cannot be read: Input/output error"
            monkeypatch.setattr(os, "pread", pread)
            assert catalogue.rows(0, 1)[0].damage is None
            assert len(finished(catalogue)) == 1
            for query in ("!damaged", "lisa"):
                games = expected(read_in_full(log), query, FILE_ORDER)
                assert games_shown(catalogue, query) == games

    def test_no_file_is_left_open(self, log: Path) -> None:
        log.write_bytes(game(1))
        gc.collect()  # or what other tests have left might be closed meanwhile
        before = len(os.listdir("/proc/self/fd"))
        with finished(Catalogue(log)) as catalogue:
            for n in range(5):
                log.unlink()
                log.write_bytes(game(n) * (n + 1))
                assert len(finished(catalogue)) == n + 1
            with catalogue.reader() as reader:
                assert reader.raw(4) == game(4)
                assert len(os.listdir("/proc/self/fd")) == before + 2
        assert len(os.listdir("/proc/self/fd")) == before

    def test_a_reader_stays_with_the_file_that_it_was_got_of(self, log: Path) -> None:
        log.write_bytes(game(1) + game(2))
        with finished(Catalogue(log)) as catalogue, catalogue.reader() as reader:
            log.unlink()
            log.write_bytes(game(3))
            finished(catalogue)
            assert [reader.raw(n) for n in range(len(reader))] == [game(1), game(2)]
            assert catalogue.raw(0) == game(3)


def _broken(*_: object) -> bytes:
    raise OSError(5, "Input/output error")
