"""Questions about positions, one after the other."""

from dataclasses import replace

from textual.app import ComposeResult

from durak_tui.analysis.lesson import Lesson
from durak_tui.common.i18n import N_, _
from durak_tui.game.position import Action
from durak_tui.tui.lesson.question import AskedQuestion, QuestionScreen, answering
from durak_tui.tui.play.hand import Hand
from durak_tui.tui.toolkit.card_table import CardTable
from durak_tui.tui.toolkit.table_view import TableView
from durak_tui.words.lesson_words import LessonWords


class LessonView(AskedQuestion):
    """The question on the table, or how the answer was judged."""

    def __init__(
        self, lesson: Lesson, names: tuple[str, str], words: LessonWords, hand: Hand
    ) -> None:
        super().__init__(hand, words)
        self._names = names
        self.lesson = lesson
        self.ask(lesson.questions[0])

    def answer(self, action: Action) -> None:
        self.lesson.give(action)

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
        lesson = self.lesson
        # Behind the last question the last table stays.
        answer = lesson.answers[-1] if lesson.answers and not self.is_asking else None
        news, task = self._words()
        n = len(lesson.questions)
        return replace(
            self.seen(self._names, answer),
            news=self.refused or news,
            warns=bool(self.refused) or bool(lesson.question and answer and not answer.right),
            task=task,
            score=_("{number} of {n}").format(number=min(lesson.number, n), n=n),
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


class LessonScreen(QuestionScreen):
    """A lesson; the answers stand in it."""

    HEADED = False
    TITLE = N_("Learn from mistakes")
    HELP = N_(
        "Each question is the position before a mistake. You see your hand, and the cards of"
        " the other hand that could be known. Play what you think is best; then you see what"
        " every card is worth in per cent: games won out of 100. + is a sure win, = a draw, - a"
        " loss; an arrow marks the best. At the end you can try the ones you missed again."
    )
    ACTIONS = answering("lesson", N_("Go to the next question"))
    asked: LessonView

    def __init__(self, lesson: Lesson, names: tuple[str, str]) -> None:
        """``names`` are those at seat 0 and 1."""
        super().__init__()
        self._lesson = lesson
        self._names = names

    def content(self) -> ComposeResult:
        yield CardTable()

    def on_mount(self) -> None:
        self.asked = LessonView(self._lesson, self._names, self.words(), Hand.on(self))
        self.show()

    def action_next(self) -> None:
        if self.asked.go_on():
            self.show()
        else:
            self.action_back()

    def action_back(self) -> None:
        self.dismiss(None)
