"""An engine as a run knows it: how to start it and what time it has."""

from dataclasses import dataclass, replace
from typing import Final

from durak_tui.engine.cancel import CancelToken
from durak_tui.engine.client import EngineClient, Trace
from durak_tui.engine.errors import EngineFault, EngineStartError
from durak_tui.engine.limits import Limits
from durak_tui.engine.registry import EngineSpec, resolve
from durak_tui.game.cards import parse_card

_ANY_TRUMP: Final = parse_card("6S")


@dataclass(frozen=True, slots=True)
class EngineConfig:
    """One engine of a match or tournament.  May be sent to another process or machine."""

    command: str
    """What :func:`durak_tui.engine.registry.resolve` takes; it is resolved where it runs."""
    name: str = ""
    """Shown in tables and logs; without one, the command."""
    env: tuple[tuple[str, str], ...] = ()
    """Added to the engine's environment."""
    limits: Limits = Limits()  # noqa: RUF009 (frozen)

    @property
    def shown(self) -> str:
        """The name for tables and logs."""
        return self.name or self.command

    def spec(self) -> EngineSpec:
        """The program to run.  Raises EngineStartError if there is none."""
        return replace(resolve(self.command), name=self.shown, env=dict(self.env))

    def client(
        self,
        cancel: CancelToken | None = None,
        trace: Trace | None = None,
        *,
        start_ahead: bool = False,
        pipe_seconds: float = 0.0,
    ) -> EngineClient:
        """A client for it.  Raises EngineStartError if there is no such program."""
        return EngineClient(
            self.spec(),
            self.limits,
            trace=trace,
            cancel=cancel,
            start_ahead=start_ahead,
            pipe_seconds=pipe_seconds,
        )


def greet(contestant: EngineConfig, cancel: CancelToken | None = None) -> None:
    """Start an engine once before the first game, to find out whether it starts at all.

    Raises EngineStartError, with the engine's last words, if it cannot be executed or ends
    before it answers its first command; any other fault is for the games to judge.  Raises
    Cancelled if the token is set.
    """
    with contestant.client(cancel) as engine:
        try:
            engine.new_game(_ANY_TRUMP)
            engine.end_game()
        except EngineFault as fault:
            if fault.verdict.reason == "crash":
                raise EngineStartError(
                    f"engine {contestant.shown!r} did not start: {fault.verdict.detail}"
                ) from None
