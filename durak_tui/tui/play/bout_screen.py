"""A card table at which a person plays, against anybody."""

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.events import Click, Key

from durak_tui.common.i18n import N_, _
from durak_tui.common.text import sentence
from durak_tui.game.position import Action
from durak_tui.game.violation import IllegalAction
from durak_tui.records.walk import Played
from durak_tui.table.game import LiveGame, Pass
from durak_tui.tui.play.end_panel import EndPanel
from durak_tui.tui.play.finished_game import FinishedGame, Way
from durak_tui.tui.play.game_log import GameLog
from durak_tui.tui.play.game_view import ENTERS, GameView, Pace, Voices
from durak_tui.tui.play.hand import Hand
from durak_tui.tui.play.session_table import SessionTable
from durak_tui.tui.play.table_actions import MOVES
from durak_tui.tui.toolkit.actions import KeyAction, latin
from durak_tui.tui.toolkit.canvas import CanvasWidget
from durak_tui.tui.toolkit.card_table import CardTable
from durak_tui.tui.toolkit.screen import DurakScreen, asking
from durak_tui.words.narrator import deck_and_limit, shown_names
from durak_tui.words.play import ScreenWords

WIDE: Final = 120  # Columns from which on there is room for the log of the game.
_IN_GAME: Final = (*MOVES, "new", "resign")  # While a game is on.


