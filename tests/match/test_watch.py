"""Asking for a game to watch: one for each time it is asked for, and never none for ever."""

from collections.abc import Iterator

import pytest

from durak_tui.engine.config import EngineConfig
from durak_tui.game.deals import deal
from durak_tui.match.schedule import Task
from durak_tui.match.watch import LOOK_SECONDS, Broadcast, Report, Watch, WatchedGame, WatchEvent
from durak_tui.records.record import Ending
from tests.match.matches import seen


@pytest.fixture
def watch() -> Iterator[Watch]:
    made = Watch()
    yield made
    made.close()


def task(number: int) -> Task:
    """A game between two."""
    return Task(number, 1, deal(1, number), (EngineConfig("a"), EngineConfig("b", "Bob")))


class Player:
    """A player of games that reports those that were asked for, as a worker does."""

    def __init__(self, watch: Watch, number: int) -> None:
        self.watch = watch
        self.number = number
        self.broadcast = Broadcast(watch.fileno(), self.tell)

    def tell(self, event: WatchEvent) -> None:
        self.watch.notify(self.number, event)

    def play(self, game_id: int) -> bool:
        """A game of two actions; whether it was reported."""
        tell = self.broadcast.begin(task(game_id))
        tell.played((7,))
        tell.played(())
        tell.ended(Ending(1))
        return tell.is_watched


def test_of_many_games_only_the_one_is_reported_that_was_asked_for(watch: Watch) -> None:
    players = [Player(watch, number) for number in range(3)]
    assert not any(player.play(1) for player in players)
    assert watch.game is None
    watch.next()
    watch.next()
    reported = [player.play(2 + number) for number, player in enumerate(players)]
    assert reported == [True, False, False]
    assert watch.game
    assert (watch.game.game_id, watch.game.names) == (2, ("a", "Bob"))
    assert watch.game.actions == [(7,), ()]
    assert watch.game.ending == Ending(1)


def test_the_next_game_may_be_asked_for_before_the_last_is_over(watch: Watch) -> None:
    first, second = Player(watch, 1), Player(watch, 2)
    watch.next()
    tell = first.broadcast.begin(task(1))
    assert watch.game
    tell.played((7,))
    looked_at = watch.game
    watch.next()
    assert second.play(2)
    assert watch.game.game_id == 2
    tell.played((8,))
    assert looked_at.actions == [(7,), (8,)]
    assert not looked_at.over
    tell.ended(Ending(0))
    assert looked_at.over
    assert watch.game.game_id == 2


def test_a_player_that_dies_in_mid_game_leaves_it_cut_off(watch: Watch) -> None:
    first, second = Player(watch, 1), Player(watch, 2)
    watch.next()
    tell = first.broadcast.begin(task(1))
    assert watch.game
    tell.played((7,))
    watch.lost(1)
    assert watch.game.cut_off
    assert watch.game.ending is None
    assert not second.play(2)
    watch.next()
    assert second.play(3)
    assert watch.game.game_id == 3


def test_a_request_survives_a_player_that_dies_before_it_reports(watch: Watch) -> None:
    watch.next()
    silent = Broadcast(watch.fileno(), lambda _: None)
    assert silent.begin(task(1)).is_watched
    assert watch.game is None
    watch.lost(1)
    assert Player(watch, 2).play(2)
    assert watch.game is not None
    # Nor does a death of somebody who did not take it make two of one.
    watch.next()
    watch.lost(3)
    assert [Player(watch, number).play(3) for number in (4, 5)] == [True, False]


def test_after_it_is_closed_nothing_is_asked_for(watch: Watch) -> None:
    watch.close()
    watch.next()
    watch.lost(1)
    watch.close()
    assert not seen(watch, bool, 0)


def test_a_long_game_that_is_on_can_be_joined() -> None:
    now, events, asked = [0.0], list[WatchEvent](), [False]
    report = Report(task(5), lambda: asked[0], events.append, clock=lambda: now[0])
    report.played((7,))
    asked[0] = True
    report.played((8,))
    assert events == [], "it does not look after every card of a fast game"
    now[0] += LOOK_SECONDS
    report.played((9,))
    (game,) = events
    assert isinstance(game, WatchedGame)
    assert (game.actions, game.joined, game.acted_at) == ([(7,), (8,), (9,)], 3, now[0])
    report.played(())
    report.ended(Ending(1))
    assert events[1:] == [(), Ending(1)]
    assert game.joined == 3
