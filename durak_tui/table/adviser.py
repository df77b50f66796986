"""Hints for a person, from an engine that does not play itself."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from durak_tui.common.i18n import N_
from durak_tui.engine.cancel import Cancelled
from durak_tui.engine.config import EngineConfig
from durak_tui.engine.engine_errors import EngineError
from durak_tui.engine.interruptible import Interruptible, Reply
from durak_tui.game.cards import cards_in, parse_card
from durak_tui.game.position import Action, Position
from durak_tui.game.violation import IllegalAction
from durak_tui.protocol.conversation import QUESTIONS, game_data
from durak_tui.table.game import Game, GameSnapshot
from durak_tui.table.opponent import Loop

PATIENCE: Final = 10.0  # Seconds that an engine may need to start, or be late with its advice.


class NoHintsError(EngineError):
    """An engine that does not say that it gives hints."""


class Advice(NamedTuple):
    """An engine's opinion of the actions of the seat to act."""

    best: Action
    scores: Mapping[Action, float]
    """The expected score, 0 to 1, of the actions that it rates; cards in ascending
    order.  Empty for an engine that only says what it would play."""

    def score(self, action: Action) -> float | None:
        return self.scores.get(tuple(sorted(action)))


class Adviser(Interruptible):
    """An engine that gives hints, each within its time for a command."""

    def __init__(self, config: EngineConfig) -> None:
        super().__init__(config, patience=PATIENCE)

    def advise(self, position: Position, ticket: int) -> Advice:
        """Ask for the best action of the seat to act.

        Raises NoHintsError if the engine gives no hints, EngineFault if it fails, EngineStartError
        if there is no such program, RunnerError if this machine is out of something, and Cancelled
        if there was a :meth:`stop` since the ticket was taken.
        """
        with self.asking(ticket):
            try:
                return self._advise(position)
            except (EngineError, Cancelled):
                self._drop()
                raise

    def _advise(self, position: Position) -> Advice:
        is_new = self._client is None
        client = self._running()
        if is_new:
            client.new_game(position.trump)
        if not client.features.hints:
            raise NoHintsError(N_("engine {name} gives no hints"), name=repr(self.config.shown))
        seat = position.to_act
        data = game_data(position, seat)._replace(
            hand=position.hand(seat), enemy_known=cards_in(position.known(1 - seat))
        )
        cards, info = client.hint(QUESTIONS[position.phase], data)
        return Advice(client.check(position, cards), _scores((info and info.moves) or {}, position))


def _scores(moves: Mapping[str, float], position: Position) -> dict[Action, float]:
    """The scores of legal actions; other answers are ignored."""
    found: dict[Action, float] = {}
    for answer, score in moves.items():
        try:
            cards = tuple(sorted(map(parse_card, answer.split())))
            position.check(cards)
        except (ValueError, IllegalAction):
            continue
        found[cards] = min(max(score, 0.0), 1.0)
    return found


class Hints:
    """One piece of advice at a time, about one moment."""

    def __init__(
        self,
        loop: Loop,
        changed: Callable[[], object],
        failed: Callable[[Adviser, EngineError], object],
    ) -> None:
        """Call ``changed`` when there is news, ``failed`` if no hint comes."""
        self._loop = loop
        self._changed = changed
        self._failed = failed
        self._adviser: Adviser | None = None
        self._snapshot: GameSnapshot | None = None
        self._advice: Advice | None = None

    def ask(self, adviser: Adviser, game: Game, seat: int) -> None:
        """Ask about this moment, in which this person is to act."""
        if self._snapshot and game.is_at(self._snapshot):
            return  # it is being thought about, or known
        self.drop()
        snapshot = game.snapshot(seat)
        self._adviser, self._snapshot = adviser, snapshot
        adviser.in_thread(
            lambda ticket: adviser.advise(snapshot.position, ticket),
            lambda reply: self._loop.call(lambda: self._take(snapshot, reply)),
        )
        self._changed()

    def _take(self, snapshot: GameSnapshot, reply: Reply[Advice]) -> None:
        if reply.bug:
            raise reply.bug
        adviser = self._adviser
        if snapshot is not self._snapshot or adviser is None:
            return
        if reply.answer:
            self._advice = reply.answer
            self._changed()
        else:
            self.drop()
            if reply.error and not isinstance(reply.error, Cancelled):
                self._failed(adviser, reply.error)

    def drop(self) -> None:
        if self._adviser and self._snapshot and self._advice is None:
            self._adviser.stop()
        self._snapshot = self._advice = None

    def thinking(self, game: Game) -> Adviser | None:
        """The engine that is thinking about a hint for this moment."""
        return self._adviser if self.at(game) is None and self._snapshot else None

    def at(self, game: Game) -> Advice | None:
        """The advice for this moment; any other is dropped."""
        if self._snapshot and not game.is_at(self._snapshot):
            self.drop()
        return self._advice
