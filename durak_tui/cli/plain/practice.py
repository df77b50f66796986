"""``durak-tui practice --plain``: positions to solve in lines of text."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final

from durak_tui.analysis.lesson import Judgement
from durak_tui.cli.common import complain, stopping
from durak_tui.cli.plain.console import QUIT, Console, PersonLeft, is_word
from durak_tui.cli.plain.plain_game import choice_typed
from durak_tui.common.i18n import N_, _
from durak_tui.common.values import WrongValue
from durak_tui.game.violation import IllegalAction
from durak_tui.practice.practice_session import Practice, own_exercises
from durak_tui.table.game import Pass
from durak_tui.user.import_pydurak import open_stores
from durak_tui.user.opponents import PERSON
from durak_tui.user.schema import Settings
from durak_tui.words.lesson_words import LessonWords, counts_words, not_saved, origin_words, reasons
from durak_tui.words.plain import PlainWords

_COMMANDS: Final[Mapping[str, str]] = {
    "take": N_("take t"),
    "done": N_("done d beaten enough"),
    "hand": N_("hand"),
    "table": N_("table"),
    "known": N_("known"),
    "help": N_("help ?"),
    "quit": QUIT,
}
"""The words that may be typed for each command."""
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
        by_suit = settings.hand_order == "suit"
        self._words = PlainWords(game, game.here, by_suit=by_suit)

    def ask(self) -> None:
        """Ask until it is answered, and say why.  Raises PersonLeft."""
        practice, words, say = self._practice, self._words, self._console.say
        origin = origin_words(practice.current, practice.has_waited)
        say(_("A position {origin}.").format(origin=origin), *words.table())
        if self._game.known(self._game.here):
            say(words.known())
        choices = self._game.choices(self._game.here)
        cards = words.in_order(choices.cards)
        say(words.hand(), words.turn(), *words.choices(cards, choices.passing))
        while (found := self._answered(cards)) is None:
            pass
        judge = LessonWords(words.cards, {})
        say(judge.judged(found))
        for action, worth in sorted(found.question.values, key=lambda value: -value[1]):
            say(f"{judge.valued(found.question, action, worth)}.")
        say(*reasons(practice.current, found, words.cards))

    def _answered(self, cards: Sequence[int]) -> Judgement | None:
        """The judgement of what is typed next, if it is an answer."""
        line = self._console.line() or ""
        words, say = self._words, self._console.say
        command = next((name for name in _COMMANDS if is_word(line, _COMMANDS[name])), None)
        match command:
            case "take" | "done":
                wanted = Pass.TAKE if command == "take" else Pass.ENOUGH
                if self._game.choices(self._game.here).allow(wanted):
                    return self._judged(())
                say(words.cannot_pass(wanted))
            case "hand":
                say(words.hand())
            case "table":
                say(*words.table())
            case "known":
                say(words.known())
            case "help":
                say(*map(_, _HELP))
            case "quit":
                raise PersonLeft
            case None if line:
                return self._typed(line, cards)
        return None

    def _typed(self, line: str, choices: Sequence[int]) -> Judgement | None:
        cards: list[int] = []
        for word in re.split(r"[\s,]+", line):
            try:
                cards.append(choice_typed(word, choices))
            except WrongValue as error:
                self._console.say(str(error))
                return None
        return self._judged(tuple(dict.fromkeys(cards)))

    def _judged(self, action: tuple[int, ...]) -> Judgement | None:
        try:
            return self._practice.answer(action)
        except IllegalAction as error:
            self._console.say(self._words.refusal(error))
        except OSError as error:
            self._console.say(not_saved(error))
        return self._practice.judgement
