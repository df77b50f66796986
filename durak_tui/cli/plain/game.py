"""One game of the line mode.

The engine thinks in a thread of its own, so that a silent one can be given up.
"""

import re
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from time import monotonic
from typing import Final, Generic, TypeVar

from durak_tui.cli.plain.conversation import Console, Left, is_word
from durak_tui.cli.plain.phrases import Phrases, choice_lines, hint_lines, why_not_words
from durak_tui.common.i18n import N_, _, ngettext, why
from durak_tui.common.text import one_line
from durak_tui.engine.cancel import Cancelled, CancelToken
from durak_tui.engine.errors import EngineError, EngineFault, EngineStartError, RunnerError
from durak_tui.game.cards import in_playing_order, parse_card, suit_of
from durak_tui.game.position import DEAL, Action
from durak_tui.game.violation import IllegalAction
from durak_tui.table.adviser import why_no_advice
from durak_tui.table.duel import Pass
from durak_tui.table.session import Session

T = TypeVar("T")

THINKING_SECONDS: Final = 1.0
"""After so long it is said that the engine thinks."""
LAST_WORDS: Final = 5
"""Lines of an engine's standard error that are shown."""
_LOOK_SECONDS: Final = 0.2

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


class _Call(Generic[T]):
    """An engine being told and asked, in a thread."""

    def __init__(self, ask: Callable[[], T]) -> None:
        self.answer: T | None = None
        self.error: EngineError | Cancelled | None = None
        self.done = CancelToken()
        self._thread = threading.Thread(target=self._run, args=(ask,))
        self._thread.start()

    def _run(self, ask: Callable[[], T]) -> None:
        try:
            self.answer = ask()
        except (EngineError, Cancelled) as error:
            self.error = error
        finally:
            self.done.set()

    def join(self) -> None:
        """Wait for its end."""
        self._thread.join()


