"""Limits of a server, and the terms of its guests."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final, NamedTuple, Self

from durak_tui.common.i18n import N_
from durak_tui.engine.config import EngineConfig

LAST_WARNING: Final = 60.0  # Seconds before the end at which a guest who does nothing is warned.


@dataclass(frozen=True, slots=True)
class ServerLimits:
    """How much there is for guests; each is an option."""

    sessions: int = 20
    per_address: int = 5
    login_seconds: float = 30.0
    idle_minutes: float = 30.0
    return_minutes: float = 5.0  # For a guest who leaves a game with another.
    think_seconds: float = 5.0  # That an engine may be given for a move or a hint.
    memory_mb: int = 512  # Of each process: the application, an engine, a review.
    cpu_minutes: float = 60.0  # Of each process.
    file_mb: int = 64  # The size of a file.
    known: int = 1000  # Guests whose games are kept.
    unfinished: int = 20  # Games of a guest against engines, or two at one keyboard.

    @property
    def warning_seconds(self) -> float:
        """Seconds from the warning of an idle guest to the end."""
        return min(LAST_WARNING, self.idle_minutes * 60 / 2)


class LimitText(NamedTuple):
    """How the command calls a limit.  The help is marked for translation."""

    metavar: str
    help: str


LIMITS: Final = {
    "sessions": LimitText("N", N_("guests at a time (default: %(default)s)")),
    "per_address": LimitText("N", N_("guests from one address at a time (default: %(default)s)")),
    "login_seconds": LimitText("SEC", N_("time to log in (default: %(default)s)")),
    "idle_minutes": LimitText(
        "MIN", N_("a guest who does nothing for so long has to leave (default: %(default)s)")
    ),
    "return_minutes": LimitText(
        "MIN",
        N_(
            "how long a guest may be away from a game with another before the other may claim it"
            " (default: %(default)s)"
        ),
    ),
    "think_seconds": LimitText(
        "SEC", N_("the most time that guests may give an engine to think (default: %(default)s)")
    ),
    "memory_mb": LimitText(
        "MB", N_("memory of each process: a guest's program, an engine (default: %(default)s)")
    ),
    "cpu_minutes": LimitText("MIN", N_("processor time of each process (default: %(default)s)")),
    "file_mb": LimitText("MB", N_("size of each file of a guest (default: %(default)s)")),
    "known": LimitText(
        "N", N_("guests whose games and settings are kept, by their keys (default: %(default)s)")
    ),
    "unfinished": LimitText("N", N_("unfinished games of each guest (default: %(default)s)")),
}
"""Each field of :class:`ServerLimits`, in the order of the help."""


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
