"""Gold Rush once more, from its rules alone: slow, and without a clever thought.

`NaiveMine` has the rows G-020 to G-036.  A cell is a word by its place, everything outside is
stone, and each rule is written down where it is needed.  `NaiveGame` has what docs/goldrush.md says
of rounds, of miners that are out, of the end and of the ranks; its moves are those of
docs/formats/games.md.
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


LETTERS = {
    "N": "NORTH", "S": "SOUTH", "E": "EAST", "W": "WEST", "P": "PICK", "D": "DROP", "F": "SHOOT"
}  # fmt: skip


@dataclass
class NaiveGame:
    """A game of so many rounds, which is to be ``full`` or may end early."""

    text: str
    bases: list[Place]
    rounds: int
    full: bool
    round: int = 0  # Those that are over.
    had_their_turn: list[int] = field(default_factory=list)  # In this round.
    out: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.mine = NaiveMine(self.text, self.bases)
        self.everybody = range(len(self.bases))
        piles = [int(code) for code in self.mine.cells.values() if code.isdigit()]
        self.diamonds = sum(piles)

    @property
    def scores(self) -> list[int]:
        return [miner.score for miner in self.mine.miners]

    @property
    def is_over(self) -> bool:
        if self.had_their_turn:
            return False  # A round that has begun is played to its end.
        if self.round == self.rounds or len(self.out) == len(self.bases):
            return True
        # Where nothing is to be found, the last diamond is never delivered.
        return not self.full and self.diamonds > 0 and sum(self.scores) == self.diamonds

    def waiting(self) -> list[int]:
        """The seats that have a turn now, of which any may come."""
        if self.is_over:
            return []
        return [
            seat
            for seat in self.everybody
            if seat not in self.out and seat not in self.had_their_turn
        ]

    def step(self, move: str) -> None:
        """Carry out the turn of a seat that has one."""
        seat, letter = "ABCD".index(move[0]), move[1]
        if letter in LETTERS:
            self.mine.act(seat, LETTERS[letter])
        self.had_their_turn.append(seat)
        if letter == "!":
            self.out.append(seat)
        if all(one in self.had_their_turn or one in self.out for one in self.everybody):
            self.round += 1
            self.had_their_turn = []

    def ranks(self) -> tuple[int, ...]:
        def is_ahead(one: int, other: int) -> bool:
            if (one in self.out) != (other in self.out):
                return other in self.out
            return self.scores[one] > self.scores[other]

        return tuple(
            1 + sum(is_ahead(other, seat) for other in self.everybody) for seat in self.everybody
        )
