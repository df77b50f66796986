"""A game that is stored as it is played survives whatever ends the program."""

import errno
import fcntl
import json
import os
import signal
import subprocess
import sys
from dataclasses import asdict, replace
from datetime import datetime
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from durak_tui.game.position import DEAL, PHASE_NAMES, Position
from durak_tui.records.journal import (
    Journal,
    NotUnfinished,
    damaged,
    put_away,
    unfinished,
)
from durak_tui.records.journalformat import (
    DamagedJournal,
    StoredGame,
    action_line,
    decode_journal,
    end_line,
    opening_line,
    undo_line,
)
from durak_tui.records.logformat import decode_game, encode_game
from durak_tui.records.record import RESIGNED, Action, Ending, GameRecord
from durak_tui.records.writer import LogWriter
from tests.records.storing import ENGINE, game_of, journal_of, opening_of
from tests.records.test_writer import file_size_limit, games_in

relaxed = settings(
    deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


def after(record: GameRecord, length: int) -> Position:
    """The position after so many actions, the bout settled if it is over."""
    position = record.deal.position()
    for action in record.actions[:length]:
        position.play(action)
        if position.phase == DEAL:
            position.deal()
    return position


def resigned(record: GameRecord, length: int) -> GameRecord:
    phase = PHASE_NAMES[after(record, length).phase]
    ending = Ending(1, RESIGNED, detail="Ann resigned", phase=phase)
    return replace(record, actions=record.actions[:length], ending=ending)


def logged(log: Path) -> list[GameRecord | str]:
    return games_in(log) if log.exists() else []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "state" / "unfinished"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "data" / "games.log"


class TestWhatIsStored:
    @settings(relaxed, max_examples=15)
    @given(seed=st.integers(0, 2**32), before=st.integers(0, 8))
    def test_each_line_is_there_as_soon_as_it_was_played_or_taken_back(
        self, folder: Path, seed: int, before: int
    ) -> None:
        record, chance = game_of(seed), Random(seed)
        before = min(before, len(record.actions) - 1)
        opening = opening_of(record, before)
        actions: list[Action] = []
        journal = Journal.create(folder, opening)
        while len(actions) < len(record.actions) - before:
            if actions and chance.random() < 0.2:
                del actions[-chance.randint(1, 3) :]
                journal.undo(len(actions))
            else:
                action = record.actions[before + len(actions)]
                actions.append(action)
                journal.play(action)
            stored = decode_journal(journal.path.read_bytes())
            assert stored.opening == opening
            assert stored.actions == tuple(actions)
        assert stored.ending == record.ending
        assert stored.record(record.ended_at) == record
        journal.discard()

    def test_a_game_costs_a_few_kilobytes(self, folder: Path) -> None:
        record = game_of(1)
        with journal_of(folder, record, len(record.actions)) as journal:
            assert journal.path.stat().st_size < 5000

    def test_a_game_that_is_taken_up_later_is_exactly_as_it_was(self, folder: Path) -> None:
        record = game_of(1)
        with journal_of(folder, record, 10) as journal:
            path = journal.path
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

    def test_nobody_else_may_read_it(self, folder: Path) -> None:
        with journal_of(folder, game_of(1), 0) as journal:
            assert journal.path.stat().st_mode & 0o777 == 0o600
            assert folder.stat().st_mode & 0o777 == 0o700


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
        assert found.game.opening.engine == ENGINE
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

    def test_a_game_is_played_in_one_place_at_a_time(self, folder: Path) -> None:
        with (
            journal_of(folder, game_of(1), 3) as journal,
            pytest.raises(NotUnfinished, match="being played in another window"),
        ):
            Journal.resume(journal.path)

    def test_who_only_looks_keeps_nobody_from_playing(self, folder: Path) -> None:
        with journal_of(folder, game_of(1), 3) as journal:
            path = journal.path
        looker = subprocess.Popen(
            [sys.executable, "-c", LOOK, str(path)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
        )  # fmt: skip
        with looker:
            assert looker.stdout and looker.stdin
            assert looker.stdout.read(1) == b"!"
            looker.stdin.close()  # it lets go a moment later
            _, resumed = Journal.resume(path)
            resumed.close()

    def test_a_game_that_was_thrown_away_is_gone(self, folder: Path) -> None:
        with journal_of(folder, game_of(1), 3) as journal:
            journal.discard()
            with pytest.raises(NotUnfinished, match="not there any more"):
                Journal.resume(journal.path)
        assert list(folder.iterdir()) == []

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

    def test_what_a_writer_left_that_was_killed_at_its_first_line_is_cleared_away(
        self, folder: Path
    ) -> None:
        folder.mkdir(parents=True)
        old, young = folder / ".a.jsonl.new", folder / ".b.jsonl.new"
        old.write_bytes(b'{"form')
        young.write_bytes(b"")
        os.utime(old, (1_700_000_000, 1_700_000_000))
        assert unfinished(folder) == []
        assert damaged(folder) == []
        with journal_of(folder, game_of(1), 0) as journal:
            assert sorted(folder.iterdir()) == sorted([young, journal.path])


LOOK = """
import fcntl, os, sys, time
fd = os.open(sys.argv[1], os.O_RDONLY)
fcntl.flock(fd, fcntl.LOCK_SH)
os.write(1, b"!")
sys.stdin.read()
time.sleep(0.05)
"""


class TestTheEnd:
    def test_a_finished_game_is_in_the_log_and_its_journal_is_gone(
        self, folder: Path, log: Path
    ) -> None:
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

    def test_a_full_disk_under_the_log_leaves_the_game_for_later(
        self, folder: Path, log: Path
    ) -> None:
        record = game_of(1)
        with journal_of(folder, record, len(record.actions)) as journal:
            size = journal.path.stat().st_size
            with file_size_limit(size + 500), pytest.raises(OSError, match="too large"):
                journal.finish(record, log)
            assert log.read_bytes() == b""
            journal.finish(record, log)
        assert logged(log) == [record]
        assert list(folder.iterdir()) == []

    def test_a_game_decided_by_its_last_card_needs_no_other_end(
        self, folder: Path, log: Path
    ) -> None:
        record = game_of(1)
        with journal_of(folder, record, len(record.actions)) as journal:
            os.utime(journal.path, (1_800_000_000, 1_800_000_000))
        assert unfinished(folder) == []
        ended = replace(record, ended_at=datetime.fromtimestamp(1_800_000_000))
        assert put_away(folder, log) == [ended]
        assert logged(log) == [ended]

    def test_games_that_are_on_or_unfinished_are_not_put_away(
        self, folder: Path, log: Path
    ) -> None:
        record = game_of(1)
        with journal_of(folder, record, len(record.actions)):
            assert put_away(folder, log) == []
        with journal_of(folder, record, 5):
            pass
        assert put_away(folder, log) == [game for game in logged(log) if game]
        assert len(unfinished(folder)) == 1

    def test_the_log_is_looked_through_from_where_the_game_was_to_go(
        self, folder: Path, log: Path
    ) -> None:
        # Killed after it was logged; since then others have written, or the log is another.
        record, other = game_of(1), game_of(2)
        for before, after, expected in (
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
                for each in after:
                    writer.append(replace(each, names=("a", "b")))
            with journal_of(folder, record, len(record.actions)) as journal:
                journal._store(end_line(record))
                journal._store(json.dumps({"log": str(log), "size": size}).encode() + b"\n")
            assert put_away(folder, log) == expected
            assert logged(log).count(record) == (2 if before == [record] else 1)
            assert list(folder.iterdir()) == []

    def test_a_log_that_has_become_shorter_is_another_and_looked_through_from_its_start(
        self, folder: Path, log: Path
    ) -> None:
        record = game_of(1)
        log.parent.mkdir(parents=True)
        log.write_bytes(encode_game(record))
        with journal_of(folder, record, len(record.actions)) as journal:
            journal._store(end_line(record))
            journal._store(json.dumps({"log": str(log), "size": 10**9}).encode() + b"\n")
        assert put_away(folder, log) == []
        assert logged(log) == [record]


def killed_at(step: int, how: str, job: str, folder: Path, log: Path) -> bool:
    """Do a job in a process that is killed at its N-th call of the system, before it or, if
    it writes, in the middle; False if it has not that many."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.records.storing", str(step), how, job, folder, log],
        timeout=60, check=False, capture_output=True,
    )  # fmt: skip
    assert run.returncode in (0, -signal.SIGKILL), run.stderr.decode()
    return run.returncode != 0


class TestKills:
    @pytest.mark.parametrize("how", ["before", "half"])
    def test_whenever_the_player_is_killed_the_game_is_there_up_to_his_last_action(
        self, tmp_path: Path, how: str
    ) -> None:
        record = game_of(1)
        steps, lengths = 0, []
        log = tmp_path / "log"
        while killed_at(steps + 1, how, "play", folder := tmp_path / str(steps), log):
            steps += 1
            games = unfinished(folder)
            assert damaged(folder) == []
            assert len(games) <= 1
            for game in games:
                length = len(game.game.actions)
                lengths.append(length)
                assert game.game.actions == record.actions[:length]
                stored, journal = Journal.resume(game.path)
                for action in record.actions[length:]:
                    journal.play(action)
                journal.close()
                assert stored.actions == record.actions[:length]
                assert decode_journal(game.path.read_bytes()).ending == record.ending
        assert steps > 8
        assert sorted(set(lengths)) == [0, 1, 2, 3]
        assert lengths[-1] == 1  # after two were taken back

    @pytest.mark.parametrize("how", ["before", "half"])
    def test_whenever_the_player_is_killed_at_the_end_the_game_is_logged_once(
        self, tmp_path: Path, how: str
    ) -> None:
        record = game_of(1)
        steps, put = 0, []
        while killed_at(
            steps + 1, how, "finish", folder := tmp_path / str(steps), log := folder / "games.log"
        ):
            steps += 1
            assert unfinished(folder) == []
            put.append(len(put_away(folder, log)))
            whole = [game for game in logged(log) if isinstance(game, GameRecord)]
            assert [replace(game, ended_at=record.ended_at) for game in whole] == [record]
            assert put_away(folder, log) == []
            assert list(folder.iterdir()) == [log]
        assert steps > 4
        assert put[0] == 1
        assert put[-1] == 0  # it was logged already

    def test_whenever_what_completes_it_is_killed_too_it_is_logged_once(
        self, tmp_path: Path
    ) -> None:
        record = game_of(1)
        steps = 0
        while True:
            folder = tmp_path / str(steps)
            log = folder / "games.log"
            with journal_of(folder, record, len(record.actions)):
                pass
            if not killed_at(steps + 1, "half", "put away", folder, log):
                break
            steps += 1
            put_away(folder, log)
            whole = [game for game in logged(log) if isinstance(game, GameRecord)]
            assert [replace(game, ended_at=record.ended_at) for game in whole] == [record]
            assert list(folder.iterdir()) == [log]
        assert steps > 8

    def test_a_line_cut_off_anywhere_is_as_if_it_had_never_been(self, folder: Path) -> None:
        record = game_of(1)
        with journal_of(folder, record, 4) as journal:
            path = journal.path
        data = path.read_bytes()
        begin = data.index(b"\n") + 1
        for cut in range(begin, len(data)):
            path.write_bytes(data[:cut])
            count = data[begin:cut].count(b"\n")
            (found,) = unfinished(folder)
            assert found.game.actions == record.actions[:count]
            _, journal = Journal.resume(path)
            for action in record.actions[count:4]:
                journal.play(action)
            journal.close()
            assert path.read_bytes() == data


class TestFullDisk:
    def test_what_could_not_be_stored_is_stored_as_soon_as_there_is_room(
        self, folder: Path
    ) -> None:
        record = game_of(1)
        whole = opening_line(opening_of(record)) + b"".join(map(action_line, record.actions))
        with journal_of(folder, record, 3) as journal:
            size = journal.path.stat().st_size
            for room in (0, 1, 5, 30):
                with file_size_limit(size + room):
                    for action in record.actions[3:9]:
                        journal.play(action)
                    assert journal.problem and journal.problem.errno == errno.EFBIG
                    assert journal.path.stat().st_size == size + room
                    assert (
                        decode_journal(journal.path.read_bytes()).actions
                        == (record.actions[: 3 + whole[size : size + room].count(b"\n")])
                    )
                journal.undo(3)
                assert journal.problem is None
                size = journal.path.stat().st_size
                whole = journal.path.read_bytes() + whole[size:]
                assert decode_journal(journal.path.read_bytes()).actions == record.actions[:3]

    def test_it_is_tried_once_more_when_the_game_is_left(self, folder: Path) -> None:
        record = game_of(1)
        with journal_of(folder, record, 3) as journal:
            with file_size_limit(journal.path.stat().st_size):
                journal.play(record.actions[3])
            assert journal.problem
        assert unfinished(folder)[0].game.actions == record.actions[:4]

    def test_a_journal_that_cannot_be_begun_leaves_nothing(self, folder: Path) -> None:
        with file_size_limit(100), pytest.raises(OSError, match="too large"):
            Journal.create(folder, opening_of(game_of(1)))
        assert list(folder.iterdir()) == []


def lines_of(record: GameRecord) -> list[bytes]:
    """A whole journal, line by line."""
    return [
        opening_line(opening_of(record)),
        *map(action_line, record.actions[:5]),
        undo_line(3),
        end_line(resigned(record, 3)),
    ]


GOOD = lines_of(game_of(1))
HEADER = json.loads(GOOD[0])


def header_with(**changes: object) -> bytes:
    return json.dumps({**HEADER, **changes}).encode() + b"\n"


DAMAGE = {
    "nothing": (b"", "no whole line"),
    "half a first line": (GOOD[0][:50], "no whole line"),
    "no JSON": (b"hello\n", "line 1 is not part of a game"),
    "no object": (b"[]\n", "line 1 is not part of a game"),
    "another file": (b'{"a": 1}\n', "line 1 is not part of a game"),
    "a later version": (header_with(format=2), "later version"),
    "half a deck": (header_with(deck=HEADER["deck"][:20]), "36 or 52 cards, not 20"),
    "a strange card": (header_with(deck=["1C", *HEADER["deck"][1:]]), "not a card"),
    "a third seat": (header_with(seat=2), "2 is out of place"),
    "true for a seat": (header_with(seat=True), "out of place"),
    "a name that is none": (header_with(names=[1, "b"]), "not a text"),
    "no time": (header_with(started_at="yesterday"), "line 1"),
    "a time elsewhere": (header_with(started_at="2026-11-20T21:01:56+01:00"), "local time"),
    "a line without sense": (GOOD[0] + b"{}\n" + GOOD[1], "line 2 is not part of a game"),
    "zeros": (b"".join(GOOD[:3]) + b"\0\0\0\n", "line 4 is not part of a game"),
    "other bytes": (b"".join(GOOD[:3]) + b"\xff\xfe\n", "line 4 is not part of a game"),
    "a lost line": (GOOD[0] + GOOD[2], "action 1 is not legal"),
    "too much taken back": (GOOD[0] + GOOD[1] + undo_line(1), "out of place"),
    "a card after the end": (b"".join(GOOD) + GOOD[1], "comes after the end"),
    "an end for nobody": (GOOD[0] + GOOD[-1].replace(b'"winner": 1', b'"winner": 7'), "7 is out"),
    "deep nesting": (GOOD[0] + b"[" * 100_000 + b"\n", "line 2 is not part of a game"),
    "a huge file": (b"\0" * (17 * 1024 * 1024), "too long"),
}


class TestDamage:
    @pytest.mark.parametrize(("content", "reason"), DAMAGE.values(), ids=DAMAGE)
    def test_a_damaged_journal_is_reported_and_left_alone(
        self, folder: Path, log: Path, content: bytes, reason: str
    ) -> None:
        with journal_of(folder, game_of(2), 3) as journal:
            pass
        path = folder / "20261120T210156-00000000.jsonl"
        path.write_bytes(content)
        (damage,) = damaged(folder)
        assert damage.path == path
        assert reason in damage.reason
        assert [game.path for game in unfinished(folder)] == [journal.path]
        assert put_away(folder, log) == []
        with pytest.raises(DamagedJournal) as error:
            Journal.resume(path)
        assert str(error.value) == damage.reason
        assert path.read_bytes() == content

    def test_what_is_no_file_is_reported_too(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        os.mkfifo(folder / "a.jsonl")
        (folder / "b.jsonl").mkdir()
        (folder / "c.jsonl").symlink_to("nowhere")
        (folder / "notes.txt").write_text("hello")
        assert [damage.path.name for damage in damaged(folder)] == ["a.jsonl", "b.jsonl"]

    @relaxed
    @given(
        pieces=st.lists(
            st.sampled_from([*GOOD, b"\n", b"{}\n", b"null\n", b'{"undo": 0}\n', b"\0", b'{"play'])
        )
    )
    def test_any_file_at_all_is_a_game_or_damaged(self, pieces: list[bytes]) -> None:
        try:
            game = decode_journal(b"".join(pieces))
        except DamagedJournal as damage:
            assert str(damage).isprintable()
        else:
            assert isinstance(game, StoredGame)

    @relaxed
    @given(data=st.data())
    def test_any_value_in_place_of_another_is_a_game_or_damaged(self, data: st.DataObject) -> None:
        values = st.recursive(
            st.none() | st.integers() | st.text() | st.booleans() | st.floats(),
            lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        )
        lines = [json.loads(line) for line in GOOD]
        line = data.draw(st.sampled_from(lines))
        if "end" in line and data.draw(st.booleans()):
            line = line["end"]
        line[data.draw(st.sampled_from(sorted(line)))] = data.draw(values)
        try:
            stored = decode_journal(b"".join(json.dumps(each).encode() + b"\n" for each in lines))
        except DamagedJournal as damage:
            assert str(damage)
        else:
            record = stored.record(datetime(2026, 11, 20))
            assert record is None or decode_game(encode_game(record).partition(b"\n")[2])


def test_an_ending_is_stored_whole() -> None:
    record = replace(
        resigned(game_of(1), 3),
        ending=Ending(1, "crash", 0, "Ж\n", "move", None, "last\nwords"),
    )
    data = b"".join([*GOOD[:4], end_line(record)])
    stored = decode_journal(data)
    assert stored.ending and asdict(stored.ending) == asdict(record.ending)
    assert stored.ended_at == record.ended_at
