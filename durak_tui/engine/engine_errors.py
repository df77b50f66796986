"""Errors of running an engine: its faults, and those of the set-up.

Their ``str`` is in the user's language, ``message.english`` what logs have.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from durak_tui.common.errors import UserError
from durak_tui.common.i18n import N_, Message
from durak_tui.protocol.faults import Detail, FaultReason

REASONS: Final[Mapping[FaultReason, str]] = {
    "illegal": N_("illegal"),
    "unreadable": N_("unreadable"),
    "timeout": N_("timeout"),
    "flood": N_("flood"),
    "crash": N_("crash"),
    "closed": N_("closed"),
}


def words_of(detail: Detail) -> Message:
    """The words for a detail, in any language."""
    return Message(detail.code.text, detail.values)


NOTHING_SAID: Final = "; sent '', got ''"
"""The end of a verdict's message in English if nothing was sent or received."""


class EngineVerdict(NamedTuple):
    """One fault of one engine, as its author needs it."""

    engine: str
    details: Sequence[Detail]  # What was wrong; what follows the first one completes it.
    command: str
    sent: str
    received: str  # What came back, made printable and cut.
    seconds: float

    @property
    def reason(self) -> FaultReason:
        return self.details[0].reason

    @property
    def why(self) -> Message:
        """The details, in any language."""
        return Message("{why}", {"why": tuple(map(words_of, self.details))})

    @property
    def message(self) -> Message:
        """All of it in a line; in English that of logs."""
        text = N_(
            "{engine}: {reason} in {command} after {n} ms: {why}; sent '{sent}', got '{received}'"
        )
        values = {
            "engine": self.engine,
            "reason": Message(REASONS[self.reason]),
            "command": self.command,
            "n": f"{self.seconds * 1000:.1f}",
            "why": self.why,
            "sent": self.sent,
            "received": self.received,
        }
        return Message(text, values)


class EngineError(UserError):
    """Anything that goes wrong with an engine."""


class EngineStartError(EngineError):
    """A program that cannot be started; the text says what to do."""


class RunnerError(EngineError):
    """A shortage of this machine, such as of processes; nobody's fault."""


class EngineFault(EngineError):
    """A broken rule, protocol or limit, judged by :attr:`verdict`."""

    def __init__(self, verdict: EngineVerdict) -> None:
        text, values = verdict.message
        super().__init__(text, **values)
        self.args = (verdict,)  # By which a copy in another process is made.
        self.verdict = verdict
