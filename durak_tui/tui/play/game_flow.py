"""A game at a screen as it goes on: who is waited for, what has happened, what went wrong."""

from collections.abc import Callable
from time import monotonic
from typing import Final

from textual.screen import Screen

from durak_tui.common.i18n import _
from durak_tui.engine.cancel import Cancelled
from durak_tui.game.position import DEAL, GIVE_MORE, Action
from durak_tui.table.duel import Duel, Pass
from durak_tui.table.session import Session
from durak_tui.tui.play.engine_seat import Answer, EngineSeat
from durak_tui.tui.play.play_words import Words
from durak_tui.tui.play.view import Hand
from durak_tui.tui.terminal.timer import Timer

LONG_PAUSE: Final = 1.5
"""Seconds from which on a pause says how it is ended."""


class GameFlow:
    """The games of a session, one at a time.

    The person's decisions come in by :meth:`choose`, :meth:`pass_` and so on, the engine's by
    its seat; after each the game goes on to where somebody has to decide or to look.
    """

    def __init__(
        self,
        screen: Screen[object],
        session: Session,
        pause: Callable[[], float],
        *,
        changed: Callable[[], None],
        overdue: Callable[[float], None],
        failed: Callable[[], None],
        answered: Callable[[], None],
        ended: Callable[[], None],
    ) -> None:
        """``pause`` tells for how many seconds a finished bout stays on the table.

        ``changed`` is called when something else is to be shown, ``overdue`` with the seconds
        that the engine has not answered for, ``failed`` when :attr:`trouble` has come up,
        ``answered`` when an engine that may have been overdue is not any more, ``ended`` once
        for every game.
        """
        self.session: Final = session
        self.news = ""
        """What has just happened."""
        self.warns = False
        """Whether the news is why something cannot be done."""
        self.trouble: Exception | None = None
        """Why the engine cannot go on, until something is done about it."""
        self.has_only_moved = False
        """Whether nothing has happened but what the person sees coming: his own card, or the
        table being cleared."""
        self.ended_at: float | None = None
        """When the game has ended, on the clock of :func:`time.monotonic`."""
        self.hand = Hand("")
        self.words: Words
        self.seat: Final = EngineSeat(screen, self._answered, changed, overdue)
        self._screen = screen
        self._pause_seconds = pause
        self._changed = changed
        self._failed = failed
        self._has_answered = answered
        self._ended = ended
        self._pause: Timer | None = None
        self._bout_news = ""
        self._claims = False
        self._has_left = False

    @property
    def duel(self) -> Duel:
        """The game."""
        return self.session.duel

    @property
    def pauses(self) -> bool:
        """Whether a finished bout lies on the table to be looked at."""
        return self._pause is not None

    def begin(self, hand: Hand, words: Words) -> None:
        """There is another game on the table."""
        self.hand = hand
        self.words = words
        self.trouble = None
        self.ended_at = None
        self.has_only_moved = self._claims = self._has_left = False
        self._bout_news = ""
        self._say(words.opening())
        self.go_on()

    def go_on(self) -> None:
        """Do all that is to be done now, until somebody has to decide or to look."""
        duel = self.duel
        self._stop_pause()
        while True:
            self.hand.update(duel)
            if duel.over:
                self._end()
                break
            if duel.position.phase == DEAL:
                if seconds := self._pause_seconds():
                    self._pause = Timer(self._screen, seconds, self.end_pause)
                    break
                self._settle(self.news)
            elif duel.is_formality:
                self._make(())
            else:
                break
        self._ask()
        self._changed()

    def _make(self, cards: Action) -> None:
        """Play for whoever is to act, and say so."""
        said = self.words.played(cards)
        self.session.table.play(cards)
        if self.duel.position.phase == DEAL:
            said = f"{said if cards else ''} {self.words.bout_over()}"
        self._say(f"{self._bout_news} {said}")
        self._bout_news = ""

    def _settle(self, bout_news: str) -> None:
        """Clear the table; ``bout_news`` is how the bout has ended."""
        talon = self.duel.position.talon_count
        dealt = self.session.table.settle()
        self._say(f"{bout_news} {self.words.drawn(dealt, talon)}")
        self._bout_news = "" if self.duel.person_to_act else bout_news
        self.has_only_moved = True

    def end_pause(self) -> None:
        """The finished bout has been looked at."""
        if self._pause:
            self._settle(self.words.bout_over())
            self.go_on()

    def _stop_pause(self) -> None:
        if self._pause:
            self._pause.stop()
            self._pause = None

    def _end(self) -> None:
        if self.ended_at is None:
            self.ended_at = monotonic()
            self.trouble = None
            self.session.count()
            self._say(self.words.result())
            self._ended()

    def _say(self, news: str, *, warns: bool = False) -> None:
        self.news = " ".join(news.split())
        self.warns = warns

    def warn(self, why: str) -> None:
        """Tell why something cannot be done."""
        self._say(why, warns=True)
        self._changed()

    def task(self) -> str:
        """What may be done now."""
        if self.duel.over:
            return self.words.after()
        if self.trouble:
            return self.words.in_trouble()
        if self._pause:
            return _("Any key goes on.") if self._pause_seconds() >= LONG_PAUSE else ""
        if self.duel.person_to_act:
            return self.words.task(len(self.hand.chosen))
        return self.words.thinking() if self.seat.thinks else ""

    # The person.

    def pick(self) -> None:
        """The person wants the card with the cursor."""
        if not self._is_held_up() and self.hand.cursor is not None:
            self.choose(self.hand.cursor)

    def choose(self, card: int) -> None:
        """The person wants to play this card, or to mark it among those to be given."""
        if self._is_held_up():
            return
        hand = self.hand
        why = None if card in hand.chosen else self.duel.why_not(card, hand.chosen)
        if why:
            self.warn(self.words.why_not(why))
        elif self.duel.position.phase == GIVE_MORE and hand.choices.limit > 1:
            hand.toggle(card)
            hand.cursor = card
            self._changed()
        else:
            self._decide((card,))

    def pass_(self, wanted: Pass) -> None:
        """The person wants to take, or to play no card more."""
        if self._is_held_up():
            return
        passing = self.hand.choices.passing
        if passing is None or (passing is Pass.TAKE) != (wanted is Pass.TAKE):
            self.warn(self.words.cannot_pass(wanted))
        else:
            self._decide(tuple(self.hand.chosen))

    def _is_held_up(self) -> bool:
        """Whether something else has to be decided first; then it is asked."""
        if self.trouble:
            self._failed()
        return self.trouble is not None

    def _decide(self, cards: Action) -> None:
        self.has_only_moved = True
        self._make(cards)
        self.go_on()

    def take_back(self) -> None:
        """Back to the person's last decision."""
        if not self.session.table.take_back():
            self.warn(_("There is nothing to take back."))
            return
        self.seat.stop()
        self.trouble = None
        self.has_only_moved = False
        self._bout_news = ""
        self._say(_("Taken back."))
        self.go_on()

    def resign(self) -> None:
        """The person gives up, unless the game has ended meanwhile."""
        if not self.duel.over:
            self.seat.stop()
            self.session.table.resign()
            self.go_on()

    def conclude(self) -> None:
        """Clear a table whose bout is over and do not look at it any longer: that may end the
        game, which counts then."""
        self._stop_pause()
        if not self.duel.over and self.duel.position.phase == DEAL:
            self.session.table.settle()
        if self.duel.over:
            self._end()

    def leave(self) -> bool:
        """The person leaves; whether the game can be gone on with."""
        self._has_left = True
        self.conclude()
        self.seat.rest()
        return self.session.leave()

    # The engine.

    def _ask(self) -> None:
        """Tell and ask the engine what there is to be told and asked now."""
        duel, seat = self.duel, self.seat
        if self.trouble or (duel.position.phase == DEAL and not duel.over):
            return
        if duel.engine_to_act:
            seat.watch(self.session.table.contestant.limits.move_time)
        # In mid-bout it learns nothing from what the person has not played yet.
        if not seat.is_asked and (duel.over or duel.engine_to_act or not duel.position.table):
            seat.ask(self.session.opponent, duel.moment())

    def _answered(self, answer: Answer) -> None:
        if self._has_left:
            return
        self._has_answered()
        duel, error = self.duel, answer.error
        claims, self._claims = self._claims, False
        if isinstance(error, Cancelled):
            if claims:
                self.claim()
            else:
                self._ask()
        elif error and answer.moment.game is duel.moment().game and not duel.over:
            self.trouble = error
            self._changed()
            self._failed()
        elif answer.cards is not None and duel.is_at(answer.moment):
            self._make(answer.cards)
            self.go_on()
        elif not duel.is_at(answer.moment):
            self._ask()

    def restart(self) -> None:
        """Let a new process go on from here in the engine's place."""
        if self.trouble:
            self.trouble = None
            self.go_on()
        else:
            self.seat.stop()

    def claim(self) -> None:
        """The person claims the win.  If the engine answers at this very moment, that counts."""
        if self.seat.is_asked:
            self._claims = True
            self.seat.stop()
            return
        failure = self.session.opponent.failure
        if failure and not self.duel.over:
            self.session.table.claim(failure.verdict, failure.last_words)
            self.go_on()
        else:
            self._ask()
