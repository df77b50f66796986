"""Invitations: asked, accepted, declined, withdrawn, too late, both at once."""

import asyncio
import socket
from pathlib import Path

import pytest

from durak_tui.net.address import Address
from durak_tui.net.line_events import (
    InvitationFailed,
    Invited,
    LineLeft,
    NotRemembered,
    Opened,
    Ringing,
    TurnedAway,
    Withdrawn,
)
from durak_tui.net.talk_messages import HouseRules
from durak_tui.net.wire import door, switchboard
from durak_tui.net.wire.connect import dial
from durak_tui.net.wire.greeting import (
    VERSION,
    Greeting,
    GreetingAnswer,
    Purpose,
    encode_purpose,
    read_answer,
    read_greeting,
)
from durak_tui.net.wire.identity import own_identity
from durak_tui.net.wire.known_people import KnownPeople
from durak_tui.net.wire.link import Link
from durak_tui.net.wire.listen import LineListener
from tests.net.wire.players import Player, at_their_programs, opened, with_key


def test_one_invites_and_the_other_accepts(anna: Player, boris: Player) -> None:
    rules = HouseRules(24, move_time=60)
    number = anna.invite(boris.waits(), rules)
    asked, invited = anna.hears(Ringing), boris.hears(Invited)
    assert invited.rules == rules
    assert (asked.line, asked.who.name, invited.who.name) == (number, "Boris", "Anna")
    boris.accept(invited.line)
    called, calls = boris.hears(Opened), anna.hears(Opened)
    assert (calls.who.name, called.who.name) == ("Boris", "Anna")
    anna.send(b"good luck\n")
    boris.reads(b"good luck\n")
    boris.send(b"and you\n")
    anna.reads(b"and you\n")


def test_strangers_see_the_same_words_and_remember_whom_they_have_trusted(tmp_path: Path) -> None:
    for known in (False, True):
        with at_their_programs(tmp_path, "Anna", "Boris") as (anna, boris):
            calls, called = opened(anna, boris)
            assert calls.who.words == boris.identity.words
            assert called.who.words == anna.identity.words
            assert (calls.who.is_known, called.who.is_known) == (False, known)
            assert len(calls.who.words.split()) == 4
            if not known:
                boris.trust(boris.line)
    assert anna.people.value == ()
    assert [one.name for one in boris.people.value] == ["Anna"]


def test_a_known_key_that_calls_itself_otherwise_is_shown_as_it_is_known(tmp_path: Path) -> None:
    with at_their_programs(tmp_path, "Anna", "Boris") as (anna, boris):
        opened(anna, boris)
        boris.trust(boris.line)
    (tmp_path / "Anna").rename(tmp_path / "Boris's boss")
    with at_their_programs(tmp_path, "Boris's boss", "Boris") as (boss, boris):
        boss.invite(boris.waits())
        invited = boris.hears(Invited)
        who = invited.who
        assert (who.name, who.known_as, who.shown) == ("Boris's boss", "Anna", "Anna")
        boris.accept(invited.line)
        boris.hears(Opened)
    assert [one.name for one in boris.people.value] == ["Anna"]


def test_a_person_who_cannot_be_saved_is_reported(
    anna: Player, boris: Player, tmp_path: Path
) -> None:
    calls, _called = opened(anna, boris)
    (tmp_path / "Anna" / ".people.json.lock").mkdir()
    anna.trust(calls.line)
    assert "Is a directory" in str(anna.hears(NotRemembered).why)


def test_where_somebody_known_was_called_is_remembered_as_theirs(tmp_path: Path) -> None:
    with at_their_programs(tmp_path, "Anna", "Boris") as (anna, boris):
        calls, _called = opened(anna, boris)
        anna.trust(calls.line)
        anna.hang_up(calls.line)
        boris.hears(LineLeft)
        opened(anna, boris)
        two = (f"127.0.0.1:{boris.port}",)
    (known,) = KnownPeople(anna.people.path).value
    assert known.addresses == two


def test_a_declined_invitation_says_so(anna: Player, boris: Player) -> None:
    number = anna.invite(boris.waits())
    boris.hang_up(boris.hears(Invited).line)
    refused = anna.hears(InvitationFailed)
    assert refused.line == number
    assert str(refused.why) == "Boris does not want to play now"
    opened(anna, boris)


