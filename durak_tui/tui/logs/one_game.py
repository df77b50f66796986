"""One game of a log, opened by itself from another screen."""

import asyncio
from functools import partial
from typing import Final

from durak_tui.common.i18n import _, why
from durak_tui.common.text import short_path
from durak_tui.library.catalogue import Catalogue, ReadProgress
from durak_tui.records.log_format import DamagedGame
from durak_tui.tui.logs.log_reader import GameKey, GamePage, LogBook, OpenGame, open_game
from durak_tui.tui.logs.replay_screen import ReplayScreen
from durak_tui.tui.toolkit.screen import DurakScreen

_LATEST: Final = 1000  # Games at the end of a log among which one is looked for by its bytes.
_SLICE: Final = 1.0  # Seconds of reading between two looks at whether there is more.


class _Opening:
    """A log that is open for one game over a screen."""

    def __init__(self, screen: DurakScreen, path: str) -> None:
        self.call_later = screen.call_later
        self._screen = screen
        self.book: Final = LogBook(path, self)

    def cannot_open(self, error: OSError) -> None:
        self.say(_("Cannot open {path}: {why}."), why=why(error))
        self.book.close()

    def progressed(self, before: ReadProgress, now: ReadProgress) -> None:
        """Nothing of it is shown."""

    def turned(self, page: GamePage) -> None:
        """Nothing of it is shown."""

    def say(self, text: str, **values: object) -> None:
        said = text.format(path=short_path(self.book.path), **values)
        self._screen.app.notify(said, severity="warning", markup=False)


async def show_game(
    screen: DurakScreen,
    path: str,
    which: int | bytes,
    decision: int | None,
    seat: int | None,
) -> None:
    """Show a game over a screen, as ``BaseApp.show_game`` says."""
    opening = _Opening(screen, path)
    book = opening.book
    screen.run_worker(book.run, thread=True, group="log")
    try:
        game = await book.read(partial(_found, which=which))
        if game is None:
            opening.say(_("This game is not in {path}."))
        else:
            replay = ReplayScreen(book, None, game, listed=False, decision=decision, seat=seat)
            await screen.ask(replay)
    except asyncio.CancelledError:
        if not book.is_closed:
            raise
    finally:
        book.close()


def _found(catalogue: Catalogue, which: int | bytes) -> OpenGame | None:
    while catalogue.advance(_SLICE):
        pass  # the rest is still to be read
    now = catalogue.progress
    number = which if isinstance(which, int) else _place(catalogue, which)
    if number is None or not 0 <= number < now.games:
        return None
    return open_game(catalogue, GameKey(number, now.restarts), number)


def _place(catalogue: Catalogue, raw: bytes) -> int | None:
    """The number of the latest game with these bytes."""
    games = catalogue.progress.games
    for number in range(games - 1, max(-1, games - 1 - _LATEST), -1):
        try:
            if catalogue.raw(number).strip() == raw.strip():
                return number
        except DamagedGame:
            continue
    return None
