"""Games are copied to another log as they are, whole or not at all."""

import errno
import os
import stat
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from durak_tui.library.export import Exported, Stopped, export_games
from durak_tui.library.index import LogIndex
from durak_tui.records.record import RESIGNED, VOID, Ending
from durak_tui.records.writer import LogWriter
from durak_tui.words.game_notation import describe
from tests.examples import examples
from tests.records.games import forfeits, random_game
from tests.records.logs import TORN, game, relaxed, scanned

MB = 1_000_000


@pytest.fixture
def log(tmp_path: Path) -> Iterator[LogIndex]:
    """A log of twenty games, the fifth one cut off."""
    path = tmp_path / "games.log"
    pieces = [game(n) for n in range(20)]
    pieces[4] = pieces[4][:300]
    path.write_bytes(b"".join(pieces))
    with scanned(path) as index:
        assert len(index) == 20
        yield index


@pytest.fixture
def target(tmp_path: Path) -> Path:
    folder = tmp_path / "exported"
    folder.mkdir()
    return folder / "copy.log"


def raws(path: Path) -> list[bytes]:
    with scanned(path) as index:
        return [index.raw(n) for n in range(len(index))]


def test_one_game_is_copied_as_it_stands(log: LogIndex, target: Path) -> None:
    assert export_games(log, [7], target) == Exported(1, 0)
    assert target.read_bytes() == game(7)
    assert os.listdir(target.parent) == [target.name]


@pytest.mark.parametrize("end", [b"", b"more", b"####2026-11-20T21:00:13, a - b (1-0)####"])
def test_the_last_game_gets_the_newline_it_lacks_and_stays_one_game(
    tmp_path: Path, target: Path, end: bytes
) -> None:
    path = tmp_path / "torn.log"
    path.write_bytes(game(1) + game(2).rstrip(b"\n") + end)
    with scanned(path) as log:
        export_games(log, range(len(log)), target)
        assert len(raws(target)) == len(log) == 2
    assert target.read_bytes().endswith(b"\n")


def test_what_was_left_by_a_killed_export_is_cleared(log: LogIndex, target: Path) -> None:
    old, new = (target.with_name(f".durak-tui-{n}.new") for n in "ab")
    for each in (old, new, target.with_name("mine.new")):
        each.write_bytes(b"half of it")
        os.utime(each, (1, 1))
    os.utime(new)
    export_games(log, [7], target)
    assert sorted(os.listdir(target.parent)) == [new.name, target.name, "mine.new"]


def test_damaged_games_are_copied_too_and_counted(log: LogIndex, target: Path) -> None:
    assert export_games(log, range(20), target) == Exported(20, 1)
    copies = raws(target)
    uncounted = export_games(log, range(20), target, overwrite=True, count_damaged=False)
    assert uncounted == Exported(20, None)
    assert raws(target) == copies
    assert copies[4] == game(4)[:300] + b"\n"
    assert [copies[n] for n in (3, 5)] == [game(3), game(5)]


@settings(relaxed, max_examples=examples(50))
@given(
    pieces=st.lists(st.integers(0, 30).map(game) | st.sampled_from(TORN), max_size=8),
    data=st.data(),
)
def test_every_game_is_a_game_of_the_copy(
    tmp_path: Path, pieces: list[bytes], data: st.DataObject
) -> None:
    source, copy = tmp_path / "source.log", tmp_path / "copy.log"
    source.write_bytes(b"".join(pieces))
    with scanned(source) as index:
        games = data.draw(st.permutations(range(len(index))))
        export_games(index, games, copy, overwrite=True)
        assert [raw.rstrip() for raw in raws(copy)] == [index.raw(n).rstrip() for n in games]


def test_no_game_makes_an_empty_log(log: LogIndex, target: Path) -> None:
    assert export_games(log, [], target) == Exported(0, 0)
    assert target.read_bytes() == b""


def test_a_game_of_50_mb_is_copied_without_holding_it(tmp_path: Path, target: Path) -> None:
    path = tmp_path / "giant.log"
    with path.open("wb") as file:
        file.write(b"####giant####\n")
        file.truncate(50 * MB)
    with scanned(path) as index:
        assert export_games(index, [0], target) == Exported(1, 1)
        assert target.stat().st_size == 50 * MB + 1
        with path.open("ab") as file:
            file.write(b"\n" + game(1))
        assert index.extent(0) == (0, 50 * MB + 1)
        assert export_games(index, [0], target, overwrite=True) == Exported(1, 1)
        assert target.stat().st_size == 50 * MB + 1


