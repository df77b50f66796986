"""A sitting is stored as it goes on: nothing is lost, logged twice, or read by others."""

import errno
import os
import shutil
import stat
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

import pytest

from durak_tui.net.address import Address
from durak_tui.net.events import CanSettle, Checked, OtherChecked
from durak_tui.net.proof import KEY, read
from durak_tui.net.stages import Stage
from durak_tui.net.talk_journal import (
    Sides,
    TalkStore,
    UnfinishedTalk,
    decode,
    unfinished,
)
from durak_tui.net.talk_messages import MOVE_TIME, Again, Resign
from durak_tui.records.journal import JournalFile, PlayedElsewhere
from durak_tui.table.controller import Begun, NotStored
from tests.net.deals import SMALL
from tests.net.sittings import KEYS, NAMES, Evening, Side, begun


def test_a_game_that_was_left_is_listed_and_goes_on(evening: Evening) -> None:
    for side in evening.sides:
        assert side.talk.stage is Stage.PLAYING
        side.conversation.leave()
        assert side.conversation.store.path is None
    for side in evening.sides:
        (found,) = unfinished(side.folder)
        assert isinstance(found, UnfinishedTalk)
        assert found.stored.sides.seat == side.seat
        assert found.stored.sides.peer == KEYS[1 - side.seat]
        assert found.stored.sides.other_name == NAMES[1 - side.seat]
        side.resume(found.path)
        assert side.talk.names == NAMES
    evening.connect()
    evening.finish()
    evening.close()
    assert [unfinished(side.folder) for side in evening.sides] == [[], []]


def test_who_leaves_while_the_other_plays_already_can_go_on_later(tmp_path: Path) -> None:
    evening = Evening(tmp_path, 3)
    for _ in evening.steps():
        for side in evening.sides:
            side.work()
        stages = [side.talk.stage for side in evening.sides]
        if sorted(stages) == [Stage.DEALING, Stage.PLAYING]:
            break
    side = evening.sides[stages.index(Stage.DEALING)]
    side.conversation.leave()
    (found,) = unfinished(side.folder)
    assert isinstance(found, UnfinishedTalk)
    side.resume(found.path)
    evening.connect()
    evening.finish()


def test_it_is_stored_how_the_line_can_be_had_back(tmp_path: Path) -> None:
    way = Address("10.0.0.7", 4000), Address("fe80::1%eth0"), Address("host.example", 1)
    who = Sides("ab" * 16, 1, "Ann", KEYS[0], KEYS[1], "Борис", way, 2345)
    _stored, store = TalkStore.new(who, tmp_path / "games.log", tmp_path)
    assert store.path
    assert decode(store.path.read_bytes()).sides == who
    store.discard()


def test_a_game_is_taken_up_where_it_was(evening: Evening) -> None:
    before = [side.talk.game for side in evening.sides]
    for seat, game in enumerate(before):
        side = evening.sides[seat]
        side.events.clear()
        side.die()
        assert side.events == [Begun()]
        after = side.talk.game
        assert game
        assert after
        assert after.actions == game.actions
        assert after.started_at == game.started_at
        if game.position.phase == after.position.phase:
            assert after.position.hands == game.position.hands


def test_a_side_that_is_back_after_the_checks_gets_only_their_results(evening: Evening) -> None:
    evening.run()
    side = evening.sides[0]
    side.events.clear()
    side.die()
    assert side.events == [Begun(), Checked(""), OtherChecked("")]


def test_what_nobody_has_begun_leaves_nothing(tmp_path: Path) -> None:
    evening = begun(tmp_path, 3)
    evening.close()
    assert not list(tmp_path.rglob("*.sitting"))


class Killed(Exception):
    """In place of a signal."""


LOGGING: Final = (JournalFile, "append_to"), (TalkStore, "log"), (TalkStore, "end")
"""The steps by which a finished game comes into the log."""


