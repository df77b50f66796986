"""The line mode's face of a game."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from durak_tui.analysis.typed import WrongLetter, card_typed
from durak_tui.cli.plain.console import QUIT, Console, PersonLeft, is_word
from durak_tui.common.i18n import N_, _, why
from durak_tui.common.values import WrongValue
from durak_tui.engine.engine_errors import EngineError
from durak_tui.game.position import Action
from durak_tui.game.violation import IllegalAction
from durak_tui.table.adviser import Adviser, Hints
from durak_tui.table.controller import (
    Acted,
    Begun,
    Cleared,
    Controller,
    Ended,
    Failed,
    NotStored,
    Overdue,
    TableEvent,
    TakenBack,
    Thinking,
)
from durak_tui.table.game import LiveGame, Pass
from durak_tui.table.session import Session
from durak_tui.words.plain import PlainWords
from durak_tui.words.play import about_engine, hint_asked, not_stored, why_no_hint

THINKING_SECONDS: Final = 1.0  # After so long it is said that the engine thinks.
LAST_WORDS: Final = 5  # Lines of an engine's standard error that are shown.
COMMANDS: Final[Mapping[str, str]] = {
    "take": N_("take t"),
    "done": N_("done d beaten enough"),
    "hand": N_("hand"),
    "table": N_("table"),
    "known": N_("known"),
    "help": N_("help ?"),
    "quit": QUIT,
}
"""The words that may be typed for each command, in every turn."""
_COMMANDS: Final[Mapping[str, str]] = {
    **COMMANDS,
    "back": N_("undo u back b"),
    "score": N_("score"),
    "resign": N_("resign"),
    "discard": N_("discard"),
    "hint": N_("hint h tip"),
    "known": N_("known k"),
}
"""The words that may be typed for each command."""
_HELP: Final = (
    N_("Type the number of a card, or its name such as 7C or 10H."),
    N_("To throw in several cards at once, type their numbers with spaces between them."),
    N_("t or take: take the cards. d or done: the bout is beaten, or add no more."),
    N_("hand: your cards. table: the cards on it. score: the games so far."),
    N_("h or hint: what every choice is worth. known: cards your opponent must hold."),
    N_("u or undo: take back your last decision. resign: give up the game."),
    N_("q or quit: leave. The game is saved and can be resumed."),
    N_("discard: delete the game."),
)


class PlainTurn:
    """One decision, asked in lines; the caller plays what is typed."""

    def __init__(
        self,
        console: Console,
        words: PlainWords,
        game: LiveGame,
        commands: Mapping[str, str],
        help_lines: Sequence[str],
    ) -> None:
        """``commands`` and ``help_lines`` are marked for translation."""
        self._console = console
        self._words = words
        self._choices = game.choices(game.here)
        self._cards = words.in_order(self._choices.cards)
        self._commands = commands
        self._help = help_lines

    def show(self) -> None:
        """Show the hand, the task and the choices."""
        choices = self._words.choices(self._cards, self._choices.passing)
        self._console.say(self._words.hand(), self._words.turn(), *choices)

    def read(self) -> Action | str | None:
        """The action or the caller's command typed next; empty for nothing.

        None if a line was answered here.  Raises PersonLeft.
        """
        words, say = self._words, self._console.say
        line = self._console.line() or ""
        command = next((one for one, typed in self._commands.items() if is_word(line, typed)), "")
        match command:
            case "":
                return line and self._typed(line)
            case "take" | "done":
                wanted = Pass.TAKE if command == "take" else Pass.ENOUGH
                if self._choices.allow(wanted):
                    return ()
                say(words.cannot_pass(wanted))
            case "hand":
                say(words.hand())
            case "table":
                say(*words.table())
            case "known":
                say(words.known())
            case "help":
                say(*map(_, self._help))
            case "quit":
                raise PersonLeft
            case _:
                return command
        return None

    def _typed(self, line: str) -> Action | None:
        """The cards typed, each once; None if one is not understood."""
        cards: list[int] = []
        for word in re.split(r"[\s,]+", line):
            try:
                cards.append(_card(word, self._cards))
            except WrongValue as error:
                self._console.say(str(error))
                return None
        return tuple(dict.fromkeys(cards))


def _card(word: str, choices: Sequence[int]) -> int:
    """The card of this number or name.  Raises WrongValue, a whole sentence."""
    if word.isdecimal():
        if not 1 <= int(word) <= len(choices):
            raise WrongValue(N_("{word} is not one of the choices."), word=word)
        return choices[int(word) - 1]
    try:
        return card_typed(f"T{word[2:]}" if word.startswith("10") else word)
    except WrongLetter as error:
        raise WrongValue("{why}.", why=error) from None
    except WrongValue:
        text = N_("Not understood: {word}. Type ? for help.")
        raise WrongValue(text, word=word) from None


class PlainGame:
    """The games of a session, in lines."""

    def __init__(self, console: Console, session: Session, *, by_suit: bool = False) -> None:
        """``by_suit``: how the person's hand is sorted."""
        self._by_suit = by_suit
        self._console = console
        self._session = session
        self._overdue: Overdue | None = None
        self._words: PlainWords
        self._seat = 0
        self._controller = Controller(self, THINKING_SECONDS)
        self._hints = Hints(self, lambda: None, self._no_hint)
        # A face's thread and clock are those of the console.
        self.call = console.call
        self.after = console.after

    def play(self) -> None:
        """Play until the game is over or discarded.  Raises PersonLeft."""
        session, controller, console = self._session, self._controller, self._console
        game = session.game
        self._seat = game.here
        self._words = PlainWords(game, self._seat, by_suit=self._by_suit)
        controller.begin(game, session.opponents)
        while not game.over and not game.discarded:
            controller.watch()
            # The person is asked when all engines know what there is to be known.
            console.wait_for(lambda: self._overdue or controller.failed or not controller.asked)
            if game.over:
                break
            if trouble := controller.failed or self._overdue:
                self._ask_about(trouble)
            elif game.person_to_act:
                self._ask_person()

    def end(self) -> None:
        """Let the engine hear that the game is over, within its time."""
        for engine in self._controller.asked:
            seconds = engine.opponent.config.limits.move_time
            self._console.wait_for(lambda: not self._controller.asked, seconds)
        self._controller.stop()

    def score(self) -> str:
        """The games against this engine so far."""
        name, series = self._session.name, self._session.series
        text = _("Score: you {wins}, {name} {losses}, draws {draws}.")
        return text.format(wins=series.wins, name=name, losses=series.losses, draws=series.draws)

    def pause(self) -> float:
        """Keep no bout on the table: its lines stay."""
        return 0.0

    def does_forced_moves(self) -> bool:
        return self._session.settings.forced_moves

    def notify(self, event: TableEvent) -> None:
        say, words = self._console.say, self._words
        match event:
            case Begun():
                self._overdue = None
                say(*words.opening())
            case Acted():
                say(*words.tell(event.events[0]))
            case Cleared():
                say(*words.tell(event.end), *words.tell(event.drawn))
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
        game = self._session.game
        turn = PlainTurn(self._console, self._words, game, _COMMANDS, _HELP)
        turn.show()
        if self._session.settings.hints_always and game.choices(self._seat).forced is None:
            self._hint()
        while not self._obeyed(turn.read()):
            pass

    def _obeyed(self, typed: Action | str | None) -> bool:
        """Do what was typed; whether the person is asked anew."""
        match typed:
            case tuple():
                return self._played(typed)
            case "":
                return True
            case "back" if self._controller.take_back(self._seat):
                return True
            case "back":
                self._console.say(_("Nothing to take back."))
            case "resign":
                self._controller.resign(self._seat)
                return True
            case "discard":
                self._discard()
                return True
            case "score":
                self._console.say(self.score())
            case "hint":
                self._hint()
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

    def _discard(self) -> None:
        self._console.say(_("Delete this game?"))
        if self._console.ask([_("Delete it."), _("Play on.")]) == 1:
            try:
                self._session.game.discard()
            except OSError as error:
                self._console.say(_("It could not be removed: {why}.").format(why=why(error)))

    def _played(self, cards: Action) -> bool:
        """Play the cards typed; False if the person must type again."""
        try:
            self._controller.play(cards)
        except IllegalAction as error:
            self._console.say(self._words.refusal(error))
            return False
        return True

    # The engine.

    def _ask_about(self, trouble: Overdue | Failed) -> None:
        """Ask what to do about an engine, until it answers after all."""
        session, seat = self._session, trouble.seat
        engine = self._controller.engine(seat)
        asked = about_engine(trouble, engine.opponent, has_begun=session.is_kept)
        self._console.say(f"{asked.title}.", asked.text)
        if asked.last_words:
            self._console.say(_("Its last words:"), *asked.last_words[-LAST_WORDS:])
        failed = isinstance(trouble, Failed)
        number = self._console.ask(
            list(asked.answers.values()), lambda: not failed and not engine.is_asked
        )
        self._overdue = None
        match ["", *asked.answers][number]:
            case "leave":
                raise PersonLeft
            case "restart":
                self._controller.restart(seat)
            case "claim":
                self._controller.claim(seat)
            case "wait":
                engine.wait_on()
