"""A text in a game that looks like the header of another game stays a text."""

import codecs
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.engine.cancel import CancelToken
from durak_tui.library.index import CHUNK, LogIndex
from durak_tui.library.search import read_game
from durak_tui.library.summary import summarize
from durak_tui.match.run_log import DURAK_LOGS
from durak_tui.net.proof import KEY, read
from durak_tui.records.log_format import DamagedGame, encode_game
from durak_tui.records.record import GameRecord
from durak_tui.records.writer import LogWriter
from tests.records.games import DEALT_LOG, games_of, random_game
from tests.records.logs import relaxed, scanned
from tests.records.texts import HEADER, PLAIN, worded_games
from tests.strangers.haste import in_time, patient

BUDGETS = st.sampled_from([None, 1, 7, 64, 1000])


def written(log: Path, games: Sequence[GameRecord]) -> None:
    log.unlink(missing_ok=True)
    with LogWriter(log) as writer:
        for game in games:
            writer.append(game)


def read_in_steps(log: Path, budget: int | None) -> list[GameRecord]:
    with scanned(log, budget) as index:
        return [index.game(n) for n in range(len(index))]


def of_earlier_versions(record: GameRecord) -> bytes:
    """A game as it was written when texts were not escaped."""
    return encode_game(record).replace(rb"\u0023", b"#").replace(rb"\x23", b"#")


def header_of(record: GameRecord) -> bytes:
    return encode_game(record).partition(b"\n")[0]


class TestWhatIsWritten:
    @given(worded_games())
    def test_has_no_header_but_its_own(self, record: GameRecord) -> None:
        data = encode_game(record)
        assert data.count(b"\n") == 2
        assert [found.start() for found in re.finditer(rb"####\d{4}-\d\d-\d\dT", data)] == [0]

    def test_does_not_change_where_no_text_looks_like_a_header(self) -> None:
        names = "####", "./b ### \\x23 2026-11-27T"
        data = encode_game(replace(random_game(1), names=names, seed="####2026-11-27 \\u0023"))
        assert rb", #### - ./b ### \x23 2026-11-27T (" in data
        assert rb'"seed": "####2026-11-27 \\u0023"' in data

    @relaxed
    @given(games=st.lists(worded_games(), max_size=3), budget=BUDGETS)
    def test_is_read_as_the_same_games(
        self, log: Path, games: list[GameRecord], budget: int | None
    ) -> None:
        written(log, games)
        assert read_in_steps(log, budget) == games

    @relaxed
    @given(games=st.lists(worded_games(), min_size=1, max_size=3), run=worded_games())
    def test_is_resumed_as_the_same_games(
        self, log: Path, games: list[GameRecord], run: GameRecord
    ) -> None:
        assert run.run is not None
        games = [replace(game, game_id=n, run=run.run) for n, game in enumerate(games, 1)]
        written(log, games)
        assert resumed(log, run.run) == games

    @relaxed
    @given(record=worded_games())
    def test_keeps_its_proof_of_an_honest_deal(self, log: Path, record: GameRecord) -> None:
        (dealt,) = games_of(DEALT_LOG)
        others = {**record.others, **dealt.others}
        game = replace(dealt, names=record.names, seats=record.seats, others=others)
        written(log, [random_game(1), game, random_game(2)])
        _, again, _ = games_of(log)
        assert again == game
        assert KEY in again.others and read(again) == read(dealt) is not None


def resumed(log: Path, run: Mapping[str, Any]) -> list[GameRecord]:
    """The games that a run goes on with."""
    found: list[GameRecord] = []
    DURAK_LOGS.resume(str(log), run, found.extend, pytest.fail, CancelToken())
    return found


