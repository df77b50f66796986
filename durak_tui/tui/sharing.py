"""Handing games of a log on: to the clipboard, and to another file."""

import os
from collections.abc import Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple

from durak_tui.i18n import _, ngettext
from durak_tui.records.catalogue import Catalogue
from durak_tui.records.index import LogReader, parse_game
from durak_tui.records.logformat import DamagedGame
from durak_tui.tui.logbook import UPDATES, LogBook
from durak_tui.tui.logwords import failure, grouped, short_path
from durak_tui.tui.opengame import CHANGED, NotThere, raw_of
from durak_tui.tui.screens.dialog import Question
from durak_tui.tui.widgets.menu import Entry

if TYPE_CHECKING:
    from durak_tui.records.export import Exported
    from durak_tui.tui.screens.base import DurakScreen

_MUCH: Final = 70_000
"""Characters from which on some terminals do not take over what is copied."""
_COUNTED: Final = 20_000
"""Games of which it is worth some seconds to be told how many are damaged."""


class Choice(NamedTuple):
    """A game of a log, as a screen shows it."""

    number: int
    """In the file, from 0."""
    restarts: int
    """Which file that is, see :attr:`Progress.restarts`."""


class _Source(NamedTuple):
    """Games to be exported."""

    log: LogReader
    games: Sequence[int]


