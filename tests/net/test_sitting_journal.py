"""A sitting is stored as it goes on: nothing is lost, logged twice, or read by others."""

import errno
import json
import os
import shutil
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.common.i18n import choose
from durak_tui.net.address import Address
from durak_tui.net.events import CanSettle, Checked, OtherChecked
from durak_tui.net.faults import Wrong
from durak_tui.net.journal import (
    SittingJournal,
    Stored,
    UnfinishedSitting,
    Who,
    decode,
    unfinished,
)
from durak_tui.net.messages import Verdict
from durak_tui.net.proof import KEY, check, read
from durak_tui.net.round import DISHONEST
from durak_tui.net.sitting import Sitting
from durak_tui.net.stages import Stage
from durak_tui.records.journal_file import Damage, NotUnfinished, PlayedElsewhere
from durak_tui.records.journal_format import DamagedJournal
from durak_tui.records.record import GameRecord
from durak_tui.table.controller import Begun, NotStored
from tests.net.deals import SMALL
from tests.net.sittings import KEYS, NAMES, Evening, Side, begun, same_game


def test_only_its_owner_can_read_the_secret(tmp_path: Path) -> None:
    evening = begun(tmp_path, 60)
    for side in evening.sides:
        assert side.sitting.path
        assert stat.S_IMODE(side.sitting.path.stat().st_mode) == 0o600
    evening.close()


def test_a_game_that_was_left_is_listed_and_goes_on(tmp_path: Path) -> None:
    evening = begun(tmp_path, 55)
    for side in evening.sides:
        assert side.sitting.stage is Stage.PLAYING
        side.sitting.leave()
        assert side.sitting.path is None
    for side in evening.sides:
        (found,) = unfinished(side.folder)
        assert isinstance(found, UnfinishedSitting)
        assert found.stored.who.seat == side.seat
        assert found.stored.who.peer == KEYS[1 - side.seat]
        assert found.stored.who.other_name == NAMES[1 - side.seat]
        side.sitting = Sitting.resume(side, found.path, side.log, group=SMALL)
        assert side.sitting.names == NAMES
    evening.connect()
    evening.run()
    assert evening.is_done
    (one,), (other,) = (side.logged() for side in evening.sides)
    assert same_game(one, other)
    evening.close()
    assert [unfinished(side.folder) for side in evening.sides] == [[], []]


def test_who_leaves_while_the_other_plays_already_can_go_on_later(tmp_path: Path) -> None:
    evening = Evening(tmp_path, 3)
    evening.connect()
    for _ in evening.steps():
        for side in evening.sides:
            side.work()
        stages = [side.sitting.stage for side in evening.sides]
        if sorted(stages) == [Stage.DEALING, Stage.PLAYING]:
            break
    side = evening.sides[stages.index(Stage.DEALING)]
    side.sitting.leave()
    (found,) = unfinished(side.folder)
    assert isinstance(found, UnfinishedSitting)
    side.sitting = Sitting.resume(side, found.path, side.log, group=SMALL)
    evening.connect()
    evening.run()
    assert [side.failures for side in evening.sides] == [[], []]
    assert evening.is_done
    evening.close()


def test_it_is_stored_how_the_line_can_be_had_back(tmp_path: Path) -> None:
    way = Address("10.0.0.7", 4000), Address("fe80::1%eth0"), Address("host.example", 1)
    who = Who("ab" * 16, 1, "Ann", KEYS[0], KEYS[1], "Борис", way, 2345)
    journal = SittingJournal.create(tmp_path, Stored(who))
    assert decode(journal.path.read_bytes()).who == who
    journal.discard()


@pytest.mark.parametrize("header", [{"targets": ["a b"]}, {"targets": [7]}, {"port": -1}])
def test_a_way_back_that_is_none_is_said_to_be_damaged(
    header: dict[str, object], journal: bytes
) -> None:
    value = json.loads(journal.splitlines()[0]) | header
    with pytest.raises(DamagedJournal):
        decode(json.dumps(value).encode() + b"\n")


