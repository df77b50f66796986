"""The open line: in order, bounded, lost and back with the same key only."""

import asyncio
from contextlib import suppress
from pathlib import Path

import asyncssh
import pytest

from durak_tui.net.address import Address
from durak_tui.net.line_events import (
    Back,
    InvitationFailed,
    Invited,
    LineLeft,
    Lost,
    Opened,
    WantsBack,
)
from durak_tui.net.wire import link as link_module
from durak_tui.net.wire import switchboard
from durak_tui.net.wire.connect import dial
from durak_tui.net.wire.greeting import (
    LONGEST,
    Greeting,
    GreetingAnswer,
    Purpose,
    encode_purpose,
    read_answer,
)
from durak_tui.net.wire.identity import own_identity
from durak_tui.net.wire.link import KEEPALIVE_SECONDS, KEEPALIVES, SUBSYSTEM
from tests.net.wire.cable import Cable
from tests.net.wire.players import Player, at_their_programs, opened

pytestmark = pytest.mark.usefixtures("impatient")
STRANGER = Greeting("Eve", "e" * 16)


def test_who_leaves_is_not_waited_for(anna: Player, boris: Player) -> None:
    for leaves, stays in ((anna, boris), (boris, anna)):
        opened(anna, boris)
        leaves.send(b"bye")
        leaves.hang_up(leaves.line)
        left = stays.hears(LineLeft)
        assert str(left.why).endswith("has left")
        assert stays.came == b"bye"
        stays.came = b""


def test_a_program_that_comes_back_goes_on_with_the_same_key(tmp_path: Path) -> None:
    with at_their_programs(tmp_path, "Anna", "Boris") as (anna, boris):
        opened(anna, boris)
        peer = boris.identity.key
        anna.close()  # or killed: it says no goodbye
        boris.hears(Lost)
        with at_their_programs(tmp_path, "Anna") as (again,):
            again.reconnect(peer, "Boris", [Address("127.0.0.1", boris.port)])
            again.hears(Back)
            boris.hears(Back)
            again.send(b"I am back")
            boris.reads(b"I am back")


def test_a_called_program_that_comes_back_is_called_again(tmp_path: Path) -> None:
    with at_their_programs(tmp_path, "Anna", "Boris") as (anna, boris):
        opened(anna, boris)
        boris.close()
        assert "Boris" in str(anna.hears(Lost).why)
        anna.hears(Lost, lambda lost: "Connection refused" in str(lost.why))
        with at_their_programs(tmp_path, "Boris") as (again,):
            again.waits(boris.port)
            wanted = "Boris is there, but not in this game"
            anna.hears(Lost, lambda lost: str(lost.why) == wanted)
            again.reconnect(anna.identity.key, "Anna")
            again.hears(Back)
            anna.hears(Back)
            again.send(b"I am back")
            anna.reads(b"I am back")


def test_what_opened_the_line_brings_both_back_after_a_power_cut(tmp_path: Path) -> None:
    with at_their_programs(tmp_path, "Anna", "Boris") as (anna, boris):
        opened(anna, boris)
        calls, called = anna.connected, boris.connected
        assert calls and called
        assert (len(calls.targets), called.targets, called.port) == (1, (), boris.port)
        keys = anna.identity.key, boris.identity.key
    with at_their_programs(tmp_path, "Anna", "Boris") as (anna, boris):
        anna.reconnect(keys[1], "Boris", calls.targets)
        boris.waits(called.port)
        wanted = boris.hears(WantsBack)
        assert (wanted.who.name, wanted.who.key) == ("Anna", keys[0])
        boris.reconnect(wanted.who.key, wanted.who.name)
        boris.hears(Back)
        anna.hears(Back)
        anna.send(b"and here we are")
        boris.reads(b"and here we are")


