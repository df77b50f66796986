"""2048 for two once more, from the rows S-001 to S-009 alone: tile by tile, step by step."""

from dataclasses import dataclass, field

Place = tuple[int, int]
STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))


@dataclass
class NaiveBoard:
    """Tiles as (owner, level) by their places."""

    tiles: dict[Place, tuple[int, int]] = field(default_factory=dict)

    @classmethod
    def of(cls, tiles: tuple[int, ...]) -> "NaiveBoard":
        return cls(
            {divmod(at, 8): (int(tile < 0), abs(tile)) for at, tile in enumerate(tiles) if tile}
        )

    def flat(self) -> tuple[int, ...]:
        cells = (self.tiles.get(divmod(at, 8)) for at in range(32))
        return tuple(0 if cell is None else cell[1] * (-1 if cell[0] else 1) for cell in cells)

    def half(self, place: Place) -> int:
        return 0 if place[1] < 4 else 1

    def offered(self, player: int, number: int) -> Place | None:
        free = [
            (row, column)
            for row in range(4)
            for column in range(8)
            if self.half((row, column)) == player and (row, column) not in self.tiles
        ]
        if player == 1:
            free.reverse()
        return free[number % len(free)] if free else None

    def may_place(self, player: int, number: int) -> set[Place]:
        places = {
            (row, column)
            for row in range(4)
            for column in range(8)
            if self.half((row, column)) != player and (row, column) not in self.tiles
        }
        own = self.offered(player, number)
        return places | ({own} if own else set())

    def merge(self, player: int, direction: int) -> None:
        down, right = STEPS[direction]
        eaten: set[Place] = set()
        own = [place for place, (owner, _) in self.tiles.items() if owner == player]
        # Those foremost in the direction first.
        own.sort(key=lambda place: -(place[0] * down + place[1] * right))
        for start in own:
            here = start
            while True:
                there = here[0] + down, here[1] + right
                if not (0 <= there[0] < 4 and 0 <= there[1] < 8):
                    break
                if there in self.tiles:
                    level = self.tiles[here][1]
                    if self.tiles[there][1] == level and there not in eaten:
                        del self.tiles[here]
                        self.tiles[there] = player, level + 1
                        eaten.add(there)
                    break
                if self.half(there) != player:
                    break
                self.tiles[there] = self.tiles.pop(here)
                here = there
