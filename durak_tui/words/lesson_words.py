"""Questions and exercises about positions, and their judgement."""

from collections.abc import Iterator, Mapping

from durak_tui.analysis.lesson import Judgement, Lesson, LessonQuestion
from durak_tui.common.i18n import _, grouped, ngettext, why
from durak_tui.game.position import MOVE, RESPOND, Action
from durak_tui.game.violation import IllegalAction
from durak_tui.practice.exercises import Exercise, best_play
from durak_tui.practice.practice_session import Counts
from durak_tui.table.game import Choices, Pass
from durak_tui.user.opponents import shown_name
from durak_tui.words.endgame_words import line_words
from durak_tui.words.narrator import Cards
from durak_tui.words.play import adding_task, pass_refused
from durak_tui.words.refusals import ON_SCREEN
from durak_tui.words.review_words import action_words, kind_words
from durak_tui.words.worth import worth_words


class LessonWords:
    """All that is said while questions are asked."""

    def __init__(self, cards: Cards, keys: Mapping[str, str]) -> None:
        """``keys`` of actions as printed, by the action's method."""
        self._cards = cards
        self._keys = keys

    def asked(self, question: LessonQuestion) -> str:
        """The question itself, and what the game's player did."""
        asked = _("What would you play?")
        if question.played is None or question.kind is None:
            return asked
        played = self._action(question, question.played)
        return f"{kind_words(question.kind, question.bout, played)} {asked}"

    def task(self, question: LessonQuestion, choices: Choices, chosen: int = 0) -> str:
        """The choices of a turn, with ``chosen`` cards to be given."""
        phase, table = question.position.phase, question.position.table
        if phase == RESPOND:
            text = _("Beat {card} or take ({take}).")
        elif phase == MOVE and choices.passing is None:
            text = _("Attack: press the key under a card.")
        elif phase == MOVE:
            text = _("Throw in a matching card, or press {done}.")
        else:
            return adding_task(choices, chosen, self._keys)
        return text.format(card=self._cards(table[-1:]), **self._keys)

    def refusal(self, error: IllegalAction) -> str:
        """The reason why this cannot be played."""
        return ON_SCREEN.of(error, self._cards)

    def cannot_pass(self, question: LessonQuestion, wanted: Pass) -> str:
        """The reason why taking, or being done, is no answer."""
        return pass_refused(question.position.phase, wanted, self._keys)

    def judged(self, answer: Judgement) -> str:
        """The judgement of an answer, with its worth and others'."""
        question, worth = answer.question, answer.worth
        best = self.valued(question, answer.best, answer.best_worth)
        if worth is None:
            said = self._action(question, answer.action)
            return _("{played} was not examined; {best}.").format(played=said, best=best)
        mine = self.valued(question, answer.action, worth)
        if not answer.right:
            return _("Better: {other}. Yours: {mine}.").format(mine=mine, other=best)
        if worth < answer.best_worth:  # by less than the estimate can show
            return _("Correct: {mine}, close to {other}.").format(mine=mine, other=best)
        played = question.played
        before = None if played is None else question.worth(played)
        if played is None or before is None or before == worth:
            return _("Correct: {mine}.").format(mine=mine)
        other = self.valued(question, played, before)
        return _("Correct: {mine}. In the game: {other}.").format(mine=mine, other=other)

    def following(self, lesson: Lesson) -> str:
        """The keys that lead on after an answer."""
        is_last = lesson.number == len(lesson.questions)
        text = _("{next}: your result.") if is_last else _("{next}: next.")
        return text.format(**self._keys)

    def summary(self, lesson: Lesson) -> str:
        """The number of right answers."""
        text = ngettext("You got {right} of {n} right.", "You got {right} of {n} right.",
                        len(lesson.questions))  # fmt: skip
        return text.format(right=lesson.right, n=len(lesson.questions))

    def afterwards(self, lesson: Lesson) -> str:
        """The choices after the last question."""
        text = (
            _("{next}: try the missed ones again. {back}: back.")
            if lesson.missed
            else _("{back}: back.")
        )
        return text.format(**self._keys)

    def _action(self, question: LessonQuestion, action: Action) -> str:
        return action_words(question.position.phase, action, self._cards)

    def valued(self, question: LessonQuestion, action: Action, worth: float) -> str:
        """An action and its worth, such as ``10♥ 62 %``."""
        return f"{self._action(question, action)} {worth_words(worth, exact=question.exact)}"


def counts_words(counts: Counts) -> str:
    """The number of solved positions."""
    solved = _("{n} of {total} solved").format(n=counts.solved, total=counts.total)
    if not counts.waiting:
        return solved
    text = ngettext("{n} to repeat", "{n} to repeat", counts.waiting)
    return f"{solved}, {text.format(n=counts.waiting)}"


def origin_words(exercise: Exercise, has_waited: bool) -> str:
    """The origin of a position, or that it was missed before."""
    other = shown_name(exercise.other)
    if has_waited:
        return _("you missed it before")
    if exercise.own:
        return _("your own mistake against {name}").format(name=other)
    return _("from a game against {name}").format(name=other)


def not_saved(error: OSError) -> str:
    """That an answer is forgotten when the program ends."""
    return _("This answer could not be saved: {why}.").format(why=why(error))


def reasons(exercise: Exercise, judgement: Judgement, cards: Cards) -> Iterator[str]:
    """The proof of a judgement: best play, or the way of estimating."""
    question, seat, you = judgement.question, exercise.start.seat, _("You")
    phase, other = question.position.phase, shown_name(exercise.other)
    if question.played is not None and exercise.own:
        text = _("In your game you chose {what}.")
        yield text.format(what=action_words(phase, question.played, cards))
    if not question.exact:
        text = _("Estimated from {n} layouts of the hidden cards.")
        yield text.format(n=grouped(exercise.worlds))
        return
    names = (other, you) if seat else (you, other)
    asked = [judgement.best] if judgement.right else [judgement.best, judgement.action]
    for action in asked:
        if line := best_play(question.position, action):
            bouts = line_words(question.position.copy(), line, names, cards, seat)
            text = _("After {what}: {line}.")
            yield text.format(what=action_words(phase, action, cards), line="; ".join(bouts))
