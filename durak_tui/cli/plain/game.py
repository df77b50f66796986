"""The line mode's face of a game."""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Final

from durak_tui.cli.plain.conversation import Console, Left, is_word
from durak_tui.common.i18n import N_, _, ngettext, why
from durak_tui.common.text import one_line
from durak_tui.engine.errors import EngineError, EngineFault, EngineStartError, RunnerError
from durak_tui.game.cards import parse_card
from durak_tui.game.violation import IllegalAction
from durak_tui.table.adviser import Adviser, Hints
from durak_tui.table.controller import (
    Begun,
    Controller,
    Ended,
    Failed,
    NotStored,
    Overdue,
    Played,
    Settled,
    TableEvent,
    TakenBack,
    Thinking,
)
from durak_tui.table.game import Pass
from durak_tui.table.session import Session
from durak_tui.words.plain import PlainWords
from durak_tui.words.play import hint_asked, not_stored, why_no_hint

THINKING_SECONDS: Final = 1.0
"""After so long it is said that the engine thinks."""
LAST_WORDS: Final = 5
"""Lines of an engine's standard error that are shown."""

_COMMANDS: Final[Mapping[str, str]] = {
    "take": N_("take t"),
    "done": N_("done d beaten enough"),
    "back": N_("back b undo"),
    "hand": N_("hand"),
    "table": N_("table"),
    "score": N_("score"),
    "resign": N_("resign"),
    "discard": N_("discard"),
    "quit": N_("quit q exit"),
    "hint": N_("hint tip"),
    "known": N_("known"),
    "help": N_("help h ?"),
}
"""The words that may be typed for each command."""
_HELP: Final = (
    N_("Type the number of a card, or its name such as 7C or 10H."),
    N_("To give several cards at once type their numbers with blanks between them."),
    N_("t or take: take the cards. d or done: the bout is beaten, or give no more."),
    N_("hand: your cards. table: what lies open. score: the games so far."),
    N_("hint: what every choice is worth. known: cards that the other must hold."),
    N_("b or back: take back your last decision. resign: give up the game."),
    N_("q or quit: leave. The game is stored and can be resumed."),
    N_("discard: throw the game away."),
)
_WAIT: Final = N_("Wait on.")
_RESTART: Final = N_("Start the engine again, the game goes on from here.")
_CLAIM: Final = N_("Claim the win.")
_LEAVE: Final = N_("Leave.")
_LEAVE_KEPT: Final = N_("Leave, the game is stored.")
_AGAIN: Final = N_("Try again.")


