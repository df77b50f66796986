"""A match that has not ended yet, as its log tells."""

import os
from contextlib import suppress
from dataclasses import dataclass

from durak_tui.library.index import LogIndex
from durak_tui.records.log_format import DamagedGame


@dataclass(frozen=True, slots=True)
class StoppedMatch:
    """A match that can be resumed from its log."""

    log: str
    names: tuple[str, str]
    done: int
    total: int


def stopped_match(log: str | os.PathLike[str]) -> StoppedMatch | None:
    """The match that a log ends with, if games are left.

    One with the deals of another log is none: to resume it, that log has to be given.
    """
    with suppress(OSError), LogIndex(log) as index:
        index.scan()
        for number in reversed(range(max(0, len(index) - 2), len(index))):
            with suppress(DamagedGame, KeyError, TypeError):  # The last one may be torn.
                game = index.game(number)
                run = game.run or {}
                total = run["matches"] * run["match_size"]
                if run["deals"] is None and game.game_id and game.game_id < total:
                    return StoppedMatch(os.fspath(log), game.names, game.game_id, total)
                return None
    return None
