"""Copying games of a log to the clipboard or a file."""

import asyncio
import errno
import os
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, Final

from durak_tui.common.i18n import N_, _, grouped, ngettext, why
from durak_tui.common.text import is_one_line, short_path
from durak_tui.export.formats import FORMATS, exported
from durak_tui.library.catalogue import Catalogue
from durak_tui.library.index import LogReader, parse_game
from durak_tui.records.log_format import DamagedGame
from durak_tui.tui.logs.log_reader import CHANGED, UPDATES, GameKey, LogBook, NotThere, raw_game
from durak_tui.tui.logs.log_words import NO_PATH
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.dialog import LastQuestion, LineDialog, Question
from durak_tui.tui.toolkit.form import PathField, TextField
from durak_tui.tui.toolkit.menu import Entry
from durak_tui.tui.toolkit.note import Note
from durak_tui.tui.toolkit.screen import DurakScreen

if TYPE_CHECKING:
    from durak_tui.library.export import Exported

_MUCH: Final = 70_000  # Characters from which on some terminals do not take over what is copied.
_KEYS: Final = {"log": "g", "text": "t", "position": "o", "svg": "p", "html": "w"}
"""The keys of the formats."""
_PATIENCE: Final = 0.5  # Seconds to take in what has just been added to the log.
_SEARCHING: Final = N_("Still searching the list; export it when that is done.")
_COUNTED: Final = 20_000  # Most games whose damaged ones are counted, which takes seconds.


class _StillSearching(NotThere):
    """A list to be exported that is not whole yet."""


class SharingScreen(DurakScreen):
    """A screen of a log, which says what becomes of exports."""

    _sharing: "Sharing"

    def before_leaving(self, leave: Callable[[], object]) -> None:
        self._sharing.before_leaving(leave)


