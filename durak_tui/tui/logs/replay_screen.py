"""One game of a log, card by card."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar, Final

from textual import work
from textual.app import ComposeResult
from textual.containers import Horizontal

from durak_tui.common.i18n import N_, _, decimal, grouped
from durak_tui.records.replay import ReplayCursor, last_thoughts
from durak_tui.tui.logs.game_info import GameInfo, about
from durak_tui.tui.logs.going_on import play_on, solve
from durak_tui.tui.logs.log_reader import LogBook, OpenGame, open_near
from durak_tui.tui.logs.replay_view import BoutList, annotated, table_view, told_side
from durak_tui.tui.logs.sharing import Sharing, SharingScreen
from durak_tui.tui.logs.study import Study
from durak_tui.tui.terminal.timer import Timer
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.canvas import CanvasWidget
from durak_tui.tui.toolkit.card_table import CardTable
from durak_tui.tui.toolkit.chances import Chance, Chances
from durak_tui.tui.toolkit.dialog import Question
from durak_tui.tui.toolkit.menu import Entry
from durak_tui.tui.toolkit.note import NOTHING_SAID
from durak_tui.tui.toolkit.page import Page
from durak_tui.tui.toolkit.playback_speed import Speed
from durak_tui.tui.toolkit.screen import asking
from durak_tui.user.engines import who_plays
from durak_tui.words.narrator import Said
from durak_tui.words.replay_words import ReplayWords

_OF_CARDS: Final = (
    "next", "previous", "next_bout", "previous_bout", "play", "speed", "first", "last",
    "bouts", "hide", "play_on", "solve", "about", "review", "mistake", "learn",
)  # fmt: skip
_AS_SEEN: Final[Said] = N_("as you saw it"), N_("as {name} saw it")
_REVIEW: Final = KeyAction(
    "replay.review", "v", N_("Review"), N_("See what every card was worth, and the mistakes")
)


class ReplayScreen(SharingScreen):
    """Games of a log in turn; its result is the last one."""

    CSS_PATH = "replay_screen.tcss"
    TITLE = N_("A game from a log")
    HELP = N_(
        "Player 1 sits at the bottom, and both hands are open. Step forward and back by card or"
        " by bout; the lines below the table say what has just happened and what comes next."
        " With a hand hidden you see what the other player saw: the backs, and the cards that"
        " were known."
    )
    AUTO_FOCUS = ""
    ACTIONS: ClassVar = (
        KeyAction("replay.next", "right,l,ctrl+right", N_("Card"), N_("One card forward")),
        KeyAction("replay.previous", "left,h,ctrl+left", N_("Card back"), N_("One card backward")),
        KeyAction("replay.next-bout", "down,j,right_square_bracket", N_("Bout"),
                  N_("Go to the next bout")),
        KeyAction("replay.previous-bout", "up,k,left_square_bracket", N_("Bout back"),
                  N_("Go to the start of this bout, or to the previous one"), footer=False),
        KeyAction("replay.play", "space", N_("Run"), N_("Run the game automatically, or stop it")),
        KeyAction("replay.faster", "plus,equals_sign", N_("Faster"), N_("Run faster"),
                  False, "speed", (-1,)),
        KeyAction("replay.slower", "minus", N_("Slower"), N_("Run slower"),
                  False, "speed", (1,)),
        KeyAction("replay.mistake", "m", N_("Mistake"), N_("Go to the next mistake")),
        _REVIEW,
        KeyAction("replay.next-game", "n", N_("Next game"),
                  N_("Go to the next game in the list"), does="game", arguments=(1,)),
        KeyAction("replay.previous-game", "p", N_("Previous game"),
                  N_("Go to the previous game in the list"), footer=False, does="game",
                  arguments=(-1,)),
        KeyAction("replay.learn", "L", N_("Learn"), N_("Learn from your mistakes, one by one")),
        KeyAction("replay.bouts", "b", N_("Bouts"), N_("Choose a bout and go there")),
        KeyAction("replay.hide", "x", N_("Hide"), N_("Hide a hand: see what a player saw")),
        KeyAction("replay.play-on", "o", N_("Play on"), N_("Play on from here against an engine")),
        KeyAction("replay.solve", "S", N_("Solve"),
                  N_("Solve from here once the talon is empty: who wins, and how"), footer=False),
        KeyAction("replay.copy", "y,c", N_("Copy"), N_("Copy the game to the clipboard")),
        KeyAction("replay.export", "e", N_("Export"),
                  N_("Write the game to a file: log, text, picture or page"), guests=False),
        KeyAction("replay.about", "i", N_("About"),
                  N_("See everything the log records about the game")),
        KeyAction("replay.first", "home,g", N_("First"), N_("Back to the deal"), footer=False),
        KeyAction("replay.last", "end,G", N_("Last"), N_("Go to the end of the game"),
                  footer=False),
    )  # fmt: skip

    def __init__(
        self,
        book: LogBook,
        sharing: Sharing | None,
        game: OpenGame,
        *,
        listed: bool,
        decision: int | None = None,
        seat: int | None = None,
    ) -> None:
        """Begin at the deal, or behind the ``decision`` of this number.

        ``listed``: whether the list is filtered or sorted.  A game that was opened by itself has
        no ``sharing`` with a list; one that was just played here is seen from its ``seat``.
        """
        super().__init__()
        self._book = book
        self._sharing = sharing or Sharing(self, book)
        self._is_alone = sharing is None
        self._game = game
        self._is_listed = listed
        self._decision = decision
        self._seen_from = game.key, seat  # The seat is known of this game only.
        self._cursor: ReplayCursor  # Of a game that is not damaged.
        self._hidden: int | None = None  # Whose hand is not to be seen.
        self._runs: Timer | None = None
        self._speed = Speed(self, "replay_ms", partial(self.say, bad=True))
        self._wanted_games = 0  # Games still to skip once the requested one is there.
        self._is_reading = False
        self._study: Study | None = None  # None if the game is damaged.

    def content(self) -> ComposeResult:
        yield Chances()
        with Horizontal(id="table"):
            yield CardTable()
            yield BoutList()
        yield Page(id="damage")

    def on_mount(self) -> None:
        self._speed.read()
        self._begin(self._game)
        if self._game.record and self._decision is not None:
            self._go(self._cursor.to_event, self._cursor.at_action(self._decision))

    def on_unmount(self) -> None:
        self._stop()
        self._end_review()

    # Which game

    def _begin(self, game: OpenGame) -> None:
        self._stop()
        self._end_review()
        self._game = game
        self.query_one(Chances).show()
        page = self.query_one(Page)
        self.set_class(game.record is None, "-damaged")
        # Else it would have keys that are meant for the table.
        page.can_focus = game.record is None
        if game.record is None:
            page.show(lambda width: about(game, self.durak.glyphs.dash, width))
            page.focus()
        else:
            self.set_focus(None)
            self._cursor = ReplayCursor(game.record)
            # The deal is shown with the first bout, which adds nothing to it.
            self._cursor.next()
            title = _("Review of game {n}").format(n=grouped(game.key.number + 1))
            self._study = Study(
                self, self._book.path, game.record, game.raw, self._review_changed, title=title
            )
            self._study.look()
        self.fill()
        self.keys_changed()

    def action_game(self, by: int) -> None:
        self._wanted_games += by
        if not self._is_reading:
            self._is_reading = True
            self._go_to_game()

    @work
    async def _go_to_game(self) -> None:
        try:
            while by := self._wanted_games:
                self._wanted_games = 0
                game = await self._book.read(partial(open_near, game=self._game, by=by))
                if not self.is_open:
                    return  # it was left meanwhile
                if game is None:
                    self._wanted_games = 0
                    self.say(_("There are no more games in this direction."))
                else:
                    self._said = NOTHING_SAID
                    self._begin(game)
        finally:
            self._is_reading = False

    # What is shown

    def fill(self) -> None:
        self.show_said()
        record = self._game.record
        self._show_chances()
        if record is None:
            return
        cursor, words = self._cursor, self._words()
        by_suit = self.durak.settings.value.by_suit
        view = table_view(record, cursor, words, self._hidden, self._seat or 0, by_suit=by_suit)
        if self._study and (review := self._study.found):
            view = annotated(view, review, cursor, words, self._told())
        self.query_one(CardTable).show(view)
        if self.has_class("-wide"):
            lines = [words.bout_line(bout) for bout in cursor.bouts]
            self.query_one(BoutList).show(lines, cursor.state.bout)

    def _show_chances(self) -> None:
        """Show what the engines said, but not about a hidden hand."""
        said: Sequence[Chance] = ()
        if record := self._game.record:
            last = last_thoughts(record, self._cursor.actions_played)
            names = self._words().names
            said = [
                Chance(name, None if seat == self._hidden else one)
                for seat, (name, one) in enumerate(zip(names, last, strict=True))
            ]
        self.query_one(Chances).show(*said)

    @property
    def _seat(self) -> int | None:
        """The seat from which the game was played here, if known."""
        key, seat = self._seen_from
        return seat if self._game.key == key else None

    def _told(self, hidden: int | None = None) -> int:
        """The seat that is told about; a ``hidden`` hand is the other's."""
        record = self._game.record
        assert record
        return told_side(record, who_plays(self.durak.settings.value), hidden, self._seat)

    def _words(self) -> ReplayWords:
        assert self._game.record
        return ReplayWords(self._game.record, self._cursor, self.durak.glyphs.cards)

    def show_said(self) -> None:
        game = self._game
        parts = [_("Game {n}").format(n=grouped(game.key.number + 1))]
        if self._is_listed:
            place = _("{place} of {n}").format(place=grouped(game.row + 1), n=grouped(game.rows))
            parts.append(place)
        if game.record is None:
            parts.append(_("damaged"))
        elif count := len(self._cursor.bouts):
            parts.append(_("bout {n} of {count}").format(n=self._cursor.state.bout, count=count))
        state, look = self._said if self._said[0] else (self._state(), "text")
        dot = f" {self.durak.glyphs.dot} "
        self.head(state, look, title=dot.join(parts))

    def _state(self) -> str:
        parts = []
        if self._hidden is not None and self._game.record:
            parts.append(self._words().say(_AS_SEEN, 1 - self._hidden))
        if self._study and self._study.progress:
            parts.append(self._study.progress)
        if self._runs is not None:
            parts.append(
                _("running, {seconds} s per card").format(seconds=decimal(self._speed.ms / 1000))
            )
        return f" {self.durak.glyphs.dot} ".join(parts)

    def on_resize(self) -> None:
        self.fill()

    # Going through the game

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self._game.record is not None or action not in _OF_CARDS

    def is_shown(self, action: KeyAction) -> bool:
        if action.method == "mistake":
            return self._study is not None and self._study.found is not None
        if action.id == "replay.next-game":
            rows = max(self._game.rows, self._book.progress.rows)
            return self._game.row + 1 < rows
        return super().is_shown(action)

    def _go(self, move: Callable[..., object], *places: int) -> None:
        """Call a method of the cursor, and show where that led."""
        self._stop()
        move(*places)
        self._said = NOTHING_SAID
        self.fill()

    def action_next(self) -> None:
        self._go(self._cursor.next)

    def action_previous(self) -> None:
        self._go(self._cursor.previous)

    def action_next_bout(self) -> None:
        """Go to the next bout, or to the end of the game."""
        is_last = self._cursor.state.bout == len(self._cursor.bouts)
        self._go(self._cursor.to_end if is_last else self._cursor.next_bout)

    def action_previous_bout(self) -> None:
        self._go(self._cursor.previous_bout)

    def action_first(self) -> None:
        self._go(self._cursor.to_bout, 1)

    def action_last(self) -> None:
        self._go(self._cursor.to_end)

    @asking
    async def action_bouts(self) -> None:
        self._stop()
        cursor, words = self._cursor, self._words()
        entries = []
        for number, bout in enumerate(cursor.bouts, 1):
            name, end = words.bout_line(bout)
            entries.append(Entry(str(number), f"{number:>2}. {name}", end))
        text = _("Go to the start of a bout:")
        at = max(0, cursor.state.bout - 1)
        if entries and (answer := await self.ask(Question(_("Bouts"), text, entries, at))):
            self._go(cursor.to_bout, int(answer))

    def on_canvas_widget_chosen(self, event: CanvasWidget.Chosen) -> None:
        kind, _colon, number = event.action.partition(":")
        if kind == "bout":
            self._go(self._cursor.to_bout, int(number))
        else:
            super().on_canvas_widget_chosen(event)

    def action_hide(self) -> None:
        """Hide the upper hand, then the lower one, then none."""
        bottom = self._seat or 0
        self._hidden = {None: 1 - bottom, 1 - bottom: bottom, bottom: None}[self._hidden]
        self._said = NOTHING_SAID
        self.fill()

    # The review

    def _review_changed(self) -> None:
        if self._study and self._study.problem:
            self._said = (self._study.problem, "bad")
        self.fill()
        self.keys_changed()

    def _end_review(self) -> None:
        if self._study:
            self._study.stop()
        self._study = None

    @asking
    async def action_review(self) -> None:
        """Show the review, which is made unless it is there."""
        self._stop()
        study = self._study
        # What is being read is another game, which would come while the review is shown.
        if study and not self._is_reading:
            number = await study.review(self._told(self._hidden))
            if number is not None and study is self._study:
                self._go(self._cursor.to_event, self._cursor.at_action(number))

    @asking
    async def action_learn(self) -> None:
        """Ask about a player's mistakes, once the review is there."""
        self._stop()
        study = self._study
        if study and not self._is_reading:
            why = await study.learn(self._told(self._hidden))
            if why and study is self._study:
                self.say(why)

    def action_mistake(self) -> None:
        """Go to the next mistake, or back to the first one."""
        review, cursor = self._study.found if self._study else None, self._cursor
        if review is None:
            key = self.durak.shown_key(_REVIEW)
            self.say(_("{key} reviews the game and finds the mistakes.").format(key=key))
        elif not review.mistakes:
            self.say(_("There are no mistakes in this game."))
        else:
            places = [cursor.at_action(one.number) for one in review.mistakes]
            later = [place for place in places if place > cursor.position]
            self._go(cursor.to_event, later[0] if later else places[0])

    # Running by itself

    def action_play(self) -> None:
        if self._runs is not None:
            self._stop()
            self.fill()
        else:
            if not self._cursor.has_next:
                self._cursor.to_start()
            self._said = NOTHING_SAID
            self._run_on()

    def _run_on(self) -> None:
        self._cursor.next()
        is_more = self._cursor.has_next
        self._runs = Timer(self, self._speed.ms / 1000, self._run_on) if is_more else None
        self.fill()

    def _stop(self) -> None:
        if self._runs is not None:
            self._runs.stop()
            self._runs = None

    def action_speed(self, by: int) -> None:
        self._speed.change(by)
        if self._runs is not None:
            self.show_said()
        else:
            seconds = self._speed.ms / 1000
            self.say(_("{seconds} s per card").format(seconds=decimal(seconds)))

    # Handing it on

    def action_copy(self) -> None:
        self._stop()
        self._sharing.copy(self._game.key, self._place())

    def action_export(self) -> None:
        self._stop()
        self._sharing.export(self._game.key, self._game.rows, self._place())

    def _place(self) -> int | None:
        """The place of the replay; None in a damaged game."""
        return self._cursor.position if self._game.record else None

    def action_about(self) -> None:
        self._stop()
        self.app.push_screen(GameInfo(self._game))

    # Playing on

    def action_solve(self) -> None:
        self._stop()
        if record := self._game.record:
            solve(self, record, self._cursor)

    @asking
    async def action_play_on(self) -> None:
        self._stop()
        if record := self._game.record:
            await play_on(self, record, self._cursor)

    def action_back(self) -> None:
        if self._is_alone:
            self._sharing.before_leaving(lambda: self.dismiss(None))
        else:
            self.dismiss(self._game)
