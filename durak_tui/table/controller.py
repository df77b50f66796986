"""The course of a game: who is asked, by when, what failed.

It is driven by its listener, which shows the game: a screen, lines of text, a test.  The listener
lends its thread and its clock, passes on what persons decide, and is notified of events.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, Protocol

from durak_tui.engine.cancel import Cancelled
from durak_tui.engine.engine_errors import EngineError
from durak_tui.engine.interruptible import Reply
from durak_tui.game.position import DEAL, Action
from durak_tui.records.record import Thought
from durak_tui.records.walk import Acts, Beaten, Drawn, Taken
from durak_tui.table.game import Game, GameSnapshot
from durak_tui.table.opponent import EnginePlayer, Loop, Opponent
from durak_tui.table.storage import Trouble


class Begun(NamedTuple):
    """Another game on the table."""


class Acted(NamedTuple):
    """A seat's cards, or its pass, which may have ended the bout."""

    events: Acts


class Cleared(NamedTuple):
    """The clearing of a finished bout, and the cards that both drew."""

    end: Taken | Beaten
    drawn: Drawn
    looked_at: bool  # Whether the bout was left on the table for a while.


class TakenBack(NamedTuple):
    """A person's return to their last decision."""

    seat: int


class CameTo(NamedTuple):
    """The point at which somebody must decide, or look."""


class Thinking(NamedTuple):
    """An engine that takes longer than a moment."""

    seat: int


class Overdue(NamedTuple):
    """An engine that has owed an answer longer than it may."""

    seat: int
    seconds: float


class Answered(NamedTuple):
    """An engine that is no longer overdue, if it was."""

    seat: int


class Failed(NamedTuple):
    """An engine that cannot go on; nothing happens until a decision."""

    seat: int
    error: EngineError


class NotStored(NamedTuple):
    trouble: Trouble


class Ended(NamedTuple):
    """The end of the game."""


TableEvent = (
    Begun | Acted | Cleared | TakenBack | CameTo | Thinking | Overdue | Answered | Failed
    | NotStored | Ended
)  # fmt: skip


class GameListener(Loop, Protocol):
    """The side that shows the game, with its thread and clock."""

    def pause(self) -> float:
        """Seconds for which a finished bout stays on the table."""

    def does_forced_moves(self) -> bool:
        """True if a person's forced moves are made for them, against engines."""

    def notify(self, event: TableEvent) -> object:
        """Take note of what has happened."""


