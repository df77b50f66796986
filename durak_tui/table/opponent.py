"""An engine that plays in somebody's games, one after the other.

Every call of an :class:`Opponent` blocks until the engine has answered, so :class:`EnginePlayer`
makes it in a thread of its own; :meth:`Opponent.stop` ends it from another.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Final, Protocol

from durak_tui.engine.about import thought
from durak_tui.engine.cancel import Cancelled
from durak_tui.engine.client import Trace
from durak_tui.engine.config import EngineConfig
from durak_tui.engine.engine_errors import EngineFault, EngineStartError, EngineVerdict
from durak_tui.engine.interruptible import Interruptible, Reply
from durak_tui.game.cards import card_name, mask_of
from durak_tui.game.position import DEAL, Action, Position
from durak_tui.protocol.conversation import QUESTIONS, game_data
from durak_tui.protocol.faults import Detail, FaultCode
from durak_tui.protocol.messages import Command, Info, Kind
from durak_tui.records.record import Thought
from durak_tui.table.game import GameSnapshot

PATIENCE: Final = 3600.0
"""Seconds for which an engine that has used up its time is waited for: it is for a person to
say when they have waited enough."""
_LOOK_AGAIN: Final = 0.2  # Seconds between two looks at an engine that may not be asked yet.


@dataclass(frozen=True, slots=True)
class Failure:
    """A fault of the engine at the last call."""

    verdict: EngineVerdict
    last_words: str


class Opponent(Interruptible):
    """One engine for a series of games.

    It is brought into any position by ``init`` and one ``deal`` of all that it holds there: at the
    start of a game, when one is taken up, after something was taken back, and when a new process
    takes the place of one that has failed.
    """

    def __init__(
        self, config: EngineConfig, *, patience: float = PATIENCE, trace: Trace | None = None
    ) -> None:
        super().__init__(config, patience=patience, trace=trace)
        self.failure: Failure | None = None
        """The reason why the last call has failed; after :meth:`stop`, the fault of an engine that
        was waited for in vain."""
        self.thought: Thought | None = None
        """Its words, so far or last, on the decision that it was asked for last."""
        self._asked_at: float | None = None
        # The engine's knowledge so far.
        self._joined: GameSnapshot | None = None
        self._deals = 0
        self._hand = 0
        self._surplus: Action = ()  # What it gave beyond the attack limit (H-003).

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

    def advance(self, snapshot: GameSnapshot, ticket: int | None = None) -> Action | None:
        """Send the engine everything due at this point.

        Returns the cards it plays, which are legal, or None if it is not its turn.  To be called
        after every action and every settled bout, and once the game is over.

        Raises EngineFault if the engine fails, EngineStartError if there is no such program: then
        :attr:`failure` says more, and a later call starts a new process in this position.  Raises
        Cancelled after :meth:`stop`, RunnerError if this machine is out of something.
        """
        with self.asking(self.ticket if ticket is None else ticket):
            return self._advance(snapshot)

    def _advance(self, snapshot: GameSnapshot) -> Action | None:
        self.failure = None
        try:
            if snapshot.over:
                self._end_game(snapshot)
                return None
            position = snapshot.position
            if position.phase == DEAL:
                return None
            if not self._is_in_step(snapshot):
                self._join(snapshot)
            elif snapshot.deals > self._deals:
                self._send_deal(snapshot, snapshot.received)
            return self._decision(position) if position.to_act == snapshot.seat else None
        except EngineFault as fault:
            self._failed(fault.verdict)
            raise
        except EngineStartError as error:
            # It could be started before; now it is gone.
            trump = f"init {card_name(snapshot.position.trump)}"
            details = (Detail(FaultCode.NOT_STARTED, {"why": error.message}),)
            self._failed(EngineVerdict(self.config.shown, details, "init", trump, "", 0.0))
            raise
        except Cancelled:
            if self._client and (waited := self.waiting) is not None:
                silence = Detail(FaultCode.GIVEN_UP, {"n": f"{waited:.3g}"})
                self._failed(self._client.fault(silence).verdict)
            self._drop()
            raise
        finally:
            self._asked_at = None

    def _failed(self, verdict: EngineVerdict) -> None:
        words = self._client.stderr_tail() if self._client else ""
        self.failure = Failure(verdict, words)
        self._drop()

    def _drop(self) -> None:
        self._joined = None
        super()._drop()

    def _is_in_step(self, snapshot: GameSnapshot) -> bool:
        """True if the engine knows all but the bout just settled."""
        joined = self._joined
        if (
            joined is None
            or joined.game is not snapshot.game
            or joined.revision != snapshot.revision
        ):
            return False
        hand = self._hand
        if snapshot.deals == self._deals + 1 and not snapshot.position.table:
            hand |= mask_of(snapshot.received)
        elif snapshot.deals != self._deals:
            return False
        # Or it has given an answer that was never played.
        return hand == snapshot.position.hands[snapshot.seat]

    def _join(self, snapshot: GameSnapshot) -> None:
        if self._client and self._joined:
            self._client.end_game()
        client = self._running()
        client.listener = self._hear
        self.thought = None
        self._joined = None
        self._asked_at = monotonic()
        client.new_game(snapshot.position.trump)
        self._asked_at = None
        self._joined = snapshot
        self._hand = 0
        self._surplus = ()
        self._send_deal(snapshot, snapshot.position.hand(snapshot.seat))

    def _send_deal(self, snapshot: GameSnapshot, cards: Sequence[int]) -> None:
        self._ask("deal", (*cards, *self._surplus), snapshot.position, snapshot.seat)
        self._surplus = ()
        self._hand |= mask_of(cards)
        self._deals = snapshot.deals

    def _hear(self, info: Info) -> None:
        self.thought = thought(info, self.thought)

    def _decision(self, position: Position) -> Action:
        self.thought = None
        cards = self._ask(QUESTIONS[position.phase], position.table, position, position.to_act)
        assert self._client
        played = self._client.check(position, cards)
        self._surplus = cards[len(played) :]
        self._hand &= ~mask_of(played)
        return played

    def _ask(self, kind: Kind, cards: Sequence[int], position: Position, seat: int) -> Action:
        assert self._client
        self._asked_at = monotonic()
        answer = self._client.ask(Command(kind, cards, game_data(position, seat)))
        self._asked_at = None
        return answer

    def _end_game(self, snapshot: GameSnapshot) -> None:
        """Send the last deal, if the game ended by it, and ``game_end``."""
        client, joined = self._client, self._joined
        if client is None or joined is None or joined.game is not snapshot.game:
            return
        try:
            if self._is_in_step(snapshot) and snapshot.deals > self._deals:
                self._send_deal(snapshot, snapshot.received)
        except EngineFault:
            # The game is decided: an engine that does not take its last cards loses nothing.
            self._drop()
        else:
            client.end_game()
            self._joined = None


class Loop(Protocol):
    """The thread and the clock of the side that shows a game."""

    def call(self, what: Callable[[], object], /) -> object:
        """From any thread: call this soon in the loop's own, if possible."""

    def after(self, seconds: float, what: Callable[[], object]) -> Callable[[], object]:
        """Call this after some time; the function returned cancels it."""


