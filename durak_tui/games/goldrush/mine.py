"""The rules of Gold Rush, G-020 to G-036: a mine, its miners."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from durak_tui.games.goldrush.maps import BASE, EMPTY, MUD, STONE, MineMap

WAGON: Final = "X"
HAND: Final = 3  # Diamonds that a miner can carry.
SIGHT: Final = 2  # Cells that a miner sees to each side.

PICK: Final = "PICK"
DROP: Final = "DROP"
SHOOT: Final = "SHOOT"
HEADINGS: Final = {"NORTH": (0, -1), "SOUTH": (0, 1), "EAST": (1, 0), "WEST": (-1, 0)}
"""To each side, the steps in x, which grows to the east, and in y, which grows to the south."""
COMMANDS: Final = (*HEADINGS, PICK, DROP, SHOOT)


@dataclass(slots=True)
class Miner:
    """A miner; places are indices into the cells of the mine."""

    base: int
    place: int
    heading: str = "EAST"
    hand: int = 0
    score: int = 0


class Mine:
    """A mine in which a game is played.

    Cells hold what a miner is sent (G-022).  Around the map lie `SIGHT` cells of stone, so that
    nothing here asks for its edge.
    """

    def __init__(self, mine: MineMap, bases: Sequence[tuple[int, int]]) -> None:
        """``bases``: a place of the map for each player's wagon."""
        self.width, self.height, self.total = mine.width, mine.height, mine.diamonds
        self.stride: Final = mine.width + 2 * SIGHT
        beside, beyond = [STONE] * SIGHT, [STONE] * (self.stride * SIGHT)
        self.cells = beyond.copy()
        for row in mine.rows():
            self.cells += [*beside, *(MUD if code == BASE else code for code in row), *beside]
        self.cells += beyond
        places = [self.at(x, y) for x, y in bases]
        self.miners = [Miner(place, place) for place in places]
        for place in places:
            self.cells[place] = WAGON
        self._steps = {name: x + y * self.stride for name, (x, y) in HEADINGS.items()}

    def at(self, x: int, y: int) -> int:
        """The index of a cell of the map."""
        return (y + SIGHT) * self.stride + x + SIGHT

    def where(self, place: int) -> tuple[int, int]:
        """The column and the row of a cell, from 0."""
        y, x = divmod(place, self.stride)
        return x - SIGHT, y - SIGHT

    @property
    def left(self) -> int:
        """Diamonds that are not delivered."""
        return self.total - sum(miner.score for miner in self.miners)

    def view(self, seat: int) -> str:
        """The lines that a miner is sent before each turn (G-021)."""
        cells, stride, place = self.cells, self.stride, self.miners[seat].place
        x, y = self.where(place)
        near = []
        for other, miner in enumerate(self.miners):
            if other != seat:
                column, row = self.where(miner.place)
                if abs(column - x) <= SIGHT and abs(row - y) <= SIGHT:
                    near.append(f"{column} {row}")
        first = place - SIGHT * stride - SIGHT
        rows = [
            " ".join(cells[start : start + 2 * SIGHT + 1])
            for start in range(first, first + (2 * SIGHT + 1) * stride, stride)
        ]
        return "\n".join([f"{x} {y} {len(near)}", *rows, *near, ""])

    def act(self, seat: int, command: str) -> None:
        """Carry out one of `COMMANDS`."""
        miner = self.miners[seat]
        if command == PICK:
            self._pick(miner)
        elif command == DROP:
            self._drop(miner)
        elif command == SHOOT:
            self._shoot(miner)
        else:
            self._walk(miner, command)

    def _walk(self, miner: Miner, heading: str) -> None:
        miner.heading = heading  # Also if the way is blocked.
        cells, step = self.cells, self._steps[heading]
        target = miner.place + step
        code = cells[target]
        if self._miner_at(target) is not None or (code == WAGON and target != miner.base):
            return
        if code == STONE:
            # Onto a miner, too, as genuine games show, who then stands in stone.
            if cells[target + step] != EMPTY:
                return
            cells[target + step] = STONE
        if code in (STONE, MUD):
            cells[target] = EMPTY
        miner.place = target

    def _pick(self, miner: Miner) -> None:
        code = self.cells[miner.place]
        if code.isdecimal():
            taken = min(HAND - miner.hand, int(code))
            miner.hand += taken
            rest = int(code) - taken
            self.cells[miner.place] = str(rest) if rest else EMPTY

    def _drop(self, miner: Miner) -> None:
        if miner.place == miner.base:
            miner.score += miner.hand
        elif miner.hand:
            code = self.cells[miner.place]
            pile = int(code) if code.isdecimal() else 0
            self.cells[miner.place] = str(pile + miner.hand)
        miner.hand = 0

    def _shoot(self, miner: Miner) -> None:
        step = self._steps[miner.heading]
        ball = miner.place + step
        while (hit := self._miner_at(ball)) is None:
            if self.cells[ball] != EMPTY:
                return
            ball += step
        victim = self.miners[hit]
        self._drop(victim)
        victim.place, victim.heading = victim.base, "EAST"

    def _miner_at(self, place: int) -> int | None:
        for seat, miner in enumerate(self.miners):
            if miner.place == place:
                return seat
        return None