class PlainGame:
    """A game at a table, in lines."""

    def __init__(self, console: Console, session: Session, score: str) -> None:
        """``score`` is what the command of this name says."""
        self._console = console
        self._session = session
        self._table = session.table
        self._duel = session.duel
        self._opponent = session.opponent
        self._score = score
        self._name = session.engine
        self._phrases = Phrases(session.duel, self._name)

    def play(self) -> None:
        """Until it is over or thrown away.  Raises Left if the person leaves before."""
        duel, say = self._duel, self._console.say
        say(*self._phrases.opening())
        while not duel.over and not self._table.discarded:
            self._tell_trouble()
            if duel.position.phase == DEAL:
                ended = self._phrases.bout_over()
                say(*ended, *self._phrases.drawn(self._table.settle()))
            else:
                cards = self._engine_turn()
                if cards is not None:
                    self._make(cards)
                elif duel.is_formality:
                    self._make(())
                elif duel.person_to_act:
                    self._person_turn()
        if duel.over:
            say(self._phrases.result())
            self._tell_trouble()

    def _tell_trouble(self) -> None:
        if trouble := self._session.trouble():
            self._console.say(trouble)

    def end(self) -> None:
        """Tell the engine that the game is over, if it is; nobody waits longer for that than
        for a card."""
        call = self._advance()
        try:
            self._console.wait(call.done, self._opponent.contestant.limits.move_time)
        finally:
            self._opponent.stop()
            call.join()

    def _make(self, cards: Action) -> None:
        said = self._phrases.action(cards)
        self._table.play(cards)
        self._console.say(said)

    # The person's turn.

    def _person_turn(self) -> None:
        """Ask until the person has decided something."""
        duel = self._duel
        choices = duel.choices()
        trump = duel.position.trump
        cards = list(in_playing_order(choices.cards, suit_of(trump)))
        lines = choice_lines(cards, choices.passing, trump)
        self._console.say(self._phrases.hand(), self._phrases.turn(), *lines)
        answered = False
        while not answered:
            line = self._console.line(_("Your choice:")) or ""
            command = next((name for name in _COMMANDS if is_word(line, _COMMANDS[name])), None)
            answered = self._played(line, cards) if command is None else self._obeyed(command)

    def _obeyed(self, command: str) -> bool:
        """Do what a command asks for; whether it has changed the game."""
        table, phrases, say = self._table, self._phrases, self._console.say
        match command:
            case "take" | "done":
                return self._passed(command)
            case "back" if table.take_back():
                say(_("Taken back."), *phrases.table())
                return True
            case "back":
                say(_("There is nothing that can be taken back."))
            case "resign":
                table.resign()
                return True
            case "discard":
                return self._discarded()
            case "quit":
                raise Left
            case "hand":
                say(phrases.hand())
            case "table":
                say(*phrases.table())
            case "score":
                say(self._score)
            case "hint":
                self._hint()
            case "known":
                say(phrases.known())
            case "help":
                say(*map(_, _HELP))
        return False

    def _hint(self) -> None:
        """Say what an engine thinks of the choices."""
        adviser, position, known = self._session.adviser, self._duel.position, self._duel.known
        name = one_line(adviser.contestant.shown)
        self._console.say(_("{engine} thinks about a hint...").format(engine=name))
        ticket = adviser.ticket
        call = _Call(lambda: adviser.advise(position, known, ticket))
        try:
            while not call.done.is_set:
                self._console.wait(call.done, _LOOK_SECONDS)
        finally:
            if not call.done.is_set:
                adviser.stop()
            call.join()
        if call.answer:
            self._console.say(*hint_lines(call.answer, self._duel))
        elif isinstance(call.error, EngineError):
            self._console.say(why_no_advice(name, call.error))

    def _discarded(self) -> bool:
        self._console.say(_("Do you want to throw this game away?"))
        if self._console.ask([_("Throw it away."), _("Play on.")]) == 1:
            try:
                self._table.discard()
            except OSError as error:
                self._console.say(_("It could not be removed: {why}.").format(why=why(error)))
        return True

    def _passed(self, command: str) -> bool:
        passing = self._duel.choices().passing
        if passing is None:
            self._console.say(_("You have to attack with a card."))
        elif command == "take" and passing is not Pass.TAKE:
            self._console.say(_("There is nothing for you to take."))
        elif command == "done" and passing is Pass.TAKE:
            self._console.say(_("You have to beat the card, or to take."))
        else:
            self._make(())
            return True
        return False

    def _played(self, line: str, choices: Sequence[int]) -> bool:
        """Play the cards that were typed; whether that could be done.  An empty line has the
        choices said again."""
        if not line:
            return True
        duel, say = self._duel, self._console.say
        wanted: list[int] = []
        for word in re.split(r"[\s,]+", line):
            card = _card(word, choices)
            if card is None:
                text = (
                    _("There is no choice {word}.")
                    if word.isdecimal()
                    else _("This is not understood: {word}. Type ? for help.")
                )
                say(text.format(word=one_line(word)))
                return False
            why = None if card in wanted else duel.why_not(card, wanted)
            if why:
                say(why_not_words(why, duel.position.trump))
                return False
            wanted.append(card)
        try:
            duel.position.check(wanted := list(dict.fromkeys(wanted)))
        except IllegalAction:
            say(_("You can play only one card now."))
            return False
        self._make(tuple(wanted))
        return True

    # The engine's turn.

    def _engine_turn(self) -> Action | None:
        """Tell and ask the engine what is to be told and asked.

        Returns what it plays; None if it is not its turn, or if the person has claimed the
        win.  Raises Left.
        """
        while not self._duel.over:
            call = self._advance()
            try:
                self._await(call)
            finally:
                if not call.done.is_set:
                    self._opponent.stop()
                call.join()
            if call.error is None:
                return call.answer
            # Otherwise the person has given up waiting.
            if not isinstance(call.error, Cancelled):
                self._tell_failure(call.error)
                self._choose_after(call.error)
        return None

    def _advance(self) -> _Call[Action | None]:
        opponent, moment = self._opponent, self._duel.moment()
        ticket = opponent.ticket()
        return _Call(lambda: opponent.advance(moment, ticket))

    def _await(self, call: _Call[Action | None]) -> None:
        """Wait until the engine has answered, or the person gives up."""
        console, opponent = self._console, self._opponent
        thinking_at = monotonic() + THINKING_SECONDS
        patience = opponent.contestant.limits.move_time
        while not call.done.is_set:
            console.wait(call.done, _LOOK_SECONDS)
            waited = opponent.waiting
            if call.done.is_set or waited is None:
                continue
            if monotonic() > thinking_at:
                thinking_at = float("inf")
                console.say(_("{name} is thinking.").format(name=self._name))
            if waited > patience:
                patience = 2 * waited
                self._choose_while_silent(call, waited)

    def _choose_while_silent(self, call: _Call[Action | None], waited: float) -> None:
        console = self._console
        count = max(1, int(waited))
        text = ngettext(
            "{name} has not answered for {n} second.",
            "{name} has not answered for {n} seconds.",
            count,
        )
        console.say(text.format(name=self._name, n=count))
        self._tell_words(self._opponent.last_words)
        choice = self._ask((_WAIT, _RESTART, _CLAIM, _LEAVE), call.done)
        if choice == 0:
            return
        if choice == 4:
            raise Left
        if choice > 1:
            self._opponent.stop()
            call.join()
            # Unless it has answered at this very moment.
            if choice == 3 and isinstance(call.error, Cancelled):
                self._claim()

    def _tell_failure(self, error: Exception) -> None:
        failure = self._opponent.failure
        if failure is None or not isinstance(error, EngineFault):
            self._console.say(_("{name} does not play: {why}").format(name=self._name, why=error))
            return
        detail = failure.verdict.detail
        self._console.say(_("{name} has failed: {why}.").format(name=self._name, why=detail))
        self._tell_words(failure.last_words)

    def _tell_words(self, words: str) -> None:
        lines = words.splitlines()[-LAST_WORDS:]
        if lines:
            self._console.say(_("Its last words:"), *lines)

    def _choose_after(self, error: Exception) -> None:
        # Whether it is that it was never started or that we could not: it has not lost.
        ours = isinstance(error, RunnerError | EngineStartError)
        choices = (_AGAIN, _LEAVE) if ours else (_RESTART, _CLAIM, _LEAVE)
        choice = self._ask(choices)
        if choices[choice - 1] is _LEAVE:
            raise Left
        if choices[choice - 1] is _CLAIM:
            self._claim()

    def _ask(self, choices: Sequence[str], unless: CancelToken | None = None) -> int:
        kept = self._session.is_kept
        return self._console.ask(
            [_(_LEAVE_KEPT if kept and each is _LEAVE else each) for each in choices], unless
        )

    def _claim(self) -> None:
        failure = self._opponent.failure
        assert failure
        with suppress(IllegalAction):
            self._table.claim(failure.verdict, failure.last_words)


def _card(word: str, choices: Sequence[int]) -> int | None:
    """The card that is meant: by its number among these, or by its name."""
    if word.isdecimal():
        return choices[int(word) - 1] if 1 <= int(word) <= len(choices) else None
    with suppress(ValueError):
        return parse_card(f"T{word[2:]}" if word.startswith("10") else word)
    return None
