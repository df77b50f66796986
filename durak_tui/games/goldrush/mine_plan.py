"""Runs of Gold Rush, as they are asked for."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Final

from durak_tui.common.files import open_regular
from durak_tui.common.i18n import N_
from durak_tui.engine.config import DEFAULT_START_TIME, EngineConfig
from durak_tui.games.goldrush.dig import GOLD_RUSH, MAP_BYTES, ROUNDS, TURN_SECONDS
from durak_tui.games.goldrush.maps import MINES, MapError, MineMap, parse_map, shipped_mines
from durak_tui.games.group_run import GroupPlan
from durak_tui.games.group_schedule import GroupSchedule, players_setting
from durak_tui.games.playthrough import Json
from durak_tui.pool.run_errors import RunError

NO_MINERS: Final = N_("a mine needs miners: name a program for each")


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

    def opening(self, seed: int, game: int, seats: int, again: int = 0) -> Json:
        """Opening ``game`` of a seed, with bases at random (G-011).

        ``again`` counts the openings of one group, from 0, which use every base in turn.  Raises
        RunError if the map has too few.
        """
        bases = self.map.bases
        if len(bases) < seats:
            text = N_("bases on the map: {n}; players who need one: {players}")
            raise RunError(text, n=len(bases), players=seats)
        deals = -(-len(bases) // seats)  # Until each base has been used.
        deal = again % deals
        drawn = Random(f"{seed} {game - deal}").sample(bases, len(bases))
        chosen = [drawn[(deal * seats + at) % len(bases)] for at in range(seats)]
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

    Without ``repeat`` it is one game if all have a seat; else each group has as many deals of bases
    as it takes to use them all.  Raises RunError.
    """
    if not players:
        raise RunError(NO_MINERS)
    seats = seats or len(players)
    if seats > len(players):
        text = N_("a game with {seats} miners needs {seats} players, not {n}")
        raise RunError(text, seats=seats, n=len(players))
    if seats not in GOLD_RUSH.seats or seats == 1 < len(players):
        text = N_("a game with several players has 2 to {most} seats, not {seats}: see --seats")
        raise RunError(text, seats=seats, most=GOLD_RUSH.seats[-1])
    options.opening(seed, 1, seats)  # Now it is still early to find out that bases are too few.
    if repeat is None:
        repeat = 0 if seats == len(players) else -(-len(options.map.bases) // seats)

    def opening(game: int, again: int, _group: Sequence[int]) -> Json:
        return options.opening(seed, game, seats, again)

    schedule = GroupSchedule(players, seats, repeat, opening)
    settings = {
        "game": GOLD_RUSH.name,
        "players": players_setting(players),
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
    if not path.is_file() and name in shipped_mines():
        path = MINES / f"{name}.map"
    with open(open_regular(path), "rb") as file:
        data = file.read(MAP_BYTES + 1)
    if len(data) > MAP_BYTES:
        raise MapError(N_("it is too long to be a map"))
    return parse_map(data.decode("utf-8", "backslashreplace"))
