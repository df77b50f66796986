"""The choice of a log to open."""

import asyncio
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import ClassVar, Final, NamedTuple

from textual import work
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input, Static

from durak_tui.common.i18n import N_, _, decimal, why
from durak_tui.common.text import one_line, short_path
from durak_tui.tui.logs.end_table import EndTable
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.form import PathField
from durak_tui.tui.toolkit.menu import Entry, EntryList, Menu
from durak_tui.tui.toolkit.note import Note
from durak_tui.tui.toolkit.screen import DurakScreen
from durak_tui.tui.toolkit.side_by_side import SideBySide

_MOST: Final = 2000  # Entries of a folder that are listed.
_UNITS: Final = (N_("B"), N_("kB"), N_("MB"), N_("GB"), N_("TB"))
_OWN: Final = "own"
_BROWSE: Final = "browse"
_UP: Final = "up"

_reading = work(exclusive=True, group="reading")
"""Makes a method a worker that ends the one before."""


class _File(NamedTuple):
    """A file or folder that can be chosen."""

    path: str
    is_folder: bool = False
    size: int | None = None  # Bytes of a file; None if there is none.

    @property
    def name(self) -> str:
        """The printable name, with a slash for a folder."""
        return one_line(os.path.basename(self.path)) + ("/" if self.is_folder else "")


class _Folder(NamedTuple):
    """A folder: its folders first, then its files, none hidden."""

    path: str
    files: list[_File]