def test_an_invitation_is_withdrawn(anna: Player, boris: Player) -> None:
    number = anna.invite(boris.waits())
    invited = boris.hears(Invited)
    anna.hang_up(number)
    assert boris.hears(Withdrawn).line == invited.line
    boris.accept(invited.line)  # too late, and harmless
    opened(anna, boris)


def test_an_answer_too_late_is_none(
    anna: Player, boris: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(switchboard, "ASK_SECONDS", 0.05)
    anna.invite(boris.waits())
    assert str(anna.hears(InvitationFailed).why) == "Boris has not answered"
    boris.hears(Withdrawn)


def test_who_plays_is_busy(tmp_path: Path) -> None:
    with at_their_programs(tmp_path, "Anna", "Boris", "Carla") as (anna, boris, carla):
        opened(anna, boris)
        anna.invite(Address("127.0.0.1", 1))
        assert "already" in str(anna.hears(InvitationFailed).why)
        carla.invite(Address("127.0.0.1", boris.port))
        assert str(carla.hears(InvitationFailed).why).startswith("Boris is busy")
        assert boris.has_heard_nothing()


@pytest.mark.parametrize("listed", [True, False], ids=["from the list", "by address"])
def test_two_who_invite_each_other_are_in_one_game(
    anna: Player, boris: Player, listed: bool
) -> None:
    to_anna, to_boris = anna.waits(announce=listed), boris.waits(announce=listed)
    by_list = (boris.sees(anna), anna.sees(boris)) if listed else None
    anna.invite(by_list[1] if by_list else to_boris)
    boris.invite(by_list[0] if by_list else to_anna)
    anna.hears(Opened)
    boris.hears(Opened)
    assert anna.connected and boris.connected
    assert bool(anna.connected.targets) is not bool(boris.connected.targets)
    anna.send(b"once")
    boris.reads(b"once")
    boris.send(b"and back")
    anna.reads(b"and back")


def test_to_invite_somebody_who_asks_already_is_to_accept(anna: Player, boris: Player) -> None:
    anna.waits(announce=True)
    there = boris.sees(anna)
    anna.invite(boris.waits())
    boris.hears(Invited)
    number = boris.invite(there)
    assert boris.hears(Opened).line == number
    anna.hears(Opened)


async def called_by(eve: Path, address: Address, program: str, name: str = "Eve") -> Link:
    """A call of somebody who says to be a program, or a person, that they are not."""
    link = await dial([address], own_identity(eve))
    link.write(Greeting(name, program).encode() + encode_purpose(Purpose.PLAY))
    await link.line()
    return link


async def test_nobody_takes_the_place_of_the_called(
    anna: Player, boris: Player, tmp_path: Path
) -> None:
    address = anna.waits()
    boris.waits(announce=True)
    anna.invite(await asyncio.to_thread(anna.sees, boris))
    invited = await asyncio.to_thread(boris.hears, Invited)
    eve = await called_by(tmp_path, address, boris.program)
    assert read_answer(await eve.line()) is GreetingAnswer.BUSY
    boris.accept(invited.line)
    assert (await asyncio.to_thread(anna.hears, Opened)).who.key == boris.identity.key


async def test_a_stranger_who_has_taken_the_number_of_somebody_invited_is_not_accepted(
    anna: Player, boris: Player, tmp_path: Path
) -> None:
    boris.waits(announce=True)
    to_boris = await asyncio.to_thread(anna.sees, boris)
    eve = await called_by(tmp_path, anna.waits(), boris.program)
    invited = await asyncio.to_thread(anna.hears, Invited)
    anna.invite(to_boris)
    assert "already playing, inviting or being invited" in str(
        (await asyncio.to_thread(anna.hears, InvitationFailed)).why
    )
    anna.hang_up(invited.line)
    assert read_answer(await eve.line()) is GreetingAnswer.NO


def test_a_changed_key_is_refused_with_a_sentence_that_says_what_to_do(tmp_path: Path) -> None:
    with at_their_programs(tmp_path, "Anna", "Boris") as (anna, boris):
        opened(anna, boris)
        boris.trust(boris.line)
    (tmp_path / "Anna" / "identity").unlink()
    with at_their_programs(tmp_path, "Anna", "Boris") as (anna, boris):
        anna.invite(boris.waits())
        why = str(boris.hears(TurnedAway).why)
        assert why.startswith("Anna has a different key than before: the words were ")
        assert anna.identity.words in why
        assert "people.json" in why
        told = str(anna.hears(InvitationFailed).why)
        assert "Boris knows somebody else by your name" in told
        assert anna.identity.words in told
        # The other way round nobody is even asked.
        boris.invite(anna.waits())
        assert "Anna has a different key" in str(boris.hears(InvitationFailed).why)
        (known,) = boris.people.value
        boris.people.forget(known.key)
        boris.invite(anna.waits())
        anna.hears(Invited)


async def test_repeated_refusals_are_reported_once(
    anna: Player, boris: Player, tmp_path: Path
) -> None:
    calls, called = await asyncio.to_thread(opened, anna, boris)
    boris.trust(called.line)
    anna.hang_up(calls.line)
    await asyncio.to_thread(boris.hears, LineLeft)
    for number in range(5):
        eve = await called_by(tmp_path, Address("127.0.0.1", boris.port), "e" * 16, "Anna")
        assert read_answer(await eve.line()) is GreetingAnswer.CHANGED
        if number == 0:
            await asyncio.to_thread(boris.hears, TurnedAway)
    assert boris.has_heard_nothing()


async def test_a_storm_of_invitations_rings_a_few_times(
    anna: Player, boris: Player, tmp_path: Path
) -> None:
    at_once = door.STRANGERS[0]
    boris.people.trust("Anna", anna.identity.key)
    address = boris.waits()
    for number in range(3 * at_once):
        folder = with_key(tmp_path / f"Eve {number % 2}")  # A key is made in no time.
        eve = await called_by(folder, address, "e" * 16)
        if number < at_once:
            await asyncio.to_thread(boris.hears, Invited)
            eve.close()
            await asyncio.to_thread(boris.hears, Withdrawn)
        else:
            assert read_answer(await eve.line()) is GreetingAnswer.BUSY
    assert boris.has_heard_nothing()
    # Somebody known rings all the same, though they come from the same address.
    anna.invite(address)
    invited = await asyncio.to_thread(boris.hears, Invited)
    assert invited.who.is_known
    boris.accept(invited.line)
    await asyncio.to_thread(anna.hears, Opened)


def test_an_address_that_was_entered_belongs_to_a_key(tmp_path: Path) -> None:
    with at_their_programs(tmp_path, "Anna", "Boris", "Eve") as (anna, boris, eve):
        calls, _called = opened(anna, boris)
        address = Address("127.0.0.1", boris.port)
        anna.trust(calls.line)
        anna.hang_up(calls.line)
        boris.close()
        eve.waits(address.port)
        anna.invite(address)
        why = str(anna.hears(InvitationFailed).why)
        assert why.startswith(f"{address} has a different key than before: there was Boris")


async def test_versions_that_do_not_fit_say_so(tmp_path: Path) -> None:
    later = Greeting("Anna", "0" * 16, VERSION + 1).encode()
    wanted = "Anna has another version of durak-tui (network version 2, here 1)"
    anna, called = own_identity(tmp_path), asyncio.Queue[Link]()
    with at_their_programs(tmp_path, "Boris") as (boris,):
        link = await dial([boris.waits()], anna)
        link.write(later)
        assert read_greeting(await link.line()).name == "Boris"
        assert read_answer(await link.line()) is GreetingAnswer.VERSION
        assert wanted in str((await asyncio.to_thread(boris.hears, TurnedAway)).why)
        door = LineListener(anna, called.put_nowait)
        await door.open(0, "127.0.0.1")
        boris.invite(Address("127.0.0.1", door.port))
        link = await called.get()
        link.write(later)
        assert wanted in str((await asyncio.to_thread(boris.hears, InvitationFailed)).why)
        door.close()


def test_one_does_not_play_oneself_by_mistake(tmp_path: Path) -> None:
    with at_their_programs(tmp_path, "Anna") as (anna,):
        anna.invite(anna.waits())
        assert str(anna.hears(InvitationFailed).why) == "that is your own address"


def test_two_programs_of_one_person_play_each_other(tmp_path: Path) -> None:
    with at_their_programs(tmp_path, "Anna", "Anna") as (here, there):
        calls, called = opened(here, there)
        assert calls.who.key == called.who.key == here.identity.key
        assert here.people.value == ()


def test_an_unreachable_address_says_why(
    anna: Player, boris: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    address = boris.waits()
    boris.close()
    anna.invite(address)
    assert (
        str(anna.hears(InvitationFailed).why) == f"{address} cannot be reached: Connection refused"
    )
    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    anna.invite(Address("nobody.local"))
    wanted = "the host nobody.local was not found"
    assert str(anna.hears(InvitationFailed).why) == wanted