class BoutScreen(DurakScreen):
    """A game on a table, with the person's hand below.

    It gives keys and clicks to the hand, and its decisions to what moves the game.  A subclass
    puts these parts together and says how the game comes about.
    """

    HEADED = False
    TITLE = N_("Play")
    CSS_PATH: ClassVar[str | Path] = Path(__file__).with_name("table.tcss")

    view: GameView
    """The game as it is seen here, from the first one on."""
    pace: Pace
    """The mover of the game."""
    finished: FinishedGame
    """The ways on once it is over."""
    table: SessionTable | None = None
    """The games of a session, if they are played here."""
    is_on = False  # Whether there is a game.
    _rings = False  # Whether the other has played since the last turn.
    _rung = 0  # Actions of this game at the last bell.

    @property
    def game(self) -> LiveGame:
        """The game on the table."""
        return self.view.game

    def content(self) -> ComposeResult:
        yield CardTable()
        yield EndPanel()
        yield GameLog()

    # What is shown.

    def sit_down_to(self, game: LiveGame, seat: int) -> None:
        """Look at another game from this seat."""
        self.finished.leave()
        self.is_on, self._rung = True, 0
        self.view.game = game
        self.view.begin(Hand.on(self), self.voices(), seat)

    def voices(self) -> Voices:
        """The words to everybody who looks at this table."""
        return {self.game.here: self.words_to(self.game.here)}

    def words_to(self, seat: int, *, aloud: bool = False) -> ScreenWords:
        """The words to one seat, or to anybody."""
        app = self.durak
        keys = {action.method: app.shown_key(action) for action in self.actions()}
        keys |= {action.id.partition(".")[2]: app.shown_key(action) for action in self.ACTIONS}
        return ScreenWords(
            self.game, seat, app.glyphs.cards, keys, app.glyphs.dot, aloud=aloud,
            names=self.players(),
        )  # fmt: skip

    def players(self) -> tuple[str, str]:
        """The names of both at this table."""
        return shown_names(self.game.names)

    def before_action(self) -> None:
        super().before_action()
        for table in self.query(CardTable):
            table.land()  # No key waits for a card.

    def show_table(self) -> None:
        table = self.query_one(CardTable)
        table.follow(self.view.table(table.view))
        has_ended = self.game.over and self.finished.was_seen
        self.set_class(has_ended, "-ended")
        if has_ended:
            self.query_one(EndPanel).show(self.view.end(self.finished))
        if self.is_wide:
            view, log = self.view, self.query_one(GameLog)
            log.show(self.game, view.names, you=view.you, about=self.about())
        self.keys_changed()

    def about(self) -> list[str]:
        """Texts about the game beside its bouts, the most important last."""
        return [sentence(", ".join(deck_and_limit(self.game.size, self.game.caps)))]

    def fill(self) -> None:
        if self.is_on:
            self.view.speak(self.voices())
            self.show_table()

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

    def acted(self, played: Played) -> None:
        """Note an action, for which a bell may be due."""
        self._rings = played.seat != self.view.seat and played.number >= self._rung

    def ring_if_due(self) -> None:
        """Ring the bell if that is wanted and the turn comes here."""
        if self._rings and self.game.to_act == self.view.seat:
            self._rings, self._rung = False, len(self.game.actions)
            if self.durak.settings.value.bell:
                self.app.bell()

    # What can be done now.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in _IN_GAME:
            return self.is_on and not self.game.over
        if action == "take_back":
            table = self.table
            return table is not None and self.is_on and not self.game.over and table.game.casual
        if parameters == ("learn",) and self.is_on and (review := self.finished.review):
            return bool(review.mistakes)  # as in the review itself
        if action in ("again", "look_at"):
            return self.is_on and self.game.over
        if action in ("log", "scroll"):
            return self.is_wide and self.is_on
        return super().check_action(action, parameters)

    def is_shown(self, action: KeyAction) -> bool:
        """Hide keys of the other part, and taking back nothing."""
        if self.is_on and action.method in ("take", "done"):
            attacks = self.game.position.attacker == self.view.seat
            return attacks == (action.method == "done")
        if self.table and self.is_on and action.method == "take_back":
            return self.table.game.can_take_back(self.view.seat)
        return super().is_shown(action)

    def label_of(self, action: KeyAction) -> str:
        """The name of an action; of enter what it does now."""
        if not self.is_on or action.method != "pick":
            return super().label_of(action)
        # As wide as ever, or all behind it would be drawn again.
        return _(self.view.enter_does).ljust(max(len(_(one)) for one in ENTERS))

    def is_blank(self, action: KeyAction) -> bool:
        if not self.is_on or action.method not in ("take", "done"):
            return False
        # Enter says the same where nothing else can be done.
        return not self.view.can_pass or self.view.enter_does == action.label

    @property
    def stands_still(self) -> bool:
        """True while any key goes on, as after a bout."""
        return self.pace.pauses

    def go_on(self) -> None:
        """Go on where the game stands still."""
        self.pace.end_pause()

    def hinder(self) -> bool:
        """Ask about what must be decided first; True if anything must."""
        return False

    # What the person does.

    def on_key(self, event: Key) -> None:
        """Play the card of a key, or go on."""
        if not self.is_on or self.game.over:
            return
        key = latin(event.character or "")
        card = self.view.hand.card_of(key)
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
        if self.hinder():
            return
        words = self.view.words
        if self.game.to_act != self.view.seat:
            self.warn(words.others_turn())
            return
        try:
            action = self.view.hand.choose(card)
        except IllegalAction as error:
            self.warn(words.refusal(error))
            return
        if action is None:
            self.show_table()
        else:
            self._play(action)

    def _play(self, action: Action) -> None:
        try:
            self.pace.play(action)
        except IllegalAction as error:  # The other has ended the game meanwhile.
            self.warn(self.view.words.refusal(error))

    def _play_no_more(self, wanted: Pass) -> None:
        if self.hinder():
            return
        action = self.view.hand.without_more(wanted)
        if action is None:
            self.warn(self.view.words.cannot_pass(wanted))
        else:
            self._play(action)

    def action_pick(self) -> None:
        hand = self.view.hand
        if hand.cursor is not None:
            self._choose(hand.cursor)
        elif not self.hinder() and (forced := hand.choices.forced) is not None:
            self._play(forced)

    def action_take(self) -> None:
        self._play_no_more(Pass.TAKE)

    def action_done(self) -> None:
        self._play_no_more(Pass.ENOUGH)

    def action_step(self, by: int) -> None:
        self.view.hand.step(by)
        self._cursor_moved()

    def action_line(self, by: int) -> None:
        self.view.hand.line(by, self.query_one(CardTable).lines)
        self._cursor_moved()

    def _cursor_moved(self) -> None:
        self.view.news.forget_warning()
        self.show_table()

    def action_log(self) -> None:
        self.toggle_class("-without-log")

    def action_scroll(self, pages: int) -> None:
        self.query_one(GameLog).action_move(-pages * (self.size.height - 3))

    def action_again(self) -> None:
        self.finished.again()

    @asking
    async def action_look_at(self, way: Way) -> None:
        await self.finished.look_at(way, self.view.seat)

    @asking
    async def action_resign(self) -> None:
        if self.table:
            await self.table.ask_to_resign(self.view.seat, self.view.words.name)

    # Leaving.

    def action_back(self) -> None:
        if self.table and self.is_on:
            self.table.leave()
        super().action_back()

    def before_quitting(self, go_on: Callable[[], object]) -> None:
        if self.is_on:
            self.pace.end_pause()  # what lies there may have been the last bout
        go_on()

    def farewell(self) -> str:
        return self.table.farewell() if self.table and self.is_on else ""

    async def on_unmount(self) -> None:
        if self.is_on:
            self.finished.leave()
        if self.table and self.is_on:
            await self.table.close()
