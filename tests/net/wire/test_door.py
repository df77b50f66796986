"""People who wait at a door, on any network."""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.common.i18n import Message
from durak_tui.net.wire.door import Bounds, WaitingRoom, address_of, place_of

ROOM, OF_ONE = 4, 2


class Door:
    """A door with room for four, two from one address, and whom it has turned away."""

    def __init__(self, seconds: float = 60) -> None:
        self.gone: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
        self.waiting = WaitingRoom(Bounds(ROOM, OF_ONE), seconds)

    def come(self, *lines: str, at: str) -> None:
        for line in lines:
            self.waiting.wait(line, at, self.turning(line))

    def turning(self, line: str) -> Callable[[Message], object]:
        return lambda why: self.gone.put_nowait((line, str(why)))

    def turned_away(self) -> str:
        """The lines that were turned away since one looked, in their order."""
        return "".join(self.gone.get_nowait()[0] for _line in range(self.gone.qsize()))


async def test_where_one_address_has_too_many_its_oldest_gives_way() -> None:
    door = Door()
    door.come(*"abc", at="10.0.0.1")
    line, why = await door.gone.get()
    assert line == "a"
    assert why.startswith("Too many connections are waiting")
    door.come(*"d", at="10.0.0.1")
    assert door.turned_away() == "b"
    door.waiting.close()


@given(st.lists(st.sampled_from("ABCDEFGH"), max_size=40))
def test_who_comes_has_room_and_the_oldest_where_most_wait_gives_way(places: list[str]) -> None:
    async def come() -> None:
        door, here = Door(), dict[str, str]()
        for number, place in enumerate(places):
            here[str(number)] = place
            door.come(str(number), at=place)
            if not door.gone.empty():
                gone = door.gone.get_nowait()[0]
                counts = Counter(here.values())
                where = here.pop(gone)
                assert gone != str(number)
                assert counts[where] == max(counts.values())
                assert where not in [here[one] for one in here if int(one) < int(gone)]
            assert len(here) <= ROOM
            assert max(Counter(here.values()).values()) <= OF_ONE
        door.waiting.close()

    asyncio.run(come())


@pytest.mark.parametrize(
    ("one", "other", "are_one"),
    [
        ("10.0.0.1", "::ffff:10.0.0.1", True),
        ("2001:db8::1", "2001:db8::ffff:3", True),
        ("fe80::1%eth0", "fe80::2%eth1", True),
        ("10.0.0.1", "10.0.0.2", False),
        ("::ffff:10.0.0.1", "::ffff:10.0.0.2", False),
        ("2001:db8::1", "2001:db8:0:1::1", False),
    ],
)
def test_addresses_of_one_network_of_ipv6_count_as_one(one: str, other: str, are_one: bool) -> None:
    assert (place_of(one) == place_of(other)) is are_one


class Connection:
    """One whose other end may be known."""

    def __init__(self, peer: tuple[str, int] | None) -> None:
        self._peer = peer

    def get_extra_info(self, name: str) -> Any:
        return {"peername": self._peer}[name]


def test_who_is_gone_has_no_address() -> None:
    assert address_of(Connection(("10.0.0.1", 22))) == "10.0.0.1"
    assert not address_of(Connection(None))


async def test_who_is_gone_already_is_not_counted() -> None:
    door = Door()
    door.come(*["gone"] * 5, at="")
    for line in "abcd":
        door.come(line, at=line)
    assert [(await door.gone.get())[0] for _line in range(5)] == ["gone"] * 5
    door.waiting.close()
    assert door.turned_away() == "abcd"


async def test_who_is_served_makes_room_and_has_time() -> None:
    door = Door(0.01)
    for line in "abc":
        door.come(line, at="1")
        door.waiting.done(line)
    door.come("d", at="1")
    line, why = await door.gone.get()
    assert line == "d"
    assert "too long" in why
    assert door.gone.empty()


async def test_time_begins_again_when_somebody_waits_anew() -> None:
    door = Door(0.01)
    door.come("a", at="1")
    door.waiting.wait("a", "1", door.turning("again"))
    assert (await door.gone.get())[0] == "again"
    assert door.gone.empty()


async def test_who_waits_anew_is_the_last_to_give_way() -> None:
    door = Door()
    door.come(*"ab", at="1")
    door.come("a", "c", at="1")
    assert door.turned_away() == "b"
    door.waiting.close()