class Controller:
    """One game after the other.

    Persons decide by :meth:`play`, :meth:`take_back` and so on, engines are asked; after
    each decision the game goes on to where somebody must decide or look.
    """

    game: Game

    def __init__(self, listener: GameListener, slow_after: float) -> None:
        """``slow_after``: seconds from which on an engine is said to think."""
        self.failed: Failed | None = None
        """The engine that cannot go on until something is done about it."""
        self._listener: Final = listener
        self._slow_after: Final = slow_after
        self._engines: list[EnginePlayer | None] = [None, None]
        self._end_of_pause: Callable[[], object] | None = None
        self._claimed_from: int | None = None
        self._has_ended = False
        self._has_left = False

    def begin(self, game: Game, opponents: Sequence[Opponent | None]) -> None:
        """Go on with a game.  Only an engine's seat has an opponent."""
        self.stop()
        self._rest()
        self.game = game
        self.failed = self._claimed_from = None
        self._has_ended = self._has_left = False
        self._engines = [
            None if opponent is None else self._seated(seat, opponent)
            for seat, opponent in enumerate(opponents)
        ]
        self._listener.notify(Begun())
        self._go_on()

    def _seated(self, seat: int, opponent: Opponent) -> EnginePlayer:
        def answered(snapshot: GameSnapshot, reply: Reply[Action | None]) -> None:
            # Not if the next game has begun meanwhile.
            if self._engines[seat] is engine and not self._has_left:
                self._answered(seat, snapshot, reply)

        notify = self._listener.notify
        engine = EnginePlayer(
            self._listener,
            opponent,
            self._slow_after,
            answered=answered,
            slow=lambda: notify(Thinking(seat)),
            overdue=lambda seconds: notify(Overdue(seat, seconds)),
        )
        return engine

    def engine(self, seat: int) -> EnginePlayer:
        engine = self._engines[seat]
        assert engine
        return engine

    @property
    def pauses(self) -> bool:
        """True while a finished bout lies there to be looked at."""
        return self._end_of_pause is not None

    @property
    def asked(self) -> list[EnginePlayer]:
        """The engines that still owe an answer."""
        return [engine for engine in self._engines if engine and engine.is_asked]

    @property
    def is_quick(self) -> bool:
        """True while the engine waited for may still answer at once."""
        return any(engine.is_quick for engine in self._engines if engine)

    @property
    def is_slow(self) -> bool:
        """True once the engine waited for has taken longer."""
        return any(engine.is_slow for engine in self._engines if engine)

    # How the game goes on.

    def _go_on(self) -> None:
        """Go on until somebody must decide or look."""
        game = self.game
        self._stop_pause()
        while True:
            if game.over:
                self._end()
            if game.storage and (trouble := game.storage.news()):
                self._listener.notify(NotStored(trouble))
            if game.over:
                break
            if game.position.phase == DEAL:
                if seconds := self._listener.pause():
                    self._end_of_pause = self._listener.after(seconds, self.end_pause)
                    break
                self._settle(looked_at=False)
            elif (forced := self._forced()) is not None:
                self._make(forced)
            else:
                break
        self._ask()
        self._listener.notify(CameTo())

    def _forced(self) -> Action | None:
        """The action that is made for the person to act, if any."""
        game = self.game
        if game.to_act in game.persons and (game.is_formality or self._does_forced_moves):
            return game.choices(game.to_act).forced
        return None

    @property
    def _does_forced_moves(self) -> bool:
        # Between two people it would show the other what a hand lacks.
        return self._listener.does_forced_moves() and not self.game.between_people

    def _make(self, cards: Sequence[int], said: Thought | None = None) -> None:
        self._listener.notify(Acted(self.game.play(cards, said)))

    def _settle(self, *, looked_at: bool) -> None:
        end = self.game.last[-1]
        assert isinstance(end, Taken | Beaten)  # the game would be over
        self._listener.notify(Cleared(end, self.game.settle(), looked_at))

    def end_pause(self) -> None:
        """End the pause: the finished bout has been looked at."""
        if self._end_of_pause:
            self._settle(looked_at=True)
            self._go_on()

    def _stop_pause(self) -> None:
        cancel, self._end_of_pause = self._end_of_pause, None
        if cancel:
            cancel()

    def _end(self) -> None:
        if not self._has_ended:
            self._has_ended = True
            self.failed = None
            self._listener.notify(Ended())

    # Persons.

    def play(self, cards: Sequence[int]) -> None:
        """Play for the person to act; no card passes.  Raises IllegalAction."""
        self._make(cards)
        self._go_on()

    def take_back(self, seat: int) -> bool:
        """Return to this person's last decision; False if there is none."""
        if not self.game.take_back(seat, past_forced=self._does_forced_moves):
            return False
        self.stop()
        self.failed = None
        self._listener.notify(TakenBack(seat))
        self._go_on()
        return True

    def resign(self, seat: int) -> None:
        """Give up for this person, unless the game has ended meanwhile."""
        if not self.game.over:
            self.stop()
            self.game.resign(seat)
            self._go_on()

    def conclude(self) -> None:
        """Clear a finished table at once, which may end the game."""
        self._stop_pause()
        if not self.game.over and self.game.position.phase == DEAL:
            self._settle(looked_at=True)
        if self.game.over:
            self._end()

    def leave(self) -> None:
        """Conclude a game that nobody looks at any longer."""
        self._has_left = True
        self.conclude()
        self._rest()

    def _rest(self) -> None:
        for engine in self._engines:
            if engine:
                engine.rest()

    # Engines.

    def _ask(self) -> None:
        game = self.game
        if self.failed or (game.position.phase == DEAL and not game.over):
            return
        for seat, engine in enumerate(self._engines):
            if engine is None:
                continue
            acts = game.to_act == seat
            if acts:
                engine.watch()
            # In mid-bout it learns nothing from what the other has not played yet.
            if not engine.is_asked and (game.over or acts or not game.position.table):
                engine.ask(game.snapshot(seat))

    def watch(self) -> None:
        """Wait also for engines that are only being informed."""
        for engine in self.asked:
            engine.watch()

    def stop(self) -> None:
        """Wait for no engine; new processes get the next questions."""
        for engine in self.asked:
            engine.stop()

    def _answered(self, seat: int, snapshot: GameSnapshot, reply: Reply[Action | None]) -> None:
        self._listener.notify(Answered(seat))
        game, error = self.game, reply.error
        claimed, self._claimed_from = self._claimed_from == seat, None
        if isinstance(error, Cancelled):
            if claimed:
                self.claim(seat)
            else:
                self._ask()
        elif error and not game.over:
            self.failed = Failed(seat, error)
            self._listener.notify(self.failed)
        elif reply.answer is not None and game.is_at(snapshot):
            self._make(reply.answer, self.engine(seat).opponent.thought)
            self._go_on()
        elif not game.is_at(snapshot):
            self._ask()

    def restart(self, seat: int) -> None:
        """Let a new process go on from here in an engine's place."""
        if self.failed:
            self.failed = None
            self._go_on()
        else:
            self.engine(seat).stop()

    def claim(self, seat: int) -> None:
        """Claim the win from this engine, unless it answers just now."""
        engine = self.engine(seat)
        if engine.is_asked:
            self._claimed_from = seat
            engine.stop()
            return
        failure = engine.opponent.failure
        if failure and not self.game.over:
            self.game.claim(1 - seat, failure.verdict, failure.last_words)
            self._go_on()
        else:
            self._ask()
