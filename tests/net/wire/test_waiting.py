"""Who waits at a door, whichever it is."""

import asyncio
from collections.abc import Callable
from typing import Any

from durak_tui.net.wire.waiting import Waiting, address_of


class Door:
    """A door with room for three, two from one place, and the lines that it has cut."""

    def __init__(self, seconds: float = 60) -> None:
        self.cut: asyncio.Queue[str] = asyncio.Queue()
        self.waiting = Waiting(3, 2, seconds)

    def come(self, line: str, place: str) -> None:
        self.waiting.came(line, place, self.cutting(line))

    def cutting(self, line: str) -> Callable[[], object]:
        return lambda: self.cut.put_nowait(line)


async def test_one_too_many_is_cut_and_nobody_else() -> None:
    door = Door()
    for line, place in (("a", "1"), ("b", "1"), ("c", "1"), ("d", "2"), ("e", "3")):
        door.come(line, place)
    assert [await door.cut.get() for _line in "ce"] == ["c", "e"]
    assert door.cut.empty()
    door.waiting.close()


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
    for _line in range(5):
        door.come("gone", "")
    for line in "abc":
        door.come(line, line)
    assert [await door.cut.get() for _line in range(5)] == ["gone"] * 5
    door.waiting.close()
    assert [await door.cut.get() for _line in "abc"] == ["a", "b", "c"]


async def test_who_is_served_makes_room_and_has_time() -> None:
    door = Door(0.01)
    for line in "abc":
        door.come(line, "1")
        door.waiting.done(line)
    door.come("d", "1")
    assert await door.cut.get() == "d"
    assert door.cut.empty()


async def test_time_begins_again_when_somebody_waits_anew() -> None:
    door = Door(0.01)
    door.come("a", "1")
    door.waiting.wait("a", "1", door.cutting("again"))
    assert await door.cut.get() == "again"
    assert door.cut.empty()
