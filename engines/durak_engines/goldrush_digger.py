"""goldrush-digger: a miner with a map, for the nearest diamonds."""

import sys
from collections import deque
from collections.abc import Iterator
from typing import Final

HAND: Final = 3
SIGHT: Final = 2
STEPS: Final = {"NORTH": (0, -1), "SOUTH": (0, 1), "EAST": (1, 0), "WEST": (-1, 0)}
PATIENCE: Final = 6  # Turns for which a way that was blocked is not tried again.

Place = tuple[int, int]


class Digger:
    """The map of a miner, and its next command."""

    def __init__(self, width: int, height: int, base: Place) -> None:
        self.size = width, height
        self.base = self.here = base
        self.heading = "EAST"
        self.hand = 0
        self.turn = 0
        self.known: dict[Place, str] = {}
        self.others: set[Place] = set()
        self.blocked: dict[Place, int] = {}  # Until which turn.
        self.awaited: Place = base

    def see(self, here: Place, rows: list[list[str]], others: set[Place]) -> None:
        """Note what is sent before a turn."""
        self.turn += 1
        if here != self.awaited:
            if here == self.base and self.here != self.base:
                # A ball has hit: the diamonds lie where it did.
                self.hand, self.heading = 0, "EAST"
            else:
                self.blocked[self.awaited] = self.turn + PATIENCE
        self.here, self.others = here, others
        for dy, row in enumerate(rows, -SIGHT):
            for dx, code in enumerate(row, -SIGHT):
                self.known[here[0] + dx, here[1] + dy] = code

    def act(self) -> str:
        """The command of this turn."""
        self.awaited = self.here
        code = self.known[self.here]
        if self.here == self.base and self.hand:
            self.hand = 0
            return "DROP"
        if code.isdecimal() and self.hand < HAND and self.here != self.base:
            self.hand += min(HAND - self.hand, int(code))
            return "PICK"
        if self._aims():
            return "SHOOT"
        heading = self._way()
        if heading is None:
            return "SHOOT"  # Nothing is left to do; and somebody may come by.
        self.heading = heading
        self.awaited = _beyond(self.here, heading)
        return heading

    def _aims(self) -> bool:
        """True if a ball would hit somebody who is near."""
        ball = self.here
        for _ in range(SIGHT):
            ball = _beyond(ball, self.heading)
            if ball in self.others:
                return True
            if self.known.get(ball) != "E":
                return False
        return False

    def _way(self) -> str | None:
        """The first step of the way that pays best, if any."""
        first, distances = self._walks(self.here)
        if self.hand == HAND:
            return first.get(self.base)
        best, found = 0.0, None
        for place, distance in distances.items():
            code = self.known.get(place, "")
            if code.isdecimal() and place != self.base:
                worth = min(HAND - self.hand, int(code)) + self.hand
                pace = worth / (distance + 1 + self._from_home(place) + 1)
                if pace > best:
                    best, found = pace, place
        if found is None:
            found = min(
                (place for place in distances if self._is_edge(place)),
                key=lambda place: distances[place],
                default=None,
            )
        if found is None or (self.hand and best <= self.hand / (self._from_home(self.here) + 1)):
            found = self.base if self.hand else found
        return first.get(found) if found is not None else None

    def _from_home(self, place: Place) -> int:
        """The least number of steps to the base."""
        return abs(place[0] - self.base[0]) + abs(place[1] - self.base[1])

    def _is_edge(self, place: Place) -> bool:
        """True for a place from which something unknown would be seen."""
        x, y = place
        width, height = self.size
        return any(
            (x + dx, y + dy) not in self.known
            for dx in (-SIGHT, 0, SIGHT)
            for dy in (-SIGHT, 0, SIGHT)
            if 0 <= x + dx < width and 0 <= y + dy < height
        )

    def _walks(self, start: Place) -> tuple[dict[Place, str], dict[Place, int]]:
        """The first step to each place in reach, and its distance."""
        first: dict[Place, str] = {}
        distances = {start: 0}
        waiting = deque([start])
        while waiting:
            place = waiting.popleft()
            for heading, target in self._steps(place):
                if target not in distances:
                    distances[target] = distances[place] + 1
                    first[target] = first.get(place, heading)
                    waiting.append(target)
        return first, distances

    def _steps(self, place: Place) -> Iterator[tuple[str, Place]]:
        for heading in STEPS:
            target = _beyond(place, heading)
            code = self.known.get(target)
            if code is None or self.blocked.get(target, 0) > self.turn or target in self.others:
                continue
            if code == "X" and target != self.base:
                continue
            if code == "S" and self.known.get(_beyond(target, heading)) != "E":
                continue
            yield heading, target


def _beyond(place: Place, heading: str) -> Place:
    dx, dy = STEPS[heading]
    return place[0] + dx, place[1] + dy


def say(line: str) -> None:
    """Answer at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    """Dig until the mine is closed."""
    say("Digger")
    width, height, _total = map(int, sys.stdin.readline().split())
    digger: Digger | None = None
    for line in sys.stdin:
        x, y, count = map(int, line.split())
        rows = [sys.stdin.readline().split() for _ in range(2 * SIGHT + 1)]
        others = [tuple(map(int, sys.stdin.readline().split())) for _ in range(count)]
        if digger is None:
            digger = Digger(width, height, (x, y))
        digger.see((x, y), rows, {(one[0], one[1]) for one in others})
        say(digger.act())


if __name__ == "__main__":
    main()
