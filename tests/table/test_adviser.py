"""An engine that is asked for advice, and those who do not wait for it."""

import threading

import pytest

from durak_tui.engine.cancel import Cancelled
from durak_tui.engine.config import EngineConfig
from durak_tui.game.deals import deal
from durak_tui.table.adviser import Adviser, NoHintsError
from tests.conftest import rogue
from tests.tui.play.hinter import hinter

POSITION = deal(1, 1, 36).position()


def test_advice_says_what_every_action_is_worth() -> None:
    with Adviser(EngineConfig(hinter("scores").command)) as adviser:
        advice = adviser.advise(POSITION, adviser.ticket)
        assert advice.score(advice.best) == 0.9
        assert len(advice.scores) == POSITION.legal().bit_count()


def test_who_gives_no_hints_says_so() -> None:
    with Adviser(EngineConfig(hinter("none").command)) as adviser, pytest.raises(NoHintsError):
        adviser.advise(POSITION, adviser.ticket)


def test_a_call_that_has_not_begun_is_stopped_too() -> None:
    with Adviser(EngineConfig("durak-dummy")) as adviser:
        ticket = adviser.ticket
        adviser.stop()
        with pytest.raises(Cancelled):
            adviser.advise(POSITION, ticket)
        adviser.close()
        with pytest.raises(Cancelled):
            adviser.advise(POSITION, ticket)


def test_closing_ends_all_calls_at_once() -> None:
    silent = EngineConfig(rogue("silent", "--at", "1"), move_time=600)
    adviser = Adviser(silent)
    ticket = adviser.ticket
    ended: list[BaseException] = []

    def ask() -> None:
        try:
            adviser.advise(POSITION, ticket)
        except Cancelled as error:
            ended.append(error)

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    adviser.close()
    for thread in threads:
        thread.join()
    assert len(ended) == 3
