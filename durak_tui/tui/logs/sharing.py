"""Copying games of a log to the clipboard or a file."""

import asyncio
import errno
import os
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple

from durak_tui.common.i18n import N_, _, ngettext, why
from durak_tui.library.catalogue import Catalogue
from durak_tui.library.index import LogReader, parse_game
from durak_tui.records.log_format import DamagedGame
from durak_tui.tui.logs.log_reader import UPDATES, LogBook
from durak_tui.tui.logs.log_words import NO_PATH, grouped, short_path
from durak_tui.tui.logs.open_game import CHANGED, NotThere, raw_of
from durak_tui.tui.toolkit.dialog import Question
from durak_tui.tui.toolkit.menu import Entry
from durak_tui.tui.toolkit.screen import DurakScreen

if TYPE_CHECKING:
    from durak_tui.library.export import Exported

_MUCH: Final = 70_000
"""Characters from which on some terminals do not take over what is copied."""
_PATIENCE: Final = 0.5
"""Seconds to take in what has just been added to the log."""
_SEARCHING: Final = N_("The list is still being searched: export it when that is done.")
_COUNTED: Final = 20_000
"""Most games whose damaged ones are counted, which takes seconds."""


class ExportChoice(NamedTuple):
    """A game of a log, as a screen shows it."""

    number: int
    """In the file, from 0."""
    restarts: int
    """Which file that is, see :attr:`Progress.restarts`."""


_Say = Callable[[str, bool], None]


class _Source(NamedTuple):
    log: LogReader
    games: Sequence[int]


