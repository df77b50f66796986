"""Playing against an engine."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic
from typing import Any, Final

from textual.app import ComposeResult
from textual.events import Click, Key

from durak_tui.common.i18n import _
from durak_tui.engine.errors import EngineError
from durak_tui.game.position import GIVE_MORE
from durak_tui.game.violation import IllegalAction
from durak_tui.records.journal import UnfinishedGame
from durak_tui.table.adviser import Adviser, Hints
from durak_tui.table.controller import (
    Answered,
    Begun,
    CameTo,
    Controller,
    Ended,
    Failed,
    NotStored,
    Overdue,
    Played,
    Settled,
    TableEvent,
    TakenBack,
    Thinking,
)
from durak_tui.table.game import Game, Pass, Start
from durak_tui.table.seats import Engine
from durak_tui.table.session import Session, Terms
from durak_tui.tui.play.actions import ACTIONS, IN_GAME, MOVES
from durak_tui.tui.play.engine_questions import EngineQuestions
from durak_tui.tui.play.game_log import GameLog
from durak_tui.tui.play.news import News
from durak_tui.tui.play.questions import about_new_game, about_resigning, about_resuming
from durak_tui.tui.play.unfinished import NEW, UnfinishedScreen
from durak_tui.tui.play.view import (
    Hand,
    bout_lines,
    card_keys,
    marks,
    only_moved,
    table_view,
    task_text,
)
from durak_tui.tui.terminal.timer import Timer
from durak_tui.tui.toolkit.actions import KeyAction, latin
from durak_tui.tui.toolkit.canvas import CanvasWidget
from durak_tui.tui.toolkit.card_table import CardTable, slots_across
from durak_tui.tui.toolkit.screen import DurakScreen, asking
from durak_tui.user.folders import unfinished_folder
from durak_tui.words.play import (
    ScreenWords,
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


class PlayScreen(DurakScreen):
    """One game against an engine after the other."""

    CSS_PATH = "screen.tcss"
    FIXED = ("app.help", "app.back", "app.quit")
    ACTIONS = ACTIONS

    def __init__(
        self,
        engine: str = "",
        resume: Path | None = None,
        start: Start | None = None,
        *,
        offers: bool = False,
        **terms: Any,
    ) -> None:
        """Begin a new game, or resume that of a journal.

        Args:
            engine: the default one without a name.
            start: where the new game begins, such as in the middle of a recorded one.
            offers: ask first which of the unfinished games to go on with, if there are any.
            terms: those of :class:`Terms`.
        """
        super().__init__()
        self._engine = engine
        self._resume = resume
        self._start = start
        self._offers = offers
        self._terms = Terms(**terms)
        self._session: Session
        self._controller: Controller
        self._questions: EngineQuestions
        self._words: ScreenWords
        self._hand = Hand("")
        self._news = News()
        self._is_on = False
        self._has_only_moved = False
        """Whether the player has seen all of it coming: a card of theirs, a cleared table."""
        self._ended_at = 0.0
        self._keys: object = None
        self._hints = Hints(self, self._show, self._no_hint)
        self._shows_known = False

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

    # What the controller asks of a face.

    def call(self, what: Callable[[], object]) -> None:
        # A screen that is gone by now does not take it, and nobody needs it.
        self.call_later(what)

    def after(self, seconds: float, what: Callable[[], object]) -> Callable[[], object]:
        return Timer(self, seconds, what).stop

    def pause(self) -> float:
        return self.durak.settings.value.pause_ms / 1000

    def tell(self, event: TableEvent) -> None:
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
                self._questions.withdraw()
            case Overdue():
                self._questions.about_silence(event, self._words.name)
            case Failed():
                self._show()
                self._questions.about_failure(event, self._words.name)
        if isinstance(event, Begun | Played | Settled | TakenBack | CameTo):
            self._hand.update(game, seat)
        if isinstance(event, CameTo | Thinking):
            self._show()

    # Which game.

    def on_mount(self) -> None:
        app = self.durak
        if app.is_ending:
            return  # nobody would end the engine
        app.clear_notifications()  # they would lie on the cards, and are about another game
        self._session = Session(
            app.settings, app.state, unfinished_folder(), app.games_log, self._terms
        )
        self._controller = Controller(self, MOMENT)
        self._questions = EngineQuestions(
            self, self._controller, leave=self._leave_all, exchange=self._exchange
        )
        self._in_thread(self._session.tidy)
        left = app.unfinished() if self._offers else []
        if left or self._resume:
            self._go_on_with(left)
        else:
            self._start_afresh()

    @asking
    async def _go_on_with(self, left: Sequence[UnfinishedGame]) -> None:
        path = self._resume
        if left:
            answer = await self.ask(UnfinishedScreen(left, or_new=True))
            path = None if answer == NEW else Path(answer)
            if not answer:
                return self.durak.go_back()
        if path and (why := self._session.resume(path)):
            answer = await self.ask(about_resuming(why))
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
        return ScreenWords(self._game, self._game.here, app.glyphs.cards, keys, app.glyphs.dot)

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
        game, table, news = self._game, self.query_one(CardTable), self._news
        person = self.durak.settings.value.player or _("You")
        names = (self._words.name, person) if game.here else (person, self._words.name)
        advice = self._hints.at(game)
        view = table_view(
            game,
            game.here,
            self._hand,
            names,
            news,
            task=task_text(self._controller, self._words, self._hand, self._hints, self.pause()),
            score=score(self._session.series),
            marks=marks(advice, sure=not game.position.talon_count) if advice else {},
            shows_known=self._shows_known,
        )
        if table.view and self._has_only_moved and self._controller.is_quick and not news.warns:
            # Whatever the engine does in a moment changes all the rest again.
            view = only_moved(table.view, view)
        table.show(view)
        if self._is_wide:
            self.query_one(GameLog).show(list(bout_lines(game)), names)
        keys = game.over, list(map(self.is_shown, self.ACTIONS)), self._is_wide
        if keys != self._keys:
            self._keys = keys
            self.keys_changed()

    def redraw(self) -> None:
        if self._is_on:
            self._words = self._new_words()
            self._show()
        super().redraw()

    def on_resize(self) -> None:
        if self._is_on:
            self._show()

    @property
    def _is_wide(self) -> bool:
        return self.app.size.width >= WIDE

    def _notice(self, text: str) -> None:
        self.app.notify(text, severity="warning", timeout=15, markup=False)

    def _in_thread(self, work: Callable[[], str | None]) -> None:
        """Do something slow and show the warning that it returns."""

        def do() -> None:
            if warning := work():
                self.call_later(self._notice, warning)

        self.run_worker(do, thread=True)

    def _exchange(self, seat: int, engine: str) -> None:
        self._in_thread(self._controller.engine(seat).opponent.close)
        self._session.exchange(Engine(self._session.find(engine)))
        self._begin()

    # What the person does.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in IN_GAME:
            return self._is_on and not self._game.over
        if action == "take_back":
            return self._is_on and not self._game.over and self._game.casual
        if action == "again":
            return self._is_on and self._game.over
        if action in ("log", "scroll"):
            return self._is_wide
        return True

    def is_shown(self, action: KeyAction) -> bool:
        """Hide the keys of the other part, which do nothing now."""
        if self._is_on and action.method in ("take", "done"):
            attacks = self._game.position.attacker == self._game.here
            return attacks == (action.method == "done")
        if self._is_on and action.method == "take_back":
            return self._game.can_take_back(self._game.here)
        return super().is_shown(action)

    def on_key(self, event: Key) -> None:
        """Play the card of a key, or end a pause."""
        if not self._is_on or self._game.over:
            return
        key = latin(event.character or "")
        card = self._hand.card_of(key)
        if self._controller.pauses:
            others = (a for a in self.available_actions() if a.method not in MOVES)
            if {event.key, key}.isdisjoint(one for a in others for one in self.durak.keys_of(a)):
                # Meant for the cards as they lay: not for those that come.
                event.stop()
                self._controller.end_pause()
        elif card is not None:
            event.stop()
            self._choose(card)

    def on_canvas_widget_chosen(self, event: CanvasWidget.Chosen) -> None:
        kind, _colon, card = event.action.partition(":")
        if kind != "card":
            super().on_canvas_widget_chosen(event)
        elif self._controller.pauses:
            self._controller.end_pause()
        elif not self._game.over:
            self._choose(int(card))

    def on_click(self, event: Click) -> None:
        if self._is_on:
            self._controller.end_pause()

    def _warn(self, why: str) -> None:
        self._news.say(why, warns=True)
        self._show()

    def _choose(self, card: int) -> None:
        """Play this card, or mark it among those to be given."""
        if self._questions.ask_again(self._words.name):
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
        if self._questions.ask_again(self._words.name):
            return
        passing = self._hand.choices.passing
        if passing is None or (passing is Pass.TAKE) != (wanted is Pass.TAKE):
            self._warn(self._words.cannot_pass(wanted))
        else:
            self._controller.play(tuple(self._hand.chosen))

    def action_pick(self) -> None:
        if not self._questions.ask_again(self._words.name) and self._hand.cursor is not None:
            self._choose(self._hand.cursor)

    def action_take(self) -> None:
        self._pass(Pass.TAKE)

    def action_done(self) -> None:
        self._pass(Pass.ENOUGH)

    def action_step(self, by: int) -> None:
        if self._hand.step(by):
            self._show()

    def action_line(self, by: int) -> None:
        if self._hand.line(by, slots_across(self.query_one(CardTable).size.width)):
            self._show()

    def action_take_back(self) -> None:
        if not self._controller.take_back(self._game.here):
            self._warn(_("There is nothing to take back."))

    def action_hint(self) -> None:
        game = self._game
        if self._controller.pauses or game.to_act != game.here:
            self._warn(_("You get a hint when it is your turn."))
        else:
            self._hints.ask(self._session.adviser, game, game.here)

    def _no_hint(self, adviser: Adviser, error: EngineError) -> None:
        self._warn(why_no_hint(adviser.config.shown, error))

    def action_known(self) -> None:
        self._shows_known = not self._shows_known
        self._show()

    @asking
    async def action_new(self) -> None:
        answer = "drop"
        if not self._game.is_untouched:
            answer = await self.ask(about_new_game())
        if answer in ("keep", "drop"):
            self._new_game(keep=answer == "keep")

    def action_again(self) -> None:
        # Who hurries through the last bout shall see how it has ended.
        if monotonic() - self._ended_at >= min(self.pause(), LAST_LOOK):
            self._new_game(keep=False)

    @asking
    async def action_resign(self) -> None:
        answer = await self.ask(about_resigning(self._words.name))
        if answer == "resign":
            self._controller.resign(self._game.here)

    def action_log(self) -> None:
        self.toggle_class("-without-log")

    def action_scroll(self, pages: int) -> None:
        self.query_one(GameLog).scroll_lines(pages * (self.size.height - 3))

    # Leaving.

    def _leave(self) -> bool:
        """Leave the table; whether the game can be resumed."""
        self._controller.leave()
        return self._session.leave()

    def action_back(self) -> None:
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
        farewell = ""
        if self._is_on:
            self._controller.end_pause()  # what lies there may have been the last bout
            if lost := self._session.lost:
                farewell = not_kept(lost)
            elif self._session.is_kept:
                farewell = _("Your game is kept: durak-tui offers to go on with it.")
        self.durak.leave(farewell)

    async def on_unmount(self) -> None:
        if self._is_on:
            self._leave()
            # The worker that is to do it may have gone with the screen.
            if warning := await asyncio.to_thread(self._session.remember):
                self._notice(warning)
            await asyncio.to_thread(self._session.close)
