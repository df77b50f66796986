"""One's own record: score, rating, its course, opponents, the last games."""

import asyncio
import os
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import count
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, Final

from rich.cells import cell_len
from textual import work
from textual.app import ComposeResult
from textual.containers import Container

from durak_tui.common.i18n import N_, _, why
from durak_tui.common.text import short_path
from durak_tui.game.cards import parse_card
from durak_tui.library.catalogue import ReadProgress
from durak_tui.library.index import LogReader
from durak_tui.library.order import NEWEST
from durak_tui.library.own_record import COURSE, Overview, OwnGame, OwnPlayer, OwnRecord
from durak_tui.library.query import EVERYTHING, query_of
from durak_tui.tui.logs.log_reader import CHANGED, UPDATES, GameKey, GamePage, LogBook, open_game
from durak_tui.tui.logs.own_course import OwnCourse
from durak_tui.tui.logs.reviewing import ReviewingScreen
from durak_tui.tui.logs.sharing import Sharing
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.canvas import Canvas
from durak_tui.tui.toolkit.card_row import CardRow
from durak_tui.tui.toolkit.menu import Cell, ListCanvas
from durak_tui.tui.toolkit.note import NOTHING_SAID, Note
from durak_tui.tui.toolkit.page import Line, paragraph
from durak_tui.tui.toolkit.screen import asking
from durak_tui.user.engines import who_plays
from durak_tui.words import own_record_words as words
from durak_tui.words.text_table import fitted, in_columns

if TYPE_CHECKING:
    from durak_tui.analysis.game_review import MistakeTally

_LAST: Final = 30  # Games that are listed.
_BESIDE: Final = 160  # Columns of a window that has room for two columns.
_RESULTS: Final = "good", "dim", "bad"  # The looks of games won, drawn and lost.
_LOOKS: Final[Mapping[float | None, str]] = {1.0: "good", 0.5: "dim", 0.0: "bad", None: "dim"}
_BAR: Final = 2  # Rows of the first games.
_MUCH: Final = 10
_NONE: Final = N_(
    "You have not finished a game against an engine yet. Play one, and your record begins here."
)
_CARDS: Final = tuple(map(parse_card, ("6C", "7D", "8H", "9S")))
"""Shown until there is a game."""


class OwnList(ListCanvas):
    """The opponents and the last games, each of which can be opened."""

    MORE: ClassVar = "dim"
    KEPT: ClassVar = _RESULTS

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._now = Overview()
        self._places: list[int | None] = []
        self._table: Sequence[tuple[str, Sequence[str], str]] = ()
        self._games: Sequence[str] = ()

    @property
    def chosen(self) -> str | OwnGame | None:
        """The name of an opponent or a game, whichever has the cursor."""
        there: list[str | OwnGame] = [met.name for met in self._now.opponents]
        there += self._now.last
        return there[self.cursor] if self.cursor < len(there) else None

    def show(self, now: Overview) -> None:
        self._now = now
        place = count()
        opponents, games = ([next(place) for _one in x] for x in (now.opponents, now.last))
        self._places = [None, *opponents, None, None, *games] if opponents else []
        self.cursor = max(0, min(self.cursor, self.places() - 1))
        self.redraw()

    def places(self) -> int:
        return len(self._now.opponents) + len(self._now.last)

    def rows(self) -> Sequence[int | None]:
        return self._places

    def draw(self, canvas: Canvas) -> None:
        width, glyphs = canvas.width - 4, self.glyphs
        self._table = words.opponents_table(
            self._now, width, ascii_only=glyphs.ascii, ellipsis=glyphs.ellipsis
        )
        played = [words.game_row(game) for game in self._now.last]
        self._games = list(in_columns(fitted(played, width, ellipsis=glyphs.ellipsis)))
        super().draw(canvas)

    def row_cells(self, row: int, look: str, canvas: Canvas) -> Iterable[Cell]:
        if self._places[row] is None:
            look = "dim"
        if row < len(self._table):
            begin, bar, end = self._table[row]
            looks = _RESULTS if len(bar) > 1 else [look] * len(bar)
            x = 2
            for text, own in zip((begin, *bar, end), (look, *looks, look), strict=True):
                yield x, text, own
                x += cell_len(text)
        else:
            below = ["", words.last_title(), *self._games]
            yield 2, below[row - len(self._table)], look
            yield from self._result(row - len(self._table) - 2, look)

    def _result(self, n: int, look: str) -> Iterable[Cell]:
        """The result of a game in its colour, over its row."""
        if n >= 0 and look != "cursor":
            points = self._now.last[n].points
            before, word, _after = self._games[n].rpartition(words.result_word(points))
            yield 2 + cell_len(before), word, _LOOKS[points]

    def action_pick(self) -> None:
        if isinstance(self.screen, MeScreen):
            self.screen.action_pick()


