"""One game of a log, taken from it to be looked at."""

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from durak_tui.common.i18n import N_
from durak_tui.library.catalogue import Catalogue
from durak_tui.library.index import parse_game
from durak_tui.library.summary import Summary
from durak_tui.records.log_format import DamagedGame
from durak_tui.records.record import GameRecord

CHANGED: Final = N_("The log has changed: this game is not where it was.")


class NotThere(Exception):
    """A game that cannot be read; the text is marked for translation."""


class GameKey(NamedTuple):
    """The place of a game in a log."""

    number: int  # In the file, from 0.
    restarts: int  # Which file that is, see :attr:`Progress.restarts`.


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game, and its place in the list when it was opened."""

    row: int
    rows: int
    key: GameKey
    raw: bytes  # As it stands in the file; empty if it is too long to be a game.
    summary: Summary
    record: GameRecord | None  # None if the game is damaged.


def open_game(catalogue: Catalogue, key: GameKey, row: int) -> OpenGame | None:
    """A game, or what is in its row now; None if gone."""
    if key.restarts != catalogue.progress.restarts:
        return None
    place = catalogue.row(key.number)
    return _open_row(catalogue, row if place is None else place)


def open_number(catalogue: Catalogue, key: GameKey) -> OpenGame | None:
    """A game, listed or not; None if gone."""
    if key.restarts != catalogue.progress.restarts:
        return None
    return _opened(catalogue, catalogue.summary(key.number), catalogue.row(key.number) or 0)


def open_near(catalogue: Catalogue, game: OpenGame, by: int) -> OpenGame | None:
    """The game ``by`` rows behind another; None if there is none."""
    now = catalogue.progress
    row = catalogue.row(game.key.number) if now.restarts == game.key.restarts else None
    if row is None:  # as near as it gets
        row = min(game.row, now.rows)
    return _open_row(catalogue, row + by)


def _open_row(catalogue: Catalogue, row: int) -> OpenGame | None:
    found = catalogue.rows(row, row + 1) if row >= 0 else []
    return _opened(catalogue, found[0], row) if found else None


def _opened(catalogue: Catalogue, summary: Summary, row: int) -> OpenGame:
    now, raw, record = catalogue.progress, b"", None
    try:
        raw = catalogue.raw(summary.number)
        record = parse_game(raw)
    except DamagedGame as damage:
        summary = replace(summary, damage=damage.reason)
    except (IndexError, OSError) as error:
        summary = replace(summary, damage=f"it cannot be read: {error}")
    return OpenGame(row, now.rows, GameKey(summary.number, now.restarts), raw, summary, record)


def raw_game(catalogue: Catalogue, key: GameKey) -> bytes:
    """A game as it stands in the file.  Raises NotThere."""
    if catalogue.progress.restarts != key.restarts:
        raise NotThere(CHANGED)
    try:
        return catalogue.raw(key.number)
    except (DamagedGame, IndexError, OSError) as error:
        raise NotThere(str(error)) from None