@pytest.mark.parametrize(("owner", "method"), LOGGING)
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_game_is_logged_once_though_its_side_is_killed_while_it_is_logged(
    owner: type, method: str, when: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(tmp_path, 7)
    original = getattr(owner, method)

    def killed(*arguments: object, **more: object) -> None:
        if when == "after":
            original(*arguments, **more)
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(owner, method, killed)
        with pytest.raises(Killed):
            evening.run()
    for seat in (0, 1):
        evening.die(seat)
    evening.finish()


def test_a_log_that_cannot_be_written_is_reported_and_tried_again(evening: Evening) -> None:
    side = evening.sides[0]
    side.log.mkdir()
    evening.run()
    assert evening.is_done
    event = side.told(NotStored)[-1]
    assert isinstance(event, NotStored) and event.trouble.is_log
    side.log.rmdir()
    assert side.conversation.store.path
    side.die()
    evening.agreed()


def test_a_game_whose_deal_the_other_never_opens_can_still_be_logged(evening: Evening) -> None:
    one, other = evening.sides
    one.conversation.say(Resign())
    while evening.deliver(0):
        other.work()
    assert other.talk.stage is Stage.CHECKING
    assert not other.conversation.conclude(), "there is a line, and the time is not up"
    other.now += MOVE_TIME
    assert other.conversation.conclude()
    game = other.logged_game()
    assert game.ending.winner == 1
    assert game.ending.detail == "Ann resigned"
    assert game.others[KEY]["secrets"][0] is None
    assert not list(other.folder.glob("*.sitting"))


def test_another_game_waits_until_the_last_one_is_in_the_log(tmp_path: Path) -> None:
    evening = Evening(tmp_path, 3, games=2)
    side = evening.sides[0]
    side.log.mkdir()
    evening.run()
    assert [sum(each.talk.score) for each in evening.sides] == [1, 1]
    told = len(side.told(NotStored))
    side.conversation.say(Again())
    assert len(side.told(NotStored)) == told + 1
    side.log.rmdir()
    evening.finish()


def test_with_each_game_the_journal_is_begun_again(tmp_path: Path) -> None:
    evening = Evening(tmp_path, 3, games=3)
    side, sizes = evening.sides[0], [0, 0, 0]
    first = side.conversation.store.path
    assert first
    for _ in evening.steps():
        path = side.conversation.store.path
        assert path == first
        assert stat.S_IMODE(first.stat().st_mode) == 0o600
        stored = decode(first.read_bytes())
        if stored.start:
            game = sum(stored.start.score)
            sizes[game] = max(sizes[game], first.stat().st_size)
    assert max(sizes) < 2 * min(sizes)
    assert sum(path.suffix == ".sitting" for path in side.folder.iterdir()) == 1
    for number, record in enumerate(evening.agreed(), 1):
        proof = read(record, SMALL)
        assert proof and proof.parties.game == number
    with pytest.raises(PlayedElsewhere):
        side.resume(first)
    assert unfinished(side.folder) == [], "it goes on here"


def test_a_journal_that_cannot_be_renewed_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    evening = Evening(tmp_path, 3, games=2)
    monkeypatch.setattr(os, "rename", full)
    killed = False
    for _ in evening.steps():
        if not killed and sum(evening.sides[0].talk.score) == 1:
            killed = evening.sides[0].talk.stage is Stage.PLAYING
            if killed:
                evening.die(0)
    assert killed
    assert not list(tmp_path.rglob("*.new"))
    evening.agreed()


def resumed(folder: Path, games: int) -> Evening:
    """An evening whose sides were both killed, taken up again."""
    evening = Evening(folder, 1, games=games, stored=False)
    for side in evening.sides:
        (found,) = unfinished(side.folder)
        side.resume(found.path)
    evening.connect()
    return evening


@pytest.mark.slow
def test_nothing_is_lost_at_any_step_of_a_new_journal_at_which_both_are_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copies: list[Path] = []
    begin_again, write = JournalFile.begin_again, os.write

    def keep() -> None:
        """Take a copy of all files, as they would be found after a kill now."""
        copies.append(shutil.copytree(tmp_path / "whole", tmp_path / f"copy{len(copies)}"))

    def keeping(call: Callable[..., object]) -> Callable[..., object]:
        def step(*arguments: object, **more: object) -> object:
            keep()
            return call(*arguments, **more)

        return step

    def write_half(fd: int, data: bytes) -> int:
        keep()
        return write(fd, data[: len(data) // 2] if len(data) > 100 else data)

    def begin(journal: JournalFile, lines: bytes) -> None:
        with monkeypatch.context() as patch:
            for name in ("open", "rename", "close"):
                patch.setattr(os, name, keeping(getattr(os, name)))
            patch.setattr(os, "write", write_half)
            begin_again(journal, lines)
        keep()

    evening = Evening(tmp_path / "whole", 5, games=2)
    with monkeypatch.context() as patch:
        patch.setattr(JournalFile, "begin_again", begin)
        evening.run()
    assert evening.is_done
    evening.close()
    assert len(copies) >= 4 * 6
    for copy in copies:
        again = resumed(copy, 2)
        again.finish()
        again.close()
        assert not list(copy.rglob("*.sitting"))


def test_both_learn_that_one_has_lost_its_journal(evening: Evening, tmp_path: Path) -> None:
    ann, bob = evening.sides
    ann.conversation.store.discard()
    fresh = Side(tmp_path / "new", 0, Random(1))
    for side in (fresh, bob):
        side.lines.clear()
        side.conversation.line_up()
    fresh.conversation.receive(b"".join(bob.lines))
    bob.conversation.receive(b"".join(fresh.lines))
    assert fresh.failures == ["This game with Борис is not known here, so it cannot go on."]
    assert bob.failures == ["This game with Ann is not known here, so it cannot go on."]
    fresh.conversation.close()


def test_a_side_killed_in_the_pause_after_a_bout_shows_it_no_longer(evening: Evening) -> None:
    for _ in evening.steps():
        side = evening.sides[0]
        game = side.talk.game
        side.work()
        if game and isinstance(side.events[-1], CanSettle):
            side.die()
            assert side.talk.game
            assert not side.talk.game.position.table
            break
    evening.connect()
    evening.finish()
