"""A match of which games are watched, card by card."""

import os
import signal
import threading
from functools import partial
from pathlib import Path

import pytest

from durak_tui.match.background import BackgroundRun
from durak_tui.match.plan import Plan
from durak_tui.match.watch import WatchedGame
from tests.match.matches import DUMMY, reached, seen
from tests.processes import Bell, workers_of
from tests.records.games import games_of
from tests.table.patient import ALL, patient


def longer(so_far: int, game: WatchedGame) -> bool:
    """True if something was played since."""
    return len(game.actions) > so_far


@pytest.mark.slow
def test_a_game_is_watched_card_by_card_and_the_next_on_request(bell: Bell, tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    plan = Plan((patient(bell), DUMMY), matches=2, match_size=1000, seed=1)
    with BackgroundRun(plan, log=str(log), concurrency=1) as match:
        match.start()
        watch = match.watch()
        assert seen(watch, lambda game: game.deal)
        game = watch.game
        assert game
        assert (game.game_id, game.match, game.names) == (1, 1, ("patient", "durak-dummy"))
        # One card of the patient one, with what the other makes of it.
        for _ in range(4):
            so_far = len(game.actions)
            bell.ring()
            assert seen(watch, partial(longer, so_far))
            assert not game.over
        assert match.watch() is watch
        assert match.snapshot().done == 0
        bell.ring(ALL)
        reached(match, lambda now: now.done >= 4)
        assert watch.game is game
        watch.next()
        bell.ring(8 * ALL)  # for all games of the batches that are under way, too
        assert seen(watch, lambda another: another is not game and another.over)
        other = watch.game
        assert other
        reached(match, lambda now: now.done >= other.game_id)
    records = games_of(log)
    for watched in (game, other):
        assert watched.ending
        record = records[watched.game_id - 1]
        assert (watched.deal, tuple(watched.actions)) == (record.deal, record.actions)
        assert watched.ending == record.ending
    assert other.game_id > 4


def test_a_watched_game_whose_worker_is_killed_is_cut_off_and_the_match_goes_on(bell: Bell) -> None:
    with BackgroundRun(
        Plan((patient(bell), DUMMY), matches=1, match_size=4), concurrency=1
    ) as match:
        match.start()
        watch = match.watch()
        assert seen(watch, lambda game: game.deal)
        game = watch.game
        os.kill(workers_of(os.getpid())[0], signal.SIGKILL)
        assert seen(watch, lambda game: game.cut_off)
        watch.next()
        bell.ring(ALL)
        assert seen(watch, lambda another: another is not game and another.ending)
        assert match.wait(60)
        assert match.snapshot().done == 4


@pytest.mark.slow
def test_a_watcher_who_never_looks_and_one_who_always_asks_cost_no_game(bell: Bell) -> None:
    # Each game that has been watched lets no more be played than a few: they wait for it.
    a_few = 300
    plan = Plan((patient(bell), DUMMY), matches=1, match_size=100, seed=1)
    with BackgroundRun(plan, concurrency=1) as match:
        watch = match.watch()
        over: set[int] = set()
        enough = threading.Event()

        def ask() -> None:
            with watch.changed:
                while not enough.is_set():
                    game = watch.game
                    if game and game.over:
                        watch.next()
                        if game.game_id not in over:
                            over.add(game.game_id)
                            bell.ring(a_few)
                    watch.changed.wait(60)

        asker = threading.Thread(target=ask)
        asker.start()
        try:
            match.start()
            bell.ring(a_few)
            assert match.wait(120)
        finally:
            with watch.changed:
                enough.set()
                watch.changed.notify_all()
            asker.join()
        assert match.snapshot().done == 100
    assert len(over) > 5
