"""Positions as questions, and judgements of the answers.

Questions come from the mistakes of a reviewed game (`questions`), or from wherever else each
action's worth is known. `judge` says what an answer was worth; `Lesson` goes from one question to
the next and remembers the answers. Sentences for all of it are in
`durak_tui/words/lesson_words.py`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from durak_tui.analysis.game_review import Kind, Review, noise, unjudged
from durak_tui.analysis.montecarlo import place
from durak_tui.game.position import Action, Position
from durak_tui.records.record import GameRecord


class LessonQuestion(NamedTuple):
    """A position in which the player must act."""

    position: Position
    """Before the decision, with both hands; who is asked must not be shown the other one."""
    values: tuple[tuple[Action, float], ...]
    """The worth of actions: 1 a won game, 0 a lost one; a very long list may lack some."""
    exact: bool = False  # Whether these are the values of best play, and no estimates.
    doubt: float = 0.0  # Smaller differences between values say nothing.
    played: Action | None = None  # What was played in the game, if it is from one.
    kind: Kind | None = None  # The sort of mistake that was.
    bout: int = 0  # In which bout of the game, from 1; 0 if it is from none.
    number: int = 0  # Which decision of the game, from 0; or another number of the asker's.

    @property
    def seat(self) -> int:
        """The player who is asked."""
        return self.position.to_act

    @property
    def best(self) -> tuple[Action, float]:
        """The best action and its worth."""
        return max(self.values, key=lambda value: value[1])

    def worth(self, action: Action) -> float | None:
        """The worth of an action, cards in any order, if known."""
        at = place(action, [known for known, _ in self.values])
        return None if at is None else self.values[at][1]


class Judgement(NamedTuple):
    """An answer to a question, and what it is worth."""

    question: LessonQuestion
    action: Action
    worth: float | None  # None if nobody has looked at it.
    best: Action  # The answer itself, if nothing is worth more.
    best_worth: float
    right: bool  # Whether it is the best, or nothing is surely better.

    @property
    def cost(self) -> float:
        """The loss against the best; 0 if right."""
        return 0.0 if self.right or self.worth is None else self.best_worth - self.worth


def judge(question: LessonQuestion, action: Action) -> Judgement:
    """Judge an answer.  Raises IllegalAction."""
    question.position.check(action)
    best, best_worth = question.best
    worth = question.worth(action)
    if worth == best_worth:
        best = action
    right = worth is not None and (worth == best_worth or best_worth - worth < question.doubt)
    return Judgement(question, action, worth, best, best_worth, right)


def questions(record: GameRecord, review: Review, player: int) -> list[LessonQuestion]:
    """The mistakes of a player as questions, in their order."""
    wrong = {each.number: each for each in review.mistakes if each.player == player}
    return [
        LessonQuestion(
            position.copy(),
            mistake.values,
            mistake.exact,
            0.0 if mistake.exact else noise(review.mistake_worlds),
            mistake.action,
            mistake.kind,
            mistake.bout,
            mistake.number,
        )
        for position, decision in unjudged(record)
        if (mistake := wrong.get(decision.number))
    ]


class Lesson:
    """Questions one after the other, and the answers to them."""

    def __init__(self, asked: Sequence[LessonQuestion]) -> None:
        self.questions = tuple(asked)
        self.answers: list[Judgement] = []  # One for each question that was answered.
        self._at = 0

    @property
    def number(self) -> int:
        """The number of the question, from 1."""
        return self._at + 1

    @property
    def question(self) -> LessonQuestion | None:
        """The question that is on; None after the last."""
        return self.questions[self._at] if self._at < len(self.questions) else None

    @property
    def answer(self) -> Judgement | None:
        """The answer to this question, once it was given."""
        return self.answers[self._at] if self._at < len(self.answers) else None

    @property
    def right(self) -> int:
        """The number of right answers."""
        return sum(answer.right for answer in self.answers)

    @property
    def missed(self) -> list[LessonQuestion]:
        """The questions that were answered wrong."""
        return [answer.question for answer in self.answers if not answer.right]

    def give(self, action: Action) -> Judgement:
        """Answer this question, once.  Raises IllegalAction."""
        if self.question is None or self.answer:
            raise ValueError("there is no question to be answered")
        self.answers.append(judge(self.question, action))
        return self.answers[-1]

    def next(self) -> None:
        """Go to the next question, once this one is answered."""
        if self.answer:
            self._at += 1
