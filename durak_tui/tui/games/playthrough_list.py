"""Games of a log or of records, in a list."""

import os
from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from typing import ClassVar, Final

from textual.app import ComposeResult

from durak_tui.common.i18n import N_, _, ngettext, why
from durak_tui.common.text import sentence, short_path
from durak_tui.games.game_book import UNREADABLE, GameBook
from durak_tui.pool.run_errors import RunError
from durak_tui.tui.games.playback import PlaybackScreen
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.canvas import Canvas, fit
from durak_tui.tui.toolkit.menu import Cell, ListCanvas
from durak_tui.tui.toolkit.screen import DurakScreen
from durak_tui.words.playthrough_words import playthrough_line

_KEPT: Final = 200  # Lines that were read, more than any window shows.
_SHOWS: Final = {
    "goldrush": ("mine_screen", "MineScreen"),
    "2048": ("duel_screen", "DuelScreen"),
}
"""The module and the class that show a game of each kind."""


def screen_of(kind: str) -> type[PlaybackScreen]:
    """The screen that shows a game of a kind."""
    module, name = _SHOWS[kind]
    found: type[PlaybackScreen] = getattr(import_module(f"{__package__}.{module}"), name)
    return found


class PlaythroughList(ListCanvas):
    """Games, a line each, the newest first."""

    DEFAULT_CSS = "PlaythroughList { width: 1fr; height: 1fr; padding: 0 1; }"

    def __init__(self, shows: type[PlaybackScreen], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._shows = shows
        self.book: GameBook | None = None
        self._line = lru_cache(_KEPT)(self._read_line)

    def open(self, path: str | os.PathLike[str]) -> None:
        """Show the games of a file.  Raises OSError, RunError."""
        self.close()
        self.book = self._shows.open_book(path)
        self.cursor = 0
        self._line.cache_clear()
        self.redraw()

    def look(self) -> None:
        """Show the games that there are by now.  Raises OSError."""
        if self.book:
            before = len(self.book)
            self.book.scan()
            if self.cursor and len(self.book) > before:
                self.cursor += len(self.book) - before  # It stays on its game.
            self.redraw()

    def close(self) -> None:
        if self.book:
            self.book.close()
            self.book = None

    def on_unmount(self) -> None:
        self.close()

    def places(self) -> int:
        return len(self.book) if self.book else 0

    def row_cells(self, row: int, look: str, canvas: Canvas) -> "Iterator[Cell]":
        number = self.places() - 1 - row
        width = len(str(self.places()))
        yield 2, f"{number + 1:>{width}}", "dim" if look == "text" else look
        x = 4 + width
        try:
            text = self._line(number)
        except UNREADABLE as error:  # It may still be written.
            text = _("cannot be read: {why}").format(why=error)
        yield x, fit(text, max(0, canvas.width - x), self.glyphs), look

    def _read_line(self, number: int) -> str:
        assert self.book
        return playthrough_line(self.book.game(number))

    def action_pick(self) -> None:
        """Open the game with the cursor."""
        if not self.places():
            return
        assert self.book
        screen, number = self.screen, self.places() - 1 - self.cursor
        assert isinstance(screen, DurakScreen)
        try:
            game = self.book.whole_game(number)
        except UNREADABLE as error:
            text = _("Game {n} cannot be shown: {why}").format(n=number + 1, why=error)
            screen.notice(text)
            return
        self.app.push_screen(self._shows(game, book=self.book, number=number))


class GamesScreen(DurakScreen):
    """The games of a file, to be looked at."""

    TITLE = N_("Games")
    HELP = N_("The games in a log, or in a folder of records, newest first.")
    CSS_PATH = "games.tcss"
    ACTIONS: ClassVar = (
        KeyAction("games.pick", "enter", N_("Replay"), N_("Step through the selected game")),
    )

    def __init__(self, path: str | os.PathLike[str], kind: str) -> None:
        """Show the games of one kind in a file."""
        super().__init__()
        self._path = path
        self._shows = screen_of(kind)

    def content(self) -> ComposeResult:
        yield PlaythroughList(self._shows, id="games")

    def title_text(self) -> str:
        title = self._shows.TITLE or ""
        return f"{_(title)}: {short_path(os.fspath(self._path))}"

    def on_mount(self) -> None:
        games = self.query_one(PlaythroughList)
        games.focus()
        try:
            games.open(self._path)
        except OSError as error:
            text = _("{path} cannot be read: {why}")
            said = text.format(path=short_path(self._path), why=why(error))
            self.call_later(self.leave_saying, said)  # Once it is there.
            return
        except RunError as error:
            self.call_later(self.leave_saying, sentence(str(error)))
            return
        n = games.places()
        self.head(ngettext("{n} game", "{n} games", n).format(n=n))
