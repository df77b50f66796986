"""The review of all games of a list, and its screen."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import ClassVar, Final

from textual.worker import Worker

from durak_tui.common.i18n import N_, _, grouped, ngettext
from durak_tui.common.short_names import short_names
from durak_tui.common.text import brief, in_sentence
from durak_tui.library.reviewed import Mistake, Reviewed
from durak_tui.records.review_file import ReviewFile
from durak_tui.tui.logs.background_review import BackgroundReview
from durak_tui.tui.logs.log_reader import CHANGED, GameKey, LogBook, OpenGame, open_number
from durak_tui.tui.logs.review_screen import MistakesScreen
from durak_tui.tui.logs.sharing import Sharing, SharingScreen
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.menu import Entry, Menu
from durak_tui.tui.toolkit.page import Line, Page, paragraph, titled
from durak_tui.tui.toolkit.screen import DurakScreen, asking
from durak_tui.user.opponents import shown_name
from durak_tui.words.review_words import counts_words, mistake_words, tally_words

_BESIDE: Final = 11  # Lines of the screen that are something else than sums.
_NAME: Final = 16  # Columns of a name in the list of mistakes.
_LINES: Final = 3  # Of the sums of a player in a narrow window.


class LogReview:
    """The reviews of the games that a list had at first.

    What has been reviewed is stored, so that it can be stopped and resumed at any time.
    """

    def __init__(self, screen: DurakScreen, book: LogBook, changed: Callable[[], None]) -> None:
        """``screen`` lasts as long as the log; ``changed`` is called with news."""
        self.found = Reviewed()
        self.damaged = 0
        self.is_on = False
        self.problem = ""  # Why it has stopped, in a sentence.
        self._screen = screen
        self._book = book
        self._changed = changed
        self._query = book.query.text
        self._restarts = book.progress.restarts
        self._file = ReviewFile(book.path)
        self._games: Sequence[int] | None = None
        self._one: BackgroundReview | None = None  # That of the game that is at hand.
        self._moved = asyncio.Event()
        self._worker: Worker[None] | None = None

    @property
    def done(self) -> int:
        """The games that are reviewed or cannot be."""
        return self.found.games + self.damaged

    @property
    def total(self) -> int:
        return len(self._games or ())

    @property
    def is_complete(self) -> bool:
        return self._games is not None and self.done == self.total

    @property
    def is_current(self) -> bool:
        """True if its games are those of the list.

        While it is on, those that the list had at first will do.
        """
        book, now = self._book, self._book.progress
        if (self._query, self._restarts) != (book.query.text, now.restarts):
            return False
        return self.is_on or self.total == now.rows

    @property
    def progress(self) -> str:
        """The progress in words; empty if it is not going on."""
        if not self.is_on:
            return ""
        text = _("review {n} of {total}")
        return text.format(n=grouped(self.done), total=grouped(self.total))

    def start(self) -> None:
        """Begin, or go on."""
        if not self.is_on and not self.is_complete:
            self.is_on, self.problem = True, ""
            # One that was stopped a moment ago may not have come to its end, and goes on.
            if self._worker is None or self._worker.is_finished:
                self._worker = self._screen.run_worker(self._run(), group="log review")
            self._changed()

    def stop(self) -> None:
        """Stop; of the game that is at hand nothing is kept."""
        self.is_on = False
        if self._one:
            self._one.stop()
        self._moved.set()

    async def _run(self) -> None:
        try:
            if self._games is None:
                self._games = await self._book.read_listed()
            while self.is_on and not self.is_complete:
                await self._review(self._games[self.done])
        finally:
            self.is_on = False
        self._changed()

    async def open(self, number: int) -> OpenGame | None:
        """A game by its number, from 0; None if gone."""
        key = GameKey(number, self._restarts)
        return await self._book.read(partial(open_number, key=key))

    async def _review(self, number: int) -> None:
        game = await self.open(number)
        if not self.is_on:
            return  # it was stopped meanwhile
        if game is None:
            self.is_on, self.problem = False, _(CHANGED)
            return
        if game.record is None:
            self.damaged += 1
            return
        one = self._one = BackgroundReview(
            self._screen, self._file, game.raw, game.record, self._moved.set
        )
        one.make()
        while one.is_on:
            await self._moved.wait()
            self._moved.clear()
            self._changed()
        if one.found and self.is_on:
            self.found.add(number, game.record, one.found)
        if one.problem:
            self.is_on, self.problem = False, one.problem
        self._one = None


class LogReviewScreen(MistakesScreen, SharingScreen):
    """The sums by player, and a list of mistakes to go to."""

    CSS_PATH = "log_review.tcss"
    TITLE = N_("Review of all games")
    HELP = N_(
        "Reviews every decision of every game in the list, game by game. You can go back"
        " meanwhile; the review continues. The results are stored beside the log, so you can"
        " stop and resume at any time. Below are the worst mistakes of each player; enter shows"
        " where one was made."
    )
    ACTIONS: ClassVar = (
        KeyAction("logreview.go", "enter", N_("Go there"), N_("See where this mistake was made")),
        KeyAction("logreview.stop", "s,x", N_("Stop"), N_("Stop; games already reviewed are kept")),
        KeyAction("logreview.resume", "r,v", N_("Resume"), N_("Resume the review")),
    )

    def __init__(self, book: LogBook, sharing: Sharing, work: LogReview) -> None:
        super().__init__()
        self._book = book
        self._sharing = sharing
        self._work = work
        self._mistakes: list[Mistake] = []

    def fill(self) -> None:
        self.query_one(Page).show_whole(list(self._lines()))
        found = self._work.found
        self._mistakes = [one for name in found.tallies for one in found.worst[name]]
        menu = self.query_one(Menu)
        # A cursor on the worst mistake stays there when a worse one is found.
        menu.show(list(self._entries()), None if menu.cursor else 0)
        self.head(self._state())
        self.show_said()
        self.keys_changed()

    def _state(self) -> str:
        work = self._work
        done, total = grouped(work.done), grouped(work.total)
        if work.is_complete:
            parts = [ngettext("{n} game", "{n} games", work.total).format(n=total)]
        else:
            parts = [_("{n} of {total} games").format(n=done, total=total)]
        if work.damaged:
            parts.append(_("{n} damaged").format(n=work.damaged))
        if not work.is_on and not work.is_complete:
            parts.append(_("stopped"))
        return f" {self.durak.glyphs.dot} ".join(parts)

    def _lines(self) -> Iterable[Line]:
        work, found = self._work, self._work.found
        if not found.games and work.is_on:
            text = _("Reviewing every decision. You can go back meanwhile; it continues.")
            yield from paragraph(text, self.width)
        room = max(2, (self.size.height - _BESIDE) // _LINES)
        names = self._names(self.width // 2)
        for name, tally in list(found.tallies.items())[:room]:
            games = ngettext("{n} game", "{n} games", tally.games).format(n=tally.games)
            begin = f"{names[name]}: "
            said = f"{counts_words(tally)}; {games}, {tally_words(tally)}"
            yield from titled(begin, said, self.width)
        if (more := len(found.tallies) - room) > 0:
            yield [(_("{n} more players").format(n=more), "dim")]
        yield from paragraph(work.problem, self.width, "bad")

    def _names(self, width: int) -> dict[str, str]:
        """The players' names as they are shown in ``width`` columns."""
        names = self._work.found.tallies
        shown = short_names(
            (shown_name(brief(name)) for name in names), width, self.durak.glyphs.ellipsis
        )
        return dict(zip(names, shown, strict=True))

    def _entries(self) -> Iterable[Entry]:
        found = self._work.found
        cards, names = self.durak.glyphs.cards, self._names(_NAME)
        for name in found.tallies:
            for number, decision in found.worst[name]:
                game = _("game {n}").format(n=grouped(number + 1))
                mistake = in_sentence(mistake_words(decision, cards))
                text = f"{names[name]}, {game}, {mistake}."
                yield Entry(f"{number}:{decision.number}", text)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        work = self._work
        if action == "stop":
            return work.is_on
        if action == "resume":
            return not work.is_on and not work.is_complete
        return action != "go" or bool(work.found.games and self._mistakes)

    def on_entry_list_picked(self) -> None:
        self.action_go()

    @asking
    async def action_go(self) -> None:
        from durak_tui.tui.logs.replay_screen import ReplayScreen

        at = self.query_one(Menu).cursor
        if not 0 <= at < len(self._mistakes):
            return
        number, decision = self._mistakes[at]
        game = await self._work.open(number)
        if game is None:
            self.say(_(CHANGED), True)
        else:
            screen = ReplayScreen(
                self._book, self._sharing, game, listed=False, decision=decision.number
            )
            await self.ask(screen)

    def action_stop(self) -> None:
        self._work.stop()

    def action_resume(self) -> None:
        self._work.start()
        self.fill()

    def action_back(self) -> None:
        self.dismiss(None)
