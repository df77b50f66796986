"""An exercise in sentences: how far one is, and why."""

from collections.abc import Iterator

from durak_tui.analysis.lesson import Judgement
from durak_tui.common.i18n import _, grouped, ngettext, why
from durak_tui.practice.exercises import Exercise, best_play
from durak_tui.practice.session import Counts
from durak_tui.user.opponents import shown_name
from durak_tui.words.endgame import line_words
from durak_tui.words.narrator import Cards
from durak_tui.words.review import action_words


def counts_words(counts: Counts) -> str:
    """The number of solved positions."""
    solved = _("{n} of {total} solved").format(n=counts.solved, total=counts.total)
    if not counts.waiting:
        return solved
    text = ngettext("{n} to repeat", "{n} to repeat", counts.waiting)
    return f"{solved}, {text.format(n=counts.waiting)}"


def origin_words(exercise: Exercise, has_waited: bool) -> str:
    """The origin of a position, with a word if missed before."""
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
