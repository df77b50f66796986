"""A question on the table, and how a person chooses the answer."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from textual.events import Key

from durak_tui.analysis.lesson import Judgement, LessonQuestion
from durak_tui.common.i18n import N_
from durak_tui.game.position import Action
from durak_tui.game.violation import IllegalAction
from durak_tui.table.game import Pass, choices_in
from durak_tui.tui.play.hand import Hand
from durak_tui.tui.play.table_actions import MOVES, arrows, passes
from durak_tui.tui.toolkit.actions import KeyAction, latin
from durak_tui.tui.toolkit.canvas import CanvasWidget
from durak_tui.tui.toolkit.card_table import CardTable
from durak_tui.tui.toolkit.screen import DurakScreen
from durak_tui.tui.toolkit.table_view import SeatView, TableView, part_of
from durak_tui.words.lesson_words import LessonWords
from durak_tui.words.worth import card_marks


class AskedQuestion(ABC):
    """One question after the other, and the cards chosen to answer it."""

    question: LessonQuestion

    def __init__(self, hand: Hand, words: LessonWords) -> None:
        self.hand: Final = hand
        self.words = words
        self.is_asking = False  # Whether an answer is expected.
        self.refused = ""  # Why the last choice is no answer.

    @abstractmethod
    def answer(self, action: Action) -> None:
        """Take an answer.  Raises IllegalAction."""

    @abstractmethod
    def table(self) -> TableView:
        """All that the table shows now."""

    def ask(self, question: LessonQuestion) -> None:
        self.question = question
        self.refused = ""
        self.is_asking = True
        self.hand.hold(question.position, question.seat, choices_in(question.position))

    def seen(self, names: Sequence[str], said: Judgement | None) -> TableView:
        """The table as the person asked sees it, or the answer judged."""
        position, hand = self.question.position, self.hand
        seats = [self._seat(seat, name, said is None) for seat, name in enumerate(names)]
        you = self.question.seat
        view = replace(
            TableView.of(position, seats[1 - you], seats[you]),
            keys=hand.legal_keys,
            slots=hand.slots,
            by_suit=hand.by_suit,
        )
        if said is None:
            return replace(view, cursor=hand.cursor, chosen=tuple(hand.chosen))
        marks = card_marks(said.question.values, said.best, exact=said.question.exact)
        return replace(view, marks=marks, cursor=next(iter(said.action), None))

    def _seat(self, seat: int, name: str, is_asking: bool) -> SeatView:
        position = self.question.position
        is_asked, hand = seat == self.question.seat, position.hands[seat]
        return SeatView(
            name,
            hand.bit_count(),
            hand if is_asked else None,
            known=0 if is_asked else position.known(seat),
            part=part_of(seat, position.attacker, taking=position.taking),
            to_act=is_asked and is_asking,
        )

    def choose(self, card: int) -> None:
        """Answer with a card, or mark it among those to be given."""
        hand = self.hand
        hand.cursor = card if card in hand.legal else hand.cursor
        try:
            action = hand.choose(card)
            if action is not None:
                self._answer(action)
            else:
                self.refused = ""
        except IllegalAction as error:
            self.refused = self.words.refusal(error)

    def play_no_more(self, wanted: Pass) -> None:
        """Answer by taking, or by playing no card more than are marked."""
        action = self.hand.without_more(wanted)
        if action is None:
            self.refused = self.words.cannot_pass(self.question, wanted)
        else:
            self._answer(action)

    def _answer(self, action: Action) -> None:
        self.answer(action)
        self.refused, self.is_asking = "", False


def answering(part: str, next_help: str) -> tuple[KeyAction, ...]:
    """Actions on a question; their ids begin with the part."""
    return (
        KeyAction(f"{part}.pick", "enter,space", N_("Play it"), N_("Play the selected card")),
        KeyAction(f"{part}.next", "enter,space,n", N_("Next"), next_help),
        *passes(part),
        *arrows(part),
    )


class QuestionScreen(DurakScreen):
    """A screen that asks what one would play."""

    asked: AskedQuestion

    def show(self) -> None:
        """Show how it stands now."""
        self.query_one(CardTable).show(self.asked.table())
        self.keys_changed()

    def words(self) -> LessonWords:
        """The words of questions, with the keys of this screen."""
        app = self.durak
        keys = {action.method: app.shown_key(action) for action in self.actions()}
        return LessonWords(app.glyphs.cards, keys)

    def fill(self) -> None:
        self.asked.words = self.words()
        self.show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if not self.is_mounted:
            return True
        if action in MOVES:
            return self.asked.is_asking
        return action != "next" or not self.asked.is_asking

    def is_shown(self, action: KeyAction) -> bool:
        """Hide what cannot be an answer to this question."""
        if self.is_mounted and action.method in ("take", "done"):
            wanted = Pass.TAKE if action.method == "take" else Pass.ENOUGH
            return self.asked.hand.choices.allow(wanted)
        return super().is_shown(action)

    def on_key(self, event: Key) -> None:
        """Answer with the card of a key."""
        card = self.asked.hand.card_of(latin(event.character or ""))
        if card is not None and self.asked.is_asking:
            event.stop()
            self._choose(card)

    def on_canvas_widget_chosen(self, event: CanvasWidget.Chosen) -> None:
        kind, _colon, card = event.action.partition(":")
        if kind != "card":
            super().on_canvas_widget_chosen(event)
        elif self.asked.is_asking:
            self._choose(int(card))

    def _choose(self, card: int) -> None:
        self.asked.choose(card)
        self.show()

    def action_pick(self) -> None:
        if (cursor := self.asked.hand.cursor) is not None:
            self._choose(cursor)

    def action_take(self) -> None:
        self.asked.play_no_more(Pass.TAKE)
        self.show()

    def action_done(self) -> None:
        self.asked.play_no_more(Pass.ENOUGH)
        self.show()

    def action_step(self, by: int) -> None:
        self.asked.hand.step(by)
        self.show()

    def action_line(self, by: int) -> None:
        self.asked.hand.line(by, self.query_one(CardTable).lines)
        self.show()