class Sharing:
    """Copies and exports what a screen shows."""

    def __init__(self, screen: "DurakScreen", say: Callable[[str, bool], None]) -> None:
        """``say`` tells the user something, and whether it is a problem."""
        self._screen = screen
        self._say = say
        self._is_exporting = False
        self._is_to_stop = False
        self._told_at = 0.0

    # To the clipboard

    def copy(self, book: LogBook, choice: Choice) -> None:
        """Copy a game in the form that the user wants."""
        entries = [
            Entry("text", _("As text to be read"), key="t"),
            Entry("log", _("As it stands in the log"), key="l"),
        ]
        title = _("Copy game {n}").format(n=choice.number + 1)

        def answered(answer: str | None) -> None:
            if answer:
                as_text = answer == "text"
                work = lambda catalogue: _copied(catalogue, choice, as_text=as_text)  # noqa: E731
                book.ask(work, self._screen.call_later, self._copy)

        self._screen.app.push_screen(
            Question(title, _("It goes to the clipboard of your terminal."), entries), answered
        )

    def _copy(self, copied: str | NotThere) -> None:
        if isinstance(copied, NotThere):
            self._say(_(str(copied)), True)
            return
        self._screen.app.copy_to_clipboard(copied)
        text = ngettext("{n} character is copied.", "{n} characters are copied.", len(copied))
        if len(copied) > _MUCH:
            text += " " + _("Not every terminal takes so much.")
        self._say(text.format(n=grouped(len(copied))), False)

    # To a file

    def export(self, book: LogBook, choice: Choice, listed: int) -> None:
        """Export a game, or the list that it is in, of ``listed`` games."""
        if self._is_exporting:
            self._ask_to_stop()
            return
        every = ngettext("The list: {n} game", "The list: {n} games", listed)
        entries = [
            Entry("game", _("Game {n}").format(n=choice.number + 1), key="g"),
            Entry("list", every.format(n=grouped(listed)), key="l"),
        ]

        def answered(answer: str | None) -> None:
            if answer:
                self._ask_for_path(book, choice if answer == "game" else None)

        if listed > 1:
            text = _("They are copied to a file as they stand in the log.")
            self._screen.app.push_screen(Question(_("Export"), text, entries), answered)
        else:
            self._ask_for_path(book, choice)

    def _ask_for_path(self, book: LogBook, choice: Choice | None, path: str = "") -> None:
        from durak_tui.tui.screens.exportpath import ExportPath

        def answered(answer: str | None) -> None:
            if answer:
                self._begin(book, choice, answer)

        wanted = path or short_path(_suggested(book.path, choice))
        self._screen.app.push_screen(ExportPath(wanted), answered)

    def _begin(
        self, book: LogBook, choice: Choice | None, path: str, *, overwrite: bool = False
    ) -> None:
        def found(source: _Source | NotThere) -> None:
            if isinstance(source, NotThere):
                self._say(_(str(source)), True)
            elif self._is_exporting:
                source.log.close()
            else:
                self._is_exporting, self._is_to_stop = True, False
                self._say(_("Exporting..."), False)
                self._screen.run_worker(
                    lambda: self._export(source, path, overwrite, again), thread=True
                )

        def again(answer: str | None) -> None:
            if answer == "overwrite":
                self._begin(book, choice, path, overwrite=True)
            elif answer == "other":
                self._ask_for_path(book, choice, path)

        book.ask(lambda catalogue: _source(catalogue, choice), self._screen.call_later, found)

    def _export(
        self, source: _Source, path: str, overwrite: bool, again: Callable[[str | None], None]
    ) -> None:
        """In a thread."""
        from durak_tui.records.export import Stopped, export_games

        def go_on(done: int) -> bool:
            if monotonic() - self._told_at >= 1 / UPDATES:
                self._told_at = monotonic()
                self._screen.call_later(self._tell, done, len(source.games))
            return not self._is_to_stop

        outcome: Exported | OSError | None = None
        self._told_at = monotonic()
        with source.log:
            try:
                outcome = export_games(
                    source.log,
                    source.games,
                    path,
                    overwrite=overwrite,
                    count_damaged=len(source.games) <= _COUNTED,
                    go_on=go_on,
                )
            except Stopped:
                pass
            except OSError as error:
                outcome = error
        self._screen.call_later(self._over, outcome, path, again)

    def _tell(self, done: int, total: int) -> None:
        if self._is_exporting:
            text = _("Exporting: {n} of {total} games")
            self._say(text.format(n=grouped(done), total=grouped(total)), False)

    def _over(
        self, outcome: "Exported | OSError | None", path: str, again: Callable[[str | None], None]
    ) -> None:
        self._is_exporting = False
        shown = short_path(path)
        if outcome is None:
            self._say(_("The export was stopped; nothing is left of it."), False)
        elif isinstance(outcome, FileExistsError):
            self._say("", False)
            entries = [
                Entry("other", _("Choose another name")),
                Entry("overwrite", _("Write in its place")),
            ]
            text = _("What is in there will be gone.")
            title = _("There is a file {path}").format(path=shown)
            self._screen.app.push_screen(Question(title, text, entries), again)
        elif isinstance(outcome, OSError):
            text = _("{path} is not written: {why}.")
            self._say(text.format(path=shown, why=failure(outcome)), True)
        else:
            text = ngettext("{n} game is in {path}.", "{n} games are in {path}.", outcome.games)
            if outcome.damaged:
                text += " " + ngettext(
                    "{damaged} of them is damaged.", "{damaged} of them are damaged.",
                    outcome.damaged,
                )  # fmt: skip
            n, damaged = grouped(outcome.games), grouped(outcome.damaged or 0)
            self._say(text.format(n=n, path=shown, damaged=damaged), False)

    def _ask_to_stop(self) -> None:
        def answered(answer: str | None) -> None:
            if answer == "stop":
                self.stop()

        entries = [Entry("stay", _("Let it go on")), Entry("stop", _("Stop it"))]
        text = _("One thing after the other.")
        self._screen.app.push_screen(Question(_("An export is on"), text, entries), answered)

    def stop(self) -> None:
        """Stop an export; nothing is left of it."""
        self._is_to_stop = True


def _copied(catalogue: Catalogue, choice: Choice, *, as_text: bool) -> str | NotThere:
    from durak_tui.records.notation import game_text

    try:
        raw = raw_of(catalogue, choice.number, choice.restarts)
        if as_text:
            return game_text(parse_game(raw), choice.number + 1)
    except NotThere as error:
        return error
    except DamagedGame as damage:
        return NotThere(str(damage))
    return raw.decode(errors="backslashreplace")


def _source(catalogue: Catalogue, choice: Choice | None) -> _Source | NotThere:
    if choice is not None and choice.restarts != catalogue.progress.restarts:
        return NotThere(CHANGED)
    try:
        games = catalogue.games() if choice is None else [choice.number]
        return _Source(catalogue.reader(), games)
    except OSError as error:
        return NotThere(error.strerror or str(error))


def _suggested(log: str, choice: Choice | None) -> str:
    """Where games of a log may go: beside it."""
    stem, extension = os.path.splitext(log)
    what = "list" if choice is None else str(choice.number + 1)
    path = f"{stem}-{what}{extension or '.log'}"
    return path if path.isprintable() else os.path.expanduser(f"~/games-{what}.log")
