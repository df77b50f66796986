"""A card table at which a person plays, whatever moves the game."""

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, Final

from textual import work
from textual.app import ComposeResult
from textual.events import Click, Key

from durak_tui.common.i18n import N_, _
from durak_tui.game.position import GIVE_MORE
from durak_tui.game.violation import IllegalAction
from durak_tui.table.game import Pass
from durak_tui.tui.play.after import AFTER, AfterGame
from durak_tui.tui.play.game_log import GameLog
from durak_tui.tui.play.hand import Hand, HandScreen, arrows, passes
from durak_tui.tui.play.news import Voices
from durak_tui.tui.play.view import ENTERS, GameView, Pace
from durak_tui.tui.terminal.timer import Timer
from durak_tui.tui.toolkit.actions import KeyAction, latin
from durak_tui.tui.toolkit.canvas import CanvasWidget
from durak_tui.tui.toolkit.card_table import CardTable
from durak_tui.words.narrator import shown_names
from durak_tui.words.play import ScreenWords

WIDE: Final = 120  # Columns from which on there is room for the log of the game.
MOVES: Final = ("pick", "take", "done", "step", "line")  # Actions with the cards in hand.
_IN_GAME: Final = (*MOVES, "new", "resign")  # While a game is on.

# What can be done at any table; each has more between, in the order of its line of keys.
CARDS: Final = (
    KeyAction("play.pick", "enter,space", N_("Play"),
              N_("Play the selected card, or make the only possible move")),
    *AFTER,
)  # fmt: skip
PASSES: Final = passes("play")
NEW_GAME: Final = KeyAction("play.new", "n", N_("New game"), N_("Start a new game"), footer=False)
RESIGN: Final = KeyAction("play.resign", "r", N_("Resign"), N_("Resign this game"))
# The last of those shown: it comes and goes, and what is behind it would have to be drawn again.
UNDO: Final = KeyAction("play.take-back", "u", N_("Undo"), N_("Take back your last card"))
BOUTS: Final = (
    KeyAction("play.log", "g", N_("Bouts"), N_("Show or hide the bouts at the side")),
    *arrows("play"),
    KeyAction("play.log-up", "pageup", N_("Older"), N_("Show older bouts"),
              False, "scroll", (1,)),
    KeyAction("play.log-down", "pagedown", N_("Newer"), N_("Show newer bouts"),
              False, "scroll", (-1,)),
)  # fmt: skip