class TestLogsOfEarlierVersions:
    @relaxed
    @given(games=st.lists(worded_games(PLAIN), max_size=3), budget=BUDGETS)
    def test_are_read_as_the_same_games(
        self, log: Path, games: list[GameRecord], budget: int | None
    ) -> None:
        log.write_bytes(b"".join(map(of_earlier_versions, games)))
        assert read_in_steps(log, budget) == games

    @relaxed
    @given(games=st.lists(worded_games(PLAIN), min_size=1, max_size=2), share=st.floats(0, 1))
    def test_lose_nothing_but_a_torn_game_when_they_are_resumed(
        self, log: Path, games: list[GameRecord], share: float
    ) -> None:
        run = {"seed": HEADER}
        games = [replace(game, game_id=n, run=run) for n, game in enumerate(games, 1)]
        last = of_earlier_versions(replace(games[0], game_id=3))
        torn = last[: 4 + int(share * (len(last) - 6))]
        log.write_bytes(b"".join(map(of_earlier_versions, games)) + torn)
        found: list[GameRecord] = []
        DURAK_LOGS.resume(str(log), run, found.extend, lambda _: None, CancelToken())
        assert found == games
        assert Path(f"{log}.torn").read_bytes() == torn + b"\n"
        Path(f"{log}.torn").unlink()

    def test_show_such_a_name_in_the_list(self, log: Path) -> None:
        record = replace(random_game(1), names=(HEADER, "b"))
        for data in (encode_game(record), of_earlier_versions(record)):
            log.write_bytes(data)
            with scanned(log) as index:
                row = summarize(0, *read_game(index, 0))
            assert (row.names, row.damage) == ((HEADER, "b"), None)


GAME, OTHER = encode_game(random_game(1)), encode_game(random_game(2))
CUT = GAME[:-100]
TEXT = CUT + b'"x' + HEADER.encode()
INSIDE = {
    "after a game that was cut off": CUT,
    "after a text in such a game": TEXT,
    "after a whole game without its newline": GAME[:-1],
    "after the mark of UTF-8": b"\xef\xbb\xbf",
    "after bytes of no game": b"\0\0\0",
    "after one that was cut off itself": CUT + b"####2026-11-20T21:0",
    "after many signs": b"x" + b"#" * 11,
}