class Sharing:
    """Copies and exports of what the screens show of a log.

    All screens of a log share it: there is one export at a time.  Of one that is on when the
    log is closed nothing is left.
    """

    def __init__(self, screen: SharingScreen, book: LogBook) -> None:
        """``screen`` lasts as long as the log is open."""
        self._screen = screen
        self._book = book
        self._is_exporting = False
        self._is_to_stop = False

    def copy(self, game: GameKey, at: int | None = None) -> None:
        """Copy a game; ``at`` as for :meth:`export`."""
        self._run(self._copy(game, at))

    def export(self, game: GameKey, listed: int, at: int | None = None) -> None:
        """Export a game, or its list of ``listed`` games.

        ``at`` is the place in the replay that a picture shows, the end if None.
        """
        self._run(self._export(game, listed, at))

    def before_leaving(self, leave: Callable[[], object]) -> None:
        """Leave, after a question if that would stop an export."""

        async def ask() -> None:
            text = _("If you leave now, it stops and nothing is kept.")
            if await self._is_to_end(text, _("Stop it and leave")):
                self._is_to_stop = True
                leave()

        if self._is_exporting and not self._is_to_stop:
            self._run(ask())
        else:
            leave()

    def _say(self, text: str, bad: bool = False) -> None:
        """Say something on the uppermost screen, unless the log is closed."""
        for screen in reversed(self._screen.app.screen_stack):
            if isinstance(screen, SharingScreen) and screen.is_open and not self._book.is_closed:
                screen.say(text, bad)
                return

    def _run(self, work: Coroutine[None, None, None]) -> None:
        async def run() -> None:
            try:
                await work
            except NotThere as error:
                self._say(_(str(error)), True)

        self._screen.run_worker(run())

    async def _ask(self, title: str, text: str, *entries: Entry) -> str:
        return str(await self._screen.ask(Question(title, text, entries)))

    # To the clipboard

    async def _copy(self, game: GameKey, at: int | None) -> None:
        forms = {"text": "t", "log": "l", **({} if at is None else {"position": "o"})}
        entries = [Entry(form, _(FORMATS[form].label), key=key) for form, key in forms.items()]
        form = await self._ask(
            _("Copy game {n}").format(n=grouped(game.number + 1)),
            _("Goes to the clipboard of your terminal."),
            *entries,
        )
        if not form:
            return
        copied = await self._book.read(partial(_made, game=game, form=form, at=at))
        n = grouped(len(copied))
        if len(copied) > _MUCH:
            title = ngettext("Copy {n} character?", "Copy {n} characters?", len(copied))
            answer = await self._ask(
                title.format(n=n),
                _("Not every terminal accepts this much."),
                Entry("leave", _("Do not copy"), key="n"),
                Entry("copy", _("Copy anyway"), key="y"),
            )
            if answer != "copy":
                return
        self._screen.app.copy_to_clipboard(copied)
        text = ngettext("Copied {n} character.", "Copied {n} characters.", len(copied))
        self._say(text.format(n=n))

    # To a file

    async def _export(self, game: GameKey, listed: int, at: int | None) -> None:
        if self._is_exporting:
            if await self._is_to_end(_("One thing at a time."), _("Stop it")):
                self._is_to_stop = True
            return
        entries = [
            Entry(name, _(one.label), key=_KEYS[name])
            for name, one in FORMATS.items()
            if name != "position" or at is not None
        ]
        if listed > 1:
            every = ngettext("The list: {n} game", "The list: {n} games", listed)
            entries.append(Entry("list", every.format(n=grouped(listed)), key="l"))
        title = _("Export game {n}").format(n=grouped(game.number + 1))
        answer = await self._ask(title, _("Saved to a file."), *entries)
        if answer == "list":
            await self._book.read(_search_to_end)
            await self._export_somewhere(None, "log")
        elif answer == "log":
            await self._export_somewhere(game, "log")
        elif answer:
            text = await self._book.read(partial(_made, game=game, form=answer, at=at))
            await self._export_somewhere(game, answer, text)

    async def _export_somewhere(self, game: GameKey | None, form: str, text: str = "") -> None:
        """Ask for paths until games, or a ``text``, are written."""
        extension = FORMATS[form].extension if form != "log" else ""
        path, problem = short_path(_suggested(self._book.path, game, extension)), ""
        overwrite = False
        while path := path if overwrite else await self._screen.ask(ExportPath(path, problem)):
            try:
                await self._write(game, text, path, overwrite)
                return
            except FileExistsError:
                answer = await self._ask(
                    _("{path} already exists").format(path=short_path(path)),
                    _("Its contents will be lost."),
                    Entry("other", _("Choose another name")),
                    Entry("overwrite", _("Overwrite")),
                )
                if not answer:
                    return
                overwrite, problem = answer == "overwrite", ""
            except OSError as error:
                overwrite = False
                problem = _("Nothing was written: {why}.").format(why=why(error))
            except _StillSearching as error:
                overwrite, problem = False, _(str(error))

    async def _write(self, game: GameKey | None, text: str, path: str, overwrite: bool) -> None:
        """Write and report; raises OSError if another path may do."""
        from durak_tui.library.export import Stopped

        if self._is_exporting:  # another one was quicker
            return
        self._is_exporting, self._is_to_stop = True, False
        try:
            log, games = await self._book.read(partial(_source, game=game))
            self._say(_("Exporting..."))
            if text:
                done = await asyncio.to_thread(_write_text, log, text, path, overwrite)
            else:
                done = await asyncio.to_thread(self._export_games, log, games, path, overwrite)
        except Stopped:
            self._say(_("Export stopped; nothing was kept."))
        except OSError:
            if not self._book.is_closed:
                self._say("")
                raise
        else:
            self._say(_written(done, path))
        finally:
            self._is_exporting = False

    def _export_games(
        self, log: LogReader, games: Sequence[int], path: str, overwrite: bool
    ) -> "Exported":
        """Write games, in a thread, and close the log."""
        from durak_tui.library.export import export_games

        said_at = monotonic()

        def go_on(done: int) -> bool:
            nonlocal said_at
            if monotonic() - said_at >= 1 / UPDATES:
                said_at = monotonic()
                self._screen.call_later(self._say_progress, done, len(games))
            return not (self._is_to_stop or self._book.is_closed)

        count = len(games) <= _COUNTED
        with log, _possible_path():
            return export_games(
                log, games, path, overwrite=overwrite, count_damaged=count, go_on=go_on
            )

    def _say_progress(self, done: int, total: int) -> None:
        if self._is_exporting:
            text = _("Exporting: {n} of {total} games")
            self._say(text.format(n=grouped(done), total=grouped(total)))

    async def _is_to_end(self, text: str, end: str) -> bool:
        entries = Entry("stay", _("Let it continue"), key="n"), Entry("end", end, key="y")
        question = LastQuestion(_("An export is running"), text, entries)
        return bool(await self._screen.ask(question) == "end")