class PlainGame:
    """The games of a session, in lines."""

    def __init__(self, console: Console, session: Session, score: Callable[[], str]) -> None:
        """``score`` is what the command of this name says."""
        self._console = console
        self._session = session
        self._score = score
        self._overdue: Overdue | None = None
        self._words: PlainWords
        self._seat = 0
        self._controller = Controller(self, THINKING_SECONDS)
        self._hints = Hints(self, lambda: None, self._no_hint)
        # A face's thread and clock are those of the console.
        self.call = console.call
        self.after = console.after

    def play(self) -> None:
        """Play until the game is over or discarded.  Raises Left."""
        session, controller, console = self._session, self._controller, self._console
        game = session.game
        self._seat = game.here
        self._words = PlainWords(game, self._seat)
        controller.begin(game, session.opponents)
        while not game.over and not game.discarded:
            controller.watch()
            # The person is asked when all engines know what there is to be known.
            console.wait_for(lambda: self._overdue or controller.failed or not controller.asked)
            if game.over:
                break
            if controller.failed:
                self._ask_about_failure(controller.failed)
            elif self._overdue:
                self._ask_about_silence(self._overdue)
            elif game.person_to_act:
                self._ask_person()

    def end(self) -> None:
        """Let the engine hear that the game is over, within its time."""
        for engine in self._controller.asked:
            seconds = engine.opponent.config.limits.move_time
            self._console.wait_for(lambda: not self._controller.asked, seconds)
        self._controller.stop()

    def pause(self) -> float:
        """No bout stays on the table: its lines do."""
        return 0.0

    def tell(self, event: TableEvent) -> None:
        say, words = self._console.say, self._words
        match event:
            case Begun():
                self._overdue = None
                say(*words.opening())
            case Played():
                say(words.action(event.cards, event.before))
            case Settled():
                say(*words.settled(event.before, event.dealt))
            case TakenBack():
                say(_("Taken back."), *words.table())
            case Thinking():
                say(_("{name} is thinking.").format(name=words.name))
            case Overdue():
                self._overdue = event
            case NotStored():
                say(not_stored(event.trouble))
            case Ended():
                say(words.result())

    # The person's turn.

    def _ask_person(self) -> None:
        """Ask until the person has decided something."""
        words = self._words
        choices = self._session.game.choices(self._seat)
        cards = words.in_order(choices.cards)
        lines = words.choices(cards, choices.passing)
        self._console.say(words.hand(), words.turn(), *lines)
        answered = False
        while not answered:
            line = self._console.line(_("Your choice:")) or ""
            command = next((name for name in _COMMANDS if is_word(line, _COMMANDS[name])), None)
            answered = self._played(line, cards) if command is None else self._obeyed(command)

    def _obeyed(self, command: str) -> bool:
        """Obey a command; whether it has changed the game."""
        words, say = self._words, self._console.say
        match command:
            case "take" | "done":
                return self._passed(command)
            case "back" if self._controller.take_back(self._seat):
                return True
            case "back":
                say(_("There is nothing that can be taken back."))
            case "resign":
                self._controller.resign(self._seat)
                return True
            case "discard":
                return self._discarded()
            case "quit":
                raise Left
            case "hand":
                say(words.hand())
            case "table":
                say(*words.table())
            case "score":
                say(self._score())
            case "hint":
                self._hint()
            case "known":
                say(words.known())
            case "help":
                say(*map(_, _HELP))
        return False

    def _hint(self) -> None:
        adviser, game, hints = self._session.adviser, self._session.game, self._hints
        self._console.say(hint_asked(adviser.config.shown))
        hints.ask(adviser, game, self._seat)
        self._console.wait_for(lambda: not hints.thinking(game))
        if advice := hints.at(game):
            self._console.say(*self._words.hint(advice))

    def _no_hint(self, adviser: Adviser, error: EngineError) -> None:
        self._console.say(why_no_hint(adviser.config.shown, error))

    def _discarded(self) -> bool:
        self._console.say(_("Do you want to throw this game away?"))
        if self._console.ask([_("Throw it away."), _("Play on.")]) == 1:
            try:
                self._session.game.discard()
            except OSError as error:
                self._console.say(_("It could not be removed: {why}.").format(why=why(error)))
        return True

    def _passed(self, command: str) -> bool:
        passing = self._session.game.choices(self._seat).passing
        if passing is None:
            self._console.say(_("You have to attack with a card."))
        elif command == "take" and passing is not Pass.TAKE:
            self._console.say(_("There is nothing for you to take."))
        elif command == "done" and passing is Pass.TAKE:
            self._console.say(_("You have to beat the card, or to take."))
        else:
            self._controller.play(())
            return True
        return False

    def _played(self, line: str, choices: Sequence[int]) -> bool:
        """Play the cards typed; False if the person has to type again."""
        if not line:
            return True
        wanted: list[int] = []
        for word in re.split(r"[\s,]+", line):
            card = _card(word, choices)
            if card is None:
                text = (
                    _("There is no choice {word}.")
                    if word.isdecimal()
                    else _("This is not understood: {word}. Type ? for help.")
                )
                self._console.say(text.format(word=one_line(word)))
                return False
            wanted.append(card)
        try:
            self._controller.play(list(dict.fromkeys(wanted)))
        except IllegalAction as error:
            self._console.say(self._words.refusal(error))
            return False
        return True

    # The engine.

    def _ask_about_silence(self, overdue: Overdue) -> None:
        engine = self._controller.engine(overdue.seat)
        count = max(1, int(overdue.seconds))
        text = ngettext(
            "{name} has not answered for {n} second.",
            "{name} has not answered for {n} seconds.",
            count,
        )
        self._console.say(text.format(name=self._words.name, n=count))
        self._tell_words(engine.opponent.last_words)
        choice = self._choose((_WAIT, _RESTART, _CLAIM, _LEAVE), lambda: not engine.is_asked)
        self._overdue = None
        if choice is _LEAVE:
            raise Left
        if choice is _RESTART:
            self._controller.restart(overdue.seat)
        elif choice is _CLAIM:
            self._controller.claim(overdue.seat)
        elif choice is _WAIT:
            engine.wait_on()

    def _ask_about_failure(self, failed: Failed) -> None:
        name, error = self._words.name, failed.error
        failure = self._controller.engine(failed.seat).opponent.failure
        if failure is None or not isinstance(error, EngineFault):
            self._console.say(_("{name} does not play: {why}").format(name=name, why=error))
        else:
            detail = failure.verdict.detail
            self._console.say(_("{name} has failed: {why}.").format(name=name, why=detail))
            self._tell_words(failure.last_words)
        # Whether it is that it was never started or that we could not: it has not lost.
        ours = isinstance(error, RunnerError | EngineStartError)
        choice = self._choose((_AGAIN, _LEAVE) if ours else (_RESTART, _CLAIM, _LEAVE))
        if choice is _LEAVE:
            raise Left
        if choice is _CLAIM:
            self._controller.claim(failed.seat)
        else:
            self._controller.restart(failed.seat)

    def _tell_words(self, words: str) -> None:
        lines = words.splitlines()[-LAST_WORDS:]
        if lines:
            self._console.say(_("Its last words:"), *lines)

    def _choose(
        self, choices: Sequence[str], unless: Callable[[], object] | None = None
    ) -> str | None:
        """What the person chooses; None once ``unless`` is true."""
        kept = self._session.is_kept
        number = self._console.ask(
            [_(_LEAVE_KEPT if kept and each is _LEAVE else each) for each in choices], unless
        )
        return choices[number - 1] if number else None


def _card(word: str, choices: Sequence[int]) -> int | None:
    """The card that is meant by its number or name."""
    if word.isdecimal():
        return choices[int(word) - 1] if 1 <= int(word) <= len(choices) else None
    with suppress(ValueError):
        return parse_card(f"T{word[2:]}" if word.startswith("10") else word)
    return None