class TestAHeaderInsideALine:
    @pytest.mark.parametrize("ends", [b"\n", b"\r\n"], ids=repr)
    @pytest.mark.parametrize("before", INSIDE.values(), ids=INSIDE)
    @pytest.mark.parametrize("budget", [None, 1, 5, 4096])
    def test_begins_a_game(self, log: Path, before: bytes, ends: bytes, budget: int | None) -> None:
        log.write_bytes(before + OTHER.replace(b"\n", ends))
        with scanned(log, budget) as index:
            last = len(index) - 1
            assert last == before.startswith(b"####")
            assert index.offset(last) == len(before)
            assert index.game(last) == random_game(2)
            if before == GAME[:-1]:
                assert index.game(0) == random_game(1)

    @pytest.mark.parametrize("before", [GAME, GAME[:-1]], ids=["a newline", "none"])
    def test_after_the_mark_of_utf8_damages_no_game_before_it(
        self, log: Path, before: bytes
    ) -> None:
        log.write_bytes(before + codecs.BOM_UTF8 + OTHER)
        assert read_in_steps(log, None) == [random_game(1), random_game(2)]

    @pytest.mark.parametrize(
        "line",
        [
            GAME[:-2] + b', "x": "' + HEADER.encode() + b'"}',
            GAME[:-2] + b', "x": "' + HEADER.encode() * 3 + b'"} ',
            header_of(random_game(1)) + b'\n{"' + HEADER.encode() + b'": ["####2026-11-27T"]}',
            GAME.partition(b"\n")[0].replace(b"- ", b"- " + HEADER.encode()) + b"\n{}",
            CUT + HEADER.encode() + b" and so on",
        ],
        ids=["a text", "texts", "a key", "a name", "the rest of a line"],
    )
    def test_begins_none_where_the_line_goes_on(self, log: Path, line: bytes) -> None:
        for budget in (None, 1, 100):
            log.write_bytes(line + b"\n" + OTHER)
            with scanned(log, budget) as index:
                assert [index.offset(n) for n in range(len(index))] == [0, len(line) + 1]

    @pytest.mark.parametrize("rest", [b"", b"\n", b"\r\n"], ids=repr)
    @pytest.mark.parametrize("cut", [4, 15, 30, 200])
    def test_that_was_cut_off_does_not_damage_a_whole_game(
        self, log: Path, cut: int, rest: bytes
    ) -> None:
        header = header_of(random_game(2))[:cut]
        log.write_bytes(GAME[:-1] + header + rest)
        with scanned(log) as index:
            assert index.game(0) == random_game(1)
        log.write_bytes(GAME[:-1] + header + b"{" + rest)
        with (
            scanned(log) as index,
            pytest.raises(DamagedGame, match="is not part of a game"),
        ):
            index.game(0)

    def test_is_found_as_soon_as_its_line_has_ended(self, log: Path) -> None:
        log.write_bytes(CUT)
        header = header_of(random_game(2))
        with LogIndex(log) as index, log.open("ab", buffering=0) as file:
            for byte in OTHER:
                file.write(bytes([byte]))
                index.scan()
                written = log.stat().st_size - len(CUT)
                assert len(index) == (2 if written > len(header) else 1)
                if written <= len(header):
                    assert index.raw(0) == CUT + OTHER[:written]
            assert index.game(1) == random_game(2)
            assert index.raw(0) == CUT

    def test_ends_the_game_before_it_though_it_has_not_been_found_yet(self, log: Path) -> None:
        log.write_bytes(GAME[:-1])
        with scanned(log) as index:
            log.write_bytes(GAME[:-1] + OTHER)
            assert index.raw(0) == GAME[:-1]
            assert index.extent(0) == (0, len(GAME) - 1)

    @relaxed
    @given(
        pieces=st.lists(
            st.sampled_from(
                [
                    b"####", b"#", b"\n", b"\r\n", b"x", HEADER.encode(), b"####2026-11-27T", GAME,
                    CUT, b'{"a": "' + HEADER.encode() + b'"}\n', b"a" * 50,
                ]
            )
        ),
        steps=st.lists(st.integers(1, 5000), min_size=1, max_size=5),
    )  # fmt: skip
    def test_is_the_same_however_the_file_has_grown(
        self, log: Path, pieces: list[bytes], steps: list[int]
    ) -> None:
        content = b"".join(pieces)
        log.write_bytes(content)
        with scanned(log) as index:
            at_once = list(starts(index))
            raws = [index.raw(n) for n in range(len(index))]
            extents = [index.extent(n) for n in range(len(index))]
        assert content[: at_once[0] if at_once else None] + b"".join(raws) == content
        assert [begin for begin, _ in extents] == at_once
        assert [end for _, end in extents] == [*at_once[1:], len(content)][: len(extents)]
        log.write_bytes(b"")
        with LogIndex(log) as index, log.open("ab", buffering=0) as file:
            done = 0
            for step in steps * (len(content) // sum(steps) + 1):
                file.write(content[done : done + step])
                done += step
                index.scan(step // 2 + 1)
            while not index.scan():
                pass
            assert list(starts(index)) == at_once


def starts(index: LogIndex) -> Iterator[int]:
    return map(index.offset, range(len(index)))


@patient
def search(log: Path, content: bytes) -> None:
    """Look for games in a file, in the time that there is for it."""
    log.write_bytes(content)
    with in_time(log), LogIndex(log) as index:
        index.scan()


@pytest.mark.parametrize(
    "line",
    [
        b"####2026-11-27T" * (CHUNK // 15),
        b"x####2026-11-27T\n" * (CHUNK // 17),
        b"####" + b"a" * CHUNK + b"\nx####2026-11-27T" * (CHUNK // 17),
        b"x" + b"#" * CHUNK,
    ],
    ids=["headers in one line", "in a line each", "after a long header", "signs"],
)
def test_the_search_takes_no_longer_for_what_looks_like_headers(log: Path, line: bytes) -> None:
    search(log, b"x" + line * 3)


def test_a_game_that_is_too_long_hides_none_behind_it(log: Path) -> None:
    long = header_of(random_game(1)) + b'\n{"x": "' + b"####2026-11-27T" * 100_000
    log.write_bytes(long + OTHER)
    with scanned(log) as index:
        assert list(starts(index)) == [0, len(long)]
        with pytest.raises(DamagedGame, match="too long"):
            index.game(0)
        assert index.game(1) == random_game(2)
