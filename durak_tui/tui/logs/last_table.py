"""The table of the last game of a log."""

import asyncio
import os
from contextlib import suppress
from typing import Final

from textual import work

from durak_tui.library.index import last_game
from durak_tui.records.replay import ReplayCursor
from durak_tui.tui.logs.replay_view import table_view
from durak_tui.tui.toolkit.card_table import CardTable
from durak_tui.tui.toolkit.table_view import TableView
from durak_tui.words.replay_words import ReplayWords

REST: Final = 0.1  # Seconds before a log is read: a cursor whose key is held passes many.


class LastTable(CardTable):
    """The end of the last game of a log."""

    _path: str | os.PathLike[str] = ""
    _instead: TableView | None = None

    def look_into(self, path: str | os.PathLike[str], instead: TableView | None = None) -> None:
        """Show the last game of another log; ``instead`` without any."""
        self._path, self._instead = path, instead
        self._read()

    def on_resize(self) -> None:
        self._read()

    @work(exclusive=True, group="last-table")
    async def _read(self) -> None:
        if not self.size:  # It is not shown.
            return
        await asyncio.sleep(REST)
        record = None
        with suppress(OSError):
            record = await asyncio.to_thread(last_game, self._path)
        self.clear()  # No card is on its way from one game to another.
        if record:
            cursor = ReplayCursor(record)
            cursor.to_end()
            words = ReplayWords(record, cursor, self.glyphs.cards)
            by_suit = self.durak.settings.value.by_suit
            self.show(table_view(record, cursor, words, None, by_suit=by_suit))
        elif self._instead:
            self.show(self._instead)
