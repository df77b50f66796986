"""What can be told of an engine once it has been started."""

from collections.abc import Sequence
from time import monotonic
from typing import NamedTuple

from durak_tui.engine.cancel import CancelToken
from durak_tui.engine.client import EngineClient
from durak_tui.engine.config import EngineConfig
from durak_tui.game.cards import parse_card
from durak_tui.protocol.messages import Features


class About(NamedTuple):
    """What an engine said and did when it was started."""

    argv: Sequence[str]  # The program, with its arguments.
    features: Features
    seconds: float  # From the start of the program to its first answer.
    stderr: str  # The end of what it wrote there, line by line.


def about(engine: EngineConfig, cancel: CancelToken | None = None) -> About:
    """Start an engine for as long as it takes to greet it.

    Raises EngineStartError and EngineFault if that fails, RunnerError if this machine is out of
    something, Cancelled as soon as the token is set.
    """
    program = engine.program()
    with EngineClient(program, engine.limits, cancel=cancel) as client:
        started = monotonic()
        features = client.new_game(parse_card("6S"))  # any trump
        seconds = monotonic() - started
        client.end_game()
        client.close()
        return About(program.argv, features, seconds, client.stderr_tail())
