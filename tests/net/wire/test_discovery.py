"""Waiting players are seen, come and go; on loopback."""

import asyncio
import secrets
from base64 import b64encode
from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Self

import pytest
from zeroconf._dns import DNSPointer, DNSRecord
from zeroconf._protocol.outgoing import DNSOutgoing
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf
from zeroconf.const import (
    _CLASS_IN,
    _FLAGS_AA,
    _FLAGS_QR_RESPONSE,
    _TYPE_PTR,
)

from durak_tui.net.address import Address
from durak_tui.net.line_events import (
    InvitationFailed,
    Invited,
    LineLeft,
    Listening,
    Opened,
    Seen,
    WaitingPlayer,
)
from durak_tui.net.wire.discovery import MOST, MOST_OF_KEY, SERVICE, own_addresses
from tests.net.wire.players import Player, at_their_programs, opened

# Other tests, and other runs of these, may be on this loopback: these names are nobody else's.
ANNA, BORIS = (f"{name} {secrets.token_hex(4)}" for name in ("Anna", "Boris"))


def waits_for(player: Player, name: str, there: bool = True) -> WaitingPlayer | None:
    """Until somebody is seen to wait, or is not any more."""
    found: list[WaitingPlayer] = []

    def has(seen: Seen) -> bool:
        found[:] = [one for one in seen.waiting if one.name == name]
        return bool(found) is there

    player.hears(Seen, has)
    return found[0] if there else None


def test_who_waits_is_seen_invited_gone_and_back(tmp_path: Path) -> None:
    with at_their_programs(tmp_path, ANNA, BORIS) as (anna, boris):
        anna.look()
        assert anna.hears(Seen).reach == "this computer"
        boris.listen(0)
        port = boris.hears(Listening).port
        boris.hears(Seen, lambda seen: seen.own == Address("127.0.0.1", port))
        found = waits_for(anna, BORIS)
        assert found == WaitingPlayer(BORIS, boris.identity.key, boris.program, fits=True)
        anna.invite(found)
        boris.accept(boris.hears(Invited).line)
        anna.hears(Opened)
        # Who plays does not wait.
        waits_for(anna, BORIS, there=False)
        anna.hang_up(anna.line)
        waits_for(anna, BORIS)
        boris.mute()
        waits_for(anna, BORIS, there=False)
        boris.listen(0)
        waits_for(anna, BORIS)
        boris.close()
        waits_for(anna, BORIS, there=False)


def test_another_way_out_of_a_computer_does_not_make_others_unseen(tmp_path: Path) -> None:
    with at_their_programs(tmp_path, ANNA, BORIS) as (anna, boris):
        anna.has_addresses(["127.0.0.1", "127.0.0.2"])
        boris.listen(0)
        anna.look()
        found = waits_for(anna, BORIS)
        anna.has_addresses(["127.0.0.2", "127.0.0.1"])
        anna.listen(0)
        seen = anna.hears(Seen, lambda seen: seen.own is not None and seen.own.host == "127.0.0.2")
        assert found in seen.waiting


def test_who_is_mute_during_a_game_is_not_called_after_it(anna: Player, boris: Player) -> None:
    opened(anna, boris)
    boris.mute()
    anna.send(b"still here")
    boris.reads(b"still here")
    boris.hang_up(boris.line)
    anna.hears(LineLeft)
    anna.invite(Address("127.0.0.1", boris.port))
    assert "Connection refused" in str(anna.hears(InvitationFailed).why)


def test_a_second_program_of_a_computer_waits_at_another_port(both: list[Player]) -> None:
    ports = set()
    for player in both:
        player.listen(announce=False)
        ports.add(player.hears(Listening).port)
    assert len(ports) == 2


class Network:
    """Announcements of others on this loopback, until the block is left."""

    async def __aenter__(self) -> Self:
        self._net = AsyncZeroconf(interfaces=["127.0.0.1"])
        self._invented: list[str] = []
        await self._net.zeroconf.async_wait_for_start()
        return self

    async def __aexit__(self, *_: object) -> None:
        # For other tests at the same time.
        for at in range(0, len(self._invented), MOST):
            self._name(self._invented[at : at + MOST], 0)
        await self._net.async_close()

    def invent(self, count: int) -> None:
        """Name programs about which nobody answers."""
        names = [secrets.token_hex(8) for _ in range(count)]
        self._invented += names
        self._name(names, 4500)

    def _name(self, names: list[str], seconds: int) -> None:
        aliases = (f"{name}.{SERVICE}" for name in names)
        self._send(DNSPointer(SERVICE, _TYPE_PTR, _CLASS_IN, seconds, one) for one in aliases)

    def announce(
        self,
        name: str,
        key: str,
        address: str = "127.0.0.1",
        *,
        program: str = "",
        version: str = "1",
    ) -> str:
        """Say that somebody waits; returns their program."""
        program = program or secrets.token_hex(8)
        self._invented.append(program)
        said = {"v": version, "name": name, "key": key}
        info = AsyncServiceInfo(
            SERVICE, f"{program}.{SERVICE}", port=9, server=f"{program}.local.",
            properties={key: value for key, value in said.items() if value},
            parsed_addresses=[address],
        )  # fmt: skip
        self._send([info.dns_pointer(), info.dns_text(), info.dns_service(), *info.dns_addresses()])
        return program

    def _send(self, records: Iterable[DNSRecord]) -> None:
        out = DNSOutgoing(_FLAGS_QR_RESPONSE | _FLAGS_AA)
        for record in records:
            out.add_answer_at_time(record, 0)
        self._net.zeroconf.async_send(out)