@contextmanager
def _possible_path() -> Iterator[None]:
    """Turn ValueError about an impossible path into OSError."""
    try:
        yield
    except ValueError:  # from the system's interface: a NUL, half a character
        raise OSError(errno.EINVAL, NO_PATH) from None


def _write_text(log: LogReader, text: str, path: str, overwrite: bool) -> "Exported":
    """Write a text, in a thread, and close the log."""
    from durak_tui.library.export import write

    with log, _possible_path():
        return write(log, text.encode(errors="surrogateescape"), path, overwrite=overwrite)


def _written(done: "Exported", path: str) -> str:
    """A sentence or two about the file that was written."""
    text = ngettext("Saved to {path}.", "{n} games saved to {path}.", done.games)
    if done.damaged:
        text += " " + ngettext(
            "{damaged} of them is damaged.", "{damaged} of them are damaged.", done.damaged
        )
    n, damaged = grouped(done.games), grouped(done.damaged or 0)
    return text.format(n=n, path=short_path(path), damaged=damaged)


def _search_to_end(catalogue: Catalogue) -> None:
    catalogue.advance(_PATIENCE)
    if catalogue.progress.busy:
        raise _StillSearching(_SEARCHING)


def _made(catalogue: Catalogue, game: GameKey, *, form: str, at: int | None = None) -> str:
    """A game in one of the formats."""
    raw = raw_game(catalogue, game)
    if form == "log":
        return raw.decode(errors="backslashreplace")
    try:
        return exported(parse_game(raw), game.number + 1, form, at)
    except DamagedGame as damage:
        raise NotThere(str(damage)) from damage


def _source(catalogue: Catalogue, game: GameKey | None) -> tuple[LogReader, Sequence[int]]:
    """A reader of the log, and the numbers of the games."""
    if game is None:
        _search_to_end(catalogue)
    elif game.restarts != catalogue.progress.restarts:
        raise NotThere(CHANGED)
    try:
        games = catalogue.games() if game is None else [game.number]
        return catalogue.reader(), games
    except OSError as error:
        raise NotThere(why(error).text) from error


def _suggested(log: str, game: GameKey | None, extension: str) -> str:
    """A path for exported games, beside their log."""
    stem, usual = os.path.splitext(log)
    extension = extension or usual or ".log"
    what = "list" if game is None else str(game.number + 1)
    path = f"{stem}-{what}{extension}"
    return path if is_one_line(path) else os.path.expanduser(f"~/games-{what}{extension}")


class ExportPath(LineDialog):
    """A dialog whose result is a path to write to."""

    HELP = N_(
        "A game or a list saved exactly as in the log is a log, too. You are asked before an"
        " existing file is changed."
    )
    ACTIONS: ClassVar = (
        KeyAction("export.write", "enter", N_("Export"),
                  N_("Write the games to this file"), does="done"),
    )  # fmt: skip

    def __init__(self, path: str, problem: str = "") -> None:
        """``path`` is offered; ``problem`` is why nothing could be written to it."""
        super().__init__(_("Export to which file?"), value=path)
        self._problem = problem

    def field(self, value: str) -> TextField:
        return PathField(value, id="line-field")

    def on_mount(self) -> None:
        said = (self._problem, "bad") if self._problem else (_("Tab completes the path."), "dim")
        self.query_one(Note).say(said)

    def on_completed_field_completions(self, event: PathField.Completions) -> None:
        event.stop()
        self.query_one(Note).say(("  ".join(event.choices), "dim"))
