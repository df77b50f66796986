"""A lesson as the person who is asked sees it."""

from dataclasses import replace

from durak_tui.analysis.lesson import Lesson
from durak_tui.common.i18n import _
from durak_tui.game.position import Action
from durak_tui.tui.lesson.question import AskedQuestion
from durak_tui.tui.play.hand import Hand
from durak_tui.tui.toolkit.table_view import TableView
from durak_tui.words.lesson import LessonWords


class LessonView(AskedQuestion):
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
        lesson = self.lesson
        # Behind the last question the last table stays.
        answer = lesson.answers[-1] if lesson.answers and not self.is_asking else None
        news, task = self._words()
        return replace(
            self.seen(self._names, answer),
            news=self.refused or news,
            warns=bool(self.refused) or bool(lesson.question and answer and not answer.right),
            task=task,
            score=self._progress(),
        )

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
