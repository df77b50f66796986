"""Games with an attack limit: engines that do not know it are never to blame for it."""

import random
import shlex
import sys
from contextlib import ExitStack

import pytest
from durak_engines.coursework import Coursework
from durak_engines.dummy import Dummy
from durak_engines.endgame import Endgame
from durak_engines.montecarlo import MonteCarloEngine
from durak_engines.random_player import Random

from durak_tui.engine.client import EngineClient
from durak_tui.engine.config import EngineConfig
from durak_tui.engine.sdk import Engine
from durak_tui.game.caps import Caps
from durak_tui.game.cards import card_names
from durak_tui.game.deals import deal
from durak_tui.match.engine_game import PlayedGame, play_game
from durak_tui.records.record import NORMAL, bouts
from durak_tui.table.game import Game
from durak_tui.table.opponent import Opponent
from durak_tui.table.seats import EngineSeat, PersonSeat
from tests.engines.inprocess import play
from tests.table.games import dealt
from tests.table.opponents import Lines, play_on

VERSION_1 = EngineConfig(
    shlex.join(["env", "DURAK_PROTOCOL=1", sys.executable, "-m", "durak_engines.dummy"])
)
"""An engine of version 1, which gives all that it can."""
CAPS = Caps(3, 2)


def attacks(played: PlayedGame) -> list[int]:
    """The number of attacks in each bout."""
    return [(len(bout.cards) + 1) // 2 + len(bout.given) for bout in bouts(played.record)]


def test_no_bout_has_more_attacks_than_allowed_and_nobody_fails() -> None:
    reached = 0
    with ExitStack() as engines:
        lines = Lines()
        one = engines.enter_context(EngineClient(VERSION_1.program(), trace=lines))
        two = engines.enter_context(EngineClient(EngineConfig("durak-dummy").program()))
        for number in range(6):
            played = play_game(deal("limit", number)._replace(caps=CAPS), (one, two))
            assert played.record.ending.reason == NORMAL, played.record.ending.detail
            first, *others = attacks(played)
            assert first <= CAPS.first and max(others) <= CAPS.each
            reached += others.count(CAPS.each)
        assert not any(b"attack_limit" in line for line in lines.sent)
    assert reached > 5


def test_what_was_given_beyond_the_limit_comes_back_in_the_next_deal() -> None:
    # The person takes the 6 and may be given one card more; the engine gives three.
    game = Game(
        dealt(
            "7S 8S 9S TS JS QS", "6C 6D 6H 7C 7D 7H", trump="AS", first=1, talon="8C 8D"
        )._replace(caps=Caps(6, 2)),
        (PersonSeat("Ann"), EngineSeat(VERSION_1)),
    )
    lines = Lines()
    with Opponent(VERSION_1, trace=lines) as opponent:
        led = opponent.advance(game.snapshot(1))
        assert led is not None and card_names(led) == ["6C"]
        game.play(led)
        assert opponent.advance(game.snapshot(1)) is None
        game.play(())
        given = opponent.advance(game.snapshot(1))
        assert given is not None and card_names(given) == ["6D"]
        game.play(given)
        game.settle()
        assert opponent.advance(game.snapshot(1)) is not None
    assert lines.words()[:5] == ["init", "deal", "move", "give_more", "deal"]
    assert set(card_names(lines.cards(4))) == {"8C", "8D", "6H"}


@pytest.mark.parametrize("seed", range(3))
def test_an_engine_at_a_table_stays_in_step_with_a_limit(seed: int) -> None:
    lines = Lines()
    game = Game(deal("table", seed)._replace(caps=CAPS), (PersonSeat("Ann"), EngineSeat(VERSION_1)))
    with Opponent(VERSION_1, trace=lines) as opponent:
        play_on(game, opponent, random.Random(seed))
    assert lines.words().count("init") == 1


@pytest.mark.parametrize(
    "engine",
    [Dummy(), Endgame(), Coursework(), Random(1), MonteCarloEngine(determinizations=3, seed=1)],
    ids=lambda engine: engine.name,
)
def test_an_engine_that_knows_the_limit_keeps_it(engine: Engine) -> None:
    for number in range(4):
        # Its illegal actions would be raised.
        play(deal("told", number)._replace(caps=CAPS), (engine, Dummy()))
