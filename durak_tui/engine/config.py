"""An engine as people set it up: command, name, environment, times."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from durak_tui.common.values import seconds

if TYPE_CHECKING:
    from durak_tui.engine.registry import Program


DEFAULT_MOVE_TIME: Final = 10.0
DEFAULT_START_TIME: Final = 30.0


@dataclass(frozen=True, slots=True)
class Limits:
    """The times that an engine may take, in seconds."""

    move_time: float = DEFAULT_MOVE_TIME  # For any one command.
    game_time: float | None = None  # For all commands of a game after `init`; None is no limit.
    start_time: float = DEFAULT_START_TIME  # For a new process to start and answer `init`.


@dataclass(frozen=True, slots=True)
class EngineConfig:
    """One engine; it may be sent elsewhere, and is resolved there."""

    command: str  # What durak_tui.engine.registry.resolve takes.
    name: str = ""  # Shown in tables and logs; without one, the command.
    env: tuple[tuple[str, str], ...] = ()
    move_time: float | None = None  # Seconds for a command; None: what holds for all engines.
    game_time: float | None = None  # For all of a game; None: what holds for all, or no limit.
    start_time: float | None = None  # For a new process to answer; None: what holds for all.

    @property
    def shown(self) -> str:
        """The name for tables and logs."""
        return self.name or self.command

    @property
    def limits(self) -> Limits:
        return Limits(
            self.move_time or DEFAULT_MOVE_TIME,
            self.game_time,
            self.start_time or DEFAULT_START_TIME,
        )

    def within(self, general: Limits) -> "EngineConfig":
        """The engine with ``general`` where it has no times of its own."""
        usual = general.start_time == DEFAULT_START_TIME
        return replace(
            self,
            move_time=self.move_time or general.move_time,
            game_time=self.game_time or general.game_time,
            start_time=self.start_time or (None if usual else general.start_time),
        )

    def to_json(self) -> dict[str, Any]:
        values: dict[str, Any] = {
            "command": self.command,
            "name": self.name,
            "env": dict(self.env),
            "move_time": self.limits.move_time,
            "game_time": self.game_time,
        }
        if self.start_time is not None:
            values["start_time"] = self.start_time  # Left out else, as by earlier versions.
        return values

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> "EngineConfig":
        """Read what :meth:`to_json` gave; LookupError, TypeError or ValueError else."""
        game_time, start_time = values["game_time"], values.get("start_time")
        return cls(
            str(values["command"]),
            str(values["name"]),
            tuple((str(name), str(value)) for name, value in dict(values["env"]).items()),
            seconds(values["move_time"]),
            None if game_time is None else seconds(game_time),
            None if start_time is None else seconds(start_time),
        )

    # Settings and plans hold engines that nobody starts: the imports wait until somebody does.

    def program(self, shipped: "Mapping[str, tuple[str, ...]] | None" = None) -> "Program":
        """The program to run.  Raises EngineStartError if there is none.

        ``shipped`` are the names of programs that ship, by default the engines.
        """
        from durak_tui.engine.registry import SHIPPED, resolve

        return resolve(self.command, SHIPPED if shipped is None else shipped)._replace(
            name=self.shown, env=dict(self.env)
        )
