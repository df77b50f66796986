"""Playing the games of a schedule one after another."""

from collections.abc import Callable

from durak_tui.arena.game import PlayedGame, play_game
from durak_tui.arena.schedule import Schedule, ScheduledGame
from durak_tui.engine.client import EngineClient
from durak_tui.engine.errors import EngineFault, EngineStartError
from durak_tui.game.deals import deal
from durak_tui.protocol.faults import Verdict


def greet(engine: EngineClient) -> None:
    """Start an engine once before the first game, to find out whether it starts at all.

    Raises EngineStartError, with the engine's last words, if it cannot be executed or ends
    before it answers its first command.  Any other fault is for the games to judge.
    """
    try:
        engine.new_game(deal(0, 0).deck[-1])
        engine.end_game()
    except EngineFault as fault:
        if fault.verdict.reason == "crash":
            raise EngineStartError(_did_not_start(fault.verdict, engine.stderr_tail())) from None
    finally:
        engine.close()


def _did_not_start(verdict: Verdict, last_words: str) -> str:
    said = last_words or verdict.received
    message = f"engine {verdict.engine!r} did not start: {verdict.detail}"
    return message if said in message else f"{message}\n{said}"


def play_schedule(
    schedule: Schedule,
    engines: tuple[EngineClient, EngineClient],
    *,
    before: Callable[[ScheduledGame], None],
    after: Callable[[ScheduledGame, PlayedGame], None],
) -> None:
    """Play every game of a schedule in order, telling of each before and after it.

    Raises Cancelled if the engines' token is set.  The engines stay open.
    """
    for game in schedule:
        before(game)
        after(game, play_game(game.deal, engines, game_id=game.game_id, seed=schedule.seed))
