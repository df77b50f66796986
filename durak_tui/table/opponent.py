"""An engine that plays in somebody's games, one after the other.

Every call blocks until the engine has answered, so it is made in a thread of its own;
:meth:`Opponent.stop` ends it from another.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Final

from durak_tui.engine.cancel import Cancelled
from durak_tui.engine.client import Trace
from durak_tui.engine.config import EngineConfig
from durak_tui.engine.errors import EngineFault, EngineStartError
from durak_tui.engine.interruptible import Interruptible
from durak_tui.game.cards import card_name, mask_of
from durak_tui.game.position import DEAL, Action, Position
from durak_tui.game.violation import IllegalAction
from durak_tui.protocol.conversation import QUESTIONS, game_data
from durak_tui.protocol.faults import Verdict
from durak_tui.protocol.messages import Command, Kind
from durak_tui.table.game import Moment

PATIENCE: Final = 3600.0
"""Seconds for which an engine that has used up its time is waited for: it is for a person to
say when they have waited enough."""


@dataclass(frozen=True, slots=True)
class Failure:
    """What was wrong with the engine at the last call."""

    verdict: Verdict
    last_words: str


class Opponent(Interruptible):
    """One engine for a series of games.

    It is brought into any position by ``init`` and one ``deal`` of all that it holds there: at the
    start of a game, when one is taken up, after something was taken back, and when a new process
    has to take the place of one that has failed.
    """

    def __init__(
        self, config: EngineConfig, *, patience: float = PATIENCE, trace: Trace | None = None
    ) -> None:
        super().__init__(config, patience=patience, trace=trace)
        self.failure: Failure | None = None
        """Why the last call has failed.  After :meth:`stop` it is what can be held against an
        engine that was waited for in vain."""
        self._asked_at: float | None = None
        # What the engine has been told.
        self._joined: Moment | None = None
        self._deals = 0
        self._hand = 0

    @property
    def waiting(self) -> float | None:
        """Seconds since an unanswered question; None if there is none."""
        asked_at = self._asked_at
        return None if asked_at is None else monotonic() - asked_at

    @property
    def last_words(self) -> str:
        """Its last lines on standard error, even while it is silent."""
        client = self._client
        if client:
            return client.words_so_far()
        return self.failure.last_words if self.failure else ""

    def advance(self, moment: Moment, ticket: int | None = None) -> Action | None:
        """Tell and ask the engine everything due at this moment.

        Returns the cards it plays, which are legal, or None if it is not its turn.  To be called
        after every action and every settled bout, and once the game is over.

        Raises EngineFault if the engine fails, EngineStartError if there is no such program: then
        :attr:`failure` says more, and a later call starts a new process in this position.  Raises
        Cancelled after :meth:`stop`, RunnerError if this machine is out of something.
        """
        with self.asking(self.ticket if ticket is None else ticket):
            return self._advance(moment)

    def _advance(self, moment: Moment) -> Action | None:
        self.failure = None
        try:
            if moment.over:
                self._end_game(moment)
                return None
            position = moment.position
            if position.phase == DEAL:
                return None
            if not self._is_in_step(moment):
                self._join(moment)
            elif moment.deals > self._deals:
                self._tell_deal(moment)
            return self._decision(position) if position.to_act == moment.seat else None
        except EngineFault as fault:
            self._failed(fault.verdict)
            raise
        except EngineStartError as error:
            # It could be started before; now it is gone.
            trump = f"init {card_name(moment.position.trump)}"
            self._failed(Verdict(self.config.shown, "crash", str(error), "init", trump, "", 0.0))
            raise
        except Cancelled:
            if self._client and (waited := self.waiting) is not None:
                silence = f"no answer after {waited:.3g} s, and the player would not wait longer"
                self._failed(self._client.fault("timeout", silence).verdict)
            self._drop()
            raise
        finally:
            self._asked_at = None

    def _failed(self, verdict: Verdict) -> None:
        words = self._client.stderr_tail() if self._client else ""
        self.failure = Failure(verdict, words)
        self._drop()

    def _drop(self) -> None:
        self._joined = None
        super()._drop()

    def _is_in_step(self, moment: Moment) -> bool:
        """Whether the engine knows all but the bout just settled."""
        joined = self._joined
        if joined is None or joined.game is not moment.game or joined.revision != moment.revision:
            return False
        hand = self._hand
        if moment.deals == self._deals + 1 and not moment.position.table:
            hand |= mask_of(moment.received)
        elif moment.deals != self._deals:
            return False
        # Or it has given an answer that was never played.
        return hand == moment.position.hands[moment.seat]

    def _join(self, moment: Moment) -> None:
        if self._client and self._joined:
            self._client.end_game()
        client = self._running()
        position, seat = moment.position, moment.seat
        self._joined = None
        self._asked_at = monotonic()
        client.new_game(position.trump)
        self._asked_at = None
        self._joined = moment
        self._ask("deal", position.hand(seat), position, seat)
        self._hand = position.hands[seat]
        self._deals = moment.deals

    def _tell_deal(self, moment: Moment) -> None:
        self._ask("deal", moment.received, moment.position, moment.seat)
        self._hand |= mask_of(moment.received)
        self._deals = moment.deals

    def _decision(self, position: Position) -> Action:
        seat = position.to_act
        cards = self._ask(QUESTIONS[position.phase], position.table, position, seat)
        try:
            position.check(cards)
        except IllegalAction as error:
            assert self._client
            raise self._client.fault("illegal", str(error)) from None
        self._hand &= ~mask_of(cards)
        return cards

    def _ask(self, kind: Kind, cards: Sequence[int], position: Position, seat: int) -> Action:
        assert self._client
        self._asked_at = monotonic()
        answer = self._client.ask(Command(kind, cards, game_data(position, seat)))
        self._asked_at = None
        return answer

    def _end_game(self, moment: Moment) -> None:
        """Send the last deal, if the game ended by it, and ``game_end``."""
        client, joined = self._client, self._joined
        if client is None or joined is None or joined.game is not moment.game:
            return
        try:
            if self._is_in_step(moment) and moment.deals > self._deals:
                self._tell_deal(moment)
        except EngineFault:
            # The game is decided; whoever does not take its last cards has lost nothing.
            self._drop()
        else:
            client.end_game()
            self._joined = None