class EnginePlayer:
    """An engine's seat, asked about one snapshot at a time."""

    def __init__(
        self,
        loop: Loop,
        opponent: Opponent,
        slow_after: float,
        *,
        answered: Callable[[GameSnapshot, Reply[Action | None]], None],
        slow: Callable[[], object],
        overdue: Callable[[float], object],
    ) -> None:
        """All are called in the thread of the loop.

        Args:
            slow_after: seconds from which on an engine that is waited for is slow.
            answered: called after every :meth:`ask`.
            overdue: called with the seconds that it has had when it takes longer than it may.
        """
        self.opponent: Final = opponent
        self._loop = loop
        self._slow_after = slow_after
        self._answered = answered
        self._slow = slow
        self._overdue = overdue
        self._slow_timer: Callable[[], object] | None = None
        self._late_timer: Callable[[], object] | None = None
        self._patience = 0.0
        self.is_asked = False  # Whether it has been asked something and has not answered yet.
        self.is_slow = False  # Whether it is waited for and has taken longer than a moment.

    @property
    def is_quick(self) -> bool:
        """True while it is waited for and may still answer at once."""
        return self._late_timer is not None and not self.is_slow

    def ask(self, snapshot: GameSnapshot) -> None:
        """Send everything due; nothing else may be asked meanwhile."""
        assert not self.is_asked
        self.is_asked = True
        self.opponent.in_thread(
            lambda ticket: self.opponent.advance(snapshot, ticket),
            lambda reply: self._loop.call(lambda: self._take(snapshot, reply)),
        )

    def _take(self, snapshot: GameSnapshot, reply: Reply[Action | None]) -> None:
        self.is_asked = False
        self.rest()
        if reply.bug:
            raise reply.bug
        self._answered(snapshot, reply)

    def stop(self) -> None:
        """Stop waiting; a question that was asked is answered at once."""
        if self.is_asked:
            self.opponent.stop()

    def watch(self) -> None:
        if self._late_timer is None:
            self.is_slow = False
            self._patience = self.opponent.config.limits.move_time
            self._slow_timer = self._loop.after(self._slow_after, self._be_slow)
            self._late_timer = self._loop.after(self._patience, self._look)

    def wait_on(self) -> None:
        """Wait as long again before it is called overdue."""
        self._patience = 2 * max(self._patience, self.opponent.waiting or 0.0)
        self._look()

    def rest(self) -> None:
        for cancel in (self._slow_timer, self._late_timer):
            if cancel:
                cancel()
        self._slow_timer = self._late_timer = None
        self.is_slow = False

    def _be_slow(self) -> None:
        self.is_slow = True
        self._slow()

    def _look(self) -> None:
        """Report it overdue when its time, without its start, is up."""
        waited = self.opponent.waiting if self.is_asked else None
        if waited is not None and waited >= self._patience:
            self._overdue(self._patience)
            return
        left = _LOOK_AGAIN if waited is None else self._patience - waited
        self._late_timer = self._loop.after(left, self._look)
