"""What can go wrong in a conversation, and whose fault it was."""

from typing import Final, Literal, NamedTuple

from durak_tui.common.text import beginning, one_line

FaultReason = Literal["illegal", "unreadable", "timeout", "flood", "crash", "closed"]
"""Why an engine forfeits a game: a card it may not play, not an answer, too late, too much
output or unasked, the process ended, a pipe closed while it lives."""

EXCERPT: Final = 200


class LocalProtocolError(Exception):
    """A command that the protocol does not allow now: a bug here."""


class RemoteProtocolError(Exception):
    """The engine broke the protocol by the bytes ``received``."""

    def __init__(self, reason: FaultReason, detail: str, received: bytes = b"") -> None:
        super().__init__(detail)
        self.reason: FaultReason = reason
        self.detail = detail
        self.received = received


def printable(data: bytes, limit: int | None = EXCERPT) -> str:
    """An engine's bytes as a line no terminal obeys, cut at ``limit``."""
    head = data if limit is None else data[: 4 * limit]
    text = one_line(head.decode("utf-8", "backslashreplace"))
    if limit is not None and (len(text) > limit or len(head) < len(data)):
        return beginning(text, limit) + "..."
    return text


class Verdict(NamedTuple):
    """One fault of one engine, as its author needs it."""

    engine: str
    reason: FaultReason
    detail: str
    command: str
    sent: str
    received: str  # What came back, made printable and cut.
    seconds: float

    def __str__(self) -> str:
        return (
            f"{self.engine}: {self.reason} in {self.command} after {self.seconds * 1000:.1f} ms:"
            f" {self.detail}; sent '{self.sent}', got '{self.received}'"
        )