@pytest.mark.parametrize(
    "line",
    [
        {"log": "/x.log", "size": 1e999},
        {"start": {}, "first": 0, "secret": "", "started_at": "2026-11-20", "score": [1e999, 0, 0]},
        {"ended_at": "2026-11-20T21:00:13"},
    ],
)
def test_a_line_that_no_program_writes_is_said_to_be_damaged(
    line: dict[str, object], journal: bytes
) -> None:
    header = journal.splitlines(keepends=True)[0]
    with pytest.raises(DamagedJournal, match="line 2 is not part of a sitting"):
        decode(header + json.dumps(line).encode() + b"\n")


def test_an_end_of_a_game_that_goes_on_is_said_to_be_damage(tmp_path: Path) -> None:
    evening = begun(tmp_path, 60)
    for side in evening.sides:
        path = side.sitting.path
        assert path
        side.sitting.leave()
        with path.open("ab") as file:
            file.write(b'{"ended_at": "2026-11-20T21:00:13"}\n')
        with pytest.raises(DamagedJournal, match="a game that goes on"):
            Sitting.resume(side, path, side.log, group=SMALL)
    evening.close()


@pytest.mark.parametrize("key", ["peer", "key"])
def test_a_sitting_with_a_key_that_is_none_is_said_to_be_damaged(key: str, journal: bytes) -> None:
    value = json.loads(journal.splitlines()[0]) | {key: "ssh-ed25519 none"}
    with pytest.raises(DamagedJournal, match="not a public key"):
        decode(json.dumps(value).encode() + b"\n")


def test_names_in_a_sitting_can_be_shown(journal: bytes) -> None:
    strange = {"name": "\x1b]0;Ann\x07", "other_name": "\u202eBoris\n"}
    value = json.loads(journal.splitlines()[0]) | strange
    who = decode(json.dumps(value).encode() + b"\n").who
    assert (who.name, who.other_name) == (r"\x1b]0;Ann\x07", r"\u202eBoris\n")


def test_a_game_is_taken_up_where_it_was(tmp_path: Path) -> None:
    evening = begun(tmp_path, 60)
    before = [side.sitting.game for side in evening.sides]
    for seat, game in enumerate(before):
        side = evening.sides[seat]
        side.events.clear()
        side.die()
        assert side.events == [Begun()]
        after = side.sitting.game
        assert game
        assert after
        assert after.actions == game.actions
        assert after.started_at == game.started_at
        if game.position.phase == after.position.phase:
            assert after.position.hands == game.position.hands
    evening.close()


def test_whoever_is_back_is_told_what_the_checks_have_found_and_no_card_of_the_game(
    tmp_path: Path,
) -> None:
    evening = Evening(tmp_path, 3)
    evening.connect()
    evening.run()
    side = evening.sides[0]
    side.events.clear()
    side.die()
    assert side.events == [Begun(), Checked(""), OtherChecked("")]
    evening.close()


def test_what_nobody_has_begun_leaves_nothing(tmp_path: Path) -> None:
    evening = begun(tmp_path, 3)
    evening.close()
    assert not list(tmp_path.rglob("*.sitting"))


class Killed(Exception):
    """In place of a signal."""