class BoutScreen(HandScreen, AfterGame):
    """A game on a table, with the person's hand below.

    A subclass says which game it is, how it is seen, and what moves it forward.
    """

    TITLE = N_("Play")
    CSS_PATH: ClassVar[str | Path] = "table.tcss"
    FIXED: ClassVar = ("app.help", "app.back", "app.quit")

    view: GameView

    @property
    def pace(self) -> Pace:
        """What moves the game forward."""
        raise NotImplementedError

    def content(self) -> ComposeResult:
        yield CardTable()
        yield GameLog()

    # What moves the game asks of its face.

    def call(self, what: Callable[[], object]) -> None:
        # A screen that is gone by now does not take it, and nobody needs it.
        self.call_later(what)

    def after(self, seconds: float, what: Callable[[], object]) -> Callable[[], object]:
        return Timer(self, seconds, what).stop

    def pause(self) -> float:
        return self.durak.settings.value.pause_ms / 1000

    # What is shown.

    def voices(self) -> Voices:
        """The words to everybody who looks at this table."""
        return {self.game.here: self.words_to(self.game.here)}

    def words_to(self, seat: int, *, aloud: bool = False) -> ScreenWords:
        """The words to one seat, or to anybody."""
        app = self.durak
        keys = {action.method: app.shown_key(action) for action in self.actions()}
        keys |= {action.id.partition(".")[2]: app.shown_key(action) for action in self.ACTIONS}
        keys["again"] = _(" or ").join(app.shown_keys(AFTER[0]).split())
        return ScreenWords(
            self.game, seat, app.glyphs.cards, keys, app.glyphs.dot, aloud=aloud,
            names=self.players(),
        )  # fmt: skip

    def players(self) -> tuple[str, str]:
        """What both are called at this table."""
        return shown_names(self.game.names)

    def show_table(self) -> None:
        table = self.query_one(CardTable)
        table.show(self.view.table(table.view))
        if self.is_wide:
            self.query_one(GameLog).show(self.game, self.view.names)
        self.keys_changed()

    def show_soon(self) -> None:
        """Show the point that the game has come to."""
        self.show_table()

    def redraw(self) -> None:
        if self.is_on:
            self.view.speak(self.voices())
            self.show_table()
        super().redraw()

    def on_resize(self) -> None:
        if self.is_on:
            self.show_table()

    @property
    def is_wide(self) -> bool:
        return self.app.size.width >= WIDE

    def warn(self, why: str) -> None:
        """Say why something cannot be done."""
        self.view.news.say(why, warns=True)
        self.show_table()

    def notice(self, text: str) -> None:
        """Tell of something that is wrong outside of the game."""
        self.app.notify(text, severity="warning", timeout=15, markup=False)

    @work(thread=True)
    def in_thread(self, slow: Callable[[], str | None]) -> None:
        """Do something slow and show the warning that it returns."""
        if warning := slow():
            self.call_later(self.notice, warning)

    # What the person does.

    @property
    def hand(self) -> Hand:
        return self.view.hand

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        goes_on = self.is_on and not self.game.over
        if action in _IN_GAME:
            return goes_on
        if action in ("log", "scroll"):
            return self.is_wide
        return super().check_action(action, parameters)

    def is_shown(self, action: KeyAction) -> bool:
        """Hide the keys of the other part."""
        if self.is_on and action.method in ("take", "done"):
            attacks = self.game.position.attacker == self.view.seat
            return attacks == (action.method == "done")
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

    @property
    def stands_still(self) -> bool:
        """Whether any key goes on, as in the pause after a bout."""
        return self.pace.pauses

    def go_on(self) -> None:
        """Go on where the game stands still."""
        self.pace.end_pause()

    def is_hindered(self) -> bool:
        """Whether something else is to be decided first; that is asked then."""
        return False

    def on_key(self, event: Key) -> None:
        """Play the card of a key, or go on."""
        if not self.is_on or self.game.over:
            return
        key = latin(event.character or "")
        card = self.hand.card_of(key)
        if self.stands_still:
            others = (a for a in self.available_actions() if a.method not in MOVES)
            if {event.key, key}.isdisjoint(one for a in others for one in self.durak.keys_of(a)):
                # Meant for the cards as they lay: not for those that come.
                event.stop()
                self.go_on()
        elif card is not None:
            event.stop()
            self._choose(card)

    def on_canvas_widget_chosen(self, event: CanvasWidget.Chosen) -> None:
        kind, _colon, card = event.action.partition(":")
        if kind != "card":
            super().on_canvas_widget_chosen(event)
        elif not self.stands_still and not self.game.over:
            self._choose(int(card))

    def on_click(self, event: Click) -> None:
        if self.is_on and self.stands_still:
            self.go_on()

    def _choose(self, card: int) -> None:
        """Play this card, or mark it among those to be given."""
        if self.is_hindered():
            return None
        game, hand, words = self.game, self.hand, self.view.words
        if game.to_act != self.view.seat:
            return self.warn(words.others_turn())
        if card not in hand.chosen:
            try:
                game.position.check((*hand.chosen, card))
            except IllegalAction as error:
                return self.warn(words.refusal(error))
        if game.position.phase == GIVE_MORE and hand.choices.limit > 1:
            hand.toggle(card)
            return self.show_table()
        return self.pace.play((card,))

    def _pass(self, wanted: Pass) -> None:
        """Take, or play no card more."""
        if self.is_hindered():
            return
        if self.hand.choices.allow(wanted):
            self.pace.play(tuple(self.hand.chosen))
        else:
            self.warn(self.view.words.cannot_pass(wanted))

    def action_pick(self) -> None:
        if (cursor := self.hand.cursor) is not None:
            self._choose(cursor)
        elif not self.is_hindered() and (forced := self.hand.choices.forced) is not None:
            self.pace.play(forced)

    def action_take(self) -> None:
        self._pass(Pass.TAKE)

    def action_done(self) -> None:
        self._pass(Pass.ENOUGH)

    def cursor_moved(self) -> None:
        self.view.news.forget_warning()
        self.show_table()

    def action_log(self) -> None:
        self.toggle_class("-without-log")

    def action_scroll(self, pages: int) -> None:
        self.query_one(GameLog).action_move(-pages * (self.size.height - 3))
