"""A game that is stored as it is played survives any end of the program."""

import errno
import fcntl
import os
from collections.abc import Callable
from dataclasses import asdict, replace
from datetime import datetime
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from durak_tui.common.i18n import choose
from durak_tui.game.cards import card_names
from durak_tui.game.position import Action
from durak_tui.records.journal import (
    Journal,
    NotUnfinished,
    PlayedElsewhere,
    damaged,
    is_logged,
    put_away,
    unfinished,
)
from durak_tui.records.journal_format import (
    StoredSeat,
    action_line,
    decode_journal,
    end_line,
    line,
    opening_line,
)
from durak_tui.records.log_format import encode_game
from durak_tui.records.record import Ending, GameRecord, bouts
from durak_tui.records.writer import LogWriter
from tests.examples import examples
from tests.records.games import random_game
from tests.records.journals import folder, log, logged
from tests.records.logs import relaxed
from tests.records.storing import (
    ENGINE,
    after,
    file_size_limit,
    game_of,
    journal_of,
    opening_of,
    resigned,
)

__all__ = ["folder", "log"]


def ended(folder: Path, record: GameRecord, log: Path, size: int) -> None:
    """Leave a journal whose writer died as the game was to go to a log of this size."""
    with journal_of(folder, record, len(record.actions)) as journal:
        pass
    with journal.path.open("ab") as file:
        file.write(end_line(record) + line(log=str(log), size=size))


class TestWhatIsStored:
    @settings(relaxed, max_examples=examples(8))
    @given(seed=st.integers(0, 2**32), before=st.integers(0, 8))
    def test_each_line_is_there_as_soon_as_it_was_played_or_taken_back(
        self, folder: Path, seed: int, before: int
    ) -> None:
        record, rng = game_of(seed), Random(seed)
        before = min(before, len(record.actions) - 1)
        opening = opening_of(record, before)
        actions: list[Action] = []
        journal = Journal.create(folder, opening)
        while len(actions) < len(record.actions) - before:
            if actions and rng.random() < 0.2:
                del actions[-rng.randint(1, 3) :]
                journal.undo(len(actions))
            else:
                action = record.actions[before + len(actions)]
                actions.append(action)
                journal.play(action)
            stored = decode_journal(journal.path.read_bytes())
            assert stored.opening == opening
            assert stored.actions == tuple(actions)
            played = replace(record, actions=record.actions[:before] + tuple(actions))
            expected = sum(1 for _ in bouts(played)) + (not played.actions)
            assert stored.bout == expected
        assert stored.ending == record.ending
        assert stored.record(record.ended_at) == replace(record, taken_up=before)
        journal.discard()

    def test_a_game_that_is_taken_up_later_is_exactly_as_it_was(self, folder: Path) -> None:
        record = game_of(1)
        with journal_of(folder, record, 10) as journal:
            path = journal.path
            assert path.stat().st_size < 5000, "a few kilobytes"
            assert path.stat().st_mode & 0o777 == 0o600, "nobody else may read it"
            assert folder.stat().st_mode & 0o777 == 0o700
        game, journal = Journal.resume(path)
        assert game.actions == record.actions[:10]
        assert repr(game.position) == repr(after(record, 10))
        for action in record.actions[10:]:
            journal.play(action)
        journal.close()
        assert decode_journal(path.read_bytes()).record(record.ended_at) == record

    def test_a_journal_may_begin_in_the_middle_of_a_game(self, folder: Path) -> None:
        record = game_of(1)
        journal = Journal.create(folder, opening_of(record, 4), record.actions[4:9])
        journal.close()
        (found,) = unfinished(folder)
        assert found.game.opening.before == record.actions[:4]
        assert found.game.actions == record.actions[4:9]


