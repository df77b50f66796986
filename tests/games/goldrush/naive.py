"""Gold Rush once more, from the rows G-020 to G-036 alone: slow, and without a clever thought.

A cell is a word by its place, everything outside is stone, and each rule is written down where it
is needed.
"""

from dataclasses import dataclass, field

Place = tuple[int, int]
SIDES = {"NORTH": (0, -1), "SOUTH": (0, 1), "EAST": (1, 0), "WEST": (-1, 0)}


@dataclass
class NaiveMiner:
    base: Place
    here: Place
    looks: str = "EAST"
    hand: int = 0
    score: int = 0


@dataclass
class NaiveMine:
    """A mine by its map's text, and its miners by their bases."""

    text: str
    bases: list[Place]
    cells: dict[Place, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        first, *rows = self.text.splitlines()
        self.width, self.height = map(int, first.split())
        for y, row in enumerate(rows):
            for x, code in enumerate(row.split()):
                self.cells[x, y] = "M" if code == "-" else code
        for base in self.bases:
            self.cells[base] = "X"
        self.miners = [NaiveMiner(base, base) for base in self.bases]

    def cell(self, place: Place) -> str:
        return self.cells.get(place, "S")

    def somebody_at(self, place: Place) -> NaiveMiner | None:
        found = [miner for miner in self.miners if miner.here == place]
        return found[0] if found else None

    def view(self, number: int) -> str:
        x, y = self.miners[number].here
        square = [
            " ".join(self.cell((x + dx, y + dy)) for dx in range(-2, 3)) for dy in range(-2, 3)
        ]
        near = [
            f"{other.here[0]} {other.here[1]}"
            for at, other in enumerate(self.miners)
            if at != number and max(abs(other.here[0] - x), abs(other.here[1] - y)) <= 2
        ]
        return "\n".join([f"{x} {y} {len(near)}", *square, *near]) + "\n"

    def act(self, number: int, command: str) -> None:
        miner = self.miners[number]
        if command in SIDES:
            miner.looks = command
            self.walk(miner)
        elif command == "PICK":
            if self.cell(miner.here).isdigit():
                pile = int(self.cell(miner.here))
                taken = min(3 - miner.hand, pile)
                miner.hand += taken
                self.cells[miner.here] = str(pile - taken) if pile > taken else "E"
        elif command == "DROP":
            self.drop(miner)
        else:
            self.shoot(miner)

    def beyond(self, place: Place, side: str) -> Place:
        return place[0] + SIDES[side][0], place[1] + SIDES[side][1]

    def walk(self, miner: NaiveMiner) -> None:
        target = self.beyond(miner.here, miner.looks)
        if self.somebody_at(target):
            return
        if target == miner.base:
            miner.here = target
            return
        code = self.cell(target)
        if code == "X":
            return
        if code == "S":
            behind = self.beyond(target, miner.looks)
            if target not in self.cells or self.cell(behind) != "E":
                return
            # Somebody may stand there: the original looks at the ground only (4.C.5).
            self.cells[behind] = "S"
            self.cells[target] = "E"
        if code == "M":
            self.cells[target] = "E"
        miner.here = target

    def drop(self, miner: NaiveMiner) -> None:
        if miner.here == miner.base:
            miner.score += miner.hand
        elif miner.hand:
            ground = self.cell(miner.here)
            before = int(ground) if ground.isdigit() else 0
            self.cells[miner.here] = str(before + miner.hand)
        miner.hand = 0

    def shoot(self, miner: NaiveMiner) -> None:
        ball = self.beyond(miner.here, miner.looks)
        while True:
            victim = self.somebody_at(ball)
            if victim:
                self.drop(victim)
                victim.here, victim.looks = victim.base, "EAST"
                return
            if self.cell(ball) != "E":
                return
            ball = self.beyond(ball, miner.looks)
