"""A match that has not ended yet, as its log tells."""

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from durak_tui.match.plan import GAMES
from durak_tui.match.run_log import is_written, last_game


@dataclass(frozen=True, slots=True)
class StoppedMatch:
    """A match that can be resumed from its log."""

    log: str
    names: tuple[str, str]
    done: int
    total: int


def stopped_match(log: str | os.PathLike[str]) -> StoppedMatch | None:
    """The match that a log ends with, if it can be resumed.

    One that some program still plays cannot.  One with the deals of another log is none: to resume
    it, that log has to be given.
    """
    with suppress(OSError):
        if not is_written(log) and (game := last_game(log)) and game.game_id:
            total = _total(game.run or {})
            if game.game_id < total <= GAMES.number:
                return StoppedMatch(os.fspath(log), game.names, game.game_id, total)
    return None


def _total(run: Mapping[str, Any]) -> int:
    """The games of a match with its own deals, else 0."""
    match run:
        case {"matches": int(matches), "match_size": int(size), "deals": None} if matches > 0:
            return matches * size
    return 0
