"""Handing games of a log on: to the clipboard, and to another file."""

import errno
import os
from collections.abc import Callable, Sequence
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

if TYPE_CHECKING:
    from durak_tui.library.export import Exported
    from durak_tui.tui.toolkit.screen import DurakScreen

_MUCH: Final = 70_000
"""Characters from which on some terminals do not take over what is copied."""
_PATIENCE: Final = 0.5
"""Seconds for the list to take in what has just been added to the log."""
_SEARCHING: Final = N_("The list is still being searched: export it when that is done.")
_COUNTED: Final = 20_000
"""Games of which it is worth some seconds to be told how many are damaged."""


class ExportChoice(NamedTuple):
    """A game of a log, as a screen shows it."""

    number: int
    """In the file, from 0."""
    restarts: int
    """Which file that is, see :attr:`Progress.restarts`."""


_Say = Callable[[str, bool], None]


class _Source(NamedTuple):
    """Games to be exported."""

    log: LogReader
    games: Sequence[int]


class Sharing:
    """Copies and exports what the screens show of a log.

    They all have the same one, so that there is one export at a time, which goes on from one
    screen to the other.
    """

    def __init__(self, screen: "DurakScreen", book: LogBook, say: _Say) -> None:
        """``screen`` is there as long as the log is open; ``say`` tells the user something, and
        whether it is a problem."""
        self._screen = screen
        self._book = book
        self._tellers = [(screen, say)]
        """Who tells it, the last one first that is still there."""
        self._is_exporting = False
        self._is_to_stop = False
        self._is_closed = False
        self._told_at = 0.0

    def visit(self, screen: "DurakScreen", say: _Say) -> None:
        """As long as another screen is there, it is told what becomes of things."""
        self._tellers = [*self._tellers[:1], (screen, say)]

    def _say(self, text: str, bad: bool) -> None:
        for screen, say in reversed(self._tellers):
            if screen in self._screen.app.screen_stack:
                say(text, bad)
                return

    # To the clipboard

    def copy(self, choice: ExportChoice) -> None:
        """Copy a game in the form that the user wants."""
        entries = [
            Entry("text", _("As text to be read"), key="t"),
            Entry("log", _("As it stands in the log"), key="l"),
        ]
        title = _("Copy game {n}").format(n=choice.number + 1)

        def answered(answer: str | None) -> None:
            if answer:
                as_text = answer == "text"
                work = lambda catalogue: _taken(catalogue, choice, as_text=as_text)  # noqa: E731
                self._book.ask(work, self._screen.call_later, self._copied)

        self._screen.app.push_screen(
            Question(title, _("It goes to the clipboard of your terminal."), entries), answered
        )

    def _copied(self, copied: str | NotThere) -> None:
        if self._is_closed:
            return
        if isinstance(copied, NotThere):
            self._say(_(str(copied)), True)
        elif len(copied) <= _MUCH:
            self._send(copied)
        else:
            self._ask_to_send(copied)

    def _ask_to_send(self, copied: str) -> None:
        def answered(answer: str | None) -> None:
            if answer == "copy":
                self._send(copied)

        title = ngettext("Copy {n} character?", "Copy {n} characters?", len(copied))
        entries = [Entry("leave", _("Do not copy")), Entry("copy", _("Copy all the same"))]
        text = _("Not every terminal takes so much.")
        question = Question(title.format(n=grouped(len(copied))), text, entries)
        self._screen.app.push_screen(question, answered)

    def _send(self, copied: str) -> None:
        self._screen.app.copy_to_clipboard(copied)
        text = ngettext("{n} character is copied.", "{n} characters are copied.", len(copied))
        self._say(text.format(n=grouped(len(copied))), False)

    # To a file

    def export(self, choice: ExportChoice, listed: int) -> None:
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
            if answer == "list":
                self._book.ask(_is_whole, self._screen.call_later, looked)
            elif answer:
                self._ask_for_path(choice)

        def looked(whole: bool) -> None:
            if whole:
                self._ask_for_path(None)
            else:
                self._say(_(_SEARCHING), True)

        if listed > 1:
            text = _("They are copied to a file as they stand in the log.")
            self._screen.app.push_screen(Question(_("Export"), text, entries), answered)
        else:
            self._ask_for_path(choice)

    def _ask_for_path(self, choice: ExportChoice | None, path: str = "", problem: str = "") -> None:
        """``problem`` is why ``path`` could not be written."""
        from durak_tui.tui.logs.export_path import ExportPath

        def answered(answer: str | None) -> None:
            if answer:
                self._begin(choice, answer)

        if not self._is_closed:
            wanted = path or short_path(_suggested(self._book.path, choice))
            self._screen.app.push_screen(ExportPath(wanted, problem), answered)

    def _begin(self, choice: ExportChoice | None, path: str, *, overwrite: bool = False) -> None:
        def found(source: _Source | NotThere) -> None:
            if isinstance(source, _Source) and (self._is_exporting or self._is_closed):
                source.log.close()
            elif isinstance(source, _Source):
                self._is_exporting, self._is_to_stop = True, False
                self._say(_("Exporting..."), False)
                self._screen.run_worker(
                    lambda: self._export(source, choice, path, overwrite), thread=True
                )
            elif str(source) == _SEARCHING:
                self._ask_for_path(choice, path, _(_SEARCHING))
            else:
                self._say(_(str(source)), True)

        self._book.ask(lambda catalogue: _source(catalogue, choice), self._screen.call_later, found)

    def _export(
        self, source: _Source, choice: ExportChoice | None, path: str, overwrite: bool
    ) -> None:
        """In a thread."""
        from durak_tui.library.export import Stopped, export_games

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
            except ValueError:  # from the system's interface: a NUL, half a character
                outcome = OSError(errno.EINVAL, NO_PATH)
        self._screen.call_later(self._over, outcome, choice, path)

    def _tell(self, done: int, total: int) -> None:
        if self._is_exporting:
            text = _("Exporting: {n} of {total} games")
            self._say(text.format(n=grouped(done), total=grouped(total)), False)

    def _over(
        self, outcome: "Exported | OSError | None", choice: ExportChoice | None, path: str
    ) -> None:
        self._is_exporting = False
        if self._is_closed:
            return
        if outcome is None:
            self._say(_("The export was stopped; nothing is left of it."), False)
        elif isinstance(outcome, FileExistsError):
            self._say("", False)
            self._ask_to_overwrite(choice, path)
        elif isinstance(outcome, OSError):
            self._say("", False)
            problem = _("Nothing is written: {why}.").format(why=why(outcome))
            self._ask_for_path(choice, path, problem)
        else:
            text = ngettext("{n} game is in {path}.", "{n} games are in {path}.", outcome.games)
            if outcome.damaged:
                text += " " + ngettext(
                    "{damaged} of them is damaged.", "{damaged} of them are damaged.",
                    outcome.damaged,
                )  # fmt: skip
            n, damaged = grouped(outcome.games), grouped(outcome.damaged or 0)
            self._say(text.format(n=n, path=short_path(path), damaged=damaged), False)

    def _ask_to_overwrite(self, choice: ExportChoice | None, path: str) -> None:
        def answered(answer: str | None) -> None:
            if answer == "overwrite":
                self._begin(choice, path, overwrite=True)
            elif answer == "other":
                self._ask_for_path(choice, path)

        entries = [
            Entry("other", _("Choose another name")),
            Entry("overwrite", _("Write in its place")),
        ]
        text = _("What is in there will be gone.")
        title = _("There is a file {path}").format(path=short_path(path))
        self._screen.app.push_screen(Question(title, text, entries), answered)

    def _ask_to_stop(self) -> None:
        def answered(answer: str | None) -> None:
            if answer == "stop":
                self._is_to_stop = True

        entries = [Entry("stay", _("Let it go on")), Entry("stop", _("Stop it"))]
        text = _("One thing after the other.")
        self._screen.app.push_screen(Question(_("An export is on"), text, entries), answered)

    # Leaving

    def before_leaving(self, leave: Callable[[], object]) -> None:
        """Leave, after a question if that would stop an export."""
        if not self._is_exporting:
            leave()
            return

        def answered(answer: str | None) -> None:
            if answer == "leave":
                leave()

        entries = [Entry("stay", _("Let it go on")), Entry("leave", _("Stop it and leave"))]
        text = _("If you leave now it stops, and nothing is left of it.")
        self._screen.app.push_screen(Question(_("An export is on"), text, entries), answered)

    def close(self) -> None:
        """Stop an export; nothing is left of it, and nothing is told any more."""
        self._is_to_stop = self._is_closed = True