class TestUnfinishedGames:
    def test_there_are_none_in_a_folder_that_is_not_there(self, folder: Path) -> None:
        assert unfinished(folder) == []
        assert damaged(folder) == []
        assert put_away(folder, "/nowhere") == []

    def test_a_game_is_listed_once_nobody_plays_it_any_more(self, folder: Path) -> None:
        record = game_of(1)
        with journal_of(folder, record, 7) as journal:
            assert unfinished(folder) == []
        (found,) = unfinished(folder)
        assert found.path == journal.path
        assert found.game.opening.names == record.names
        assert found.game.opening.seats[0].engine == ENGINE
        assert found.game.actions == record.actions[:7]
        assert found.game.bout >= 1
        again, resumed = Journal.resume(found.path)
        assert again == replace(found.game, position=again.position)
        assert unfinished(folder) == []
        resumed.close()
        assert len(unfinished(folder)) == 1

    def test_the_one_played_last_comes_first(self, folder: Path) -> None:
        paths = []
        for seed in range(3):
            with journal_of(folder, game_of(seed), 3) as journal:
                paths.append(journal.path)
        for age, path in zip((20, 0, 10), paths, strict=True):
            os.utime(path, (1_800_000_000 - age, 1_800_000_000 - age))
        found = unfinished(folder)
        assert [game.path for game in found] == [paths[1], paths[2], paths[0]]
        assert found[0].saved_at == datetime.fromtimestamp(1_800_000_000)

    @pytest.mark.parametrize("moment", [300_000_000_000, -62_135_596_700])
    def test_a_moment_that_no_calendar_has_costs_nothing(
        self, moment: int, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with journal_of(folder, game_of(1), 3):
            pass

        def fstat(fd: int, real: Callable[[int], os.stat_result] = os.fstat) -> os.stat_result:
            return os.stat_result(real(fd), {"st_mtime": float(moment)})

        # Few file systems can keep such a moment.
        monkeypatch.setattr("os.fstat", fstat)
        (found,) = unfinished(folder)
        assert 1969 <= found.saved_at.year < 4000

    def test_a_game_played_elsewhere_or_thrown_away_says_so_in_the_language_of_the_person(
        self, folder: Path
    ) -> None:
        with journal_of(folder, game_of(1), 3) as journal:
            with pytest.raises(PlayedElsewhere) as elsewhere:
                Journal.resume(journal.path)
            journal.discard()
        assert list(folder.iterdir()) == []
        with pytest.raises(NotUnfinished, match="not there any more") as gone:
            Journal.resume(journal.path)
        choose("ru")
        assert str(elsewhere.value) == "в эту партию играют в другом окне"
        assert str(gone.value) == "этой партии больше нет"

    def test_a_look_at_a_game_keeps_nobody_from_playing(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with journal_of(folder, game_of(1), 3) as journal:
            path = journal.path
        flock = fcntl.flock
        with path.open() as looker:
            flock(looker, fcntl.LOCK_SH)

            def in_the_way_once(fd: int, operation: int) -> None:
                try:
                    flock(fd, operation)
                except BlockingIOError:
                    looker.close()  # now it lets go
                    raise

            monkeypatch.setattr(fcntl, "flock", in_the_way_once)
            monkeypatch.setattr("durak_tui.records.journal.LOOK_PATIENCE", 60.0)
            _, resumed = Journal.resume(path)
            assert looker.closed
            resumed.close()

    def test_a_game_that_goes_away_while_it_is_being_opened_is_gone(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        flock = fcntl.flock
        with journal_of(folder, game_of(1), 3) as journal:

            def slow(fd: int, operation: int) -> None:
                if journal.path.exists():
                    journal.discard()
                flock(fd, operation)

            with monkeypatch.context() as patch:
                patch.setattr(fcntl, "flock", slow)
                with pytest.raises(NotUnfinished, match="not there any more"):
                    Journal.resume(journal.path)

    def test_it_works_without_locks_where_there_are_none(
        self, folder: Path, log: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def no_locks(fd: int, operation: int) -> None:
            raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

        monkeypatch.setattr(fcntl, "flock", no_locks)
        record = game_of(1)
        with journal_of(folder, record, 5) as journal:
            assert len(unfinished(folder)) == 1
        _, journal = Journal.resume(journal.path)
        journal.finish(record, log)
        assert logged(log) == [record]

    def test_what_a_killed_writer_began_is_cleared_away(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        old, young = folder / ".a.jsonl.new", folder / ".b.jsonl.new"
        old.write_bytes(b'{"form')
        young.write_bytes(b"")
        os.utime(old, (1_700_000_000, 1_700_000_000))
        assert unfinished(folder) == []
        assert damaged(folder) == []
        with journal_of(folder, game_of(1), 0) as journal:
            assert sorted(folder.iterdir()) == sorted([young, journal.path])


class TestTheEnd:
    def test_a_finished_game_is_logged_and_its_journal_gone(self, folder: Path, log: Path) -> None:
        first, second = game_of(1), resigned(game_of(2), 5)
        for record in (first, second):
            with journal_of(folder, record, len(record.actions)) as journal:
                journal.finish(record, log)
        assert logged(log) == [first, second]
        assert list(folder.iterdir()) == []
        assert put_away(folder, log) == []

    def test_a_log_that_cannot_be_written_costs_nothing(self, folder: Path, log: Path) -> None:
        record = resigned(game_of(1), 5)
        log.parent.mkdir(parents=True)
        with journal_of(folder, record, 5) as journal:
            log.mkdir()
            with pytest.raises(IsADirectoryError):
                journal.finish(record, log)
            with pytest.raises(IsADirectoryError):
                journal.finish(record, log)
        assert unfinished(folder) == []
        with pytest.raises(NotUnfinished, match="over"):
            Journal.resume(journal.path)
        with pytest.raises(IsADirectoryError):
            put_away(folder, log)
        log.rmdir()
        assert put_away(folder, log) == [record]
        assert logged(log) == [record]
        assert list(folder.iterdir()) == []

    def test_with_a_full_disk_a_game_is_logged_later(self, folder: Path, log: Path) -> None:
        record = game_of(1)
        with journal_of(folder, record, len(record.actions)) as journal:
            size = journal.path.stat().st_size
            with file_size_limit(size + 500), pytest.raises(OSError, match="too large"):
                journal.finish(record, log)
            assert log.read_bytes() == b""
            journal.finish(record, log)
        assert logged(log) == [record]
        assert list(folder.iterdir()) == []

    def test_the_last_card_of_a_game_is_its_end(self, folder: Path, log: Path) -> None:
        record = game_of(1)
        with journal_of(folder, record, len(record.actions)) as journal:
            os.utime(journal.path, (1_800_000_000, 1_800_000_000))
        assert unfinished(folder) == []
        ended = replace(record, ended_at=datetime.fromtimestamp(1_800_000_000))
        assert put_away(folder, log) == [ended]
        assert logged(log) == [ended]

    def test_games_being_played_or_open_are_not_put_away(self, folder: Path, log: Path) -> None:
        record = game_of(1)
        with journal_of(folder, record, len(record.actions)):
            assert put_away(folder, log) == []
        with journal_of(folder, record, 5):
            pass
        assert put_away(folder, log) == [game for game in logged(log) if game]
        assert len(unfinished(folder)) == 1

    def test_the_log_is_searched_from_where_the_game_was_due(self, folder: Path, log: Path) -> None:
        # Killed after it was logged; since then others have written, or the log is another.
        record, other = game_of(1), game_of(2)
        for before, later, expected in (
            ([other] * 300, [other] * 300, []),
            ([], [], []),
            ([record], [], []),
            ([other], [record], [record]),
        ):
            log.unlink(missing_ok=True)
            log.parent.mkdir(parents=True, exist_ok=True)
            with LogWriter(log) as writer:
                for each in before:
                    writer.append(each)
                size = log.stat().st_size
                if expected == []:
                    writer.append(record)
                for each in later:
                    writer.append(replace(each, names=("a", "b")))
            ended(folder, record, log, size)
            assert put_away(folder, log) == expected
            assert logged(log).count(record) == (2 if before == [record] else 1)
            assert list(folder.iterdir()) == []

    def test_a_game_is_found_across_the_blocks_that_are_read(self, folder: Path, log: Path) -> None:
        record = game_of(1)
        log.parent.mkdir(parents=True)
        for before in (1, 100, 1000):
            log.write_bytes(b"#" * (1024 * 1024 - before) + encode_game(record))
            ended(folder, record, log, 0)
            assert put_away(folder, log) == []
            assert list(folder.iterdir()) == []

    def test_a_log_that_has_become_shorter_is_another_and_looked_through_from_its_start(
        self, folder: Path, log: Path
    ) -> None:
        record = game_of(1)
        log.parent.mkdir(parents=True)
        log.write_bytes(encode_game(record))
        ended(folder, record, log, 10**9)
        assert put_away(folder, log) == []
        assert logged(log) == [record]


class TestOldJournals:
    """Those of format 1, which know one person and one engine."""

    @pytest.mark.parametrize("seat", [0, 1])
    @pytest.mark.parametrize("begun", [None, True])
    def test_are_resumed(self, folder: Path, log: Path, seat: int, begun: bool | None) -> None:
        record = game_of(1)
        header = {
            "format": 1,
            "started_at": record.started_at.isoformat(),
            "names": record.names,
            "seat": seat,
            "casual": False,
            "deck": card_names(record.deal.deck),
            "first": record.deal.first,
            "before": [card_names(action) for action in record.actions[:2]],
            **({} if begun is None else {"begun": begun}),
            "engine": ENGINE,
        }
        folder.mkdir(parents=True)
        path = folder / "20261120T210156-00000000.jsonl"
        path.write_bytes(line(**header) + action_line(record.actions[2]))
        game, journal = Journal.resume(path)
        opening = game.opening
        assert opening.names == record.names and opening.persons == (seat,) == (opening.here,)
        assert opening.seats[1 - seat].engine == ENGINE
        assert (opening.before, game.actions) == (record.actions[:2], record.actions[2:3])
        assert (opening.casual, opening.begun) == (False, bool(begun))
        for action in record.actions[3:]:
            journal.play(action)
        journal.finish(record, log)
        assert logged(log) == [record] and not path.exists()


def test_two_persons_are_stored_as_two(folder: Path) -> None:
    record = game_of(1)
    seats = StoredSeat("Ann"), StoredSeat("Ben")
    opening = replace(opening_of(record), seats=seats)
    journal = Journal.create(folder, opening, record.actions[:1])
    journal.close()
    (found,) = unfinished(folder)
    assert found.game.opening == opening and opening.persons == (0, 1)
    assert not found.game.is_untouched


def test_an_ending_is_stored_whole() -> None:
    record = replace(
        resigned(game_of(1), 3),
        ending=Ending(1, "crash", 0, "Ж\n", "move", None, "last\nwords"),
    )
    lines = [opening_line(opening_of(record)), *map(action_line, record.actions)]
    stored = decode_journal(b"".join([*lines, end_line(record)]))
    assert stored.ending and asdict(stored.ending) == asdict(record.ending)
    assert stored.ended_at == record.ended_at


def test_a_pipe_in_the_place_of_a_log_holds_no_game_and_is_not_waited_for(tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    os.mkfifo(log)
    assert not is_logged(random_game(1), (str(log), 0))
