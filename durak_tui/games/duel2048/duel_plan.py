"""Runs of 2048 for two, as they are asked for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from durak_tui.common.i18n import N_
from durak_tui.engine.config import DEFAULT_START_TIME, EngineConfig
from durak_tui.games.duel2048.duel import ROUNDS
from durak_tui.games.duel2048.duel_play import SECONDS, Duelists, with_players
from durak_tui.games.group_run import GroupPlan
from durak_tui.games.group_schedule import GroupSchedule, players_setting
from durak_tui.games.playthrough import Json
from durak_tui.pool.run_errors import RunError

_NO_CLOCKS: Final[Mapping[int, float]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class DuelOptions:
    """The options of all games of a run."""

    rounds: int = ROUNDS
    seconds: float = SECONDS  # For all decisions of a player in a game.
    start_seconds: float = DEFAULT_START_TIME  # For a process to say that it is ready.

    def to_json(self) -> Json:
        return {
            "rounds": self.rounds,
            "seconds": self.seconds,
            "start_seconds": self.start_seconds,
        }

    def opening(self, seed: int, game: int) -> Json:
        """Opening ``game`` of a seed."""
        return {**self.to_json(), "seed": seed, "game": game}


def duel_plan(
    options: DuelOptions,
    players: tuple[EngineConfig, ...],
    repeat: int,
    seed: int,
    *,
    duelists: Duelists = Duelists(),  # noqa: B008 (frozen)
    clocks: Mapping[int, float] = _NO_CLOCKS,
) -> GroupPlan:
    """A round robin; with ``repeat`` 0 one game of the first two.

    ``clocks`` are the seconds that players, by their numbers from 0, have used before a game.
    Raises RunError.
    """
    if len(players) < 2:
        raise RunError(N_("a round robin needs two players or more"))

    def opening(game: int, _again: int, group: Sequence[int]) -> Json:
        used = [clocks.get(number, 0.0) for number in group]
        return options.opening(seed, game) | ({"clocks": used} if clocks else {})

    kind = with_players(duelists)
    settings = {
        "game": kind.name,
        "players": players_setting(players),
        "repeat": repeat,
        "seed": seed,
        "any_module": duelists.any_module,
        "memory": duelists.memory,
        "clocks": {str(number + 1): seconds for number, seconds in sorted(clocks.items())},
        **options.to_json(),
    }
    return GroupPlan(kind, GroupSchedule(players, 2, repeat, opening), settings)
