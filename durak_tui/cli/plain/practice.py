"""``durak-tui practice --plain``: positions to solve in lines of text."""

from contextlib import suppress
from typing import Final

from durak_tui.analysis.lesson import Judgement
from durak_tui.cli.common import complain, stopping
from durak_tui.cli.plain.console import Console, PersonLeft
from durak_tui.cli.plain.plain_game import COMMANDS, PlainTurn
from durak_tui.common.i18n import N_, _
from durak_tui.game.position import Action
from durak_tui.game.violation import IllegalAction
from durak_tui.practice.practice_session import Practice, own_exercises
from durak_tui.user.import_pydurak import open_stores
from durak_tui.user.opponents import PERSON
from durak_tui.user.schema import Settings
from durak_tui.words.lesson_words import LessonWords, counts_words, not_saved, origin_words, reasons
from durak_tui.words.plain import PlainWords

_HELP: Final = (
    N_("Find the best choice: one is clearly better than all others."),
    N_("Type the number of a card, or its name such as 7C or 10H."),
    N_("To throw in several cards at once, type their numbers with spaces between them."),
    N_("t or take: take the cards. d or done: the bout is beaten, or add no more."),
    N_("hand: your cards. table: the cards on it. known: cards your opponent must hold."),
    N_("q or quit: leave. What you got wrong comes back."),
)


def run() -> int:
    """Ask until the person leaves; the exit code."""
    settings, _state, problems = open_stores()
    practice = Practice()
    for problem in (*problems, *practice.messages):
        complain(str(problem))
    practice.add(own_exercises(settings.value))
    with stopping() as stop:
        console = Console(stop)
        try:
            while True:
                _Exercise(console, practice, settings.value).ask()
                console.say(f"{counts_words(practice.counts)}.")
                if console.ask([_("Next position."), _("Quit.")]) == 2:
                    break
                practice.next()
        except PersonLeft:
            # Nothing can be said to a terminal that is gone.
            with suppress(BrokenPipeError):
                console.say(f"{counts_words(practice.counts)}.")
        return stop.exit_code


class _Exercise:
    """The current exercise, asked in lines."""

    def __init__(self, console: Console, practice: Practice, settings: Settings) -> None:
        self._console = console
        self._practice = practice
        self._game = game = practice.current.game(settings.player or PERSON)
        self._words = PlainWords(game, game.here, by_suit=settings.by_suit)

    def ask(self) -> None:
        """Ask until it is answered, and say why.  Raises PersonLeft."""
        practice, words, say = self._practice, self._words, self._console.say
        origin = origin_words(practice.current, practice.has_waited)
        say(_("A position {origin}.").format(origin=origin), *words.table())
        if self._game.known(self._game.here):
            say(words.known())
        turn = PlainTurn(self._console, words, self._game, COMMANDS, _HELP)
        turn.show()
        while (found := self._judged(turn.read())) is None:
            pass
        judge = LessonWords(words.cards, {})
        say(judge.judged(found))
        for action, worth in sorted(found.question.values, key=lambda value: -value[1]):
            say(f"{judge.valued(found.question, action, worth)}.")
        say(*reasons(practice.current, found, words.cards))

    def _judged(self, typed: Action | str | None) -> Judgement | None:
        """The judgement of what was typed, if it is an answer."""
        if not isinstance(typed, tuple):
            return None
        try:
            return self._practice.answer(typed)
        except IllegalAction as error:
            self._console.say(self._words.refusal(error))
        except OSError as error:
            self._console.say(not_saved(error))
        return self._practice.judgement