class Sharing:
    """Copies and exports what the screens show of a log.

    All screens of a log share it: there is one export at a time.
    """

    def __init__(self, screen: DurakScreen, book: LogBook, say: _Say) -> None:
        """``screen`` lasts as long as the log is open.

        ``say`` shows a text, and whether it is a problem.
        """
        self._screen = screen
        self._book = book
        self._tellers = [(screen, say)]
        """The last of these that is still there shows messages."""
        self._is_exporting = False
        self._is_to_stop = False
        self._is_closed = False

    def visit(self, screen: DurakScreen, say: _Say) -> None:
        """Show messages on another screen, as long as it is there."""
        self._tellers = [*self._tellers[:1], (screen, say)]

    def copy(self, choice: ExportChoice) -> None:
        """Copy a game in the form that the user wants."""
        self._run(partial(self._copy, choice))

    def export(self, choice: ExportChoice, listed: int) -> None:
        """Export a game, or its list of ``listed`` games."""
        ask_what = partial(self._ask_what, choice, listed)
        self._run(self._ask_to_stop if self._is_exporting else ask_what)

    def before_leaving(self, leave: Callable[[], object]) -> None:
        """Leave, after a question if that would stop an export."""
        if self._is_exporting:
            self._run(partial(self._ask_to_leave, leave))
        else:
            leave()

    def close(self) -> None:
        """Stop an export, of which nothing is left, and fall silent."""
        self._is_to_stop = self._is_closed = True

    def _say(self, text: str, bad: bool = False) -> None:
        for screen, say in reversed(self._tellers):
            if screen in self._screen.app.screen_stack:
                say(text, bad)
                return

    def _run(self, work: Callable[[], Coroutine[None, None, None]]) -> None:
        async def run() -> None:
            try:
                await work()
            except NotThere as error:
                self._say(_(str(error)), True)

        self._screen.run_worker(run())

    async def _ask(self, title: str, text: str, *entries: Entry) -> str:
        answer: str = await self._screen.ask(Question(title, text, entries))
        return answer

    # To the clipboard

    async def _copy(self, choice: ExportChoice) -> None:
        form = await self._ask(
            _("Copy game {n}").format(n=choice.number + 1),
            _("It goes to the clipboard of your terminal."),
            Entry("text", _("As text to be read"), key="t"),
            Entry("log", _("As it stands in the log"), key="l"),
        )
        if not form:
            return
        copied = await self._book.read(
            lambda catalogue: _taken(catalogue, choice, as_text=form == "text")
        )
        if len(copied) <= _MUCH or await self._is_wanted_whole(copied):
            self._screen.app.copy_to_clipboard(copied)
            text = ngettext("{n} character is copied.", "{n} characters are copied.", len(copied))
            self._say(text.format(n=grouped(len(copied))))

    async def _is_wanted_whole(self, copied: str) -> bool:
        title = ngettext("Copy {n} character?", "Copy {n} characters?", len(copied))
        answer = await self._ask(
            title.format(n=grouped(len(copied))),
            _("Not every terminal takes so much."),
            Entry("leave", _("Do not copy")),
            Entry("copy", _("Copy all the same")),
        )
        return answer == "copy"

    # To a file

    async def _ask_what(self, choice: ExportChoice, listed: int) -> None:
        if listed <= 1:
            await self._export(choice)
            return
        every = ngettext("The list: {n} game", "The list: {n} games", listed)
        answer = await self._ask(
            _("Export"),
            _("They are copied to a file as they stand in the log."),
            Entry("game", _("Game {n}").format(n=choice.number + 1), key="g"),
            Entry("list", every.format(n=grouped(listed)), key="l"),
        )
        if answer == "game":
            await self._export(choice)
        elif answer:
            await self._book.read(_search_to_end)
            await self._export(None)

    async def _export(self, choice: ExportChoice | None) -> None:
        """Ask for paths until the games are written, or none is given."""
        from durak_tui.tui.logs.export_path import ExportPath

        path, problem = short_path(_suggested(self._book.path, choice)), ""
        overwrite = False
        while True:
            if not overwrite:
                path = await self._screen.ask(ExportPath(path, problem))
            if not path:
                return
            try:
                source = await self._book.read(lambda catalogue: _source(catalogue, choice))
            except NotThere as error:
                if str(error) != _SEARCHING:
                    raise
                overwrite, problem = False, _(_SEARCHING)
                continue
            outcome = await self._written(source, path, overwrite)
            if outcome is None:
                return
            overwrite, problem = False, ""
            if isinstance(outcome, FileExistsError):
                answer = await self._ask_to_overwrite(path)
                if not answer:
                    return
                overwrite = answer == "overwrite"
            else:
                problem = _("Nothing is written: {why}.").format(why=why(outcome))

    async def _written(self, source: _Source, path: str, overwrite: bool) -> OSError | None:
        """Write in a thread and report; returns what another path may avoid."""
        if self._is_exporting:  # another one was quicker
            source.log.close()
            return None
        self._is_exporting, self._is_to_stop = True, False
        self._say(_("Exporting..."))
        try:
            outcome = await asyncio.to_thread(self._write, source, path, overwrite)
        finally:
            self._is_exporting = False
        if self._is_closed:
            return None
        if isinstance(outcome, OSError):
            self._say("")
            return outcome
        if outcome is None:
            self._say(_("The export was stopped; nothing is left of it."))
            return None
        text = ngettext("{n} game is in {path}.", "{n} games are in {path}.", outcome.games)
        if outcome.damaged:
            text += " " + ngettext(
                "{damaged} of them is damaged.", "{damaged} of them are damaged.", outcome.damaged
            )
        n, damaged = grouped(outcome.games), grouped(outcome.damaged or 0)
        self._say(text.format(n=n, path=short_path(path), damaged=damaged))
        return None

    def _write(self, source: _Source, path: str, overwrite: bool) -> "Exported | OSError | None":
        """Write, in a thread; returns None if it was stopped."""
        from durak_tui.library.export import Stopped, export_games

        said_at = monotonic()

        def go_on(done: int) -> bool:
            nonlocal said_at
            if monotonic() - said_at >= 1 / UPDATES:
                said_at = monotonic()
                self._screen.call_later(self._say_progress, done, len(source.games))
            return not self._is_to_stop

        with source.log:
            try:
                return export_games(
                    source.log,
                    source.games,
                    path,
                    overwrite=overwrite,
                    count_damaged=len(source.games) <= _COUNTED,
                    go_on=go_on,
                )
            except Stopped:
                return None
            except OSError as error:
                return error
            except ValueError:  # from the system's interface: a NUL, half a character
                return OSError(errno.EINVAL, NO_PATH)

    def _say_progress(self, done: int, total: int) -> None:
        if self._is_exporting:
            text = _("Exporting: {n} of {total} games")
            self._say(text.format(n=grouped(done), total=grouped(total)))

    async def _ask_to_overwrite(self, path: str) -> str:
        return await self._ask(
            _("There is a file {path}").format(path=short_path(path)),
            _("What is in there will be gone."),
            Entry("other", _("Choose another name")),
            Entry("overwrite", _("Write in its place")),
        )

    async def _ask_to_stop(self) -> None:
        answer = await self._ask(
            _("An export is on"),
            _("One thing after the other."),
            Entry("stay", _("Let it go on")),
            Entry("stop", _("Stop it")),
        )
        self._is_to_stop = self._is_to_stop or answer == "stop"

    async def _ask_to_leave(self, leave: Callable[[], object]) -> None:
        answer = await self._ask(
            _("An export is on"),
            _("If you leave now it stops, and nothing is left of it."),
            Entry("stay", _("Let it go on")),
            Entry("leave", _("Stop it and leave")),
        )
        if answer == "leave":
            leave()


def _search_to_end(catalogue: Catalogue) -> None:
    """Search to the end; raises NotThere if that takes too long."""
    catalogue.advance(_PATIENCE)
    if catalogue.progress.busy:
        raise NotThere(_SEARCHING)


def _taken(catalogue: Catalogue, choice: ExportChoice, *, as_text: bool) -> str:
    from durak_tui.words.notation import game_text

    raw = raw_of(catalogue, choice.number, choice.restarts)
    if not as_text:
        return raw.decode(errors="backslashreplace")
    try:
        return game_text(parse_game(raw), choice.number + 1)
    except DamagedGame as damage:
        raise NotThere(str(damage)) from damage


def _source(catalogue: Catalogue, choice: ExportChoice | None) -> _Source:
    if choice is None:
        _search_to_end(catalogue)
    elif choice.restarts != catalogue.progress.restarts:
        raise NotThere(CHANGED)
    try:
        games = catalogue.games() if choice is None else [choice.number]
        return _Source(catalogue.reader(), games)
    except OSError as error:
        raise NotThere(why(error).text) from error


def _suggested(log: str, choice: ExportChoice | None) -> str:
    """A path for exported games, beside their log."""
    stem, extension = os.path.splitext(log)
    what = "list" if choice is None else str(choice.number + 1)
    path = f"{stem}-{what}{extension or '.log'}"
    return path if path.isprintable() else os.path.expanduser(f"~/games-{what}.log")