class OpenLogScreen(DurakScreen):
    """A choice of a log.  Its result is a path, or None."""

    CSS_PATH = "open_log.tcss"
    TITLE = N_("Open a log")
    HELP = N_(
        "A log holds the games of a match, or your own. Choose a recent one, browse your"
        " folders, or type a path; tab completes it."
    )
    ACTIONS: ClassVar = (
        KeyAction("openlog.pick", "enter", N_("Open"), N_("Open the log or the folder")),
        KeyAction(
            "openlog.up", "backspace,left,h", N_("Folder above"), N_("Go to the folder above")
        ),
        KeyAction("openlog.path", "slash,p", N_("Path"), N_("Type the path of a log")),
        KeyAction("openlog.browse", "b", N_("Browse"), N_("Look for a log in your folders")),
        KeyAction("openlog.own", "y", N_("Your games"), N_("Open the log of your own games")),
    )

    def __init__(self, problem: str = "", path: str = "", *, folder: str = "") -> None:
        """``problem`` is why ``path`` could not be opened; it begins in ``folder``."""
        super().__init__()
        self._problem = problem
        self._path = path
        self._first_folder = folder
        self._folder: _Folder | None = None  # None while the recent logs are offered.

    def content(self) -> ComposeResult:
        with Horizontal(id="path-row"):
            yield Static(_("Path") + ": ", id="path-label", markup=False)
            yield PathField(self._path, id="path")
        yield SideBySide(Menu(id="logs-menu"), Note(id="note"), beside=EndTable())

    def on_mount(self) -> None:
        self.query_one(Menu).focus()
        if self._first_folder:
            self._go_to(self._first_folder)
        else:
            self._offer_last()
        self._say(self._problem, bad=True)

    def fill(self) -> None:
        self.query_one("#path-label", Static).update(_("Path") + ": ")
        if self._folder is None:
            self._offer_last()
        else:
            self._show_folder(self._folder)

    # What is offered

    @_reading
    async def _offer_last(self) -> None:
        own = self.durak.games_log
        last = [path for path in self.durak.state.value.recent_logs if path != own]
        files = await asyncio.to_thread(lambda: list(map(_measured, [own, *last])))
        self._folder = None
        self.head()
        entries = [Entry(_OWN, _("Your games"), self._note(files[0], _("none yet")), "y")]
        entries += [Entry(file.path, file.name, self._note(file, _("gone"))) for file in files[1:]]
        entries.append(Entry(_BROWSE, _("Browse folders"), short_path(self._home), "b"))
        there = (number for number, file in enumerate(files) if file.size is not None)
        self._show(entries, next(there, len(files)))

    def _note(self, file: _File, missing: str) -> str:
        size = size_text(file.size) or missing
        return f"{size} {self.durak.glyphs.dot} {short_path(os.path.dirname(file.path))}"

    @property
    def _home(self) -> str:
        """The folder to begin in."""
        folder = self.durak.state.value.last_log_folder
        return os.fspath(folder or os.path.expanduser("~"))

    @_reading
    async def _go_to(self, path: str, cursor: str = "") -> None:
        """Look through a folder, the cursor on one of its entries."""
        try:
            self._folder = await asyncio.to_thread(_read_folder, path)
        except OSError as error:
            text = _("Cannot read {path}: {why}.")
            self._say(text.format(path=short_path(path), why=why(error)), bad=True)
        else:
            self._show_folder(self._folder, cursor)

    def _show_folder(self, folder: _Folder, cursor: str = "") -> None:
        self.head(short_path(folder.path))
        entries = [Entry(_UP, "../")] if os.path.dirname(folder.path) != folder.path else []
        entries += [Entry(one.path, one.name, size_text(one.size)) for one in folder.files[:_MOST]]
        ids = [entry.id for entry in entries]
        self._show(entries, ids.index(cursor) if cursor in ids else 0)
        more = len(folder.files) - _MOST
        text = _("{n} more are not listed: type the path.")
        self._say(text.format(n=more) if more > 0 else "")

    def _show(self, entries: Sequence[Entry], cursor: int) -> None:
        self.query_one(Menu).show(entries, cursor)
        self.on_entry_list_highlighted()
        self.keys_changed()

    def _say(self, text: str, *, bad: bool = False) -> None:
        self.query_one(Note).say((text, "bad" if bad else "dim"))

    # What can be done

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "up":
            return self._folder is not None
        return self._folder is None or action not in ("browse", "own")

    def on_entry_list_highlighted(self) -> None:
        if current := self.query_one(Menu).current:
            other = {_OWN: os.fspath(self.durak.games_log), _BROWSE: "", _UP: ""}
            self.query_one(EndTable).show_last(other.get(current.id, current.id))

    def on_entry_list_picked(self, event: EntryList.Picked) -> None:
        event.stop()
        entry = event.entry.id
        if entry in (_OWN, _BROWSE, _UP):
            getattr(self, f"action_{entry}")()
        elif event.entry.label.endswith("/"):
            self._go_to(entry)
        else:
            self.dismiss(entry)

    def action_pick(self) -> None:
        if self.query_one(PathField).has_focus:
            self._open_written()
        else:
            super().action_pick()

    def action_own(self) -> None:
        if os.path.exists(self.durak.games_log):
            self.dismiss(os.fspath(self.durak.games_log))
        else:
            self._say(_("You have not finished a game yet; your log is empty."))

    def action_browse(self) -> None:
        self._go_to(self._home)

    def action_up(self) -> None:
        if self._folder is not None:
            path = self._folder.path
            self._go_to(os.path.dirname(path), cursor=path)

    def action_path(self) -> None:
        field = self.query_one(PathField)
        if not field.value and self._folder is not None:
            field.value = short_path(self._folder.path).rstrip("/") + "/"
        field.focus()
        field.cursor_position = len(field.value)
        self._say(_("Tab completes the path, enter opens it."))

    def action_back(self) -> None:
        """Go back to the first list, and from there out."""
        field = self.query_one(PathField)
        if field.has_focus:
            field.value = ""
            self.query_one(Menu).focus()
            self._say("")
        elif self._folder is not None:
            self._say("")
            self._offer_last()
        else:
            self.dismiss(None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._open_written()

    def _open_written(self) -> None:
        path = os.path.expanduser(self.query_one(PathField).value.strip())
        if not path:
            self.action_back()
        elif os.path.isdir(path):
            self.query_one(Menu).focus()
            self._go_to(os.path.abspath(path))
        else:
            self.dismiss(os.path.abspath(path))

    def on_completed_field_completions(self, event: PathField.Completions) -> None:
        event.stop()
        self._say("  ".join(event.choices))


def _read_folder(path: str) -> _Folder:
    files = sorted(_files_in(path), key=lambda one: (not one.is_folder, one.name.casefold()))
    return _Folder(path, files)


def _files_in(path: str) -> Iterator[_File]:
    with os.scandir(path) as entries:
        for entry in entries:
            if entry.name.startswith("."):
                continue
            try:
                if entry.is_dir():
                    yield _File(entry.path, is_folder=True)
                elif entry.is_file():
                    yield _File(entry.path, size=entry.stat().st_size)
            except OSError:
                continue  # gone meanwhile


def _measured(path: Path) -> _File:
    try:
        return _File(os.fspath(path), size=path.stat().st_size)
    except OSError:
        return _File(os.fspath(path))


def size_text(size: int | None) -> str:
    """A number of bytes for a person: ``3.2 MB``."""
    if size is None:
        return ""
    number, unit = float(size), 0
    while number >= 999.5 and unit < len(_UNITS) - 1:
        number /= 1000
        unit += 1
    digits = 0 if unit == 0 or number >= 9.95 else 1
    return f"{decimal(number, f'.{digits}f')} {_(_UNITS[unit])}"