def test_the_home_folder_may_be_written_as_a_tilde(log: LogIndex) -> None:
    export_games(log, [1], "~/copy.log")
    assert (Path.home() / "copy.log").read_bytes() == game(1)


class TestExistingFiles:
    @pytest.mark.parametrize("when", ["before", "meanwhile"])
    def test_are_not_overwritten(self, log: LogIndex, target: Path, when: str) -> None:
        def interfere(_: int) -> bool:
            target.write_bytes(b"precious")
            return True

        if when == "before":
            interfere(0)
        with pytest.raises(FileExistsError):
            export_games(log, [1], target, go_on=interfere)
        assert target.read_bytes() == b"precious"
        assert os.listdir(target.parent) == [target.name]

    @pytest.mark.parametrize("linked", [False, True])
    def test_cannot_be_the_log_itself(
        self, log: LogIndex, tmp_path: Path, target: Path, linked: bool
    ) -> None:
        path = tmp_path / "games.log"
        before = path.read_bytes()
        if linked:
            target.symlink_to(path)
        with pytest.raises(OSError, match="It is the log that the games come from"):
            export_games(log, [1], target if linked else path, overwrite=True)
        assert path.read_bytes() == before

    def test_that_are_no_files_are_left_alone(self, log: LogIndex, target: Path) -> None:
        with pytest.raises(IsADirectoryError):
            export_games(log, [1], target.parent, overwrite=True)
        os.mkfifo(target)
        with pytest.raises(OSError, match="Not a regular file"):
            export_games(log, [1], target, overwrite=True)
        assert stat.S_ISFIFO(target.stat().st_mode)
        with pytest.raises(OSError, match="Not a regular file"):
            export_games(log, [1], "/dev/null", overwrite=True)

    def test_are_also_safe_where_files_cannot_be_linked(
        self, log: LogIndex, target: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def cannot(*_: object) -> None:
            raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

        monkeypatch.setattr(os, "link", cannot)
        export_games(log, [1], target)
        assert target.read_bytes() == game(1)
        with pytest.raises(FileExistsError):
            export_games(log, [2], target, go_on=lambda _: not target.write_bytes(b"x") or True)
        assert os.listdir(target.parent) == [target.name]


class TestFailure:
    def test_to_find_the_folder_is_said(self, log: LogIndex, target: Path) -> None:
        with pytest.raises(FileNotFoundError):
            export_games(log, [1], target.parent / "missing" / "copy.log")
        target.write_bytes(b"")
        with pytest.raises(NotADirectoryError):
            export_games(log, [1], target / "copy.log")

    def test_to_read_leaves_nothing(self, log: LogIndex, target: Path) -> None:
        os.truncate(target.parent.parent / "games.log", 20_000)
        with pytest.raises(OSError, match="The log has become shorter"):
            export_games(log, range(20), target)
        with pytest.raises(IndexError, match="the log has 20"):
            export_games(log, [20], target)
        assert os.listdir(target.parent) == []

    @pytest.mark.parametrize("at", [0, 16, 20])
    def test_is_what_stopping_is_not_but_it_leaves_nothing_either(
        self, log: LogIndex, target: Path, at: int
    ) -> None:
        with pytest.raises(Stopped):
            export_games(log, range(20), target, go_on=lambda done: done < at)
        assert os.listdir(target.parent) == []

    def test_does_not_come_from_a_log_that_grows_meanwhile(
        self, log: LogIndex, tmp_path: Path, target: Path
    ) -> None:
        def grow(done: int) -> bool:
            with LogWriter(tmp_path / "games.log") as writer:
                writer.append(random_game(done))
            return True

        assert export_games(log, range(20), target, go_on=grow) == Exported(20, 1)
        assert len(raws(target)) == 20


class TestText:
    def test_is_made_of_lines_that_can_be_shown(self) -> None:
        players = replace(random_game(1), names=("a\nb", "\x1b[2J"))
        for record in [players, *forfeits(players, 0), *forfeits(players, 9)]:
            assert all(line.isprintable() for line in describe(record, 1))

    def test_distinguishes_a_forfeit_and_a_resignation(self) -> None:
        for ending, last in (
            (Ending(0, "timeout", 1, "too late"), ["wins, by forfeit", "too late"]),
            (Ending(0, RESIGNED, detail="bob resigned"), ["wins", "bob resigned"]),
            (Ending(VOID, "crash", None, "both are gone"), ["first card", "both are gone"]),
        ):
            record = replace(random_game(1), actions=(), ending=ending)
            printed = list(describe(record, 1))[-2:]
            assert all(line.endswith(end) for line, end in zip(printed, last, strict=True))
