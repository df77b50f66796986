"""Playing against an engine."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.events import Click, Key

from durak_tui.common.i18n import N_, _
from durak_tui.engine.errors import EngineError
from durak_tui.game.position import GIVE_MORE
from durak_tui.game.violation import IllegalAction
from durak_tui.records.journal import UnfinishedGame
from durak_tui.table.adviser import Advice, Adviser
from durak_tui.table.controller import (
    Answered,
    Begun,
    CameTo,
    Controller,
    Ended,
    Event,
    Failed,
    NotStored,
    Overdue,
    Played,
    Settled,
    TakenBack,
    Thinking,
)
from durak_tui.table.game import Game, Pass, Start
from durak_tui.table.hints import Hints
from durak_tui.table.seats import Engine
from durak_tui.table.session import Session, Terms
from durak_tui.tui.play.game_log import GameLog
from durak_tui.tui.play.news import News
from durak_tui.tui.play.questions import (
    WITHDRAWN,
    Asked,
    Withdrawable,
    about_failure,
    about_new_game,
    about_resigning,
    about_resuming,
    about_silence,
)
from durak_tui.tui.play.unfinished import NEW, UnfinishedScreen
from durak_tui.tui.play.view import Hand, bout_lines, card_keys, marks, table_view
from durak_tui.tui.terminal.timer import Timer
from durak_tui.tui.toolkit.actions import KeyAction, latin
from durak_tui.tui.toolkit.canvas import CanvasWidget
from durak_tui.tui.toolkit.card_table import CardTable, TableView, slots_across
from durak_tui.tui.toolkit.screen import DurakScreen, asking
from durak_tui.user.engines import known_engines
from durak_tui.user.settings import unfinished_folder
from durak_tui.words.play import (
    ScreenWords,
    hint_asked,
    not_kept,
    not_stored,
    score,
    why_no_hint,
)

WIDE: Final = 120
"""Columns from which on there is room for the log of the game."""
LAST_LOOK: Final = 1.0
"""Seconds, at most, for which the key that begins another game does nothing at first."""
MOMENT: Final = 0.4
"""Seconds in which most engines answer: what is shown for less is not worth its bytes."""
LONG_PAUSE: Final = 1.5
"""Seconds from which on a pause says how it is ended."""
_MOVES: Final = ("pick", "take", "done", "left", "right", "up", "down")
_IN_GAME: Final = (*_MOVES, "new", "resign", "hint", "known")


class PlayScreen(DurakScreen):
    """A game against an engine, and the next one, until the person leaves."""

    CSS_PATH = "screen.tcss"
    FIXED = ("app.help", "app.back", "app.quit")
    ACTIONS: ClassVar = (
        KeyAction("play.pick", "enter,space", N_("Play it"), N_("Play the card with the cursor")),
        KeyAction("play.again", "enter,n", N_("Another game"), N_("Play another game")),
        KeyAction("play.take", "t", N_("Take"), N_("Take the cards on the table")),
        KeyAction("play.done", "d", N_("Done"), N_("Beaten, or enough: play no card more")),
        KeyAction("play.new", "n", N_("New game"), N_("Begin a new game"), footer=False),
        KeyAction("play.hint", "h", N_("Hint"), N_("Ask an engine what every card is worth")),
        KeyAction("play.resign", "r", N_("Give up"), N_("Give this game up")),
        # Last: it comes and goes, and what is behind it would have to be drawn again.
        KeyAction("play.take-back", "u", N_("Undo"), N_("Take back your last card")),
        KeyAction(
            "play.known",
            "k",
            N_("Known cards"),
            N_("Show or hide the cards that you can know to be in the other hand"),
            footer=False,
        ),
        KeyAction("play.log", "g", N_("Bouts"), N_("Show or hide the bouts at the side")),
        KeyAction("play.left", "left", N_("Left"), N_("The card before"), footer=False),
        KeyAction("play.right", "right", N_("Right"), N_("The next card"), footer=False),
        KeyAction("play.up", "up", N_("Up"), N_("The cards of the line above"), footer=False),
        KeyAction("play.down", "down", N_("Down"), N_("The cards of the line below"), footer=False),
        KeyAction("play.log-up", "pageup", N_("Older"), N_("Show older bouts"), footer=False),
        KeyAction("play.log-down", "pagedown", N_("Newer"), N_("Show newer bouts"), footer=False),
    )

    def __init__(
        self,
        engine: str = "",
        resume: Path | None = None,
        start: Start | None = None,
        *,
        offers: bool = False,
        deck: int | None = None,
        seed: int | str | None = None,
        winner_first: bool | None = None,
        move_time: float | None = None,
    ) -> None:
        """A new game against an engine, or the unfinished one of a journal.

        Args:
            engine: the default one without a name.
            resume: the journal.
            start: where the new game begins, such as in the middle of a recorded one.
            offers: whoever has left games may go on with one of them instead of a new one.
            seed: names a series of deals; as all that follows it goes before the settings.
        """
        super().__init__()
        self._engine = engine
        self._resume = resume
        self._start = start
        self._offers = offers
        self._terms = Terms(deck, seed, winner_first, move_time)
        self._session: Session
        self._controller: Controller
        self._words: ScreenWords
        self._hand = Hand("")
        self._news = News()
        self._is_on = False
        self._has_only_moved = False
        """Whether nothing has happened but what the player sees coming: their own card, or the
        table being cleared."""
        self._ended_at = 0.0
        self._keys: object = None
        self._hints = Hints(self, self._show, self._cannot_hint)
        self._shows_known = False
        self._question: Withdrawable | None = None
        """What is to be decided about the engine."""

    def content(self) -> ComposeResult:
        yield CardTable()
        yield GameLog()

    def title_text(self) -> str:
        return _("Play")

    def help_text(self) -> str:
        return _(
            "Get rid of all your cards before the other does. Who attacks plays a card; who"
            " defends beats it with a higher one of its suit or with a trump, or takes. Then"
            " the attacker may throw in cards of every rank that lies on the table. If all was"
            " beaten, the cards are out of the game and the defender attacks; who takes misses"
            " an attack. After each bout both draw up to six cards, the attacker first.\n\n"
            "The sign under a card is its key. A card with a dot cannot be played now; its key"
            " tells why. A game that you leave can be gone on with."
        )

    # Which game.

    # What the controller asks of a face.

    def call(self, what: Callable[[], object]) -> None:
        # A screen that is gone by now does not take it, and nobody needs it.
        self.call_later(what)

    def after(self, seconds: float, what: Callable[[], object]) -> Callable[[], object]:
        return Timer(self, seconds, what).stop

    def pause(self) -> float:
        return self.durak.settings.value.pause_ms / 1000

    def tell(self, event: Event) -> None:
        """Show what has happened, or ask what to do about it."""
        game, seat = self._game, self._game.here
        self._news.tell(event, game, seat, self._words)
        match event:
            case Begun() | TakenBack():
                self._has_only_moved = False
            case Settled():
                self._has_only_moved = True
            case Played(seat=actor) if actor == seat:
                self._has_only_moved = True
            case Ended():
                self._ended_at = monotonic()
                self._session.count()
                self._in_thread(self._session.remember)
            case NotStored():
                self._notice(not_stored(event.trouble))
            case Answered():
                self._withdraw()
            case Overdue():
                self._ask_about_silence(event)
            case Failed():
                self._show()
                self._ask_about_failure(event)
        if isinstance(event, Begun | Played | Settled | TakenBack | CameTo):
            self._hand.update(game, seat)
        if isinstance(event, CameTo | Thinking):
            self._show()

    # Which game.

    def on_mount(self) -> None:
        """Sit down and play."""
        app = self.durak
        if app.is_ending:
            return  # nobody would end the engine
        app.clear_notifications()  # they would lie on the cards, and are about another game
        self._session = Session(
            app.settings, app.state, unfinished_folder(), app.games_log, self._terms
        )
        self._controller = Controller(self, MOMENT)
        self._in_thread(self._session.tidy)
        left = app.unfinished() if self._offers else []
        if left or self._resume:
            self._go_on_with(left)
        else:
            self._start_afresh()

    @asking
    async def _go_on_with(self, left: Sequence[UnfinishedGame]) -> None:
        """Resume a game, if the person wants to and that can be done."""
        path = self._resume
        if left:
            answer = await self.ask(UnfinishedScreen(left, or_new=True))
            path = None if answer == NEW else Path(answer)
            if not answer:
                return self.durak.go_back()
        if path and (why := self._session.resume(path)):
            answer = await self.ask(Withdrawable(about_resuming(why)))
            path = None
            if answer != "new":
                return self.durak.go_back()
        return self._begin() if path else self._start_afresh()

    def _start_afresh(self) -> None:
        session, engine = self._session, Engine(self._session.find(self._engine))
        if self._start is None:
            session.begin(engine)
        else:
            session.take_up(self._start, engine)
        self._begin()

    @property
    def _game(self) -> Game:
        return self._session.game

    def _begin(self) -> None:
        """There is another game on the table."""
        self._is_on = True
        taken = [key for action in self.actions() for key in self.durak.keys_of(action)]
        self._hand = Hand(card_keys(taken))
        self._words = self._new_words()
        self._controller.begin(self._game, self._session.opponents)

    def _new_words(self) -> ScreenWords:
        app = self.durak
        keys = {action.method: app.shown_key(action) for action in self.actions()}
        again = next(action for action in self.ACTIONS if action.method == "again")
        keys["again"] = _(" or ").join(app.shown_keys(again).split())
        return ScreenWords(self._game, self._game.here, app.glyphs.card, keys, app.glyphs.dot)

    def _new_game(self, *, keep: bool) -> None:
        session = self._session
        self._controller.stop()
        self._controller.conclude()
        if keep or self._game.over:
            session.leave()
        else:
            session.throw_away()
        session.begin_again()
        self._begin()

    # What is shown.

    def _show(self) -> None:
        """Draw the table as it is now."""
        game, table, news = self._game, self.query_one(CardTable), self._news
        person = self.durak.settings.value.player or _("You")
        names = (self._words.name, person) if game.here else (person, self._words.name)
        advice = self._hints.at(game)
        view = table_view(
            game,
            game.here,
            self._hand,
            names,
            news=news.text,
            warns=news.warns,
            task=self._hint(advice) or self._task_text(),
            score=score(self._session.series),
            marks=marks(advice, sure=not game.position.talon_count) if advice else {},
            shows_known=self._shows_known,
        )
        if table.view and self._has_only_moved and self._controller.is_quick and not news.warns:
            # Whatever the engine does in a moment changes all the rest again.
            view = _only_moved(table.view, view)
        table.show(view)
        if self._is_wide:
            self.query_one(GameLog).show(list(bout_lines(game)), names)
        keys = game.over, list(map(self.is_shown, self.ACTIONS)), self._is_wide
        if keys != self._keys:
            self._keys = keys
            self.keys_changed()

    def _task_text(self) -> str:
        """What may be done now."""
        game, controller, words = self._game, self._controller, self._words
        if game.over:
            return words.after()
        if controller.failed:
            return words.in_trouble()
        if controller.pauses:
            return _("Any key goes on.") if self.pause() >= LONG_PAUSE else ""
        if game.to_act == game.here:
            return words.task(len(self._hand.chosen))
        return words.thinking() if controller.is_slow else ""

    def _hint(self, advice: Advice | None) -> str:
        """What is said about a hint, if one was asked for."""
        adviser = self._hints.thinking(self._game)
        if adviser:
            return hint_asked(adviser.config.shown)
        return self._words.hint(advice) if advice else ""

    def redraw(self) -> None:
        """Draw everything again, in other words perhaps."""
        if self._is_on:
            self._words = self._new_words()
            self._show()
        super().redraw()

    def on_resize(self) -> None:
        """There may be room for the log now."""
        if self._is_on:
            self._show()

    @property
    def _is_wide(self) -> bool:
        return self.app.size.width >= WIDE

    def _notice(self, text: str) -> None:
        self.app.notify(text, severity="warning", timeout=15, markup=False)

    def _in_thread(self, work: Callable[[], str | None]) -> None:
        """Do something that may take a moment; what it returns is told."""

        def do() -> None:
            if told := work():
                self.call_later(self._notice, told)

        self.run_worker(do, thread=True)

    # What is asked about the engine.

    def _ask_about_silence(self, overdue: Overdue) -> None:
        """The engine has owed an answer for too long."""
        words = self._controller.engine(overdue.seat).opponent.last_words
        begun = not self._game.is_untouched
        asked = about_silence(self._words.name, overdue.seconds, words, begun=begun)
        self._ask_about_engine(asked, overdue.seat)

    def _ask_about_failure(self, failed: Failed) -> None:
        """The engine cannot go on."""
        opponent = self._controller.engine(failed.seat).opponent
        known = (entry.name for entry in known_engines(self.durak.settings.value))
        asked = about_failure(
            self._words.name,
            failed.error,
            opponent.failure,
            others=[name for name in known if name != opponent.config.shown],
            begun=not self._game.is_untouched,
        )
        self._ask_about_engine(asked, failed.seat)

    def _ask_about_engine(self, asked: Asked, seat: int) -> None:
        self._question = question = Withdrawable(asked)

        async def decide() -> None:
            answer = await self.ask(question)
            if answer != WITHDRAWN:
                self._question = None
                self._decide_about(seat, answer)

        # Whatever else is being asked meanwhile is still asked after it.
        self.run_worker(decide(), group="engine")

    def _decide_about(self, seat: int, answer: str) -> None:
        controller = self._controller
        what, _colon, engine = answer.partition(":")
        if what == "leave":
            self._leave_all()
        elif what == "engine":
            self._in_thread(controller.engine(seat).opponent.close)
            self._session.exchange(Engine(self._session.find(engine)))
            self._begin()
        elif what == "restart":
            controller.restart(seat)
        elif what == "claim":
            controller.claim(seat)
        elif controller.engine(seat).is_asked:
            controller.engine(seat).wait_on()

    def _withdraw(self) -> None:
        """The engine has answered after all."""
        question, self._question = self._question, None
        if question:
            question.withdraw()

    def _is_held_up(self) -> bool:
        """Whether something else has to be decided first; then it is asked."""
        failed = self._controller.failed
        if failed:
            self._ask_about_failure(failed)
        return failed is not None

    # What the person does.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Much depends on whether a game is on; the keys of one are always the same."""
        if action in _IN_GAME:
            return self._is_on and not self._game.over
        if action == "take_back":
            return self._is_on and not self._game.over and self._game.casual
        if action == "again":
            return self._is_on and self._game.over
        if action in ("log", "log_up", "log_down"):
            return self._is_wide
        return True

    def is_shown(self, action: KeyAction) -> bool:
        """The keys of the other part are not: they only tell that they mean nothing now."""
        if self._is_on and action.method in ("take", "done"):
            attacks = self._game.position.attacker == self._game.here
            return attacks == (action.method == "done")
        if self._is_on and action.method == "take_back":
            return self._game.can_take_back(self._game.here)
        return super().is_shown(action)

    def on_key(self, event: Key) -> None:
        """The key of a card plays it; a key that has no other meaning ends a pause."""
        if not self._is_on or self._game.over:
            return
        key = latin(event.character or "")
        card = self._hand.card_of(key)
        if self._controller.pauses:
            others = (a for a in self.available_actions() if a.method not in _MOVES)
            if {event.key, key}.isdisjoint(one for a in others for one in self.durak.keys_of(a)):
                # Meant for the cards as they lay: not for those that come.
                event.stop()
                self._controller.end_pause()
        elif card is not None:
            event.stop()
            self._choose(card)

    def on_canvas_widget_chosen(self, event: CanvasWidget.Chosen) -> None:
        """A click on a card plays it."""
        kind, _colon, card = event.action.partition(":")
        if kind != "card":
            super().on_canvas_widget_chosen(event)
        elif self._controller.pauses:
            self._controller.end_pause()
        elif not self._game.over:
            self._choose(int(card))

    def on_click(self, event: Click) -> None:
        """A click beside everything ends a pause."""
        if self._is_on:
            self._controller.end_pause()

    def _warn(self, why: str) -> None:
        """Tell why something cannot be done."""
        self._news.say(why, warns=True)
        self._show()

    def _choose(self, card: int) -> None:
        """Play this card, or mark it among those to be given."""
        if self._is_held_up():
            return
        hand = self._hand
        why = "" if card in hand.chosen else self._why_not(card)
        if why:
            self._warn(why)
        elif self._game.position.phase == GIVE_MORE and hand.choices.limit > 1:
            hand.toggle(card)
            hand.cursor = card
            self._show()
        else:
            self._controller.play((card,))

    def _why_not(self, card: int) -> str:
        if self._game.to_act != self._game.here:
            return self._words.others_turn()
        try:
            self._game.position.check((*self._hand.chosen, card))
        except IllegalAction as error:
            return self._words.refusal(error)
        return ""

    def _pass(self, wanted: Pass) -> None:
        """Take, or play no card more."""
        if self._is_held_up():
            return
        passing = self._hand.choices.passing
        if passing is None or (passing is Pass.TAKE) != (wanted is Pass.TAKE):
            self._warn(self._words.cannot_pass(wanted))
        else:
            self._controller.play(tuple(self._hand.chosen))

    def action_pick(self) -> None:
        """The card with the cursor."""
        if not self._is_held_up() and self._hand.cursor is not None:
            self._choose(self._hand.cursor)

    def action_take(self) -> None:
        """Take the cards on the table."""
        self._pass(Pass.TAKE)

    def action_done(self) -> None:
        """The bout is beaten, or enough was given."""
        self._pass(Pass.ENOUGH)

    def action_left(self) -> None:
        """The card before."""
        self._moved(self._hand.step(-1))

    def action_right(self) -> None:
        """The next card."""
        self._moved(self._hand.step(1))

    def action_up(self) -> None:
        """The line above."""
        self._moved(self._hand.line(-1, self._across))

    def action_down(self) -> None:
        """The line below."""
        self._moved(self._hand.line(1, self._across))

    @property
    def _across(self) -> int:
        return slots_across(self.query_one(CardTable).size.width)

    def _moved(self, moved: bool) -> None:
        if moved:
            self._show()

    def action_take_back(self) -> None:
        """Back to the last decision."""
        if not self._controller.take_back(self._game.here):
            self._warn(_("There is nothing to take back."))

    def action_hint(self) -> None:
        """Ask what every card is worth."""
        game = self._game
        if self._controller.pauses or game.to_act != game.here:
            self._warn(_("You get a hint when it is your turn."))
        else:
            self._hints.ask(self._session.adviser, game, game.here)

    def _cannot_hint(self, adviser: Adviser, error: EngineError) -> None:
        self._warn(why_no_hint(adviser.config.shown, error))

    def action_known(self) -> None:
        """Show or hide what can be known of the other hand."""
        self._shows_known = not self._shows_known
        self._show()

    @asking
    async def action_new(self) -> None:
        """Another game; what becomes of this one is asked if there is anything to lose."""
        answer = "drop"
        if not self._game.is_untouched:
            answer = await self.ask(Withdrawable(about_new_game()))
        if answer in ("keep", "drop"):
            self._new_game(keep=answer == "keep")

    def action_again(self) -> None:
        """Another game, now that this one is over."""
        # Who hurries through the last bout shall see how it has ended.
        if monotonic() - self._ended_at >= min(self.pause(), LAST_LOOK):
            self._new_game(keep=False)

    @asking
    async def action_resign(self) -> None:
        """Give up, after a question."""
        answer = await self.ask(Withdrawable(about_resigning(self._words.name)))
        if answer == "resign":
            self._controller.resign(self._game.here)

    def action_log(self) -> None:
        """Show or hide the bouts."""
        self.toggle_class("-without-log")

    def action_log_up(self) -> None:
        """Older bouts."""
        self.query_one(GameLog).scroll_lines(self.size.height - 3)

    def action_log_down(self) -> None:
        """Newer bouts."""
        self.query_one(GameLog).scroll_lines(3 - self.size.height)

    # Leaving.

    def _leave(self) -> bool:
        """Leave the table; whether the game can be gone on with."""
        self._controller.leave()
        return self._session.leave()

    def action_back(self) -> None:
        """Leave; the game is kept."""
        if self._is_on:
            keeps = self._leave()
            if lost := self._session.lost:
                self._notice(not_kept(lost))
            elif keeps and not self.durak.has_told_of_keeping:
                self.durak.has_told_of_keeping = True
                self.app.notify(_("Your game is kept. The first screen offers to go on with it."))
        super().action_back()

    def _leave_all(self) -> None:
        """Leave together with whatever lies over this screen, such as help."""
        if self in self.app.screen_stack:
            while self.app.screen is not self:
                self.app.pop_screen()
            self.action_back()

    async def action_quit(self) -> None:
        """Leave the program; the game is kept."""
        farewell = ""
        if self._is_on:
            self._controller.end_pause()  # what lies there may have been the last bout
            keeps = self._session.is_kept
            kept = _("Your game is kept: durak-tui offers to go on with it.") if keeps else ""
            lost = self._session.lost
            farewell = not_kept(lost) if lost else kept
        self.durak.leave(farewell)

    async def on_unmount(self) -> None:
        """Nothing is left running."""
        if self._is_on:
            self._leave()
            # The worker that is to do it may have gone with the screen.
            if told := await asyncio.to_thread(self._session.remember):
                self._notice(told)
            await asyncio.to_thread(self._session.close)


def _only_moved(before: TableView, now: TableView) -> TableView:
    """The cards where they are now, everything that is said about them as before."""
    same_bout = now.slots == before.slots
    return replace(
        now,
        top=replace(now.top, part=before.top.part, to_act=before.top.to_act),
        bottom=replace(now.bottom, part=before.bottom.part, to_act=before.bottom.to_act),
        news=before.news,
        warns=before.warns,
        task=before.task,
        keys=before.keys if same_bout else {},
        cursor=before.cursor if same_bout else None,
    )
