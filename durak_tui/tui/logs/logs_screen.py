"""The games of a log, listed while they are being read."""

import os
from contextlib import suppress
from functools import partial
from typing import ClassVar, Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.widgets import Input

from durak_tui.common.i18n import N_, _, why
from durak_tui.common.text import short_path
from durak_tui.library.catalogue import ReadProgress
from durak_tui.library.order import FILE_ORDER, NEWEST, Order
from durak_tui.library.query import Query, QueryError, parse_query
from durak_tui.records.record import GameRecord
from durak_tui.tui.logs import log_words
from durak_tui.tui.logs.end_table import EndTable
from durak_tui.tui.logs.game_list import GameList
from durak_tui.tui.logs.log_reader import (
    CHANGED,
    NOTHING_READ,
    GameKey,
    GamePage,
    LogBook,
    OpenGame,
    open_game,
    open_number,
)
from durak_tui.tui.logs.reviewing import ReviewingScreen
from durak_tui.tui.logs.sharing import Sharing
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.canvas import Canvas, CanvasWidget
from durak_tui.tui.toolkit.dialog import Question
from durak_tui.tui.toolkit.form import TextField
from durak_tui.tui.toolkit.menu import Entry
from durak_tui.tui.toolkit.note import NOTHING_SAID, Note, Said
from durak_tui.tui.toolkit.screen import asking

EXAMPLES: Final = "lisa  won:lisa  draw  result:1-0  fault  bouts>20  damaged  !damaged"
"""Words that a filter understands."""
_BESIDE: Final = 120  # Columns of a window with room for a table beside short names,
_BESIDE_ALL: Final = 190  # and beside all that is listed.
_LIST: Final = 0.58, 110  # The part of the list there, and its columns at most.
_OF_A_GAME: Final = ("pick", "export", "copy", "about")
_OF_A_LIST: Final = ("filter", "sort", "reverse", "follow", "other", "totals", "review")


class FilterField(TextField):
    """The filter being written; the arrows belong to the list."""

    DEFAULT_CSS = "FilterField { display: none; }"
    BINDINGS: ClassVar = [
        Binding("up", "screen.step(-1)", show=False),
        Binding("down", "screen.step(1)", show=False),
    ]

    def begin(self, text: str) -> None:
        """Hold another text without a message about it."""
        with self.prevent(TextField.Changed):
            self.value = text


class FilterShown(CanvasWidget):
    """The filter that is on, or its label while it is written."""

    DEFAULT_CSS = "FilterShown { height: 1; width: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self._text = ""
        self._writing = False

    def show(self, text: str, *, writing: bool) -> None:
        """Show a filter; an empty one is none."""
        self._text, self._writing = text, writing
        self.styles.width = cell_len(_("Filter")) + 4 if writing else "1fr"
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        if self._writing:
            canvas.put(1, 0, _("Filter") + ":", "accent")
        elif self._text:
            x = canvas.put(1, 0, _("Filter") + ": ", "accent")
            canvas.put(x, 0, self._text, "strong")


