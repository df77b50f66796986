"""An exercise in sentences: how far one is, and why."""

from collections.abc import Iterator

from durak_tui.analysis.lesson import Judgement, Question
from durak_tui.common.i18n import _, grouped, ngettext
from durak_tui.common.text import one_line
from durak_tui.game.position import Action
from durak_tui.practice.exercises import Counts, Exercise, best_play
from durak_tui.words.endgame import line_words, value_words
from durak_tui.words.play import PlayWords


def counts_words(counts: Counts) -> str:
    """How far one is."""
    solved = _("{n} of {total} solved").format(n=counts.solved, total=counts.total)
    if not counts.waiting:
        return solved
    text = ngettext("{n} to come back to", "{n} to come back to", counts.waiting)
    return f"{solved}, {text.format(n=counts.waiting)}"


def origin_words(exercise: Exercise, has_waited: bool) -> str:
    """Where the position is from, and whether it comes back."""
    other = one_line(exercise.other)
    if has_waited:
        return _("you missed it before")
    if exercise.own:
        return _("your own mistake against {name}").format(name=other)
    return _("from a game against {name}").format(name=other)


def verdict(judgement: Judgement, words: PlayWords) -> str:
    """Whether an answer was right, and what it is worth."""
    best = worth_words(judgement.question, judgement.best, judgement.best_worth, words)
    if judgement.right:
        return _("Right: {best}.").format(best=best)
    if judgement.worth is None:
        # Of very many ways to give cards not all are looked at.
        return _("Better: {best}.").format(best=best)
    played = worth_words(judgement.question, judgement.action, judgement.worth, words)
    return _("Wrong: {played}; {best}.").format(played=played, best=best)


def worth_words(question: Question, action: Action, worth: float, words: PlayWords) -> str:
    """What an action is worth."""
    what = words.choice(action)
    if question.exact:
        return f"{what} {value_words(worth)}"
    return _("{what} scores {n} %").format(what=what, n=round(100 * worth))


def reasons(exercise: Exercise, judgement: Judgement, words: PlayWords) -> Iterator[str]:
    """Why it is so: best play, or how it was estimated."""
    question = judgement.question
    if question.played is not None and exercise.own:
        yield _("In your game you chose {what}.").format(what=words.choice(question.played))
    if not question.exact:
        text = _("Estimated from {n} layouts of the hidden cards.")
        yield text.format(n=grouped(exercise.worlds))
        return
    names = (_("You"), words.name) if words.you == 0 else (words.name, _("You"))
    asked = [judgement.best] if judgement.right else [judgement.best, judgement.action]
    for action in asked:
        if line := best_play(question.position, action):
            bouts = line_words(question.position.copy(), line, names, words.cards, words.you)
            text = _("After {what}: {line}.")
            yield text.format(what=words.choice(action), line="; ".join(bouts))
