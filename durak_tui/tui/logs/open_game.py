"""One game of a log, taken from it to be looked at."""

from dataclasses import dataclass, replace
from typing import Final

from durak_tui.common.i18n import N_
from durak_tui.library.catalogue import Catalogue
from durak_tui.library.index import parse_game
from durak_tui.library.summary import Summary
from durak_tui.records.log_format import DamagedGame
from durak_tui.records.record import GameRecord

CHANGED: Final = N_("The log has changed: this game is not where it was.")


class NotThere(Exception):
    """A game cannot be read; the text is marked for translation."""


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game, and its place in the list when it was opened."""

    row: int
    rows: int
    restarts: int
    """Which file its number is of, see :attr:`Progress.restarts`."""
    raw: bytes
    """As it stands in the file; empty if it is too long to be a game."""
    summary: Summary
    record: GameRecord | None
    """None if the game is damaged."""

    @property
    def number(self) -> int:
        """Its number in the file, from 0."""
        return self.summary.number


def open_row(catalogue: Catalogue, row: int) -> OpenGame | None:
    """The game in a row; None if there is no such row."""
    now = catalogue.progress
    found = catalogue.rows(row, row + 1) if row >= 0 else []
    if not found:
        return None
    summary, raw, record = found[0], b"", None
    try:
        raw = catalogue.raw(summary.number)
        record = parse_game(raw)
    except DamagedGame as damage:
        summary = replace(summary, damage=damage.reason)
    except (IndexError, OSError) as error:
        summary = replace(summary, damage=f"it cannot be read: {error}")
    return OpenGame(row, now.rows, now.restarts, raw, summary, record)


def open_near(catalogue: Catalogue, game: OpenGame, by: int) -> OpenGame | None:
    """The game ``by`` rows behind another; None if there is none."""
    now = catalogue.progress
    row = catalogue.row(game.number) if now.restarts == game.restarts else None
    if row is None:  # as near as it gets
        row = min(game.row, now.rows)
    return open_row(catalogue, row + by)


def raw_of(catalogue: Catalogue, number: int, restarts: int) -> bytes:
    """A game as it stands in the file.  Raises NotThere."""
    if catalogue.progress.restarts != restarts:
        raise NotThere(CHANGED)
    try:
        return catalogue.raw(number)
    except (DamagedGame, IndexError, OSError) as error:
        raise NotThere(str(error)) from None
