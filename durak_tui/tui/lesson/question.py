"""A question on the table, and how a person chooses the answer."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from textual.events import Key

from durak_tui.analysis.lesson import Judgement, LessonQuestion
from durak_tui.common.i18n import N_
from durak_tui.game.position import GIVE_MORE, Action
from durak_tui.game.violation import IllegalAction
from durak_tui.table.game import Pass, choices_in
from durak_tui.tui.play.hand import Hand, HandScreen, arrows, passes
from durak_tui.tui.toolkit.actions import KeyAction, latin
from durak_tui.tui.toolkit.canvas import CanvasWidget
from durak_tui.tui.toolkit.table_view import SeatView, TableView, part_of
from durak_tui.words.lesson import LessonWords
from durak_tui.words.play import card_marks

_ANSWERS: Final = ("pick", "take", "done", "step", "line")


class Asked:
    """One question after the other, and the cards chosen to answer it."""

    question: LessonQuestion

    def __init__(
        self, hand: Hand, words: LessonWords, answered: Callable[[Action], object]
    ) -> None:
        """``answered`` is called with each answer, which is a legal action."""
        self.hand: Final = hand
        self.words = words
        self.refused = ""  # Why the last choice is no answer.
        self._answered = answered

    def ask(self, question: LessonQuestion) -> None:
        self.question = question
        self.refused = ""
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
        marks = card_marks(said.question.values, said.best, sure=said.question.exact)
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
        if self.question.position.phase == GIVE_MORE and hand.choices.limit > 1:
            if card in hand.chosen or self._may([*hand.chosen, card]):
                self.refused = ""
                hand.toggle(card)
        else:
            self._answer((card,))

    def pass_(self, wanted: Pass) -> None:
        """Answer by taking, or by playing no card more than are marked."""
        if self.hand.choices.allow(wanted):
            self._answer(tuple(self.hand.chosen))
        else:
            self.refused = self.words.cannot_pass(self.question, wanted)

    def _may(self, cards: Sequence[int]) -> bool:
        try:
            self.question.position.check(cards)
        except IllegalAction as error:
            self.refused = self.words.refusal(error)
            return False
        return True

    def _answer(self, action: Action) -> None:
        if self._may(action):
            self.refused = ""
            self._answered(action)


def answering(part: str, next_help: str) -> tuple[KeyAction, ...]:
    """What can be done with a question; ids begin with the part."""
    return (
        KeyAction(f"{part}.pick", "enter,space", N_("Play it"), N_("Play the selected card")),
        KeyAction(f"{part}.next", "enter,space,n", N_("Next"), next_help),
        *passes(part),
        *arrows(part),
    )


class QuestionScreen(HandScreen):
    """A screen that asks what one would play."""

    FIXED = ("app.help", "app.back", "app.quit")
    asked: Asked

    @property
    def is_asking(self) -> bool:
        """Whether an answer is expected."""
        raise NotImplementedError

    def show(self) -> None:
        """Show how it stands now."""
        raise NotImplementedError

    @property
    def hand(self) -> Hand:
        return self.asked.hand

    def cursor_moved(self) -> None:
        self.show()

    def words(self) -> LessonWords:
        """The words of questions, with the keys of this screen."""
        app = self.durak
        keys = {action.method: app.shown_key(action) for action in self.actions()}
        return LessonWords(app.glyphs.cards, keys)

    def redraw(self) -> None:
        self.asked.words = self.words()
        self.show()
        super().redraw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if not self.is_mounted:
            return True
        if action in _ANSWERS:
            return self.is_asking
        return action != "next" or not self.is_asking

    def is_shown(self, action: KeyAction) -> bool:
        """Hide what cannot be an answer to this question."""
        if self.is_mounted and action.method in ("take", "done"):
            wanted = Pass.TAKE if action.method == "take" else Pass.ENOUGH
            return self.asked.hand.choices.allow(wanted)
        return super().is_shown(action)

    def on_key(self, event: Key) -> None:
        """Answer with the card of a key."""
        card = self.asked.hand.card_of(latin(event.character or ""))
        if card is not None and self.is_asking:
            event.stop()
            self._choose(card)

    def on_canvas_widget_chosen(self, event: CanvasWidget.Chosen) -> None:
        kind, _colon, card = event.action.partition(":")
        if kind != "card":
            super().on_canvas_widget_chosen(event)
        elif self.is_asking:
            self._choose(int(card))

    def _choose(self, card: int) -> None:
        self.asked.choose(card)
        self.show()

    def action_pick(self) -> None:
        if (cursor := self.asked.hand.cursor) is not None:
            self._choose(cursor)

    def action_take(self) -> None:
        self.asked.pass_(Pass.TAKE)
        self.show()

    def action_done(self) -> None:
        self.asked.pass_(Pass.ENOUGH)
        self.show()
