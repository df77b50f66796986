"""Limits of a server, and the terms of its guests."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final, Self

from durak_tui.common.i18n import N_
from durak_tui.engine.config import EngineConfig

LAST_WARNING: Final = 60.0  # Seconds before the end at which a guest who does nothing is warned.


def _option(default: float, metavar: str, help_text: str) -> Any:
    """A limit and its option; the help is marked for translation."""
    return field(default=default, metadata={"metavar": metavar, "help": help_text})


@dataclass(frozen=True, slots=True)
class ServerLimits:
    """Limits of a server; each is an option of the command."""

    sessions: int = _option(20, "N", N_("guests at a time (default: %(default)s)"))
    per_address: int = _option(
        5, "N", N_("guests from one address at a time (default: %(default)s)")
    )
    login_seconds: float = _option(30.0, "SEC", N_("time to log in (default: %(default)g)"))
    idle_minutes: float = _option(
        30.0,
        "MIN",
        N_("a guest who does nothing for this long has to leave (default: %(default)g)"),
    )
    return_minutes: float = _option(
        5.0,
        "MIN",
        N_(
            "how long a guest may be away from a game with another before the other may claim the"
            " win (default: %(default)g)"
        ),
    )
    think_seconds: float = _option(
        5.0,
        "SEC",
        N_("the longest that guests may let an engine think about a move (default: %(default)g)"),
    )
    memory_mb: int = _option(
        512,
        "MB",
        N_("memory of each process: a guest's program, an engine (default: %(default)s)"),
    )
    cpu_minutes: float = _option(
        60.0, "MIN", N_("processor time of each process (default: %(default)g)")
    )
    file_mb: int = _option(64, "MB", N_("size of each file of a guest (default: %(default)s)"))
    known: int = _option(
        1000,
        "N",
        N_("guests whose games and settings are kept, by their keys (default: %(default)s)"),
    )
    unfinished: int = _option(20, "N", N_("unfinished games of each guest (default: %(default)s)"))

    @property
    def warning_seconds(self) -> float:
        """Seconds from the warning of an idle guest to the end."""
        return min(LAST_WARNING, self.idle_minutes * 60 / 2)


@dataclass(frozen=True, slots=True)
class GuestTerms:
    """The rights of a guest's process, as the server passes them on."""

    home: str  # The guest's own folder: the only one that is written to.
    line: int  # The descriptor of the line from the server.
    keeps: bool  # Whether that folder is there again the next time.
    limits: ServerLimits = ServerLimits()
    engines: Sequence[EngineConfig] = field(default=())  # The server's own, beside those that ship.

    def to_json(self) -> str:
        values: dict[str, Any] = asdict(self)
        return json.dumps({**values, "engines": [one.to_json() for one in self.engines]})

    @classmethod
    def from_json(cls, text: str) -> Self:
        values = json.loads(text)
        engines = tuple(EngineConfig.from_json(one) for one in values["engines"])
        return cls(**{**values, "limits": ServerLimits(**values["limits"]), "engines": engines})