class LogsScreen(ReviewingScreen):
    """The list of the games of a log."""

    CSS_PATH = "logs_screen.tcss"
    TITLE = N_("Logs")
    HELP = N_(
        "The games in a log. The list appears at once and grows while the file is being"
        " read.\n\nA filter is a few words, all of which must match: a part of a name; name:lisa"
        " for a whole one; won:lisa, lost:lisa; result:1-0, draw, void; fault, or fault:timeout;"
        " resigned; bouts>20, cards<40, duration>5 (seconds); damaged. An exclamation mark before"
        ' a word means not: !draw. What is in "quotation marks" is one word.\n\nAn exclamation'
        " mark in the list means that an engine has failed, or that the game is damaged."
    )
    ACTIONS: ClassVar = (
        KeyAction("logs.pick", "enter", N_("Open"), N_("Look at the selected game")),
        KeyAction("logs.keep", "enter", N_("Keep"), N_("Keep this filter and go to the list")),
        KeyAction("logs.filter", "slash", N_("Filter"), N_("List only the games that match")),
        KeyAction("logs.sort", "s", N_("Sort"), N_("Choose the order of the list")),
        KeyAction("logs.review", "v", N_("Review all"),
                  N_("Find the mistakes in all games in the list, in the background")),
        KeyAction("logs.totals", "t", N_("Totals"),
                  N_("Totals of all games in the list: score, Elo, faults, time")),
        KeyAction("logs.export", "e", N_("Export"), N_("Write the game or the list to a file"),
                  guests=False),
        KeyAction("logs.copy", "y,c", N_("Copy"), N_("Copy the game to the clipboard")),
        KeyAction("logs.follow", "f", N_("Follow"), N_("Show new games as they are written")),
        KeyAction("logs.about", "i", N_("About"),
                  N_("See everything the log records about the game")),
        KeyAction("logs.reverse", "r", N_("Reverse"), N_("Reverse the order of the list")),
        KeyAction("logs.other", "o", N_("Other log"), N_("Open another log"), guests=False),
    )  # fmt: skip

    def __init__(self, path: str | os.PathLike[str] | None = None, query: str = "") -> None:
        """Without a path one is asked for; ``query`` is the first filter."""
        super().__init__()
        self._path = None if path is None else os.path.abspath(os.path.expanduser(path))
        self._book = LogBook("", self)  # Closed, as long as there is none.
        self._book.close()
        self._sharing = Sharing(self, self._book)
        self._is_known = False  # Whether it is certain that the file is a log.
        self._is_writing = False  # Whether a filter is being written.
        self._beside: GameKey | None = None  # The game whose end is shown beside the list.
        self._kept = ""  # The filter that was there before.
        self._given = query  # The filter with which the screen was opened.

    def content(self) -> ComposeResult:
        with Horizontal(id="panes"):
            yield GameList(self._book, id="games")
            yield EndTable()
        with Horizontal(id="filter"):
            yield FilterShown()
            yield FilterField()
        yield Note(id="note")

    @property
    def _list(self) -> GameList:
        return self.query_one(GameList)

    # Which log

    def on_mount(self) -> None:
        self._list.focus()
        if self.durak.is_guest:
            self._path = os.fspath(self.durak.games_log)  # no other one can be named
        if self._path is None:
            self._choose()
        else:
            self._open(self._path)

    @asking
    async def _choose(self, problem: str = "", path: str = "", *, folder: str = "") -> None:
        if self.durak.is_guest:
            self.leave_saying(problem)
            return
        from durak_tui.tui.logs.open_log import OpenLogScreen

        chosen: str | None = await self.ask(OpenLogScreen(problem, path, folder=folder))
        if chosen is not None:
            self._given = ""
            self._open(chosen)
        elif self._book.is_closed:
            self.durak.go_back()

    def _open(self, path: str) -> None:
        self._book.close()
        self._book = LogBook(path, self)
        self._sharing = Sharing(self, self._book)
        self.end_review()
        self._is_known, self._said, self._kept = False, NOTHING_SAID, self._given
        self.query_one(FilterField).begin(self._given)
        # In the log of one's own games the last one is looked for, in others the first one.
        order = NEWEST if self._book.path == os.fspath(self.durak.games_log) else FILE_ORDER
        self._book.search(parse_query(self._given), order)
        self._show_filter(False)
        self._list.begin(self._book)
        self.show_state()
        self._show_end(None)
        self.run_worker(self._book.run, thread=True)

    def _give_up(self, problem: str, **values: object) -> None:
        """Say why this log will not do, and choose again."""
        path = short_path(self._book.path)
        self._book.close()
        # The path is in the field, whole; of a long one the reason behind it would be cut.
        self._choose(problem.format(path=os.path.basename(path), **values), path)

    def _remember(self, path: str) -> None:
        """Offer the log the next time; runs in a thread."""
        try:
            self.durak.state.change(lambda state: state.with_log(path))
        except OSError as error:
            text = _("Could not add this log to the recent ones: {why}.")
            self.call_later(self.say, text.format(why=why(error)), True)

    def on_unmount(self) -> None:
        self.end_review()
        self._book.close()

    # What comes from the log

    def cannot_open(self, error: OSError) -> None:
        if self.durak.is_guest and isinstance(error, FileNotFoundError):
            self.leave_saying(_("You have not finished a game yet."))
        elif isinstance(error, IsADirectoryError) and not self.durak.is_guest:
            folder = self._book.path
            self._book.close()
            self._choose(folder=folder)
        else:
            self._give_up(_("Cannot open {path}: {why}."), why=why(error))

    def progressed(self, before: ReadProgress, now: ReadProgress) -> None:
        if before.state != now.state:
            self._said = NOTHING_SAID
        if not self._is_known and (now.games or not now.busy):
            if not now.games and now.size:
                self._give_up(_("{path} is not a log: it contains no games."))
                return
            self._is_known = True
            self.run_worker(partial(self._remember, self._book.path), thread=True)
        if now.restarts != before.restarts:
            self.say(log_words.restart_sentence(now), True)
        self._list.progressed(now)
        self.show_state()

    def turned(self, page: GamePage) -> None:
        self._list.turn(page)

    # What is shown

    def show_state(self) -> None:
        """Show the name of the log and how far it is read."""
        book, now = self._book, self._book.progress
        if book.is_closed:
            return
        parts: list[str] = []
        if now is not NOTHING_READ:
            parts.append(log_words.counted(now, filtered=bool(book.query.terms)))
            if book.order != FILE_ORDER:
                parts.append(_(log_words.ORDERS[book.order]))
            parts.append(log_words.under_way(now, book.order))
            if book.follows:
                parts.append(_("following"))
            parts.append(self.review_progress)
        state = f" {self.durak.glyphs.dot} ".join(filter(None, parts))
        path = short_path(book.path)
        self.head(state, "text", title=path, short=os.path.basename(path))
        self.show_said()

    def show_said(self) -> None:
        of_file = (log_words.state_sentence(self._book.progress), "bad")
        said = [self._said, of_file, self._of_game()]
        if self._is_writing:
            said.insert(0, self._of_filter())
        self.query_one(Note).say(next((one for one in said if one[0]), NOTHING_SAID))

    def _of_game(self) -> Said:
        game = self._list.current
        if game is None:
            return NOTHING_SAID
        if why := log_words.why(game):
            return (why, "bad")
        return (log_words.facts(game, self.durak.glyphs, without=self._list.columns), "dim")

    def _of_filter(self) -> Said:
        text = self.query_one(FilterField).value
        try:
            parse_query(text)
        except QueryError as error:
            return (str(error.message), "bad")
        return (_("For example: {words}").format(words=EXAMPLES) if not text else "", "dim")

    def on_game_list_cursor_moved(self, event: GameList.CursorMoved) -> None:
        if event.by_user:
            self._said = NOTHING_SAID
        self._lay()
        self.show_said()
        self.keys_changed()
        if self._list.key != self._beside:
            self._show_end(self._list.key)

    def _show_end(self, key: GameKey | None) -> None:
        self._beside = key
        self.query_one(EndTable).show_end(partial(self._record_of, key))

    async def _record_of(self, key: GameKey | None) -> GameRecord | None:
        if key is None:
            return None
        game: OpenGame | None = await self._book.read(partial(open_number, key=key))
        return game.record if game else None

    def fill(self) -> None:
        self.show_state()

    def _lay(self) -> None:
        """Give the table the room that the list can spare.

        Below the widest windows that is only where no name is cut for it: variants of an engine
        are told apart by their ends.
        """
        width, games = self.size.width, self._list
        part, most = _LIST
        columns = min(int(width * part), most)
        beside = width >= _BESIDE_ALL or (width >= _BESIDE and games.fits(columns))
        self.set_class(beside, "-beside")
        games.styles.width = columns if beside else "1fr"

    def on_resize(self) -> None:
        self._lay()
        self.show_state()

    def on_screen_resume(self) -> None:
        self._book.look()

    # What can be done

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if not self.is_mounted:
            return action not in _OF_A_GAME
        if action == "keep":
            return self._is_writing
        if action in _OF_A_GAME:
            games = self._list
            is_there = games.current is not None or (action == "pick" and games.waits)
            return not self._is_writing and is_there
        return action not in _OF_A_LIST or not self._is_writing

    def on_game_list_game_picked(self) -> None:
        if self._is_writing:
            self.action_keep()
        if self._is_writing:  # it is not understood
            self.query_one(FilterField).focus()
        else:
            self._show_game()

    @asking
    async def _show_game(self) -> None:
        from durak_tui.tui.logs.replay_screen import ReplayScreen

        if game := await self._taken_out():
            listed = bool(self._book.query.terms) or self._book.order != FILE_ORDER
            screen = ReplayScreen(self._book, self._sharing, game, listed=listed)
            last: OpenGame | None = await self.ask(screen)
            if last is not None:
                self._list.go_to(last)

    @asking
    async def action_about(self) -> None:
        from durak_tui.tui.logs.game_info import GameInfo

        if game := await self._taken_out():
            self.app.push_screen(GameInfo(game))

    async def _taken_out(self) -> OpenGame | None:
        """Read the game with the cursor; None if it is gone."""
        if (key := self._list.key) is None:
            return None
        game = await self._book.read(partial(open_game, key=key, row=self._list.cursor))
        if game is None:
            self.say(_(CHANGED), True)
        return game

    def action_copy(self) -> None:
        if key := self._list.key:
            self._sharing.copy(key)

    def action_export(self) -> None:
        if key := self._list.key:
            self._sharing.export(key, self._book.progress.rows)

    def action_follow(self) -> None:
        self._book.follow(not self._book.follows)
        if self._book.follows:
            self._list.to_newest()
        self.show_state()

    def action_other(self) -> None:
        self._sharing.before_leaving(self._choose)

    def action_back(self) -> None:
        """Undo the filter being written, then the kept one, then leave."""
        if self._is_writing or self._book.query.text != self._given:
            self._kept = self._kept if self._is_writing else self._given
            self.query_one(FilterField).value = self._kept
            self._filter(parse_query(self._kept))
            self._show_filter(False)
        else:
            self._sharing.before_leaving(self._leave)

    def _leave(self) -> None:
        if self._path is None and not self._book.is_closed:
            self._book.close()
            self._choose()
        else:
            super().action_back()

    # The whole list

    def action_totals(self) -> None:
        from durak_tui.tui.logs.totals_screen import TotalsScreen

        self.app.push_screen(TotalsScreen(self._book))

    # Filter and order

    def action_filter(self) -> None:
        self._show_filter(True)

    def action_keep(self) -> None:
        if self._of_filter()[1] != "bad":
            field = self.query_one(FilterField)
            self._kept = field.value = field.value.strip()
            self._show_filter(False)

    def _show_filter(self, writing: bool) -> None:
        field, shown = self.query_one(FilterField), self.query_one(FilterShown)
        self._is_writing = writing
        shown.show(field.value, writing=writing)
        field.display = writing
        (field if writing else self._list).focus()
        self.show_said()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_keep()

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        with suppress(QueryError):  # the note says it
            self._filter(parse_query(event.value))
        self.show_said()

    def action_step(self, by: int) -> None:
        self._list.action_move(by)

    def _filter(self, query: Query) -> None:
        if query.text != self._book.query.text:
            self._book.search(query, self._book.order)
            if query.terms:
                self._list.begin(self._book)
            else:
                self._list.keep()
            self.show_state()

    @asking
    async def action_sort(self) -> None:
        orders = list(log_words.ORDERS)
        entries = [Entry(str(n), _(log_words.ORDERS[one])) for n, one in enumerate(orders)]
        text, at = _("Sort the list:"), orders.index(self._book.order)
        if answer := await self.ask(Question(_("Sort"), text, entries, at)):
            self._sort(orders[int(answer)])

    def on_game_list_head_clicked(self, event: GameList.HeadClicked) -> None:
        """Sort by that column, or reverse the order."""
        order = self._book.order
        if event.by == order.by:
            self.action_reverse()
        else:
            self._sort(next(one for one in log_words.ORDERS if one.by == event.by))

    def action_reverse(self) -> None:
        order = self._book.order
        self._sort(order._replace(descending=not order.descending))

    def _sort(self, order: Order) -> None:
        if order != self._book.order:
            self._book.search(self._book.query, order)
            self._list.begin(self._book)
            self.show_state()
