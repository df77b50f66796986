"""Playing games that are saved first, then counted."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Protocol

from durak_tui.common.errors import UserError
from durak_tui.common.i18n import N_, Message, why
from durak_tui.match.game import PlayedGame
from durak_tui.match.schedule import Task
from durak_tui.records.record import GameRecord


class RecordStore(Protocol):
    """Where finished games go: a log."""

    def append(self, record: GameRecord) -> None:
        """Save a game.  Raises OSError if that fails."""


class NotSavedError(UserError):
    """Something of a run that could not be saved, and why."""


@contextmanager
def saving(what: str, **shown: object) -> Iterator[None]:
    """Turn an OSError of this block into a NotSavedError about ``what``."""
    try:
        yield
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        begin = Message(what, shown)
        raise NotSavedError(
            "{what}: {why}{where}", what=begin, why=why(error), where=where
        ) from None


def recorded(
    log: RecordStore | None, settings: Mapping[str, Any], count: Callable[[PlayedGame], None]
) -> Callable[[Task, PlayedGame], None]:
    """Return what saves a game with its run's settings, then counts it.

    That raises NotSavedError if it cannot save it.
    """

    def played(_: Task, game: PlayedGame) -> None:
        game = game._replace(record=replace(game.record, run=settings))
        if log:
            with saving(N_("game {n} could not be saved"), n=game.record.game_id):
                log.append(game.record)
        count(game)

    return played
