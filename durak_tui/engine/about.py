"""An engine's words about itself and its decisions, cut short."""

from collections.abc import Sequence
from time import monotonic
from typing import Final, NamedTuple

from durak_tui.common.i18n import N_
from durak_tui.common.text import beginning
from durak_tui.engine.cancel import CancelToken
from durak_tui.engine.client import EngineClient
from durak_tui.engine.config import EngineConfig
from durak_tui.engine.engine_errors import EngineFault, EngineStartError
from durak_tui.game.cards import parse_card
from durak_tui.protocol.messages import Features, Info
from durak_tui.records.record import Introduction, Thought

TEXT: Final = 200  # Characters of a text that are kept.
NAME: Final = 80  # The same of a name, a version, an author.
_LAST_WORDS: Final = 500  # The same of what a program wrote before it ended.
_TRUMP: Final = parse_card("6S")  # Any will do.


class About(NamedTuple):
    """One start of an engine: its program, its words, its time."""

    argv: Sequence[str]  # The program, with its arguments.
    features: Features
    seconds: float  # From the start of the program to its first answer.
    stderr: str  # The end of its standard error, line by line.


def about(engine: EngineConfig, cancel: CancelToken | None = None) -> About:
    """Start an engine for as long as it takes to greet it.

    Raises EngineStartError and EngineFault if that fails, RunnerError if this machine is out of
    something, Cancelled as soon as the token is set.
    """
    program = engine.program()
    with EngineClient(program, engine.limits, cancel=cancel) as client:
        started = monotonic()
        features = client.new_game(_TRUMP)
        seconds = monotonic() - started
        client.end_game()
        client.close()
        return About(program.argv, features, seconds, client.stderr_tail())


def greet(
    engine: EngineConfig, cancel: CancelToken | None = None, *, alone: bool = False
) -> Features:
    """Start an engine once, and return its features.

    Raises EngineStartError, with its last words, if it cannot be executed or ends before it
    answers; any other fault is for the games to judge.
    """
    with EngineClient(engine.program(), engine.limits, cancel=cancel, alone=alone) as client:
        try:
            client.new_game(_TRUMP)
            client.end_game()
        except EngineFault as fault:
            if fault.verdict.reason == "crash":
                shown = {"name": repr(engine.shown), "why": fault.verdict.why}
                if words := client.stderr_tail():
                    shown["words"] = words.splitlines()[-1][:_LAST_WORDS]
                    text = N_("engine {name} did not start: {why}, last words: {words}")
                    raise EngineStartError(text, **shown) from None
                text = N_("engine {name} did not start: {why}")
                raise EngineStartError(text, **shown) from None
        return client.features


def thought(info: Info, before: Thought | None = None) -> Thought | None:
    """The thought on a decision with this info; ``before`` without it."""
    win = before.win if info.win is None and before else info.win
    text = info.text or (before.text if before else "")
    if win is None and not text:
        return None
    return Thought(None if win is None else round(win, 4), beginning(text, TEXT))


def introduction(features: Features) -> Introduction | None:
    """The engine's name, version and author; None if it gives none."""
    said = (features.name, features.version, features.author)
    name, version, author = (None if part is None else beginning(part, NAME) for part in said)
    return Introduction(name, version, author) if any(said) else None
