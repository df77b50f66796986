"""One game of a log, card by card."""

from functools import partial
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.containers import Horizontal

from durak_tui.common.i18n import N_, _
from durak_tui.records.replay import ReplayCursor
from durak_tui.table.game import Start
from durak_tui.tui.logs.bout_list import BoutList
from durak_tui.tui.logs.game_info import GameInfo, about
from durak_tui.tui.logs.log_reader import LogBook
from durak_tui.tui.logs.log_words import grouped
from durak_tui.tui.logs.open_game import OpenGame, open_near
from durak_tui.tui.logs.replay_view import annotated, table_view
from durak_tui.tui.logs.reviews import Reviews
from durak_tui.tui.logs.sharing import ExportChoice, Sharing
from durak_tui.tui.terminal.timer import Timer
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.canvas import CanvasWidget
from durak_tui.tui.toolkit.card_table import CardTable
from durak_tui.tui.toolkit.dialog import Question
from durak_tui.tui.toolkit.menu import Entry
from durak_tui.tui.toolkit.note import Heading
from durak_tui.tui.toolkit.page import Page
from durak_tui.tui.toolkit.playback_speed import Speed
from durak_tui.tui.toolkit.screen import DurakScreen, asking
from durak_tui.user.engines import known_engines
from durak_tui.words.narrator import distinct_names
from durak_tui.words.replay import ReplayWords

_OF_CARDS: Final = (
    "next", "previous", "next_bout", "previous_bout", "play", "faster", "slower", "first", "last",
    "bouts", "hide", "play_on", "about", "review", "mistake",
)  # fmt: skip


_REVIEW: Final = KeyAction(
    "replay.review", "v", N_("Review"), N_("What every card was worth, and the mistakes")
)


