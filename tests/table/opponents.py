"""Engines that play at a table, for tests."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from durak_tui.engine.config import EngineConfig
from durak_tui.game.cards import parse_card
from durak_tui.game.position import DEAL
from durak_tui.table.game import Game, GameSnapshot
from durak_tui.table.opponent import Opponent
from tests.game.walks import any_choice
from tests.processes import look_until


class Lines:
    """Everything written to an engine, in words and data."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self._more = threading.Condition()

    def __call__(self, direction: str, line: bytes, _: float) -> None:
        if direction == "<-":
            with self._more:
                self.sent.append(line)
                self._more.notify_all()

    def wait_for(self, word: str) -> None:
        """Wait until this was sent.  After its ``init`` it has started, and a rogue has noted its
        id."""
        with self._more:
            assert self._more.wait_for(lambda: word in self.words(), 60)

    def words(self) -> list[str]:
        return [line.split()[0].decode() for line in self.sent]

    def cards(self, number: int) -> list[int]:
        text = self.sent[number].partition(b"##")[0].decode()
        return [parse_card(name) for name in text.split()[1:]]


def player(command: str = "durak-dummy", move_time: float = 10) -> EngineConfig:
    return EngineConfig(command, move_time=move_time)


@contextmanager
def waiting(opponent: Opponent, moment: GameSnapshot) -> Iterator[list[BaseException]]:
    """A call that has begun in another thread; how it fails, once that has ended."""
    failed: list[BaseException] = []

    def call() -> None:
        try:
            opponent.advance(moment)
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=call)
    thread.start()
    look_until(lambda: opponent.waiting is not None or not thread.is_alive())
    try:
        yield failed
    finally:
        thread.join(60)
        assert not thread.is_alive()


def play_on(
    game: Game, opponent: Opponent, rng: Random, take_back: float = 0.0, missed: float = 0.0
) -> None:
    """Play to the end, the person at random; the engine misses some positions of theirs."""
    person, engine = game.here, 1 - game.here
    while not game.over:
        if game.position.phase == DEAL:
            game.settle()
            continue
        is_missed = missed and game.to_act == person and rng.random() < missed
        cards = None if is_missed else opponent.advance(game.snapshot(engine))
        if cards is not None:
            game.play(cards)
        elif rng.random() >= take_back or not game.take_back(person):
            game.play(any_choice(game.position, rng))
    assert opponent.advance(game.snapshot(engine)) is None
