"""The games of a log are found by offset, among anything else in the file."""

import gzip
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.library.index import (
    CHUNK,
    TITLE_CAP,
    LogIndex,
    has_games,
    has_something,
    last_game,
)
from durak_tui.records.log_format import GAME_CAP, DamagedGame, encode_game
from tests.records.games import GENUINE_LOG, navigation, random_game
from tests.records.logs import HEADER, relaxed, scanned

MB = 1_000_000


def lines(n: int) -> bytes:
    return encode_game(random_game(n))


def indexed(log: Path, content: bytes) -> LogIndex:
    log.write_bytes(content)
    return scanned(log)


def damage(index: LogIndex, n: int) -> str:
    with pytest.raises(DamagedGame) as caught:
        index.game(n)
    return caught.value.reason


DAMAGE = {
    "half a header": (HEADER[:20], "its header is cut off"),
    "the start of a header": (b"####", "its header is cut off"),
    "little more of a header": (b"#####", "its header is cut off"),
    "a header but for one byte": (lines(2).replace(b"####\n", b"###\n"), "its header is cut off"),
    "only a header": (HEADER, "nothing follows its header"),
    "half a game": (lines(2)[:-100], "not JSON: "),
    "other bytes": (HEADER + b"\n\xff\xfe", "not UTF-8: "),
    "a line too many": (lines(2) + b"Traceback (most recent call last):", "not part of a game"),
    "zeros at the end": (lines(2) + b"\0" * 100, "not part of a game"),
    "deep nesting": (HEADER + b"\n" + b"[" * 100_000, "nested too deeply"),
    "a long body": (b"####a####\n" + b"\0" * (10 * MB), "a game of 10.0 MB is too long to be one"),
    "a long header": (b"####" + b"a" * (10 * MB), "a game of 10.0 MB is too long to be one"),
}