class ReplayScreen(DurakScreen):
    """Games of a log in turn; its result is the last one."""

    CSS_PATH = "replay.tcss"
    AUTO_FOCUS = ""
    ACTIONS: ClassVar = (
        KeyAction("replay.next", "right,l", N_("On"), N_("One card on")),
        KeyAction("replay.previous", "left,h", N_("Back"), N_("One card back")),
        KeyAction(
            "replay.next-bout", "down,j,right_square_bracket", N_("Bout"), N_("The next bout")
        ),
        KeyAction(
            "replay.previous-bout", "up,k,left_square_bracket", N_("Bout back"),
            N_("The start of this bout, or the bout before"), footer=False,
        ),
        KeyAction("replay.play", "space", N_("Run"), N_("Let the game run by itself, or stop it")),
        KeyAction(
            "replay.faster", "plus,equals_sign", N_("Faster"), N_("Run faster"), footer=False
        ),
        KeyAction("replay.slower", "minus", N_("Slower"), N_("Run slower"), footer=False),
        KeyAction(
            "replay.next-game", "n", N_("Next game"), N_("The next game of the list"),
            does="game", arguments=(1,),
        ),
        KeyAction(
            "replay.previous-game", "p", N_("Game before"), N_("The game before in the list"),
            footer=False, does="game", arguments=(-1,),
        ),
        _REVIEW,
        KeyAction("replay.bouts", "b", N_("Bouts"), N_("Choose a bout and go there")),
        KeyAction("replay.hide", "x", N_("Hide"), N_("Hide a hand: see what a player saw")),
        KeyAction("replay.play-on", "o", N_("Play on"), N_("Play on from here against an engine")),
        KeyAction(
            "replay.mistake", "m", N_("Mistake"), N_("To the next mistake of the review"),
            footer=False,
        ),
        KeyAction("replay.copy", "y,c", N_("Copy"), N_("Copy the game to the clipboard")),
        KeyAction("replay.export", "e", N_("Export"), N_("Copy the game or the list to a file")),
        KeyAction("replay.about", "i", N_("About"), N_("All that the log says about the game")),
        KeyAction("replay.first", "home,g", N_("First"), N_("Back to the deal"), footer=False),
        KeyAction("replay.last", "end,G", N_("Last"), N_("To the end of the game"), footer=False),
    )  # fmt: skip

    def __init__(self, book: LogBook, sharing: Sharing, game: OpenGame, *, listed: bool) -> None:
        """``listed``: whether the list is filtered or sorted."""
        super().__init__()
        self._book = book
        self._game = game
        self._is_listed = listed
        self._cursor: ReplayCursor | None = None
        """None if the game is damaged."""
        self._words: ReplayWords
        self._hidden: int | None = None
        self._runs: Timer | None = None
        self._speed = Speed(self, "replay_ms", partial(self._say, bad=True))
        self._wanted_games = 0
        """How many games to go further than what has been asked for."""
        self._is_asking = False
        self._sharing = sharing
        self._reviews = Reviews(self, book.path, self._review_changed)
        self._said = ""
        self._said_is_bad = False

    def content(self) -> ComposeResult:
        yield Heading(id="heading")
        with Horizontal(id="table"):
            yield CardTable()
            yield BoutList()
        yield Page(id="damage")

    def title_text(self) -> str:
        return _("A game of a log")

    def help_text(self) -> str:
        return _(
            "Player 1 sits below, and both hands are open. Cards go on and back one by one or"
            " bout by bout; the lines below the table say what has just happened and what is to"
            " be done. With a hand hidden you see what the other player saw: its back, and the"
            " cards that were known."
        )

    def on_mount(self) -> None:
        self._sharing.visit(self, self._say)
        self._speed.read()
        self._begin(self._game)

    def on_unmount(self) -> None:
        self._stop()
        self._reviews.stop()

    # Which game

    def _begin(self, game: OpenGame) -> None:
        self._stop()
        self._game = game
        self._reviews.begin(game)
        record = game.record
        page = self.query_one(Page)
        self.set_class(record is None, "-damaged")
        # Else it would have keys that are meant for the table.
        page.can_focus = record is None
        if record is None:
            self._cursor = None
            page.show(lambda width: about(self._game, self.durak.glyphs.dash, width))
            page.focus()
        else:
            self.set_focus(None)
            self._cursor = ReplayCursor(record)
            self._words = ReplayWords(record, self._cursor, self.durak.glyphs.cards)
            # The deal is shown with the first bout, which adds nothing to it.
            self._cursor.next()
        self._show()
        self.keys_changed()

    def _ask_for_game(self) -> None:
        game, by, self._wanted_games = self._game, self._wanted_games, 0
        self._is_asking = True
        self._book.ask(
            lambda catalogue: open_near(catalogue, game, by), self.call_later, self._opened
        )

    def _opened(self, game: OpenGame | None) -> None:
        self._is_asking = False
        if game is None:
            self._wanted_games = 0
            self._say(_("There is no other game in this direction."), False)
            return
        self._said = ""
        self._begin(game)
        if self._wanted_games:
            self._ask_for_game()

    # What is shown

    def _show(self) -> None:
        cursor, record = self._cursor, self._game.record
        self._show_heading()
        if cursor is None or record is None:
            return
        view = table_view(record, cursor, self._words, self._hidden)
        if review := self._reviews.review:
            view = annotated(view, review, cursor, self.durak.glyphs)
        self.query_one(CardTable).show(view)
        if self.has_class("-wide"):
            lines = [self._words.bout_line(bout) for bout in cursor.bouts]
            self.query_one(BoutList).show(lines, cursor.state.bout)

    def _show_heading(self) -> None:
        game, cursor = self._game, self._cursor
        parts = [_("Game {n}").format(n=grouped(game.number + 1))]
        if self._is_listed:
            place = _("{place} of {n}").format(place=grouped(game.row + 1), n=grouped(game.rows))
            parts.append(place)
        if cursor is None:
            parts.append(_("damaged"))
        elif count := cursor.bout_count:
            parts.append(_("bout {n} of {count}").format(n=cursor.state.bout, count=count))
        state, look = self._state()
        dot = f" {self.durak.glyphs.dot} "
        self.query_one(Heading).show(dot.join(parts), state, look)

    def _state(self) -> tuple[str, str]:
        if self._said:
            return self._said, "bad" if self._said_is_bad else "good"
        parts = []
        if self._hidden is not None and self._cursor is not None:
            parts.append(_("as {name} saw it").format(name=self._words.names[1 - self._hidden]))
        if progress := self._reviews.progress:
            parts.append(progress)
        if self._runs is not None:
            parts.append(_("runs, {seconds:g} s a card").format(seconds=self._speed.ms / 1000))
        return f" {self.durak.glyphs.dot} ".join(parts), "text"

    def _say(self, text: str, bad: bool) -> None:
        self._said, self._said_is_bad = text, bad
        self._show_heading()

    def redraw(self) -> None:
        if self._cursor is not None and self._game.record is not None:
            self._words = ReplayWords(self._game.record, self._cursor, self.durak.glyphs.cards)
        self._show()
        super().redraw()

    def on_resize(self) -> None:
        self._show()

    # Going through the game

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self._cursor is not None or action not in _OF_CARDS

    def _go_to(self, move: str, *places: int) -> None:
        """Call a method of the cursor."""
        self._stop()
        if self._cursor is not None:
            getattr(self._cursor, move)(*places)
            self._said = ""
            self._show()

    def action_next(self) -> None:
        self._go_to("next")

    def action_previous(self) -> None:
        self._go_to("previous")

    def action_next_bout(self) -> None:
        """Go to the next bout, or to the end of the game."""
        if self._cursor is not None:
            last = self._cursor.state.bout == self._cursor.bout_count
            self._go_to("to_end" if last else "next_bout")

    def action_previous_bout(self) -> None:
        self._go_to("previous_bout")

    def action_first(self) -> None:
        self._go_to("to_start")
        self._go_to("next")

    def action_last(self) -> None:
        self._go_to("to_end")

    def action_game(self, by: int) -> None:
        self._wanted_games += by
        if not self._is_asking:
            self._ask_for_game()

    @asking
    async def action_bouts(self) -> None:
        cursor = self._cursor
        if cursor is None or not cursor.bout_count:
            return
        self._stop()
        entries = []
        for bout in cursor.bouts:
            name, end = self._words.bout_line(bout)
            entries.append(Entry(str(bout.number), f"{bout.number:>2}. {name}", end))

        text = _("Go to the start of a bout:")
        at = max(0, cursor.state.bout - 1)
        if answer := await self.ask(Question(_("Bouts"), text, entries, at)):
            self._go_to("to_bout", int(answer))

    def on_canvas_widget_chosen(self, event: CanvasWidget.Chosen) -> None:
        kind, _colon, number = event.action.partition(":")
        if kind == "bout":
            self._go_to("to_bout", int(number))
        else:
            super().on_canvas_widget_chosen(event)

    def action_hide(self) -> None:
        """Hide the one hand, then the other, then none."""
        self._hidden = {None: 1, 1: 0, 0: None}[self._hidden]
        self._said = ""
        self._show()

    # The review

    def _review_changed(self) -> None:
        if problem := self._reviews.problem:
            self._said, self._said_is_bad = problem, True
        self._show()
        self.keys_changed()

    @asking
    async def action_review(self) -> None:
        self._stop()
        if self._is_asking:  # for another game, which would come while this one is shown
            return
        number = await self._reviews.show()
        if number is not None and self._cursor is not None:
            self._go_to("to_event", self._cursor.after_action(number))

    def action_mistake(self) -> None:
        """Go to the next mistake, or back to the first one."""
        review, cursor = self._reviews.review, self._cursor
        if review is None or cursor is None:
            key = self.durak.shown_key(_REVIEW)
            self._say(_("{key} reviews the game and finds the mistakes.").format(key=key), False)
        elif not review.mistakes:
            self._say(_("There are no mistakes in this game."), False)
        else:
            places = [cursor.after_action(one.number) for one in review.mistakes]
            later = [place for place in places if place > cursor.position]
            self._go_to("to_event", later[0] if later else places[0])

    # Running by itself

    def action_play(self) -> None:
        cursor = self._cursor
        if self._runs is not None or cursor is None:
            self._stop()
        else:
            if not cursor.has_next:
                cursor.to_start()
            self._said = ""
            self._go_on()
        self._show()

    def _go_on(self) -> None:
        cursor = self._cursor
        if cursor is None:
            return
        cursor.next()
        self._runs = Timer(self, self._speed.ms / 1000, self._tick) if cursor.has_next else None

    def _tick(self) -> None:
        if self._runs is not None:
            self._go_on()
            self._show()

    def _stop(self) -> None:
        if self._runs is not None:
            self._runs.stop()
            self._runs = None

    def action_faster(self) -> None:
        self._speed.faster()
        self._show_speed()

    def action_slower(self) -> None:
        self._speed.slower()
        self._show_speed()

    def _show_speed(self) -> None:
        if self._runs is not None:
            self._show_heading()
        else:
            seconds = self._speed.ms / 1000
            self._say(_("{seconds:g} s a card").format(seconds=seconds), False)

    # Handing it on

    def action_copy(self) -> None:
        self._stop()
        self._sharing.copy(ExportChoice(self._game.number, self._game.restarts))

    def action_export(self) -> None:
        self._stop()
        choice = ExportChoice(self._game.number, self._game.restarts)
        self._sharing.export(choice, self._game.rows)

    def action_about(self) -> None:
        self._stop()
        self.app.push_screen(GameInfo(self._game))

    # Playing on

    @asking
    async def action_play_on(self) -> None:
        self._stop()
        cursor, record = self._cursor, self._game.record
        if cursor is None or record is None:
            return
        count = cursor.actions_played
        try:
            start = Start.within(record, count)
        except ValueError:
            self._say(_("The game is over here: go back to a card."), True)
            return
        title, turn = _("Play on from here"), cursor.turn.player or 0
        entries = [Entry(str(seat), name, _("player {n}").format(n=seat + 1))
                   for seat, name in enumerate(distinct_names(record.names))]  # fmt: skip
        seat = await self.ask(Question(title, _("Whose cards do you take?"), entries, turn))
        if not seat:
            return
        settings = self.durak.settings.value
        names = [entry.name for entry in known_engines(settings)]
        entries = [Entry(name, name) for name in names]
        at = names.index(settings.default_engine) if settings.default_engine in names else 0
        text = _("Which engine plays the other side?")
        engine = await self.ask(Question(title, text, entries, at))
        if engine:
            self.durak.go("play", engine=engine, start=start._replace(seat=int(seat)))

    def action_back(self) -> None:
        self.dismiss(self._game)

    async def action_quit(self) -> None:
        """Leave, after a question if that would stop an export."""
        self._sharing.before_leaving(self.durak.leave)
