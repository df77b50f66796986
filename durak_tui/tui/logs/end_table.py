"""The table as a game of a log ended."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

from textual import work

from durak_tui.library.index import last_game
from durak_tui.records.record import GameRecord
from durak_tui.records.replay import ReplayCursor
from durak_tui.tui.logs.replay_view import table_view
from durak_tui.tui.toolkit.card_table import CardTable
from durak_tui.tui.toolkit.table_view import TableView
from durak_tui.words.replay_words import ReplayWords

REST: Final = 0.1  # Seconds before a game is read: a cursor whose key is held passes many.


class EndTable(CardTable):
    """The end of a game that is read while nobody waits."""

    _read: Callable[[], Awaitable[GameRecord | None]] | None = None
    _instead: TableView | None = None

    def show_last(self, path: str | os.PathLike[str], instead: TableView | None = None) -> None:
        """Show the last game of a log; ``instead`` without any."""
        self.show_end(partial(asyncio.to_thread, last_game, path), instead)

    def show_end(
        self,
        read: Callable[[], Awaitable[GameRecord | None]],
        instead: TableView | None = None,
    ) -> None:
        """Show the game that ``read`` returns, or else ``instead``."""
        self._read, self._instead = read, instead
        self._look()

    def on_resize(self) -> None:
        self._look()

    @work(exclusive=True, group="end-table")
    async def _look(self) -> None:
        if not self.size or self._read is None:  # It is not shown.
            return
        await asyncio.sleep(REST)
        record = None
        with suppress(OSError):
            record = await self._read()
        self.clear()  # No card is on its way from one game to another.
        if record:
            cursor = ReplayCursor(record)
            cursor.to_end()
            words = ReplayWords(record, cursor, self.glyphs.cards)
            by_suit = self.durak.settings.value.by_suit
            view = table_view(record, cursor, words, None, by_suit=by_suit)
            # No card leaves these hands: they need no places of cards that were played.
            self.show(replace(view, slots=(), top_slots=()))
        elif self._instead:
            self.show(self._instead)