async def test_repeated_wishes_to_come_back_are_reported_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(switchboard, "RETURN_SECONDS", 100)
    with at_their_programs(tmp_path, "Boris") as (boris,):
        address, eve = boris.waits(), own_identity(tmp_path)
        for number in range(3):
            link = await dial([address], eve)
            link.write(STRANGER.encode() + encode_purpose(Purpose.RETURN))
            await link.line()
            assert read_answer(await link.line()) is GreetingAnswer.STRANGER
            if number == 0:
                await asyncio.to_thread(boris.hears, WantsBack)
        assert boris.has_heard_nothing()


def test_only_the_same_key_comes_back(tmp_path: Path) -> None:
    with at_their_programs(tmp_path, "Anna", "Boris", "Eve") as (anna, boris, eve):
        opened(anna, boris)
        address = Address("127.0.0.1", boris.port)
        boris.close()
        anna.hears(Lost)
        eve.waits(boris.port)
        wanted = f"somebody else answers at {address}, with a different key"
        anna.hears(Lost, lambda lost: str(lost.why) == wanted)
        assert eve.has_heard_nothing()


async def test_no_other_key_gets_into_a_lost_game(
    anna: Player, boris: Player, tmp_path: Path
) -> None:
    opened(anna, boris)
    anna.close()
    boris.hears(Lost)
    link = await dial([Address("127.0.0.1", boris.port)], own_identity(tmp_path))
    link.write(STRANGER.encode() + encode_purpose(Purpose.RETURN))
    await link.line()
    assert read_answer(await link.line()) is GreetingAnswer.STRANGER
    await link.ended.wait()
    assert boris.has_heard_nothing()


async def test_who_calls_again_before_the_loss_was_noticed_takes_the_place(tmp_path: Path) -> None:
    eve = own_identity(tmp_path)
    with at_their_programs(tmp_path, "Boris") as (boris,):
        address = boris.waits()
        first = await dial([address], eve)
        first.write(STRANGER.encode() + encode_purpose(Purpose.PLAY))
        boris.accept((await asyncio.to_thread(boris.hears, Invited)).line)
        await asyncio.to_thread(boris.hears, Opened)
        boris.send(b"lost")
        second = await dial([address], eve)
        second.write(STRANGER.encode() + encode_purpose(Purpose.RETURN))
        await asyncio.to_thread(boris.hears, Lost)
        await asyncio.to_thread(boris.hears, Back)
        await first.ended.wait()
        boris.send(b"found\n")
        await second.line()
        assert read_answer(await second.line()) is GreetingAnswer.YES
        assert await second.line() == b"found"
        second.close()
        await asyncio.to_thread(boris.hears, LineLeft)


def test_what_is_written_to_a_lost_line_does_not_come_over_the_new_one(tmp_path: Path) -> None:
    with Cable() as cable, at_their_programs(tmp_path, "Anna", "Boris") as (anna, boris):
        through(cable, anna, boris)
        old = anna.send
        cable.tear()
        anna.hears(Lost)
        anna.send(b"too late")
        boris.hears(Lost)
        boris.hears(Back)
        anna.hears(Back)
        old(b"much too late")
        anna.send(b"in time")
        boris.reads(b"in time")


def test_a_dead_line_is_noticed_within_three_seconds_and_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert KEEPALIVE_SECONDS * (KEEPALIVES + 1) < 3
    quick = {**link_module.OPTIONS, "keepalive_interval": 0.03}
    for module in ("connect", "listen"):
        monkeypatch.setattr(f"durak_tui.net.wire.{module}.OPTIONS", quick)
    with Cable() as cable, at_their_programs(tmp_path, "Anna", "Boris") as (anna, boris):
        through(cable, anna, boris)
        cable.cut()  # nobody says that it is cut
        assert str(anna.hears(Lost).why) == "Boris does not answer"
        assert str(boris.hears(Lost).why) == "Anna does not answer"
        cable.mend()
        anna.hears(Back)
        boris.hears(Back)
        anna.send(b"still there?")
        boris.reads(b"still there?")


def test_megabytes_that_are_taken_late_come_in_order(anna: Player, boris: Player) -> None:
    opened(anna, boris)
    sent = b"".join(b"%09d\n" % number for number in range(90_000))
    for start in range(0, len(sent), 10_000):
        anna.send(sent[start : start + 10_000])
    boris.send(b"wait")
    anna.reads(b"wait")
    boris.reads(sent)


