"""A lesson as the person who is asked sees it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from durak_tui.analysis.lesson import Lesson, Question
from durak_tui.common.i18n import _
from durak_tui.game.position import GIVE_MORE, Action
from durak_tui.game.violation import IllegalAction
from durak_tui.table.game import Pass, choices_in
from durak_tui.tui.play.view import Hand
from durak_tui.tui.toolkit.card_table import SeatView, TableView, part_of
from durak_tui.words.lesson import LessonWords
from durak_tui.words.play import card_marks


class LessonView:
    """The question on the table, or how the answer was judged."""

    def __init__(
        self, lesson: Lesson, names: tuple[str, str], words: LessonWords, keys: str
    ) -> None:
        """``keys`` are those of the cards, from left to right."""
        self.words = words
        self.hand: Final = Hand(keys)
        self._names = names
        self._refused = ""
        self.begin(lesson)

    def begin(self, lesson: Lesson) -> None:
        """Ask the questions of a lesson, of which there is at least one."""
        self.lesson = lesson
        self._ask(lesson.questions[0])

    def _ask(self, question: Question) -> None:
        self._question = question
        self._refused = ""
        position = question.position
        self.hand.hold(position, question.seat, choices_in(position))

    @property
    def is_asking(self) -> bool:
        """Whether an answer is expected."""
        return self.lesson.question is not None and self.lesson.answer is None

    def choose(self, card: int) -> None:
        """Answer with a card, or mark it among those to be given."""
        position, hand = self._question.position, self.hand
        hand.cursor = card if card in hand.legal else hand.cursor
        if position.phase == GIVE_MORE and hand.choices.limit > 1:
            chosen = [*hand.chosen, card]
            if card in hand.chosen or self._may(chosen):
                self._refused = ""
                hand.toggle(card)
        else:
            self._answer((card,))

    def pass_(self, wanted: Pass) -> None:
        """Answer by taking, or by playing no card more than are marked."""
        if self.hand.choices.allow(wanted):
            self._answer(tuple(self.hand.chosen))
        else:
            self._refused = self.words.cannot_pass(self._question, wanted)

    def _may(self, cards: Sequence[int]) -> bool:
        try:
            self._question.position.check(cards)
        except IllegalAction as error:
            self._refused = self.words.refusal(error)
            return False
        return True

    def _answer(self, action: Action) -> None:
        if self._may(action):
            self._refused = ""
            self.lesson.give(action)

    def go_on(self) -> bool:
        """Go to what follows an answer; False if nothing does."""
        lesson = self.lesson
        if lesson.question is None:
            if not lesson.missed:
                return False
            self.begin(Lesson(lesson.missed))
        else:
            lesson.next()
            if lesson.question:
                self._ask(lesson.question)
        return True

    def table(self) -> TableView:
        """All that the table shows now."""
        question, hand, lesson = self._question, self.hand, self.lesson
        position, seat = question.position, question.seat
        # Behind the last question the last table stays.
        answer = lesson.answers[-1] if lesson.answers and not self.is_asking else None
        news, task = self._words()
        view = replace(
            TableView.of(position, self._seat(1 - seat), self._seat(seat)),
            news=self._refused or news,
            warns=bool(self._refused) or bool(lesson.question and answer and not answer.right),
            task=task,
            score=self._progress(),
            keys=hand.legal_keys,
            cursor=hand.cursor if self.is_asking else None,
            chosen=tuple(hand.chosen),
            slots=hand.slots,
        )
        if answer is None:
            return view
        marks = card_marks(question.values, answer.best, sure=question.exact)
        return replace(view, marks=marks, chosen=(), cursor=next(iter(answer.action), None))

    def _words(self) -> tuple[str, str]:
        lesson, words = self.lesson, self.words
        if lesson.question is None:
            return words.summary(lesson), words.afterwards(lesson)
        if lesson.answer:
            return words.judged(lesson.answer), words.following(lesson)
        hand = self.hand
        task = words.task(lesson.question, hand.choices, len(hand.chosen))
        return words.asked(lesson.question), task

    def _progress(self) -> str:
        lesson = self.lesson
        n = len(lesson.questions)
        return _("{number} of {n}").format(number=min(lesson.number, n), n=n)

    def _seat(self, seat: int) -> SeatView:
        position = self._question.position
        is_asked = seat == self._question.seat
        return SeatView(
            self._names[seat],
            position.hands[seat].bit_count(),
            position.hands[seat] if is_asked else None,
            known=0 if is_asked else position.known(seat),
            part=part_of(seat, position.attacker, taking=position.taking),
            to_act=is_asked and self.is_asking,
        )