class MeScreen(ReviewingScreen):
    """The record of the person here, from the log of their games."""

    CSS_PATH = "me_screen.tcss"
    TITLE = N_("Your record")
    HELP = N_(
        "All of this comes from the log of your finished games. Matches between engines, games"
        " between two people and games continued from a position do not count.\n\nYour rating is"
        " the one at which your score in your last 100 games against rated engines would be as"
        " expected; a draw counts as half a win, and the number after the sign is the 95 % error."
        " Before ten rated games there is none. In the chart the line is your rating after each"
        " game, and the shaded band the range in which it lies with 95 % certainty.\n\nThe mean"
        " rating of the shipped engines is 1500; a lead of 400 means about ten wins in eleven"
        " games. These ratings"
        " come from a tournament; the table is in docs/engines.md. Level 3 is"
        " durak-dummy, level 4 durak-montecarlo that does not always think, and level 5"
        " durak-montecarlo, which was rated with less time to think than it has here, so your"
        " rating against it is slightly too low.\n\nMistakes"
        " are counted in reviewed games only."
    )
    ACTIONS: ClassVar = (
        KeyAction("me.pick", "enter", N_("Open"),
                  N_("See the games against this opponent, or this game")),
        KeyAction("me.review", "v", N_("Review all"), N_("Find the mistakes in all your games")),
        KeyAction("me.games", "l", N_("All games"), N_("Open the log of your games, newest first")),
        KeyAction("me.play", "p", N_("Play"), N_("Play against an engine")),
    )  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self._now = Overview()
        self._tally: MistakeTally | None = None  # None until it is known.
        self._path = ""
        self._book = LogBook("", self)
        self._sharing = Sharing(self, self._book)
        self._stops = Event()  # For the reading that goes on.
        self._is_read = False
        self._state = ""
        self._problem = ""

    def content(self) -> ComposeResult:
        with Container(id="both"):
            yield OwnCourse(id="record")
            yield OwnList(id="games")
        yield CardRow(_CARDS)
        yield Note(id="note")

    def on_mount(self) -> None:
        self.query_one(OwnList).focus()
        self._path = os.fspath(self.durak.games_log)
        self._open()
        self.fill()

    def _open(self) -> None:
        self._book = LogBook(self._path, self)
        self._book.search(EVERYTHING, NEWEST)
        self._sharing = Sharing(self, self._book)
        self.run_worker(self._book.run, thread=True)

    def on_unmount(self) -> None:
        self._stops.set()
        self.end_review()
        self._book.close()

    # What comes from the log

    def cannot_open(self, error: OSError) -> None:
        self._book.close()
        self._cannot_read(error)

    def _cannot_read(self, error: OSError) -> None:
        missing = isinstance(error, FileNotFoundError)
        self._is_read = True
        self._problem = (
            ""
            if missing
            else _("Cannot read {path}: {why}.").format(path=short_path(self._path), why=why(error))
        )
        self.fill()

    def progressed(self, before: ReadProgress, now: ReadProgress) -> None:
        if not now.busy:
            self._begin()

    def turned(self, page: GamePage) -> None:
        """Nothing: the list of the log is not shown here."""

    def on_screen_resume(self) -> None:
        if self._book.is_closed:
            self._open()  # the first game may have been played
        elif self._is_read:
            self._book.look()
            self._begin()  # there may be reviews by now

    @work(exclusive=True, group="reading")
    async def _begin(self) -> None:
        self._stops.set()
        stops = self._stops = Event()
        who = who_plays(self.durak.settings.value)
        try:
            reader = await self._book.read(lambda catalogue: catalogue.reader())
            await asyncio.to_thread(self._add_up, reader, who, stops)
        except OSError as error:
            self._cannot_read(error)

    def _add_up(self, reader: LogReader, who: OwnPlayer, stops: Event) -> None:
        """In a thread: read the games, then their reviews."""
        from durak_tui.library.reviewed import OwnMistakes

        record, mistakes, total = OwnRecord(reader, who), OwnMistakes(), len(reader)
        due = monotonic() + 1 / UPDATES
        # Closed here: leaving the screen does not wait for this thread.
        with reader:
            for _step in record.read():
                if stops.is_set():
                    return
                if (begun := monotonic()) >= due:
                    text = _("reading {n} %").format(n=100 * record.looked_at // total)
                    self._report(stops, record.overview(_LAST, 0), None, text)
                    # What is shown meanwhile is not to take longer than the reading.
                    due = monotonic() + max(1 / UPDATES, _MUCH * (monotonic() - begun))
            now = record.overview(_LAST, COURSE)
            self._report(stops, now, None, "")
            for _step in mistakes.read(reader, self._path, record.games):
                if stops.is_set():
                    return
                if monotonic() >= due:
                    due = monotonic() + 1 / UPDATES
                    self._report(stops, now, mistakes.tally, "")
        self._report(stops, now, mistakes.tally, "", is_whole=True)
        if mistakes.problem:
            self.call_later(self.say, words.no_reviews(mistakes.problem), True)

    def _report(
        self,
        stops: Event,
        now: Overview,
        tally: "MistakeTally | None",
        state: str,
        *,
        is_whole: bool = False,
    ) -> None:
        def take() -> None:
            if not stops.is_set():
                # What was known before stays until there is as much again, or no more.
                if is_whole or now.looked_at >= self._now.looked_at:
                    # While games are being read nobody works out a course.
                    self._now = now._replace(course=self._now.course) if state else now
                self._tally = tally or self._tally
                self._state, self._problem = state, ""
                self._is_read = self._is_read or is_whole
                self.fill()

        self.call_later(take)

    # What is shown

    def fill(self) -> None:
        course = self._now.course
        self.query_one(OwnCourse).tell(
            lambda width: list(self._lines(width)),
            words.course_title(course),
            words.rating_curve(course),
            words.rating_curve(course, is_low=True),
        )
        self.set_class(self._is_read and not self._now.counts.number, "-empty")
        self.set_class(self.size.width >= _BESIDE, "-beside")
        self.query_one(OwnList).show(self._now)
        self.show_state()
        self.keys_changed()

    def _lines(self, width: int) -> Iterable[Line]:
        now, sign, n = self._now, self.durak.glyphs.plus_minus, self._now.counts.number
        if not n:
            text = self._problem or (_(_NONE) if self._is_read else _("Reading..."))
            for sentence in (text, words.between_words(now.between)):
                yield from paragraph(sentence, width)
            return
        yield from paragraph(self._problem, width, "bad")
        said = [
            (words.result_words(now.counts), "strong"),
            (words.rating_line(now.rating, sign), "strong"),
            (words.streak_words(now.streaks), "text"),
        ]
        if self._tally is not None:
            said.append((words.mistakes_words(self._tally, n), "text"))
        said.append((words.between_words(now.between), "dim"))
        said.append((words.unclear_words(now.unclear), "dim"))
        for text, look in said:
            yield from paragraph(text, width, look)
        if not now.is_rated:
            glyphs = self.durak.glyphs
            bar = words.first_rated_bar(now.first_rated, width, ascii_only=glyphs.ascii)
            yield from ([], *[[(text, _LOOKS[points]) for text, points in bar]] * _BAR)

    def show_state(self) -> None:
        parts = self._state, self.review_progress
        state = f" {self.durak.glyphs.dot} ".join(filter(None, parts))
        self.head(state)
        self.show_said()

    def show_said(self) -> None:
        self.query_one("#note", Note).say(self._said)

    def on_resize(self) -> None:
        self.fill()

    # What can be done

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "pick":
            return self.is_mounted and self.query_one(OwnList).chosen is not None
        return action not in ("review", "games") or bool(self._now.counts.number)

    def action_pick(self) -> None:
        chosen = self.query_one(OwnList).chosen
        if isinstance(chosen, str):
            self.durak.go("logs", path=self._path, query=query_of(chosen))
        elif chosen is not None:
            self._replay(chosen)

    @asking
    async def _replay(self, chosen: OwnGame) -> None:
        from durak_tui.tui.logs.replay_screen import ReplayScreen

        self._said = NOTHING_SAID
        key = GameKey(chosen.number, self._book.progress.restarts)
        game = await self._book.read(partial(open_game, key=key, row=0))
        if game is None:
            self.say(_(CHANGED), True)
        else:
            await self.ask(ReplayScreen(self._book, self._sharing, game, listed=True))

    def action_games(self) -> None:
        self.durak.go("logs", path=self._path)

    def action_play(self) -> None:
        self.durak.go("play")

    def action_back(self) -> None:
        self._sharing.before_leaving(self.durak.go_back)