def test_who_takes_nothing_is_hung_up_on_and_holds_little(anna: Player, boris: Player) -> None:
    opened(anna, boris)
    for _ in range(3 * link_module.MOST_UNSENT // 100_000):
        anna.send(b"x" * 100_000)
    wanted = "Boris's program no longer reads what it is sent"
    assert str(anna.hears(LineLeft).why) == wanted
    boris.hears(Lost)  # and takes what has come until then
    assert len(boris.came) <= link_module.MOST_UNREAD + 2 * link_module.WINDOW


async def test_nonsense_before_a_game_ends_the_connection(tmp_path: Path) -> None:
    with at_their_programs(tmp_path, "Boris") as (boris,):
        address, eve = boris.waits(), own_identity(tmp_path)
        for said in (b"hello\n", b"[]\n", b"{}\n", b"x" * 100_000, b"\n", b'{"durak-tui": "1"}\n'):
            link = await dial([address], eve)
            link.write(said)
            await link.ended.wait()
        for said in (b"hello\n", b'{"wants": 1}\n', b'{"wants": "money"}\n', b"y" * 5000):
            link = await dial([address], eve)
            link.write(STRANGER.encode() + said)
            await link.ended.wait()
        assert boris.has_heard_nothing()


async def test_who_is_gone_in_the_middle_of_a_word_is_answered_without_harm(tmp_path: Path) -> None:
    class Rude(asyncssh.SSHClientSession[bytes]):
        """Closes the channel, but not the connection."""

    eve = own_identity(tmp_path)
    with at_their_programs(tmp_path, "Boris") as (boris,):
        address = boris.waits()
        async with await asyncssh.connect(
            *address, username="eve", known_hosts=None, config=None, agent_path=None,
            client_keys=[eve.private],
        ) as connection:  # fmt: skip
            channel, _ = await connection.create_session(Rude, subsystem=SUBSYSTEM, encoding=None)
            channel.write(STRANGER.encode() + encode_purpose(Purpose.PLAY) + b"x" * LONGEST)
            # No more is read before the answer: so the end is not heard before it, either.
            channel.write(b"more")
            invited = await asyncio.to_thread(boris.hears, Invited)
            channel.abort()
            await channel.wait_closed()
            boris.accept(invited.line)
            await asyncio.to_thread(boris.hears, Opened)
            await asyncio.to_thread(boris.hears, Lost)  # and no failure in this program


async def test_strangers_that_speak_no_ssh_do_no_harm(tmp_path: Path) -> None:
    with at_their_programs(tmp_path, "Boris") as (boris,):
        address = boris.waits()
        for said in (
            b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x02", b"\0" * 500_000, b"SSH-2.0-x\r\n" * 9,
            b"SSH-2.0-x\r\n" + b"\0\0\0\x0c\x0a\x14" + b"\xff" * 100, b"SSH-1.0\n", b"\n" * 100_000,
        ):  # fmt: skip
            reader, writer = await asyncio.open_connection(*address)
            writer.write(said)
            with suppress(OSError):  # it may be over by now
                writer.write_eof()
                await reader.read()
            writer.close()
        link = await dial([address], own_identity(tmp_path))
        link.close()
        await link.ended.wait()
        assert boris.has_heard_nothing()


def test_a_caller_that_hears_nonsense_says_so(anna: Player, boris: Player) -> None:
    address = boris.waits()
    anna.invite(address)
    boris.hears(Invited)
    boris.close()
    wanted = "the connection to Boris ended before there was an answer"
    assert str(anna.hears(InvitationFailed).why) == wanted


def through(cable: Cable, anna: Player, boris: Player) -> None:
    """A line from Anna to Boris that goes through a cable."""
    boris.waits()
    cable.leads_to(boris.port)
    anna.invite(Address("127.0.0.1", cable.port))
    boris.accept(boris.hears(Invited).line)
    anna.hears(Opened)
    boris.hears(Opened)
