"""An engine that is asked for advice about anybody's game, and plays in none itself.

Every call blocks until the engine has answered, so it is made in a thread of its own;
:meth:`Adviser.stop` ends it from another.
"""

import threading
from collections.abc import Mapping
from typing import Final, NamedTuple, Self

from durak_tui.common.i18n import _
from durak_tui.common.text import one_line
from durak_tui.engine.cancel import Cancelled, CancelToken
from durak_tui.engine.client import EngineClient
from durak_tui.engine.config import EngineConfig
from durak_tui.engine.errors import EngineError
from durak_tui.game.cards import cards_in, parse_card
from durak_tui.game.position import Action, Position
from durak_tui.game.violation import IllegalAction
from durak_tui.protocol.view import QUESTIONS, game_data

PATIENCE: Final = 10.0
"""Seconds that an engine may need to start, or be late with its advice."""


class NoHintsError(EngineError):
    """The engine does not say that it gives hints."""


def why_no_advice(engine: str, error: EngineError) -> str:
    """Why an engine of that name gives no advice, in a sentence."""
    if isinstance(error, NoHintsError):
        text = _("{engine} gives no hints: choose another engine in the settings.")
        return text.format(engine=one_line(engine))
    return _("There is no hint: {why}.").format(why=one_line(str(error)))


class Advice(NamedTuple):
    """What an engine thinks of the actions of whoever is to act."""

    best: Action
    """What it would play."""
    scores: Mapping[Action, float]
    """The expected score, 0 to 1, of the actions that it has told of; cards in ascending
    order.  Empty for an engine that only says what it would play."""

    def score(self, action: Action) -> float | None:
        """The expected score of an action, if it was told."""
        return self.scores.get(tuple(sorted(action)))


class Adviser:
    """One engine that gives hints."""

    def __init__(self, contestant: EngineConfig) -> None:
        """Nothing is started yet.  The engine's time for a command is what it has for each
        piece of advice."""
        self.contestant: Final = contestant
        self._client: EngineClient | None = None
        self._token = CancelToken()
        self._turn = threading.Lock()
        self._gate = threading.Lock()
        self._is_asked = False
        self._stops = 0

    @property
    def ticket(self) -> int:
        """For :meth:`advise`: to be taken when it is decided to ask, before any thread is
        started for it, so that :meth:`stop` reaches a call that has not begun yet."""
        return self._stops

    def advise(self, position: Position, enemy_known: int, ticket: int) -> Advice:
        """What whoever is to act here should play.

        ``enemy_known`` are the cards, as a mask, that he knows to be in the other hand.
        Raises NoHintsError if the engine gives no hints, EngineFault if it fails,
        EngineStartError if there is no such program, RunnerError if this machine is out of
        something, and Cancelled if there was a :meth:`stop` since the ticket was taken.
        """
        with self._turn:
            with self._gate:
                if ticket != self._stops:
                    raise Cancelled
                self._is_asked = True
            try:
                return self._advise(position, enemy_known)
            except (EngineError, Cancelled):
                self._drop()
                raise
            finally:
                with self._gate:
                    self._is_asked = False
                    too_late = self._token.is_set
                if too_late:  # for the call that it was meant for
                    self._drop()

    def _advise(self, position: Position, enemy_known: int) -> Advice:
        client = self._client
        if client is None:
            client = self._client = EngineClient(
                self.contestant.program(),
                self.contestant.limits,
                cancel=self._token,
                patience=PATIENCE,
            )
            client.new_game(position.trump)
        if not client.features.hints:
            raise NoHintsError(f"engine {self.contestant.shown!r} gives no hints")
        seat = position.to_act
        data = game_data(position, seat)._replace(
            hand=position.hand(seat), enemy_known=cards_in(enemy_known)
        )
        cards, info = client.hint(QUESTIONS[position.phase], data)
        try:
            position.check(cards)
        except IllegalAction as error:
            raise client.fault("illegal", str(error)) from None
        return Advice(tuple(cards), _scores((info and info.moves) or {}, position))

    def stop(self) -> None:
        """Make all calls whose tickets were taken before raise Cancelled, from any thread."""
        with self._gate:
            self._stops += 1
            if self._is_asked:
                self._token.set()

    def close(self) -> None:
        """End the call that waits, and the process.  It can be used again after that."""
        self.stop()
        with self._turn:
            self._drop()

    def _drop(self) -> None:
        client, self._client = self._client, None
        if client:
            client.close()
        self._token = CancelToken()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _scores(moves: Mapping[str, float], position: Position) -> dict[Action, float]:
    """What an engine told of legal actions; anything else means nothing."""
    found: dict[Action, float] = {}
    for answer, score in moves.items():
        try:
            cards = tuple(sorted(map(parse_card, answer.split())))
            position.check(cards)
        except (ValueError, IllegalAction):
            continue
        found[cards] = min(max(score, 0.0), 1.0)
    return found
