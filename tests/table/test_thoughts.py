"""The thoughts of an engine in a person's game are in its log."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from durak_tui.records.journal import Journal, put_away, unfinished
from durak_tui.records.record import Said, Thought
from durak_tui.table.controller import Acted
from durak_tui.table.game import Game
from durak_tui.table.seats import EngineSeat, PersonSeat
from tests.records.games import games_of
from tests.records.journals import folder, log
from tests.table.faces import Headless
from tests.table.games import dealt
from tests.table.talker import talker

__all__ = ["folder", "log"]

HANDS = dealt("7S 7D 7H 9C TD KH", "6C 8S 9S 9D TH AS", trump="8H", talon="JC 6D QC 7C")
SURE = Thought(0.75, "sure")


@pytest.fixture
def face() -> Iterator[Headless]:
    face = Headless()
    yield face
    face.close()


def after_a_card(face: Headless, folder: Path, log: Path) -> Game:
    """A stored game in which the person has led a card and the engine has answered."""
    game = Game(HANDS, (PersonSeat("Ann"), EngineSeat(talker())))
    game.store(folder, log)
    face.begin(game)
    face.controller.play([HANDS.deck[3]])  # 9C
    face.until(lambda: len(face.events_of(Acted)) == 2)
    return game


@pytest.mark.parametrize("is_resumed", [False, True])
def test_the_last_thought_on_a_decision_is_logged(
    face: Headless, folder: Path, log: Path, is_resumed: bool
) -> None:
    game = after_a_card(face, folder, log)
    if is_resumed:
        game.leave()
        ((path, stored, _),) = unfinished(folder)
        assert stored.thoughts == (None, SURE)
        game = Game.resume(path, log)
    game.resign(0)
    (record,) = games_of(log)
    assert record.said == Said((None, None), (None, SURE))
    assert record == game.record()


def test_what_is_taken_back_takes_its_thoughts_with_it(
    face: Headless, folder: Path, log: Path
) -> None:
    game = after_a_card(face, folder, log)
    face.controller.take_back(0)
    game.resign(0)
    (record,) = games_of(log)
    assert record.actions == ()
    assert record.said is None


def test_a_crash_after_the_game_was_logged_does_not_log_it_twice(
    face: Headless, folder: Path, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = after_a_card(face, folder, log)
    with monkeypatch.context() as crash:
        crash.setattr(Journal, "discard", lambda _: None)
        game.resign(0)
    game.leave()
    assert len(games_of(log)) == 1
    assert put_away(folder, log) == []
    assert len(games_of(log)) == 1
