"""No kill of the program and no full disk costs a game or doubles one."""

import errno
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from durak_tui.records.journal import Journal, damaged, put_away, unfinished
from durak_tui.records.journal_format import action_line, decode_journal, opening_line
from durak_tui.records.record import GameRecord
from tests.records.journals import folder, logged
from tests.records.storing import file_size_limit, game_of, journal_of, opening_of

pytestmark = pytest.mark.story

__all__ = ["folder"]


def killed_at(step: int, how: str, job: str, folder: Path, log: Path) -> bool:
    """Do a job in a process that is killed at its N-th call of the system, before it or, if
    it writes, in the middle; False if it has not that many."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.records.storing", str(step), how, job, folder, log],
        timeout=300, check=False, capture_output=True,
    )  # fmt: skip
    assert run.returncode in (0, -signal.SIGKILL), run.stderr.decode()
    return run.returncode != 0


class TestKills:
    @pytest.mark.parametrize("how", ["before", "half"])
    def test_whenever_the_player_is_killed_the_game_is_there_up_to_the_last_action(
        self, tmp_path: Path, how: str
    ) -> None:
        record = game_of(1)
        calls, lengths = 0, []
        log = tmp_path / "log"
        while killed_at(calls + 1, how, "play", folder := tmp_path / str(calls), log):
            calls += 1
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
        assert calls > 8
        assert sorted(set(lengths)) == [0, 1, 2, 3]
        assert lengths[-1] == 1  # after two were taken back

    @pytest.mark.parametrize("how", ["before", "half"])
    def test_whenever_the_player_is_killed_at_the_end_the_game_is_logged_once(
        self, tmp_path: Path, how: str
    ) -> None:
        record = game_of(1)
        calls, put = 0, []
        while killed_at(
            calls + 1, how, "finish", folder := tmp_path / str(calls), log := folder / "games.log"
        ):
            calls += 1
            assert unfinished(folder) == []
            put.append(len(put_away(folder, log)))
            whole = [game for game in logged(log) if isinstance(game, GameRecord)]
            assert [replace(game, ended_at=record.ended_at) for game in whole] == [record]
            assert put_away(folder, log) == []
            assert list(folder.iterdir()) == [log]
        assert calls > 4
        assert put[0] == 1
        assert put[-1] == 0  # it was logged already

    def test_after_its_completion_is_killed_too_it_is_logged_once(self, tmp_path: Path) -> None:
        record = game_of(1)
        calls = 0
        while True:
            folder = tmp_path / str(calls)
            log = folder / "games.log"
            with journal_of(folder, record, len(record.actions)):
                pass
            if not killed_at(calls + 1, "half", "put away", folder, log):
                break
            calls += 1
            put_away(folder, log)
            whole = [game for game in logged(log) if isinstance(game, GameRecord)]
            assert [replace(game, ended_at=record.ended_at) for game in whole] == [record]
            assert list(folder.iterdir()) == [log]
        assert calls > 8

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
    def test_what_could_not_be_stored_is_stored_once_there_is_room(self, folder: Path) -> None:
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
