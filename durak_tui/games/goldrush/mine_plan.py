"""Runs of Gold Rush, as they are asked for."""

import os
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from random import Random

from durak_tui.common.i18n import N_
from durak_tui.common.text import one_line
from durak_tui.engine.config import DEFAULT_START_TIME, EngineConfig
from durak_tui.games.goldrush.dig import GOLD_RUSH, MAP_BYTES, ROUNDS, TURN_SECONDS
from durak_tui.games.goldrush.maps import MINES, MapError, MineMap, parse_map, shipped_mines
from durak_tui.games.group_run import GroupPlan
from durak_tui.games.group_schedule import GroupSchedule
from durak_tui.games.playthrough import Json
from durak_tui.pool.run_errors import RunError


@dataclass(frozen=True, slots=True)
class MineOptions:
    """The options of all games of a run."""

    map: MineMap
    rounds: int = ROUNDS
    full: bool = False  # Play all rounds, also when nothing is left to be won.
    turn_seconds: float = TURN_SECONDS
    start_seconds: float = DEFAULT_START_TIME  # For the first line, with the name.

    def to_json(self) -> Json:
        return {
            "map": self.map.text,
            "rounds": self.rounds,
            "full": self.full,
            "turn_seconds": self.turn_seconds,
            "start_seconds": self.start_seconds,
        }

    def opening(self, seed: int, game: int, seats: int) -> Json:
        """Opening ``game`` of a seed, with bases by lot (G-011).

        Raises RunError if the map has too few.
        """
        bases = self.map.bases
        if len(bases) < seats:
            text = N_("the map has {n} bases, and {players} players need one each")
            raise RunError(text, n=len(bases), players=seats)
        chosen = Random(f"{seed} {game}").sample(bases, seats)
        return {
            **self.to_json(),
            "seed": seed,
            "game": game,
            "bases": [*map(list, chosen)],
        }


def mine_plan(
    options: MineOptions,
    players: tuple[EngineConfig, ...],
    seats: int | None,
    repeat: int | None,
    seed: int,
) -> GroupPlan:
    """A run of all groups of ``seats`` players.

    Without ``repeat`` it is one game if all have a seat, else one of each group from each seat.
    Raises RunError.
    """
    if not players:
        raise RunError(N_("a mine needs miners: name a program for each"))
    seats = seats or len(players)
    if seats > len(players):
        text = N_("a game of {seats} miners needs as many players, not {n}")
        raise RunError(text, seats=seats, n=len(players))
    if seats not in GOLD_RUSH.seats or seats == 1 < len(players):
        text = N_("of several players 2 to {most} are in a game, not {seats}: see --seats")
        raise RunError(text, seats=seats, most=GOLD_RUSH.seats[-1])
    options.opening(seed, 1, seats)  # Now it is still early to find out that bases are too few.
    repeat = repeat or (0 if seats == len(players) else 1)
    schedule = GroupSchedule(
        players, seats, repeat, lambda game, _: options.opening(seed, game, seats)
    )
    settings = {
        "game": GOLD_RUSH.name,
        "players": [one_line(one.command) for one in players],
        "seats": seats,
        "repeat": repeat,
        "seed": seed,
        **options.to_json(),
        # Every game has the map itself.
        "map": sha256(options.map.text.encode()).hexdigest()[:16],
    }
    return GroupPlan(GOLD_RUSH, schedule, settings)


def named_map(name: str) -> MineMap:
    """The map of a file, or one that ships.  Raises MapError, OSError."""
    path = Path(os.path.expanduser(name))
    if not path.exists() and name in shipped_mines():
        path = MINES / f"{name}.map"
    with path.open("rb") as file:
        data = file.read(MAP_BYTES + 1)
    if len(data) > MAP_BYTES:
        raise MapError(N_("it is too long to be a map"))
    return parse_map(data.decode("utf-8", "backslashreplace"))