async def test_strangers_may_announce_what_they_like(tmp_path: Path) -> None:
    tag, long = secrets.token_hex(6), "\x1b[2J" + "long" * 40
    with at_their_programs(tmp_path, "Anna") as (anna,):
        key = anna.identity.key
        anna.look()
        await asyncio.to_thread(anna.hears, Seen)
        async with Network() as net:
            net.announce("no key", "", program=f"{tag}0001")
            net.announce("no key", "ssh-ed25519 AAAA", program=f"{tag}0002")
            net.announce("no version", key, program=f"{tag}0003", version="one")
            net.announce("no program", key, program=tag[:-1])
            net.announce("later", key, program=f"{tag}0005", version="2")
            net.announce(long, key, program=f"{tag}0006")

            def ours(seen: Seen) -> dict[str, WaitingPlayer]:
                return {one.program: one for one in seen.waiting if one.program.startswith(tag)}

            seen = await asyncio.to_thread(anna.hears, Seen, lambda seen: len(ours(seen)) == 2)
            assert not ours(seen)[f"{tag}0005"].fits
            assert ours(seen)[f"{tag}0006"].name == long.replace("\x1b", "\\x1b")[:40]


async def test_names_that_nobody_answers_leave_room_for_who_is_there(tmp_path: Path) -> None:
    with at_their_programs(tmp_path, "Anna of the few", "Boris of the few") as (anna, boris):
        anna.look()
        await asyncio.to_thread(anna.hears, Seen)
        async with Network() as net:
            net.invent(3 * MOST)
            boris.listen(0)
            await asyncio.to_thread(waits_for, anna, "Boris of the few")


def a_key() -> str:
    """The public key of nobody."""
    begin = b"\0\0\0\x0bssh-ed25519\0\0\0\x20"
    return f"ssh-ed25519 {b64encode(begin + secrets.token_bytes(32)).decode()}"


async def test_strangers_cannot_crowd_out_who_is_known_who_comes_first(tmp_path: Path) -> None:
    with at_their_programs(tmp_path, "Zara of the crowd", "Anna") as (zara, anna):
        anna.people.trust("Zara of the crowd", zara.identity.key)
        anna.look()
        await asyncio.to_thread(anna.hears, Seen)
        async with Network() as net:
            for number in range(MOST + 10):
                net.announce(f"Eve {number:03}", a_key())
            await asyncio.to_thread(anna.hears, Seen, lambda seen: len(seen.waiting) == MOST)
            zara.listen(0)
            await asyncio.to_thread(waits_for, anna, "Zara of the crowd")
            for number in range(MOST):
                net.announce(f"Adam {number:03}", a_key())
            yana = a_key()
            anna.people.trust("Yana", yana)
            net.announce("Yana", yana)
            seen = await asyncio.to_thread(
                anna.hears, Seen, lambda seen: any(one.key == yana for one in seen.waiting)
            )
            assert len(seen.waiting) == MOST
            assert [one.key for one in seen.waiting[:2]] == [yana, zara.identity.key]
            assert not any(one.name.startswith("Adam") for one in seen.waiting)


async def test_of_many_who_claim_a_key_few_are_shown_its_address_first(tmp_path: Path) -> None:
    key, other_key = a_key(), a_key()
    with at_their_programs(tmp_path, "Anna") as (anna,):
        anna.people.trust("Boris of the many", key, "127.0.0.9:9")
        anna.people.trust("Carla of the few", other_key)
        anna.look()
        await asyncio.to_thread(anna.hears, Seen)

        def of_the_key(seen: Seen) -> list[WaitingPlayer]:
            return [one for one in seen.waiting if one.key == key]

        async with Network() as net:
            first = [net.announce("Boris of the many", key) for _claim in range(MOST_OF_KEY + 3)]
            await asyncio.to_thread(
                anna.hears, Seen, lambda seen: len(of_the_key(seen)) == MOST_OF_KEY
            )
            at_home = net.announce("Boris of the many", key, "127.0.0.9")
            net.announce("Carla of the few", other_key)
            found = await asyncio.to_thread(
                anna.hears, Seen, lambda seen: any(one.key == other_key for one in seen.waiting)
            )
            kept = [one.program for one in of_the_key(found)]
            assert len(kept) == MOST_OF_KEY
            assert kept[0] == at_home
            assert set(kept[1:]) <= set(first)


def test_the_first_address_is_the_one_that_others_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    ips = "10.0.3.1", "127.0.0.1", "172.17.0.1", "192.168.1.5"
    adapters = [SimpleNamespace(ips=[SimpleNamespace(ip=ip)]) for ip in ips]
    monkeypatch.setattr("ifaddr.get_adapters", lambda: adapters)
    monkeypatch.setattr("socket.socket.connect", lambda _socket, _address: None)
    monkeypatch.setattr("socket.socket.getsockname", lambda _socket: (ips[-1], 1))
    assert own_addresses() == ["192.168.1.5", "10.0.3.1", "172.17.0.1"]


def test_without_any_network_that_is_said(tmp_path: Path) -> None:
    with at_their_programs(tmp_path, "Anna") as (anna,):
        anna.has_addresses([])
        anna.look()
        seen = anna.hears(Seen)
        assert (seen.waiting, seen.reach) == ((), "nowhere")
        assert str(seen.why) == "this computer has no network at all"
        anna.listen(0)
        anna.hears(Listening)


# In this case zeroconf leaves a socket to the garbage collector.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_address_that_is_not_here_any_more_is_no_error(tmp_path: Path) -> None:
    with at_their_programs(tmp_path, "Anna") as (anna,):
        anna.has_addresses(["192.0.2.123"])
        anna.look()
        assert anna.hears(Seen).reach in ("nowhere", "network")