def _is_whole(catalogue: Catalogue) -> bool:
    """Whether the list holds all games that it is to hold."""
    catalogue.advance(_PATIENCE)
    return not catalogue.progress.busy


def _taken(catalogue: Catalogue, choice: ExportChoice, *, as_text: bool) -> str | NotThere:
    from durak_tui.words.notation import game_text

    try:
        raw = raw_of(catalogue, choice.number, choice.restarts)
        if as_text:
            return game_text(parse_game(raw), choice.number + 1)
    except NotThere as error:
        return error
    except DamagedGame as damage:
        return NotThere(str(damage))
    return raw.decode(errors="backslashreplace")


def _source(catalogue: Catalogue, choice: ExportChoice | None) -> _Source | NotThere:
    if choice is not None and choice.restarts != catalogue.progress.restarts:
        return NotThere(CHANGED)
    if choice is None and not _is_whole(catalogue):
        return NotThere(_SEARCHING)
    try:
        games = catalogue.games() if choice is None else [choice.number]
        return _Source(catalogue.reader(), games)
    except OSError as error:
        return NotThere(why(error).text)


def _suggested(log: str, choice: ExportChoice | None) -> str:
    """Where games of a log may go: beside it."""
    stem, extension = os.path.splitext(log)
    what = "list" if choice is None else str(choice.number + 1)
    path = f"{stem}-{what}{extension or '.log'}"
    return path if path.isprintable() else os.path.expanduser(f"~/games-{what}.log")
