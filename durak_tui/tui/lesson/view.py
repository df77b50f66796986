"""A lesson as the person who is asked sees it."""

from dataclasses import replace

from durak_tui.analysis.lesson import Lesson
from durak_tui.common.i18n import _
from durak_tui.game.position import Action
from durak_tui.tui.lesson.question import Asked
from durak_tui.tui.play.hand import Hand
from durak_tui.tui.toolkit.table_view import SeatView, TableView, part_of
from durak_tui.words.lesson import LessonWords
from durak_tui.words.play import card_marks


class LessonView(Asked):
    """The question on the table, or how the answer was judged."""

    def __init__(
        self, lesson: Lesson, names: tuple[str, str], words: LessonWords, hand: Hand
    ) -> None:
        super().__init__(hand, words, self._give)
        self._names = names
        self.lesson = lesson
        self.ask(lesson.questions[0])

    def _give(self, action: Action) -> None:
        self.lesson.give(action)

    @property
    def is_asking(self) -> bool:
        """Whether an answer is expected."""
        return self.lesson.question is not None and self.lesson.answer is None

    def go_on(self) -> bool:
        """Go to what follows an answer; False if nothing does."""
        if self.lesson.question:
            self.lesson.next()
        elif self.lesson.missed:
            self.lesson = Lesson(self.lesson.missed)
        else:
            return False
        if self.lesson.question:
            self.ask(self.lesson.question)
        return True

    def table(self) -> TableView:
        """All that the table shows now."""
        question, hand, lesson = self.question, self.hand, self.lesson
        position, seat = question.position, question.seat
        # Behind the last question the last table stays.
        answer = lesson.answers[-1] if lesson.answers and not self.is_asking else None
        news, task = self._words()
        view = replace(
            TableView.of(position, self._seat(1 - seat), self._seat(seat)),
            news=self.refused or news,
            warns=bool(self.refused) or bool(lesson.question and answer and not answer.right),
            task=task,
            score=self._progress(),
            keys=hand.legal_keys,
            cursor=hand.cursor if self.is_asking else None,
            chosen=tuple(hand.chosen),
            slots=hand.slots,
            by_suit=hand.by_suit,
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
        position = self.question.position
        is_asked = seat == self.question.seat
        return SeatView(
            self._names[seat],
            position.hands[seat].bit_count(),
            position.hands[seat] if is_asked else None,
            known=0 if is_asked else position.known(seat),
            part=part_of(seat, position.attacker, taking=position.taking),
            to_act=is_asked and self.is_asking,
        )
