"""The games of a log as rows, read only while in view."""

from collections.abc import Iterable, Sequence, Set
from itertools import accumulate
from typing import ClassVar, Final, NamedTuple, get_args

from rich.cells import cell_len
from textual.geometry import Region
from textual.message import Message

from durak_tui.common.i18n import _, pgettext
from durak_tui.library.catalogue import ReadProgress
from durak_tui.library.order import FILE_ORDER, SortKey
from durak_tui.library.summary import RESULTS, Summary
from durak_tui.tui.logs import log_words
from durak_tui.tui.logs.log_reader import NOTHING_READ, GameKey, GamePage, LogBook, OpenGame, Wanted
from durak_tui.tui.toolkit.canvas import Canvas, CanvasWidget, fit
from durak_tui.tui.toolkit.glyphs import Glyphs
from durak_tui.tui.toolkit.menu import Cell, ListCanvas
from durak_tui.user.engines import who_plays
from durak_tui.words.game_notation import outcome_word

_NORMAL: Final = 78
_WIDE: Final = 110  # Columns with room for more facts, also in logs_screen.py.
_LEAST: Final = 66  # Columns that have room for the beginning, too, beside a table.
_LEAST_DIGITS: Final = 4
_BEGAN: Final = 16  # Columns of a date and a time.
_SORT: Final = "sort"  # A click on a head is ``sort:KEY``.
_NO_PAGE: Final = GamePage(-1, 0, 0, (), NOTHING_READ)


class _Column(NamedTuple):
    what: str  # If a list can be sorted by it, the key of that order.
    width: int
    right: bool = False  # Whether it ends where its width does.


