"""The table of the last game of a log."""

import asyncio
import os
from contextlib import suppress
from typing import Final

from textual import work

from durak_tui.library.index import LogIndex
from durak_tui.records.log_format import DamagedGame
from durak_tui.records.record import GameRecord
from durak_tui.records.replay import ReplayCursor
from durak_tui.tui.logs.replay_view import table_view
from durak_tui.tui.settings.sample_table import sample
from durak_tui.tui.toolkit.card_table import CardTable
from durak_tui.words.replay_words import ReplayWords

_MOST: Final = 1 << 26  # Bytes of a log that are looked through, in some hundredths of a second.


class LastTable(CardTable):
    """The end of the last game of a log."""

    _path: str | os.PathLike[str] = ""

    def __init__(self, *, sample: bool = False, id: str | None = None) -> None:
        """``sample``: show a sample where there is no game, not nothing."""
        super().__init__(id=id)
        self._has_sample = sample

    def look_into(self, path: str | os.PathLike[str]) -> None:
        """Show the last game of another log."""
        self._path = path
        self._read()

    def on_resize(self) -> None:
        self._read()

    @work(exclusive=True, group="last-table")
    async def _read(self) -> None:
        if not self.size:  # It is not shown.
            return
        record = await asyncio.to_thread(last_game, self._path)
        self.clear()  # No card is on its way from one game to another.
        if record:
            cursor = ReplayCursor(record)
            cursor.to_end()
            words = ReplayWords(record, cursor, self.glyphs.cards)
            self.show(table_view(record, cursor, words, None))
        elif self._has_sample:
            self.show(sample(self.durak.settings.value))


def last_game(path: str | os.PathLike[str]) -> GameRecord | None:
    """The last game, unless it is damaged or its log very large."""
    with suppress(OSError, DamagedGame), LogIndex(path) as log:
        if log.scan(_MOST) and len(log):
            return log.game(len(log) - 1)
    return None
