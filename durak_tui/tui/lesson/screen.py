"""Questions about positions, one after the other."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.events import Key

from durak_tui.analysis.lesson import Lesson
from durak_tui.common.i18n import N_
from durak_tui.table.game import Pass
from durak_tui.tui.lesson.view import LessonView
from durak_tui.tui.play.view import Hand, card_keys
from durak_tui.tui.toolkit.actions import KeyAction, latin
from durak_tui.tui.toolkit.canvas import CanvasWidget
from durak_tui.tui.toolkit.card_table import CardTable
from durak_tui.tui.toolkit.screen import DurakScreen
from durak_tui.words.lesson import LessonWords

_ANSWERS = ("pick", "take", "done", "step", "line")


class LessonScreen(DurakScreen):
    """A lesson; the answers stand in it."""

    TITLE = N_("Learn from mistakes")
    HELP = N_(
        "Each question is the position before a mistake. You see your hand, and the cards of"
        " the other hand that could be known. Play what you think is best; then you see what"
        " every card is worth. 99 is almost a won game, 1 almost a lost one; +, = and - are"
        " certain: won, drawn, lost. A star marks the best. At the end you can try the ones you"
        " missed again."
    )
    FIXED = ("app.help", "app.back", "app.quit")
    ACTIONS: ClassVar = (
        KeyAction("lesson.pick", "enter,space", N_("Play it"), N_("Play the selected card")),
        KeyAction("lesson.next", "enter,space,n", N_("Next"), N_("Go to the next question")),
        KeyAction("lesson.take", "t", N_("Take"), N_("Take the cards on the table")),
        KeyAction("lesson.done", "d", N_("Done"), N_("End the bout, or give no more cards")),
        KeyAction("lesson.left", "left", N_("Left"), N_(
            "The card to the left"
        ), False, "step", (-1,)),
        KeyAction("lesson.right", "right", N_("Right"), N_(
            "The card to the right"
        ), False, "step", (1,)),
        KeyAction("lesson.up", "up", N_("Up"), N_("The cards in the row above"),
                  False, "line", (-1,)),
        KeyAction("lesson.down", "down", N_("Down"), N_("The cards in the row below"),
                  False, "line", (1,)),
    )  # fmt: skip

    def __init__(self, lesson: Lesson, names: tuple[str, str]) -> None:
        """``names`` are those at seat 0 and 1."""
        super().__init__()
        self._lesson = lesson
        self._names = names
        self.view: LessonView

    def content(self) -> ComposeResult:
        yield CardTable()

    def on_mount(self) -> None:
        taken = [key for action in self.actions() for key in self.durak.keys_of(action)]
        by_suit = self.durak.settings.value.hand_order == "suit"
        hand = Hand(card_keys(taken), by_suit=by_suit)
        self.view = LessonView(self._lesson, self._names, self._words(), hand)
        self._show()

    def _words(self) -> LessonWords:
        app = self.durak
        keys = {action.method: app.shown_key(action) for action in self.actions()}
        return LessonWords(app.glyphs.cards, keys)

    def _show(self) -> None:
        self.query_one(CardTable).show(self.view.table())
        self.keys_changed()

    def redraw(self) -> None:
        self.view.words = self._words()
        self._show()
        super().redraw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if not self.is_mounted:
            return True
        if action in _ANSWERS:
            return self.view.is_asking
        return action != "next" or not self.view.is_asking

    def is_shown(self, action: KeyAction) -> bool:
        """Hide what cannot be an answer to this question."""
        if self.is_mounted and action.method in ("take", "done"):
            wanted = Pass.TAKE if action.method == "take" else Pass.ENOUGH
            return self.view.hand.choices.allow(wanted)
        return super().is_shown(action)

    def on_key(self, event: Key) -> None:
        """Answer with the card of a key."""
        card = self.view.hand.card_of(latin(event.character or ""))
        if card is not None and self.view.is_asking:
            event.stop()
            self._choose(card)

    def on_canvas_widget_chosen(self, event: CanvasWidget.Chosen) -> None:
        kind, _colon, card = event.action.partition(":")
        if kind != "card":
            super().on_canvas_widget_chosen(event)
        elif self.view.is_asking:
            self._choose(int(card))

    def _choose(self, card: int) -> None:
        self.view.choose(card)
        self._show()

    def action_pick(self) -> None:
        if (cursor := self.view.hand.cursor) is not None:
            self._choose(cursor)

    def action_take(self) -> None:
        self.view.pass_(Pass.TAKE)
        self._show()

    def action_done(self) -> None:
        self.view.pass_(Pass.ENOUGH)
        self._show()

    def action_next(self) -> None:
        if self.view.go_on():
            self._show()
        else:
            self.action_back()

    def action_step(self, by: int) -> None:
        self.view.hand.step(by)
        self._show()

    def action_line(self, by: int) -> None:
        self.view.hand.line(by, self.query_one(CardTable).lines)
        self._show()

    def action_back(self) -> None:
        self.dismiss(None)
