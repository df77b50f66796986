"""The games of a log, listed while they are being read."""

import os
from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input

from durak_tui.common.i18n import N_, _, why
from durak_tui.library.catalogue import Catalogue, Progress
from durak_tui.library.order import FILE_ORDER, Order
from durak_tui.library.query import EVERYTHING, Query, QueryError, parse_query
from durak_tui.tui.logs import log_words
from durak_tui.tui.logs.filter_line import FilterField, FilterShown
from durak_tui.tui.logs.game_list import GameList
from durak_tui.tui.logs.log_reader import GamePage, LogBook, Wanted
from durak_tui.tui.logs.open_game import CHANGED, OpenGame, open_row
from durak_tui.tui.logs.sharing import ExportChoice, Sharing
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.dialog import Question
from durak_tui.tui.toolkit.menu import Entry
from durak_tui.tui.toolkit.note import Heading, Note, Said
from durak_tui.tui.toolkit.screen import DurakScreen, asking

EXAMPLES: Final = "lisa  won:lisa  draw  result:1-0  fault  bouts>20  damaged  !damaged"
"""Words that a filter understands."""
_OF_A_GAME: Final = ("pick", "export", "copy", "about")
_OF_A_LIST: Final = ("filter", "sort", "reverse", "follow", "other")


class LogsScreen(DurakScreen):
    """The list of the games of a log."""

    CSS_PATH = "screen.tcss"
    ACTIONS: ClassVar = (
        KeyAction("logs.pick", "enter", N_("Open"), N_("Look at the game with the cursor")),
        KeyAction("logs.keep", "enter", N_("Keep"), N_("Keep this filter and go to the list")),
        KeyAction("logs.filter", "slash", N_("Filter"), N_("List only some of the games")),
        KeyAction("logs.sort", "s", N_("Sort"), N_("Choose the order of the list")),
        KeyAction("logs.follow", "f", N_("Follow"), N_("Show new games as they are written")),
        KeyAction("logs.export", "e", N_("Export"), N_("Copy the game or the list to a file")),
        KeyAction("logs.copy", "y,c", N_("Copy"), N_("Copy the game to the clipboard")),
        KeyAction("logs.about", "i", N_("About"), N_("All that the log says about the game")),
        KeyAction("logs.reverse", "r", N_("Reverse"), N_("Turn the order of the list round")),
        KeyAction("logs.other", "o", N_("Other log"), N_("Open another log")),
    )

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        """Without a path one is asked for."""
        super().__init__()
        self._path = None if path is None else os.path.abspath(os.path.expanduser(path))
        self._asks_first = path is None
        self._book: LogBook | None = None
        self._query: Query = EVERYTHING
        self._order: Order = FILE_ORDER
        self._progress: Progress | None = None
        self._is_known = False
        """Whether it is certain that the file is a log."""
        self._restarts = 0
        self._said: Said = ("", "dim")
        self._is_writing = False
        """Whether a filter is being written."""
        self._kept = ""
        """The filter that was there before."""
        self._sharing: Sharing | None = None
        """That of the log that is open."""

    def content(self) -> ComposeResult:
        yield Heading(id="heading")
        yield GameList(self._turn_to, id="games")
        with Horizontal(id="filter"):
            yield FilterShown()
            yield FilterField()
        yield Note(id="note")

    def title_text(self) -> str:
        return _("Logs")

    def help_text(self) -> str:
        return _(
            "The games of a log. The list is there at once and grows while the file is still"
            " being read.\n\n"
            "A filter is a few words, all of which have to hold: a part of a name; won:lisa,"
            " lost:lisa; result:1-0, draw, void; fault, or fault:timeout; resigned; bouts>20,"
            " cards<40, duration>5 (seconds); damaged. An exclamation mark before a word turns"
            ' it round: !draw. What is in "quotation marks" is one word.\n\n'
            "An exclamation mark in the list: an engine has failed, or the game is damaged."
        )

    @property
    def _list(self) -> GameList:
        return self.query_one(GameList)

    # Which log

    def on_mount(self) -> None:
        self._list.focus()
        if self._path is None:
            self._choose()
        else:
            self._open(self._path)

    @asking
    async def _choose(self, problem: str = "", path: str = "") -> None:
        from durak_tui.tui.logs.open_log import OpenLogScreen

        chosen: str | None = await self.ask(OpenLogScreen(problem, path))
        if chosen is not None:
            self._open(chosen)
        elif self._book is None:
            self.durak.go_back()

    def _open(self, path: str) -> None:
        self._close()
        self._query, self._order = EVERYTHING, FILE_ORDER
        self._progress, self._is_known, self._restarts = None, False, 0
        self._said = ("", "dim")
        book = self._book = LogBook(
            path,
            self.call_later,
            failed=self._cannot_open,
            progressed=self._progressed,
            turned=self._turned,
        )
        self._sharing = Sharing(self, book, self._say)
        self._kept = ""
        self.query_one(FilterField).begin("")
        self._show_filter(False)
        self._list.begin(FILE_ORDER)
        self._show_state()
        self.run_worker(book.run, thread=True)

    def _close(self) -> None:
        if self._book is not None:
            self._book.close()
            self._book = None
        if self._sharing is not None:
            self._sharing.close()
            self._sharing = None

    def _cannot_open(self, error: OSError) -> None:
        self._give_up(_("{path} cannot be opened: {why}."), why=why(error))

    def _give_up(self, problem: str, **values: object) -> None:
        """Say why this log will not do, and choose again."""
        assert self._book
        path = log_words.short_path(self._book.path)
        self._close()
        self._choose(problem.format(path=path, **values), path)

    def _remember(self, path: str) -> None:
        """Offer the log the next time; runs in a thread."""
        try:
            self.durak.state.change(lambda state: state.with_log(path))
        except OSError as error:
            text = _("It could not be remembered that this log was opened: {why}.")
            self.call_later(self._say, text.format(why=why(error)), True)

    def on_unmount(self) -> None:
        self._close()

    # What comes from the log

    def _turn_to(self, wanted: Wanted) -> None:
        if self._book is not None:
            self._book.show(wanted)

    def _progressed(self, now: Progress) -> None:
        book = self._book
        assert book
        if self._progress is not None and self._progress.state != now.state:
            self._said = ("", "dim")
        self._progress = now
        if not self._is_known and (now.games or not now.busy):
            if not now.games and now.size:
                self._give_up(_("{path} is no log: there is no game in it."))
                return
            self._is_known = True
            self.run_worker(lambda: self._remember(book.path), thread=True)
        if now.restarts != self._restarts:
            self._restarts = now.restarts
            self._say(log_words.restart_sentence(now), True)
        self._list.nothing = self._nothing(now)
        self._list.progress(now, follows=book.follows)
        self._show_state()

    def _turned(self, page: GamePage) -> None:
        self._list.nothing = self._nothing(page.progress)
        self._list.turn(page)

    def _nothing(self, now: Progress) -> str:
        if self._query.terms:
            return _("Searching...") if now.busy else _("No game is like that.")
        return _("Reading...") if now.busy else _("There is no game yet.")

    # What is shown

    def _show_state(self) -> None:
        """Show the name of the log and how far it is read."""
        book, now = self._book, self._progress
        if book is None:
            return
        parts: list[str] = []
        if now is not None:
            parts.append(log_words.counted(now, filtered=bool(self._query.terms)))
            if self._order != FILE_ORDER:
                parts.append(_(log_words.ORDERS[self._order]))
            parts.append(log_words.under_way(now, self._order))
            if book.follows:
                parts.append(_("following"))
        state = f" {self.durak.glyphs.dot} ".join(filter(None, parts))
        path = log_words.short_path(book.path)
        self.query_one(Heading).show(path, state, "text", short=os.path.basename(path))
        self._show_note()

    def _show_note(self) -> None:
        said = [self._said, self._of_file(), self._of_game()]
        if self._is_writing:
            said.insert(0, self._of_filter())
        self.query_one(Note).say(next((one for one in said if one[0]), ("", "dim")))

    def _of_file(self) -> Said:
        return (log_words.state_sentence(self._progress) if self._progress else "", "bad")

    def _of_game(self) -> Said:
        game = self._list.current
        if game is None:
            return ("", "dim")
        if why := log_words.why(game):
            return (why, "bad")
        known = self._list.columns
        return (log_words.facts(game, self.durak.glyphs, without=known), "dim")

    def _of_filter(self) -> Said:
        text = self.query_one(FilterField).value
        try:
            parse_query(text)
        except QueryError as error:
            return (str(error.message), "bad")
        return (_("Such as: {words}").format(words=EXAMPLES) if not text else "", "dim")

    def _say(self, text: str, bad: bool) -> None:
        self._said = (text, "bad" if bad else "good")
        self._show_note()

    def on_game_list_moved(self, event: GameList.Moved) -> None:
        if event.by_user:
            self._said = ("", "dim")
        self._show_note()
        self.keys_changed()

    def redraw(self) -> None:
        self._show_state()
        super().redraw()

    def on_resize(self) -> None:
        self._show_state()

    def on_screen_resume(self) -> None:
        if self._book is not None:
            self._book.look()

    # What can be done

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if not self.is_mounted:
            return action not in _OF_A_GAME
        if action == "keep":
            return self._is_writing
        if action in _OF_A_GAME:
            return not self._is_writing and self._list.current is not None
        return action not in _OF_A_LIST or not self._is_writing

    def _choice(self) -> ExportChoice | None:
        game = self._list.current
        return None if game is None else ExportChoice(game.number, self._list.restarts)

    def on_game_list_picked(self) -> None:
        if self._is_writing:
            self.action_keep()
        if self._is_writing:  # it is not understood
            self.query_one(FilterField).focus()
        else:
            self.action_pick()

    @asking
    async def action_pick(self) -> None:
        from durak_tui.tui.logs.replay import ReplayScreen

        book, sharing = self._book, self._sharing
        game = await self._taken_out()
        if game is None or book is None or sharing is None:
            return
        listed = bool(self._query.terms) or self._order != FILE_ORDER
        last: OpenGame | None = await self.ask(ReplayScreen(book, sharing, game, listed=listed))
        if last is not None and last.restarts == self._list.restarts:
            self._list.go_to(last.number, last.row)

    @asking
    async def action_about(self) -> None:
        from durak_tui.tui.logs.game_info import GameInfo

        if game := await self._taken_out():
            self.app.push_screen(GameInfo(game))

    async def _taken_out(self) -> OpenGame | None:
        """Read the game with the cursor; None if it is gone."""
        book, choice, row = self._book, self._choice(), self._list.cursor
        if book is None or choice is None:
            return None

        def work(catalogue: Catalogue) -> OpenGame | None:
            here = choice.restarts == catalogue.progress.restarts
            place = catalogue.row(choice.number) if here else None
            return open_row(catalogue, row if place is None else place) if here else None

        game = await book.read(work)
        if game is None:
            self._say(_(CHANGED), True)
        return game

    def action_copy(self) -> None:
        choice = self._choice()
        if self._sharing is not None and choice is not None:
            self._sharing.copy(choice)

    def action_export(self) -> None:
        choice = self._choice()
        if self._sharing is not None and choice is not None and self._progress is not None:
            self._sharing.export(choice, self._progress.rows)

    def action_follow(self) -> None:
        if self._book is not None:
            self._book.follow(not self._book.follows)
            if self._book.follows:
                self._list.to_newest()
            self._show_state()

    def action_other(self) -> None:
        self._before_leaving(self._choose)

    def action_back(self) -> None:
        """Undo the filter being written, then the kept one, then leave."""
        if self._is_writing or self._query.terms:
            self._kept = self._kept if self._is_writing else ""
            self.query_one(FilterField).value = self._kept
            self._filter(parse_query(self._kept))
            self._show_filter(False)
            self._show_note()
        else:
            self._before_leaving(self._leave)

    async def action_quit(self) -> None:
        self._before_leaving(self.durak.leave)

    def _before_leaving(self, leave: Callable[[], object]) -> None:
        if self._sharing is None:
            leave()
        else:
            self._sharing.before_leaving(leave)

    def _leave(self) -> None:
        if self._asks_first and self._book is not None:
            self._close()
            self._choose()
        else:
            super().action_back()

    # Filter and order

    def action_filter(self) -> None:
        self._show_filter(True)
        self._show_note()

    def action_keep(self) -> None:
        field = self.query_one(FilterField)
        if self._of_filter()[1] == "bad":
            return
        self._kept = field.value = field.value.strip()
        self._show_filter(False)
        self._show_note()

    def _show_filter(self, writing: bool) -> None:
        field, shown = self.query_one(FilterField), self.query_one(FilterShown)
        self._is_writing = writing
        shown.show(field.value, writing=writing)
        field.display = writing
        (field if writing else self._list).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_keep()

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        try:
            query = parse_query(event.value)
        except QueryError:
            pass  # the note says it
        else:
            self._filter(query)
        self._show_note()

    def on_filter_field_stepped(self, event: FilterField.Stepped) -> None:
        event.stop()
        self._list.action_move(event.by)

    def _filter(self, query: Query) -> None:
        if self._book is None or query.text == self._query.text:
            return
        self._query = query
        self._search(keep=not query.terms)

    @asking
    async def action_sort(self) -> None:
        orders: Sequence[Order] = list(log_words.ORDERS)
        entries = [Entry(str(n), _(log_words.ORDERS[one])) for n, one in enumerate(orders)]
        text, at = _("The order of the list:"), orders.index(self._order)
        if answer := await self.ask(Question(_("Sort"), text, entries, at)):
            self._sort(orders[int(answer)])

    def action_reverse(self) -> None:
        self._sort(self._order._replace(descending=not self._order.descending))

    def _sort(self, order: Order) -> None:
        if order != self._order:
            self._order = order
            self._search(keep=False)

    def _search(self, *, keep: bool) -> None:
        if self._book is None:
            return
        self._book.search(self._query, self._order)
        if keep:
            self._list.keep()
        else:
            self._list.begin(self._order)
        self._show_state()
