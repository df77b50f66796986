"""Games of both kinds to be shown."""

from datetime import datetime
from typing import Any, Final

from durak_tui.engine.config import EngineConfig
from durak_tui.games.duel2048.duel_plan import DuelOptions
from durak_tui.games.duel2048.duel_play import DUEL_2048
from durak_tui.games.goldrush.dig import GOLD_RUSH
from durak_tui.games.goldrush.maps import parse_map
from durak_tui.games.goldrush.mine_plan import MineOptions
from durak_tui.games.live_playthrough import LivePlaythrough
from durak_tui.games.playthrough import Finish, Playthrough, SeatFault
from tests.games.goldrush.mines import HALL

AT: Final = datetime(2026, 1, 2, 3, 4, 5)
NOT_SAID: Final = SeatFault("timeout", "Walker: no answer in time")
GREEDY: Final = EngineConfig("2048-greedy")
RANDOM: Final = EngineConfig("2048-random 1")


def mine_game(moves: str = "ANBSAEBNA?BPASB!ANAE", rounds: int = 6, **values: Any) -> Playthrough:
    """A game of Gold Rush in which the second miner is late in its fourth round."""
    opening = MineOptions(parse_map(HALL), rounds).opening(3, 1, 2)
    details = {
        "scores": [0, 0], "hands": [0, 0], "rounds": rounds, "names": ["Ann", "Walker"],
        "bad": [(moves.find("?") // 2, "north")] if "?" in moves else [],
    }  # fmt: skip
    finish = Finish((1, 2), (None, NOT_SAID), (0.1, 0.2), details)
    game = Playthrough("goldrush", ("ann.py", "walk"), opening, moves, finish, AT, 1)
    return game._replace(**values)


def duel_game(rounds: int = 3, seed: int = 5) -> Playthrough:
    """A game of 2048 in which everybody takes the first that is legal."""
    opening = DuelOptions(rounds).opening(seed, 1)
    duel, moves = DUEL_2048.start(opening), ""
    while not duel.is_over:
        moves += duel.legal()[0]
        duel.step(moves[-1])
    finish = Finish((1, 2), (None, None), (0.1, 0.2), {"levels": [], "level": 2, "rounds": rounds})
    return Playthrough("2048", ("2048-greedy", "lab.py"), opening, moves, finish, AT, 1)


def live_mine(*players: EngineConfig, rounds: int = 200, log: str | None = None) -> LivePlaythrough:
    """A game of Gold Rush that is to be played."""
    opening = MineOptions(parse_map(HALL), rounds, full=True).opening(3, 1, 2)
    return LivePlaythrough(GOLD_RUSH, opening, players, log=log)
