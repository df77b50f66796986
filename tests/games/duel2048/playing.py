"""Games of 2048 for two between programs, to be looked at."""

from contextlib import closing
from typing import Any

from durak_tui.engine.config import EngineConfig
from durak_tui.games.duel2048.duel_plan import DuelOptions
from durak_tui.games.duel2048.duel_play import Duelists, with_players
from durak_tui.games.group_schedule import GroupTask
from durak_tui.games.playthrough import Finish, Json, Playthrough
from durak_tui.games.program_table import ProgramTable


def played(
    first: EngineConfig,
    second: EngineConfig,
    *,
    free: bool = False,
    memory: int = 1024,
    clocks: tuple[float, float] = (0, 0),
    **options: Any,
) -> Playthrough:
    """A game of a few rounds."""
    begin: Json = DuelOptions(**{"rounds": 12, "seconds": 2.0, **options}).opening(1, 1)
    kind = with_players(Duelists(free, memory))
    with closing(ProgramTable(kind=kind)) as table:
        task = GroupTask(1, (0, 1), (first, second), {**begin, "clocks": list(clocks)})
        return table.play(task).playthrough


def finish_of(game: Playthrough) -> Finish:
    assert game.finish
    return game.finish
