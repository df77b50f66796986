"""Playing against an engine."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic
from typing import Any, ClassVar, Final

from textual import work
from textual.app import ComposeResult
from textual.events import Click, Key

from durak_tui.common.i18n import N_, _
from durak_tui.engine.errors import EngineError
from durak_tui.game.position import GIVE_MORE
from durak_tui.game.violation import IllegalAction
from durak_tui.records.journal import UnfinishedGame
from durak_tui.table.adviser import Adviser, Hints
from durak_tui.table.controller import (
    Acted,
    Answered,
    CameTo,
    Controller,
    Ended,
    Failed,
    NotStored,
    Overdue,
    TableEvent,
    Thinking,
)
from durak_tui.table.game import Pass, Start
from durak_tui.table.seats import Engine
from durak_tui.table.session import Session, Terms
from durak_tui.tui.play.after import AFTER, AfterGame
from durak_tui.tui.play.game_log import GameLog
from durak_tui.tui.play.hand import Hand, HandScreen, arrows, passes
from durak_tui.tui.play.questions import (
    about_new_game,
    about_resigning,
    about_resuming,
)
from durak_tui.tui.play.trouble import EngineTrouble
from durak_tui.tui.play.unfinished import NEW, UnfinishedScreen
from durak_tui.tui.play.view import ENTERS, GameView
from durak_tui.tui.terminal.timer import Timer
from durak_tui.tui.toolkit.actions import KeyAction, latin
from durak_tui.tui.toolkit.canvas import CanvasWidget
from durak_tui.tui.toolkit.card_table import CardTable
from durak_tui.tui.toolkit.chances import Chance, Chances
from durak_tui.tui.toolkit.screen import asking
from durak_tui.user.folders import unfinished_folder
from durak_tui.words.endgame import not_yet
from durak_tui.words.play import ScreenWords, not_kept, not_stored, why_no_hint

WIDE: Final = 120  # Columns from which on there is room for the log of the game.
MOMENT: Final = 0.4  # Seconds: what is shown for less is not worth its bytes.
_BLINK: Final = 0.03  # Seconds in which two changes are one to the eye, and one frame to send.
_LOOK: Final = 0.25  # Seconds between two looks at what a slow engine says.
_MOVES: Final = ("pick", "take", "done", "step", "line")  # Actions with the cards in hand.
_IN_GAME: Final = (*_MOVES, "new", "resign", "hint", "known", "solve")  # While a game is on.


class PlayScreen(HandScreen, EngineTrouble, AfterGame):
    """One game against an engine after the other."""

    TITLE = N_("Play")
    HELP = N_(
        "Get rid of all your cards before the other player does. The attacker plays a card; the"
        " defender beats it with a higher card of its suit or with a trump, or takes. Then the"
        " attacker may throw in cards of any rank that lies on the table. If everything is"
        " beaten, the cards leave the game and the defender attacks; whoever takes misses the"
        " next attack. After each bout both draw up to six cards, the attacker first.\n\nThe"
        " sign under a card is its key. A card with a dot cannot be played now; its key says"
        " why. You can resume a game later."
    )
    CSS_PATH = "screen.tcss"
    FIXED = ("app.help", "app.back", "app.quit")
    ACTIONS: ClassVar = (
        KeyAction("play.pick", "enter,space", N_("Play"),
                  N_("Play the selected card, or make the only possible move")),
        *AFTER,
        *passes("play"),
        KeyAction("play.new", "n", N_("New game"), N_("Start a new game"), footer=False),
        KeyAction("play.hint", "h", N_("Hint"), N_("Ask an engine what each card is worth")),
        KeyAction("play.resign", "r", N_("Resign"), N_("Resign this game")),
        # Last: it comes and goes, and what is behind it would have to be drawn again.
        KeyAction("play.take-back", "u", N_("Undo"), N_("Take back your last card")),
        KeyAction("play.known", "k", N_("Known cards"),
                  N_("Show or hide the cards you can know to be in the other hand"), False),
        KeyAction("play.solve", "S", N_("Solve"),
                  N_("Solve from here once the talon is empty: who wins, and how"), False),
        KeyAction("play.log", "g", N_("Bouts"), N_("Show or hide the bouts at the side")),
        *arrows("play"),
        KeyAction("play.log-up", "pageup", N_("Older"), N_("Show older bouts"),
                  False, "scroll", (1,)),
        KeyAction("play.log-down", "pagedown", N_("Newer"), N_("Show newer bouts"),
                  False, "scroll", (-1,)),
    )  # fmt: skip

    def __init__(
        self,
        engine: str = "",  # The default one without a name.
        resume: Path | None = None,
        start: Start | None = None,  # Such as in the middle of a recorded game.
        *,
        offers: bool = False,  # Ask first which unfinished game to go on with, if there is one.
        **terms: Any,  # Those of Terms.
    ) -> None:
        """Begin a new game, or resume that of a journal."""
        super().__init__()
        self.controller = Controller(self, MOMENT)
        self._engine = engine
        self._resume = resume
        self._start = start
        self._offers = offers
        self._terms = Terms(**terms)
        self.view: GameView
        self._hints = Hints(self, self._show, self._no_hint)
        self._next_look: Timer | None = None  # At what a slow engine says.
        self._shown_soon: Timer | None = None  # Shows a card, unless the answer to it is quicker.
        self._rings = False  # Whether the other has played since the last turn.

    def content(self) -> ComposeResult:
        yield Chances()
        yield CardTable()
        yield GameLog()

    # What the controller asks of a face.

    def call(self, what: Callable[[], object]) -> None:
        # A screen that is gone by now does not take it, and nobody needs it.
        self.call_later(what)

    def after(self, seconds: float, what: Callable[[], object]) -> Callable[[], object]:
        return Timer(self, seconds, what).stop

    def pause(self) -> float:
        return self.durak.settings.value.pause_ms / 1000

    def does_forced_moves(self) -> bool:
        return self.durak.settings.value.forced_moves

    def tell(self, event: TableEvent) -> None:
        self.view.tell(event)
        match event:
            case Acted():
                self._rings = event.events[0].seat != self.game.here
            case CameTo() | Thinking():
                if self._may_wait:
                    self._shown_soon = self._shown_soon or Timer(self, _BLINK, self._show)
                else:
                    self._show()
                if self._rings and self.game.to_act == self.game.here:
                    self._rings = False
                    if self.durak.settings.value.bell:
                        self.app.bell()
                self.view.hint_unasked()
            case Ended():
                self.ended_at = monotonic()
                self.session.count()
                self.in_thread(self.session.remember)
            case NotStored():
                self._notice(not_stored(event.trouble))
            case Overdue() | Failed():
                self._show()
                self.ask_about_engine(event)
            case Answered():
                self.withdraw_question()

    # Which game.

    def on_mount(self) -> None:
        app = self.durak
        if app.is_ending:
            return  # nobody would end the engine
        app.clear_notifications()  # they would lie on the cards, and are about another game
        self.session = Session(
            app.settings, app.state, unfinished_folder(), app.games_log, self._terms
        )
        self.view = GameView(self.session, self.controller, self._hints, app.settings)
        self.in_thread(self.session.put_away)
        left = app.unfinished() if self._offers else []
        if left or self._resume:
            self._go_on_with(left)
        else:
            self._start_afresh()

    @asking
    async def _go_on_with(self, left: Sequence[UnfinishedGame]) -> None:
        path = self._resume
        if left:
            answer = await self.ask(UnfinishedScreen(left, self.durak.glyphs, or_new=True))
            path = None if answer == NEW else Path(answer)
            if not answer:
                return self.durak.go_back()
        if path and (why := self.session.resume(path)):
            answer = await self.ask(about_resuming(why))
            path = None
            if answer != "new":
                return self.durak.go_back()
        return self.begin_game() if path else self._start_afresh()

    def _start_afresh(self) -> None:
        session, engine = self.session, Engine(self.session.find(self._engine))
        if self._start is None:
            session.begin(engine)
        else:
            session.take_up(self._start, engine)
        self.begin_game()

    def begin_game(self) -> None:
        self.is_on = True
        self.query_one(Chances).show()  # The engine may be another.
        self.view.hand = self.new_hand()
        self.view.words = self._words()
        self.controller.begin(self.game, self.session.opponents)
        self.in_thread(self.session.remember)

    def _words(self) -> ScreenWords:
        app = self.durak
        keys = {action.method: app.shown_key(action) for action in self.actions()}
        keys |= {action.id.removeprefix("play."): app.shown_key(action) for action in AFTER}
        keys["again"] = _(" or ").join(app.shown_keys(AFTER[0]).split())
        return ScreenWords(self.game, self.game.here, app.glyphs.cards, keys, app.glyphs.dot)

    def new_game(self, *, keep: bool, against: str = "") -> None:
        """Begin another game, against the same other if nobody is named."""
        self.controller.stop()
        self.controller.conclude()
        if keep or self.game.over:
            self.session.leave()
        else:
            self.session.throw_away()
        if against:
            self.session.begin(Engine(self.session.find(against)))
        else:
            self.session.begin_again()
        self.begin_game()

    # What is shown.

    def _show_chances(self) -> None:
        """Show what engines say, while they think a few times a second."""
        said: Sequence[Chance] = ()
        if self.durak.settings.value.show_infos:
            names, opponents = self.view.names, self.session.opponents
            said = [
                Chance(names[seat], opponent.thought)
                for seat, opponent in enumerate(opponents)
                if opponent
            ]
            if self._next_look:
                self._next_look.stop()
            slow = self.controller.is_slow
            self._next_look = Timer(self, _LOOK, self._show_chances) if slow else None
        self.query_one(Chances).show(*said)

    def _show(self) -> None:
        if self._shown_soon:
            self._shown_soon.stop()
            self._shown_soon = None
        self._show_chances()
        table = self.query_one(CardTable)
        table.show(self.view.table(table.view))
        if self._is_wide:
            self.query_one(GameLog).show(self.game, self.view.names)
        self.keys_changed()

    @property
    def _may_wait(self) -> bool:
        """Whether what has happened may be shown with the answer to it."""
        is_shown = self.query_one(CardTable).view is not None
        return is_shown and self.controller.is_quick and not self.durak.moves_cards

    def redraw(self) -> None:
        if self.is_on:
            self.view.words = self._words()
            self._show()
        super().redraw()

    def on_resize(self) -> None:
        if self.is_on:
            self._show()

    @property
    def _is_wide(self) -> bool:
        return self.app.size.width >= WIDE

    def _warn(self, why: str) -> None:
        self.view.say(why, warns=True)
        self._show()

    def _notice(self, text: str) -> None:
        self.app.notify(text, severity="warning", timeout=15, markup=False)

    @work(thread=True)
    def in_thread(self, slow: Callable[[], str | None]) -> None:
        """Do something slow and show the warning that it returns."""
        if warning := slow():
            self.call_later(self._notice, warning)

    # What the person does.

    @property
    def hand(self) -> Hand:
        return self.view.hand

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        goes_on = self.is_on and not self.game.over
        if action in _IN_GAME:
            return goes_on
        if action == "take_back":
            return goes_on and self.game.casual
        if action in ("log", "scroll"):
            return self._is_wide
        return super().check_action(action, parameters)

    def is_shown(self, action: KeyAction) -> bool:
        """Hide the keys of the other part."""
        if self.is_on and action.method in ("take", "done"):
            attacks = self.game.position.attacker == self.game.here
            return attacks == (action.method == "done")
        if self.is_on and action.method == "take_back":
            return self.game.can_take_back(self.game.here)
        return super().is_shown(action)

    def label_of(self, action: KeyAction) -> str:
        """The name of an action; of enter what it does now."""
        if not self.is_on or action.method != "pick":
            return super().label_of(action)
        # As wide as ever, or all behind it would be drawn again.
        return _(self.view.enter_does).ljust(max(len(_(one)) for one in ENTERS))

    def is_blank(self, action: KeyAction) -> bool:
        passes = self.is_on and action.method in ("take", "done")
        return passes and not self.view.can_pass

    def on_key(self, event: Key) -> None:
        """Play the card of a key, or end a pause."""
        if not self.is_on or self.game.over:
            return
        key = latin(event.character or "")
        card = self.view.hand.card_of(key)
        if self.controller.pauses:
            others = (a for a in self.available_actions() if a.method not in _MOVES)
            if {event.key, key}.isdisjoint(one for a in others for one in self.durak.keys_of(a)):
                # Meant for the cards as they lay: not for those that come.
                event.stop()
                self.controller.end_pause()
        elif card is not None:
            event.stop()
            self._choose(card)

    def on_canvas_widget_chosen(self, event: CanvasWidget.Chosen) -> None:
        kind, _colon, card = event.action.partition(":")
        if kind != "card":
            super().on_canvas_widget_chosen(event)
        elif self.controller.pauses:
            self.controller.end_pause()
        elif not self.game.over:
            self._choose(int(card))

    def on_click(self, event: Click) -> None:
        if self.is_on:
            self.controller.end_pause()

    def _choose(self, card: int) -> None:
        """Play this card, or mark it among those to be given."""
        if failed := self.controller.failed:
            return self.ask_about_engine(failed)
        game, hand, words = self.game, self.view.hand, self.view.words
        if game.to_act != game.here:
            return self._warn(words.others_turn())
        if card not in hand.chosen:
            try:
                game.position.check((*hand.chosen, card))
            except IllegalAction as error:
                return self._warn(words.refusal(error))
        if game.position.phase == GIVE_MORE and hand.choices.limit > 1:
            hand.toggle(card)
            return self._show()
        return self.controller.play((card,))

    def _pass(self, wanted: Pass) -> None:
        """Take, or play no card more."""
        hand = self.view.hand
        if failed := self.controller.failed:
            self.ask_about_engine(failed)
        elif hand.choices.allow(wanted):
            self.controller.play(tuple(hand.chosen))
        else:
            self._warn(self.view.words.cannot_pass(wanted))

    def action_pick(self) -> None:
        if (cursor := self.view.hand.cursor) is not None:
            self._choose(cursor)
        elif failed := self.controller.failed:
            self.ask_about_engine(failed)
        elif (forced := self.view.hand.choices.forced) is not None:
            self.controller.play(forced)

    def action_take(self) -> None:
        self._pass(Pass.TAKE)

    def action_done(self) -> None:
        self._pass(Pass.ENOUGH)

    def cursor_moved(self) -> None:
        self.view.forget_warning()
        self._show()

    def action_take_back(self) -> None:
        if not self.controller.take_back(self.game.here):
            self._warn(_("Nothing to take back."))

    def action_hint(self) -> None:
        game = self.game
        if game.to_act != game.here:
            self._warn(_("You can ask for a hint when it is your turn."))
        else:
            self.view.forget_warning()
            self._hints.ask(self.session.adviser, game, game.here)

    def _no_hint(self, adviser: Adviser, error: EngineError) -> None:
        self.view.has_no_hints = True
        self._warn(why_no_hint(adviser.config.shown, error))

    def action_known(self) -> None:
        view, game = self.view, self.game
        view.shows_known = not view.shows_known
        view.forget_warning()
        if view.shows_known and not game.known(game.here):
            name = view.words.name
            view.say(_("No card of {name} can be known.").format(name=name), warns=True)
        self._show()

    def action_solve(self) -> None:
        position, names, here = self.game.position, self.view.names, self.game.here
        if position.talon_count:
            self._warn(not_yet())
        else:
            self.durak.go("solution", position=position, names=names, seat=here, you=here)

    @asking
    async def action_new(self) -> None:
        answer = "drop"
        if not self.game.is_untouched:
            answer = await self.ask(about_new_game())
        if answer in ("keep", "drop"):
            self.new_game(keep=answer == "keep")

    @asking
    async def action_resign(self) -> None:
        answer = await self.ask(about_resigning(self.view.words.name))
        if answer == "resign":
            self.controller.resign(self.game.here)

    def action_log(self) -> None:
        self.toggle_class("-without-log")

    def action_scroll(self, pages: int) -> None:
        self.query_one(GameLog).action_move(-pages * (self.size.height - 3))

    # Leaving.

    def action_back(self) -> None:
        if self.is_on:
            self.controller.leave()
            self.session.leave()
            if lost := self.session.lost:
                self._notice(not_kept(lost))
        super().action_back()

    async def action_quit(self) -> None:
        farewell = ""
        if self.is_on:
            self.controller.end_pause()  # what lies there may have been the last bout
            if lost := self.session.lost:
                farewell = not_kept(lost)
            elif self.session.is_kept:
                farewell = _("Your game is saved. Run durak-tui to resume it.")
        self.durak.leave(farewell)

    async def on_unmount(self) -> None:
        if self.is_on:
            self.controller.leave()
            self.session.leave()
            # The worker that is to do it may have gone with the screen.
            if warning := await asyncio.to_thread(self.session.remember):
                self._notice(warning)
            await asyncio.to_thread(self.session.close)
