"""Who waits at a door, whichever it is."""

import asyncio
from collections.abc import Callable

from durak_tui.net.wire.waiting import Waiting


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