class TestFinding:
    def test_genuine_games_are_where_pydurak_finds_them(self) -> None:
        with scanned(GENUINE_LOG) as index:
            games = navigation()
            assert len(index) == len(games) == 30
            for n, game in enumerate(games):
                assert index.offset(n) == game["prev_end_offset"]
                body = index.raw(n).index(b"\n") + 1
                assert index.offset(n) + body == game["start_offset"]
                assert index.title(n) == game["title"]

    @pytest.mark.parametrize("budget", [1, 3, 5, 64, 1000, CHUNK])
    def test_a_small_budget_finds_the_same_in_more_steps(self, log: Path, budget: int) -> None:
        content = b"junk\n" + lines(1) + b"####\n#####\n\n####\n" + lines(2)
        with indexed(log, content) as whole, LogIndex(log) as index:
            slices = 0
            while not index.scan(budget):
                slices += 1
                assert index.scanned == slices * budget
            assert slices == (len(content) - 1) // budget
            assert len(index) == 5
            assert [index.offset(n) for n in range(5)] == [whole.offset(n) for n in range(5)]

    def test_a_game_starts_only_at_the_start_of_a_line(self, log: Path) -> None:
        with indexed(log, b" ####a####\n{}\n####b####\nx####c####\n") as index:
            assert len(index) == 1
            assert index.title(0) == "b"

    def test_junk_before_the_first_game_is_ignored(self, log: Path) -> None:
        with indexed(log, b"Playing 10 matches\n\0\xff\n" + lines(1)) as index:
            assert index.offset(0) == 22
            assert index.game(0) == random_game(1)

    @pytest.mark.parametrize("content", [b"", b"\n", b"no game\n", b"\0\xff" * 1000, b"###\n"])
    def test_a_file_without_games_has_none(self, log: Path, content: bytes) -> None:
        with indexed(log, content) as index:
            assert len(index) == 0
            assert index.scanned == len(content)
            for ask in (index.title, index.raw, index.game, index.offset):
                with pytest.raises(IndexError):
                    ask(0)

    def test_games_that_are_not_there_are_refused(self, log: Path) -> None:
        with indexed(log, lines(1)) as index:
            for n in (-1, 1, 10**30):
                with pytest.raises(IndexError, match="the log has 1"):
                    index.game(n)

    def test_what_cannot_be_read_as_a_file_is_refused_at_once(self, tmp_path: Path) -> None:
        with pytest.raises(FileNotFoundError):
            LogIndex(tmp_path / "missing.log")
        with pytest.raises(IsADirectoryError):
            LogIndex(tmp_path)
        with pytest.raises(OSError, match="Not a regular file"):
            LogIndex("/dev/zero")
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(OSError, match="Not a regular file"):
            LogIndex(tmp_path / "pipe")

    def test_what_is_compressed_or_standard_input_is_refused_with_a_word(
        self, log: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        log.write_bytes(gzip.compress(lines(1)))
        with pytest.raises(OSError, match="It is compressed: unpack it first, as with gunzip"):
            LogIndex(log)
        monkeypatch.chdir(log.parent)
        with pytest.raises(OSError, match="read standard input"):
            LogIndex("-")
        Path("-").write_bytes(lines(1))
        LogIndex("-").close()


class TestWholeGames:
    @relaxed
    @given(
        pieces=st.lists(st.sampled_from([b"####", b"\n", b"junk", lines(1), lines(2), HEADER])),
        budget=st.integers(1, 10_000),
    )
    def test_are_shown_while_they_are_looked_for(
        self, log: Path, pieces: list[bytes], budget: int
    ) -> None:
        shown: dict[int, bytes] = {}

        def note(n: int, data: bytes, begin: int, end: int) -> None:
            assert n not in shown
            shown[n] = data[begin:end]

        log.write_bytes(b"".join(pieces))
        with LogIndex(log, on_whole=note) as index:
            while not index.scan(budget):
                pass
            for n, data in shown.items():
                assert data == index.raw(n)
            assert len(index) - 1 not in shown
        with LogIndex(log, on_whole=lambda n, *_: shown.pop(n, None)) as index:
            index.scan()
            assert not shown

    def test_end_where_the_next_begins_however_long_they_are(self, log: Path) -> None:
        content = lines(1) + b"####long####\n" + b"\0" * (3 * MB) + b"\n" + lines(2)
        log.write_bytes(content)
        with LogIndex(log) as index:
            assert not index.scan(len(lines(1)) + 100)
            assert index.extent(1) == (len(lines(1)), len(content) - len(lines(2)))
            index.scan()
            for n in range(3):
                begin, end = index.extent(n)
                assert index.read(begin, end) == content[begin:end]
            assert end == len(content)
            with pytest.raises(IndexError, match="the log has 3"):
                index.extent(3)

    @pytest.mark.parametrize("rest", [b"", b"#", b"####", b"\n###", b"\n####", b"\n####x"])
    def test_end_where_the_file_does_or_a_mark_stands(self, log: Path, rest: bytes) -> None:
        for size in (CHUNK - 6, CHUNK - 4, CHUNK, CHUNK + 1):
            start = b"####" + b"a" * size
            log.write_bytes(start + rest)
            with LogIndex(log) as index:
                index.scan(10)
                whole = start + rest
                end = whole.find(b"\n####") + 1 or len(whole)
                assert index.extent(0) == (0, end)


class TestReading:
    def test_line_ends_of_windows_do_not_matter(self, log: Path) -> None:
        content = (lines(1) + lines(2)).replace(b"\n", b"\r\n")
        with indexed(log, content) as index:
            assert [index.game(n) for n in (0, 1)] == [random_game(1), random_game(2)]
            assert index.title(1).endswith(")")

    @pytest.mark.parametrize(("middle", "reason"), DAMAGE.values(), ids=DAMAGE)
    def test_a_damaged_game_harms_no_other(self, log: Path, middle: bytes, reason: str) -> None:
        with indexed(log, lines(1) + middle + b"\n" + lines(3) + middle) as index:
            assert len(index) == 4
            assert index.game(0) == random_game(1)
            assert reason in damage(index, 1)
            assert index.game(2) == random_game(3)
            assert reason in damage(index, 3)

    def test_titles_can_always_be_shown(self, log: Path) -> None:
        long = b"####" + b"x" * (10 * MB) + b"####\n"
        content = b"####a\0b\xff\x1b[2J\xd0\xb6####\r\n####cut\n####\n####a - b######\n" + long
        titles = [r"a\x00b\xff\x1b[2Jж", "cut", "", "a - b##"]
        with indexed(log, content) as index:
            assert [index.title(n) for n in range(4)] == titles
            assert index.title(4) == "x" * (TITLE_CAP - 4) + "..."


class TestFollowing:
    def test_a_log_is_followed_while_it_is_written(self, log: Path) -> None:
        first, second = lines(1), lines(2)
        log.write_bytes(first)
        with LogIndex(log) as index, log.open("ab", buffering=0) as file:
            for i in range(len(second)):
                file.write(second[i : i + 1])
                assert index.scan()
                assert len(index) == (2 if i >= 3 else 1)
                if i < 100:
                    assert index.game(0) == random_game(1)
                if 3 <= i < 100:
                    assert damage(index, 1)
            assert index.game(1) == random_game(2)

    def test_a_last_line_without_its_newline_is_a_game_and_read_again_when_it_grows(
        self, log: Path
    ) -> None:
        whole = lines(1)
        with indexed(log, whole[:-50]) as index:
            assert "not JSON" in damage(index, 0)
            log.write_bytes(whole[:-1])
            assert index.game(0) == random_game(1)
            log.write_bytes(whole[:-1] + b" hello")
            assert "not part of a game" in damage(index, 0)

    def test_the_last_game_found_ends_where_the_next_begins_though_that_is_not_found_yet(
        self, log: Path
    ) -> None:
        log.write_bytes(lines(1) + lines(2) * 1000)
        with LogIndex(log) as index:
            assert not index.scan(10)
            assert index.game(0) == random_game(1)
            assert index.raw(0) == lines(1)

    @pytest.mark.parametrize("content", [lines(3) * 3, b""], ids=["longer", "empty"])
    def test_a_file_that_was_written_anew_is_noticed_and_what_was_found_stays(
        self, log: Path, content: bytes
    ) -> None:
        with indexed(log, lines(1) + lines(2)) as index:
            assert not index.outdated
            log.write_bytes(content)
            assert index.outdated
            index.scan()
            assert len(index) >= 2

    def test_a_reader_knows_what_had_been_found(self, log: Path) -> None:
        with indexed(log, lines(1) + lines(2)) as index:
            reader = index.reader()
            assert reader.identity == index.identity
            with log.open("ab") as file:
                file.write(lines(3))
            index.scan()
            index.close()
            with reader:
                assert [reader.game(n) for n in range(len(reader))] == [
                    random_game(1),
                    random_game(2),
                ]


@pytest.mark.parametrize(
    ("content", "something", "games"),
    [
        (None, False, False),
        (b"", False, False),
        (b"a diary\n", True, False),
        (lines(1), True, True),
        (b"\xef\xbb\xbf" + lines(1), True, True),
        (b"\r\n\n" + lines(1), True, True),
    ],
)
def test_a_log_is_known_by_how_it_begins(
    log: Path, content: bytes | None, something: bool, games: bool
) -> None:
    if content is not None:
        log.write_bytes(content)
    assert (has_something(log), has_games(log)) == (something, games)


def test_the_last_game_of_a_log_is_found_from_its_end_whatever_lies_before(log: Path) -> None:
    with log.open("wb") as file:
        file.write(lines(1))
        file.truncate(1 << 40)  # a terabyte that takes no room, and no time either
        file.seek(0, os.SEEK_END)
        file.write(b"\n" + lines(2) + lines(3))
    assert last_game(log) == random_game(3)


@pytest.mark.parametrize("torn", [content for content, _ in DAMAGE.values()], ids=DAMAGE)
def test_a_game_that_a_killed_writer_left_is_not_the_last(log: Path, torn: bytes) -> None:
    log.write_bytes(lines(1) + torn[:GAME_CAP])
    assert last_game(log) == random_game(1)


@pytest.mark.parametrize("content", [b"", b"a diary\n", lines(1) + b"x" * GAME_CAP])
def test_without_a_game_near_its_end_a_file_has_no_last_game(log: Path, content: bytes) -> None:
    log.write_bytes(content)
    assert last_game(log) is None


def test_what_has_no_end_is_not_read_to_find_out_whether_it_is_a_log(log: Path) -> None:
    os.mkfifo(log)
    assert not has_something(log) and not has_games(log)
    assert not has_games("/dev/zero")