@pytest.mark.parametrize("method", ["append_to", "is_in_log", "end"])
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_game_is_logged_once_though_its_side_is_killed_while_it_is_logged(
    method: str, when: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(tmp_path, 7)
    evening.connect()
    original = getattr(SittingJournal, method)

    def killed(*arguments: object) -> None:
        if when == "after":
            original(*arguments)
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(SittingJournal, method, killed)
        with pytest.raises(Killed):
            evening.run()
    for seat in (0, 1):
        evening.die(seat)
    evening.run()
    assert evening.is_done
    (one,), (other,) = (side.logged() for side in evening.sides)
    assert same_game(one, other)
    evening.close()


def test_a_sitting_of_many_games_is_taken_up_in_each_of_them(tmp_path: Path) -> None:
    evening = Evening(tmp_path, 3, games=4)
    evening.connect()
    taken_up: list[int] = []
    for receiver in evening.steps():
        sitting = evening.sides[receiver].sitting
        number = sum(sitting.score) + 1
        game = sitting.game
        is_on = sitting.stage is Stage.PLAYING and game and len(game.actions) > 10
        if is_on and number not in taken_up:
            taken_up.append(number)
            evening.sides[0].die()
            evening.die(1)
            assert [sum(side.sitting.score) + 1 for side in evening.sides] == [number] * 2
    assert taken_up == [1, 2, 3, 4]
    assert evening.is_done
    logs = [side.logged() for side in evening.sides]
    assert all(map(same_game, *logs))
    proofs = [read(record, SMALL) for record in logs[0] if isinstance(record, GameRecord)]
    assert [proof.parties.game for proof in proofs if proof] == [1, 2, 3, 4]
    for record, proof in zip(logs[0], proofs, strict=True):
        assert isinstance(record, GameRecord) and proof
        assert len(list(check(record, proof))) == 4 * 36
    evening.close()


def test_a_log_that_cannot_be_written_is_told_and_tried_again(tmp_path: Path) -> None:
    evening = begun(tmp_path, 60)
    side = evening.sides[0]
    side.log.mkdir()
    evening.run()
    assert evening.is_done
    told = side.told(NotStored)
    assert isinstance(told[-1], NotStored)
    assert told[-1].trouble.is_log
    side.log.rmdir()
    assert side.sitting.path
    side.die()
    (one,), (other,) = (side.logged() for side in evening.sides)
    assert same_game(one, other)
    evening.close()


def test_a_game_of_which_the_other_never_opens_the_deal_can_still_be_logged(tmp_path: Path) -> None:
    evening = begun(tmp_path, 55)
    one, other = evening.sides
    one.sitting.resign()
    while evening.deliver(0):
        other.work()
    assert other.sitting.stage is Stage.CHECKING
    other.sitting.conclude()
    (game,) = other.logged()
    assert isinstance(game, GameRecord)
    assert game.ending.winner == 1
    assert game.ending.detail == "Ann resigned"
    assert game.others[KEY]["secrets"][0] is None
    assert not list(other.folder.glob("*.sitting"))
    evening.close()


def test_another_game_waits_until_the_last_one_is_in_the_log(tmp_path: Path) -> None:
    evening = Evening(tmp_path, 3, games=2)
    evening.connect()
    side = evening.sides[0]
    side.log.mkdir()
    evening.run()
    assert [sum(each.sitting.score) for each in evening.sides] == [1, 1]
    told = len(side.told(NotStored))
    side.sitting.again()
    assert len(side.told(NotStored)) == told + 1
    side.log.rmdir()
    evening.run()
    assert evening.is_done
    one, other = (side.logged() for side in evening.sides)
    assert len(one) == 2
    assert all(map(same_game, one, other))
    evening.close()


def test_with_each_game_the_journal_is_begun_again(tmp_path: Path) -> None:
    evening = Evening(tmp_path, 3, games=3)
    evening.connect()
    side, sizes = evening.sides[0], [0, 0, 0]
    first = side.sitting.path
    assert first
    for _ in evening.steps():
        path = side.sitting.path
        assert path == first
        assert stat.S_IMODE(first.stat().st_mode) == 0o600
        stored = decode(first.read_bytes())
        if stored.start:
            game = sum(stored.start.score)
            sizes[game] = max(sizes[game], first.stat().st_size)
    assert max(sizes) < 2 * min(sizes)
    assert sum(path.suffix == ".sitting" for path in side.folder.iterdir()) == 1
    with pytest.raises(PlayedElsewhere):
        Sitting.resume(side, first, side.log, group=SMALL)
    evening.close()


def test_a_journal_that_cannot_be_begun_again_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    evening = Evening(tmp_path, 3, games=2)
    evening.connect()
    monkeypatch.setattr(os, "rename", full)
    killed = False
    for _ in evening.steps():
        if not killed and sum(evening.sides[0].sitting.score) == 1:
            killed = evening.sides[0].sitting.stage is Stage.PLAYING
            if killed:
                evening.die(0)
    assert killed
    assert evening.is_done
    assert not list(tmp_path.rglob("*.new"))
    one, other = (side.logged() for side in evening.sides)
    assert all(map(same_game, one, other))
    evening.close()


def resumed(folder: Path, games: int) -> Evening:
    """An evening whose sides were both killed, taken up again."""
    evening = Evening(folder, 1, games=games, stored=False)
    for side in evening.sides:
        (found,) = unfinished(side.folder)
        side.sitting = Sitting.resume(side, found.path, side.log, group=SMALL)
    evening.connect()
    return evening


@pytest.mark.slow
def test_whenever_both_are_killed_while_a_journal_is_begun_again_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copies: list[Path] = []
    begin_with, write = SittingJournal.begin_with, os.write

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

    def begin(journal: SittingJournal, stored: Stored) -> None:
        with monkeypatch.context() as patch:
            for name in ("open", "rename", "close"):
                patch.setattr(os, name, keeping(getattr(os, name)))
            patch.setattr(os, "write", write_half)
            begin_with(journal, stored)
        keep()

    evening = Evening(tmp_path / "whole", 5, games=2)
    evening.connect()
    with monkeypatch.context() as patch:
        patch.setattr(SittingJournal, "begin_with", begin)
        evening.run()
    assert evening.is_done
    evening.close()
    assert len(copies) >= 4 * 6
    for copy in copies:
        again = resumed(copy, 2)
        again.run()
        assert [side.failures for side in again.sides] == [[], []]
        assert again.is_done
        one, other = (side.logged() for side in again.sides)
        assert len(one) == 2
        assert all(map(same_game, one, other))
        again.close()
        assert not list(copy.rglob("*.sitting"))


def test_a_side_that_has_lost_its_journal_is_told_and_so_is_the_other(tmp_path: Path) -> None:
    evening = begun(tmp_path, 55)
    ann, bob = evening.sides
    ann.sitting.abandon()
    fresh = Side(tmp_path / "new", 0, Random(1))
    for side in (fresh, bob):
        side.lines.clear()
        side.sitting.line_up()
    fresh.sitting.receive(b"".join(bob.lines))
    bob.sitting.receive(b"".join(fresh.lines))
    assert fresh.failures == ["This game of Борис is not known here, so it cannot go on."]
    assert bob.failures == ["This game of Ann is not known here, so it cannot go on."]
    fresh.sitting.close()
    evening.close()


def test_a_sitting_goes_on_in_one_program_only(tmp_path: Path) -> None:
    evening = begun(tmp_path, 60)
    side = evening.sides[0]
    assert side.sitting.path
    with pytest.raises(PlayedElsewhere):
        Sitting.resume(side, side.sitting.path, side.log, group=SMALL)
    assert unfinished(side.folder) == []  # for it goes on
    evening.close()


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A journal of a game that is on."""
    evening = begun(tmp_path_factory.mktemp("evening"), 70)
    path = evening.sides[1].sitting.path
    assert path
    data = path.read_bytes()
    evening.close()
    return data


@given(data=st.data())
def test_a_damaged_journal_is_said_to_be_and_nothing_worse(
    journal: bytes, data: st.DataObject
) -> None:
    lines = journal.splitlines(keepends=True)
    at = data.draw(st.integers(0, len(lines) - 1))
    what = data.draw(st.sampled_from(["cut", "without", "twice", "bytes", "value"]))
    if what == "cut":
        damaged = b"".join(lines[:at]) + lines[at][: len(lines[at]) // 2]
    elif what == "without":
        damaged = b"".join(lines[:at] + lines[at + 1 :])
    elif what == "twice":
        damaged = b"".join(lines[: at + 1] + lines[at:])
    elif what == "bytes":
        damaged = b"".join([*lines[:at], data.draw(st.binary(max_size=20)) + b"\n", *lines[at:]])
    else:
        value = json.loads(lines[at])
        key = data.draw(st.sampled_from(sorted(value)))
        value[key] = data.draw(st.none() | st.integers() | st.text(max_size=5) | st.just([{}]))
        damaged = b"".join([*lines[:at], json.dumps(value).encode() + b"\n", *lines[at + 1 :]])
    with TemporaryDirectory() as folder:
        path = Path(folder, "x.sitting")
        path.write_bytes(damaged)
        found = unfinished(folder)
        assert all(isinstance(one, UnfinishedSitting | Damage) for one in found)
        side = Side(Path(folder, "face"), 1, Random(1), stored=False)
        try:
            sitting = Sitting.resume(side, path, side.log, group=SMALL)
        except (DamagedJournal, NotUnfinished, FileNotFoundError) as error:
            assert str(error).isprintable()
        else:
            sitting.close()


def test_what_is_no_sitting_is_said_to_be_damaged(tmp_path: Path) -> None:
    (tmp_path / "a.sitting").write_bytes(b"")
    (tmp_path / "b.sitting").mkdir()
    (tmp_path / "c.sitting").write_bytes(b'{"sitting": 99}\n')
    os.mkfifo(tmp_path / "d.sitting")
    found = unfinished(tmp_path)
    assert [one.path.name for one in found if isinstance(one, Damage)] == [
        "d.sitting", "c.sitting", "b.sitting", "a.sitting",
    ]  # fmt: skip


def test_a_journal_is_a_line_for_each_thing_that_was_said(journal: bytes, tmp_path: Path) -> None:
    stored = decode(journal)
    assert stored.start
    assert stored.heard + len(stored.kept) >= 60
    assert len(stored.start.secret) == 32


def test_whoever_is_killed_in_the_pause_after_a_bout_may_look_at_it_no_longer(
    tmp_path: Path,
) -> None:
    evening = begun(tmp_path, 60)
    for _ in evening.steps():
        side = evening.sides[0]
        game = side.sitting.game
        side.work()
        if game and isinstance(side.events[-1], CanSettle):
            side.die()
            assert side.sitting.game
            assert not side.sitting.game.position.table
            break
    evening.connect()
    evening.run()
    assert evening.is_done
    evening.close()


def cheated(folder: Path) -> Evening:
    """A whole game in which seat 0 cheats."""
    evening = Evening(folder, 11)
    evening.connect()

    def false(line: bytes) -> bytes:
        # A promise of another secret than that of the shuffle; it shows when the secret does.
        value = json.loads(line)
        if value.get("data", {}).get("deal") == "commit":
            value["data"]["secret"] = "0" * 64
        return json.dumps(value).encode() + b"\n"

    for _ in evening.steps(lambda line, sender: false(line) if sender == 0 else line):
        pass
    return evening


def test_a_cheater_is_named_and_has_lost(tmp_path: Path) -> None:
    evening = cheated(tmp_path)
    ann, bob = evening.sides
    found = "Ann's secret is not the one promised before the deal."
    assert bob.told(Checked) == [Checked(found)]
    assert ann.told(Checked) == [Checked("")]
    (told,) = ann.told(OtherChecked)
    assert isinstance(told, OtherChecked)
    assert told.found == f"Борис's program says: {found}"
    (game,) = bob.logged()
    assert isinstance(game, GameRecord)
    assert (game.ending.winner, game.ending.reason, game.ending.engine) == (1, DISHONEST, 0)
    evening.close()


@pytest.fixture
def russian() -> Iterator[None]:
    choose("ru")
    yield
    choose("en")


@pytest.mark.usefixtures("russian")
def test_a_cheater_is_named_to_each_person_in_their_language_and_to_the_log_in_english(
    tmp_path: Path,
) -> None:
    evening = cheated(tmp_path)
    ann, bob = evening.sides
    (game,) = bob.logged()
    assert isinstance(game, GameRecord)
    assert game.ending.detail == "player 1's secret is not the one promised before the deal"
    assert bob.sitting.path
    verdict = next(one for one in reversed(decode(bob.sitting.path.read_bytes()).kept))
    assert verdict == Verdict(Wrong.SECRET, 0)
    (found,) = bob.told(Checked)
    (told,) = ann.told(OtherChecked)
    assert isinstance(found, Checked)
    assert isinstance(told, OtherChecked)
    assert "секрет" in found.found
    assert told.found.endswith(found.found)
    evening.close()