class GameList(ListCanvas):
    """The games of a log; the rows in view come by :meth:`turn`."""

    HEAD: ClassVar = 1
    MORE: ClassVar = "dim"
    WHEEL: ClassVar = 3

    class GamePicked(Message):
        """The choice of the game with the cursor."""

    class HeadClicked(Message):
        """A click on the head of a column."""

        def __init__(self, by: str) -> None:
            super().__init__()
            self.by = by

    class CursorMoved(Message):
        """The cursor's move, perhaps to another game or to none."""

        def __init__(self, by_user: bool) -> None:
            """``by_user`` if it was the user who has moved the cursor."""
            super().__init__()
            self.by_user = by_user

    def __init__(self, book: LogBook, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._book = book
        self._page = _NO_PAGE
        self._progress = NOTHING_READ
        self._cursor = self._top = 0  # Where it belongs, which may not be shown yet.
        self._has_moved = False  # Whether the user has moved it and no message said so yet.
        self._is_picked = False  # Whether the game with the cursor is picked, once it is shown.
        self._wish = Wanted(0, 0, 0, 0)
        self._drawn: Sequence[tuple[int, _Column]] = ()  # The columns, and where they begin.
        self._own: Set[str] = frozenset()  # The names of the person.
        self._longest = 0  # Columns of the longest names that have been in view.

    # What it shows

    @property
    def current(self) -> Summary | None:
        """The game with the cursor, as it is shown."""
        page = self._page
        at = page.cursor - page.top
        return page.rows[at] if 0 <= at < len(page.rows) else None

    @property
    def key(self) -> GameKey | None:
        """The key of the game with the cursor."""
        game = self.current
        return None if game is None else GameKey(game.number, self._page.progress.restarts)

    @property
    def waits(self) -> bool:
        """True while a wish has not been met."""
        return self._page.number != self._wish.number

    def begin(self, book: LogBook) -> None:
        """Show a log, or another list of it, from its first row."""
        if book is not self._book:
            self._longest = 0
        self._book = book
        self._cursor = self._top = 0
        self._is_picked = False
        self._want()

    def turn(self, page: GamePage) -> None:
        """Show a page."""
        if page.number == self._wish.number:
            self._cursor, self._top = page.cursor, page.top
        self._progress = page.progress
        self._show(page)

    def progressed(self, now: ReadProgress) -> None:
        """Take in how long the list is by now.

        Where new games come in, a cursor stays that stands there while the log is followed.
        """
        self._progress = now
        page, order = self._page, self._book.order
        if page is _NO_PAGE:
            return
        # In any other order new games come in anywhere, and the cursor stays.
        by_file = order.by == "file"
        backward = by_file and order.descending
        is_at_end = self._cursor == 0 if backward else self._cursor >= page.progress.rows - 1
        grown = now.rows != page.progress.rows
        if self.waits:
            if now.version != page.progress.version:
                # It was to be found in a list that has changed meanwhile.
                self._want(game=self._wish.game, at_end=self._wish.at_end)
        elif self._book.follows and grown and is_at_end and by_file:
            self._want(at_end=True)
        elif now.version != page.progress.version:
            if self._cursor or backward:
                self.keep()
            else:
                self._want()
        elif grown and len(page.rows) < self.rows_in_view:
            self._want()
        elif not page.rows:
            self.redraw()  # for another reason by now

    def go_to(self, game: OpenGame) -> None:
        """Put the cursor on a game, unless it is of another file."""
        if game.key.restarts == self._page.progress.restarts:
            self._cursor = row = game.row
            self._top = min(max(self._top, row - self.rows_in_view + 1), row)
            self._want(game=game.key)

    def to_newest(self) -> None:
        """Put the cursor where new games come in."""
        if self._book.order.by == "file":
            self._want(at_end=True)

    def keep(self) -> None:
        """Show another list; the cursor stays on its game if possible."""
        self._want(game=self.key)

    @property
    def columns(self) -> Set[str]:
        """The facts that there is room for in the rows."""
        return {column.what for column in _columns(self.size.width, 0)}

    @property
    def rows_in_view(self) -> int:
        """The number of rows there is room for."""
        return max(0, self.size.height - 1)

    def _want(self, *, game: GameKey | None = None, at_end: bool = False) -> None:
        if height := self.rows_in_view:
            number = self._wish.number + 1
            self._wish = Wanted(number, self._cursor, self._top, height, game, at_end)
            self._book.show(self._wish)

    def on_resize(self) -> None:
        self._want()

    # Moving

    def action_move(self, by: int) -> None:
        self._go(self._cursor + by, self._top)

    def action_page(self, pages: int) -> None:
        by = pages * max(1, self.rows_in_view - 1)
        self._go(self._cursor + by, self._top + by)

    def _go(self, row: int, top: int) -> None:
        page, height, count = self._page, self.rows_in_view, self._progress.rows
        if page is _NO_PAGE or not count:
            return
        row = max(0, min(row, count - 1))
        if not top <= row < top + height:
            # Half a page further, so that not every step at the edge moves all rows.
            top = row - height // 2 if abs(row - top) < 2 * height else row
        top = max(0, min(top, count - height))
        if (row, top) == (self._cursor, self._top):
            return
        waits = self.waits
        self._cursor, self._top = row, top
        self._has_moved = True
        self._is_picked = False
        if waits or top != page.top or row >= top + len(page.rows):
            self._want()
            return
        self._show(page._replace(cursor=row))

    def fits(self, width: int) -> bool:
        """Find room in ``width`` columns for all names seen so far, uncut.

        There is none before any have been seen: it might be taken away again at once.
        """
        if not self._longest:
            return False
        names = (one for _x, one in self._columns(width) if one.what == "player")
        return next(names).width >= self._longest

    def _show(self, page: GamePage) -> None:
        """Show a page, and report that the cursor's game may differ."""
        self._page, self.cursor = page, page.cursor
        lengths = (cell_len(log_words.players(game, self.glyphs)) for game in page.rows)
        self._longest = max(self._longest, *lengths, 0)
        self.redraw()
        self.post_message(self.CursorMoved(self._has_moved))
        self._has_moved = self._has_moved and self.waits
        if self._is_picked:
            self.action_pick()

    def action_pick(self) -> None:
        """Pick the game with the cursor, as soon as it is shown."""
        self._is_picked = self.current is None and self.waits
        if self.current is not None:
            self.post_message(self.GamePicked())

    def clicked(self, place: int) -> None:
        if place == self.cursor:
            self.action_pick()
        else:
            self._go(place, self._top)

    def on_canvas_widget_chosen(self, event: CanvasWidget.Chosen) -> None:
        kind, _colon, what = event.action.partition(":")
        if kind == _SORT:
            event.stop()
            self.post_message(self.HeadClicked(what))

    # Drawing

    def places(self) -> int:
        return self._page.progress.rows

    def in_view(self, height: int) -> range:
        top = self._page.top
        return range(top, top + min(len(self._page.rows), height))

    def draw(self, canvas: Canvas) -> None:
        if self._page is not _NO_PAGE:
            self._drawn = self._columns(canvas.width)
            self._own = who_plays(self.durak.settings.value).persons
            super().draw(canvas)
            if not self._page.rows:
                canvas.put(2, 2, fit(self._nothing(), canvas.width - 2, self.glyphs), "text")

    def _nothing(self) -> str:
        """Say why there are no rows."""
        busy = self._progress.busy
        if self._book.query.terms:
            return _("Searching...") if busy else _("No games match.")
        return _("Reading...") if busy else _("No games yet.")

    def draw_head(self, canvas: Canvas) -> None:
        titles = {
            "file": pgettext("number", "No."),
            "start": _("Began"),
            "player": _("Players"),
            "result": _("Result"),
            "bouts": _("Bouts"),
            "duration": _("Took"),
            "why": "",
        }
        glyphs, order = self.glyphs, self._book.order
        for x, column in self._drawn:
            title = titles[column.what]
            if column.what == order.by and order != FILE_ORDER:
                arrow = glyphs.more_below if order.descending else glyphs.more_above
                title = f"{fit(title, column.width - 1, glyphs)}{arrow}"
            canvas.put(x, 0, _fitted(title, column, glyphs), "dim")
            if column.what in get_args(SortKey):
                canvas.zone(Region(x, 0, column.width, 1), f"{_SORT}:{column.what}")

    def row_cells(self, row: int, look: str, canvas: Canvas) -> Iterable[Cell]:
        game = self._page.rows[row - self._page.top]
        looks = {"why": "bad"}
        if look == "text":
            looks["result"] = self._result_look(game)
        for x, column in self._drawn:
            if column.what == "player" and look == "text":
                yield from self._names(game, x, column.width)
                continue
            text = _fitted(_cell(game, column, self.glyphs), column, self.glyphs)
            yield x, text, looks.get(column.what, look)

    def _names(self, game: Summary, x: int, width: int) -> Iterable[Cell]:
        """The players, the winner in bold."""
        parts = log_words.player_parts(game, self.glyphs, width)
        winner = {"1-0": 0, "0-1": len(parts) - 1}.get(game.result or "")
        for place, part in enumerate(parts):
            text = fit(part, width, self.glyphs)
            yield x, text, "strong" if place == winner and len(parts) > 1 else "text"
            x += cell_len(text)

    def _result_look(self, game: Summary) -> str:
        """The look of a result, by what it was for the person."""
        is_own = [name in self._own for name in game.names or ()]
        if sum(is_own) != 1 or game.result not in ("1-0", "0-1"):
            return "text"
        return "good" if is_own[game.result == "0-1"] else "bad"

    def _columns(self, width: int) -> list[tuple[int, _Column]]:
        """The columns, and where they begin."""
        columns = _columns(width, self._page.progress.games)
        columns = _for_names(columns, self._page.rows, self.glyphs)
        widths = (column.width + 2 for column in columns)
        return list(zip(accumulate(widths, initial=2), columns, strict=False))


def _columns(width: int, games: int) -> list[_Column]:
    """The columns that there is room for."""
    number = _Column("file", max(_LEAST_DIGITS, len(str(games))), right=True)
    words = (_("Result"), *map(outcome_word, RESULTS))
    result = _Column("result", max(map(cell_len, words)))
    bouts = _Column("bouts", 6, right=True)
    start = _Column("start", _BEGAN)
    if width < _NORMAL:
        before = [number] if width < _LEAST else [number, start]
        behind = [result, _Column("why", 1)]
    elif width < _WIDE:
        before, behind = [number, start], [result, bouts, _Column("why", 10)]
    else:
        seconds = _Column("duration", 9, right=True)
        why = _Column("why", (width - 59) // 2)
        before, behind = [number, start], [result, bouts, seconds, why]
    # The cursor's mark at the left, the arrows at the right, and two blanks between columns.
    rest = width - 3 - sum(column.width + 2 for column in (*before, *behind))
    return [*before, _Column("player", rest), *behind]


def _for_names(columns: list[_Column], rows: Sequence[Summary], glyphs: Glyphs) -> list[_Column]:
    """Columns in which long names take what the last can spare."""
    *others, why = columns
    names = next(column for column in others if column.what == "player")
    wanted = max((cell_len(log_words.players(game, glyphs)) for game in rows), default=0)
    used = max((cell_len(_cell(game, why, glyphs)) for game in rows), default=0)
    more = max(0, min(wanted - names.width, why.width - max(1, used)))
    wider = names._replace(width=names.width + more)
    return [
        *(wider if column is names else column for column in others),
        why._replace(width=why.width - more),
    ]


def _fitted(text: str, column: _Column, glyphs: Glyphs) -> str:
    text = fit(text, column.width, glyphs)
    return f"{text:>{column.width}}" if column.right else text


def _cell(game: Summary, column: _Column, glyphs: Glyphs) -> str:
    match column.what:
        case "file":
            return str(game.number + 1)
        case "start":
            return log_words.start(game.started_at, glyphs)
        case "player":
            return log_words.players(game, glyphs, column.width)
        case "result":
            return outcome_word(game.result)
        case "bouts":
            return glyphs.dash if game.bouts is None else str(game.bouts)
        case "duration":
            return log_words.duration(game.seconds, glyphs)
    word = log_words.why_word(game)
    if column.width == 1:
        return "!" if game.damaged or log_words.is_fault(game) else ""
    return log_words.why(game) if column.width > 10 and word else word
