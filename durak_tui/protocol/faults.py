"""The faults of a conversation, by code."""

from collections.abc import Mapping
from enum import Enum
from typing import Final, Literal, NamedTuple

from durak_tui.common.text import beginning, one_line
from durak_tui.game.violation import Rule

FaultReason = Literal["illegal", "unreadable", "timeout", "flood", "crash", "closed"]
"""The reason for which an engine forfeits a game: a card it may not play, not an answer, too late,
too much output or unasked, the process ended, a pipe closed while it lives."""

EXCERPT: Final = 200


class FaultCode(Enum):
    """All that an engine can do wrong but break a :class:`Rule`."""

    _value_: tuple[FaultReason, str]
    NOT_OK = "unreadable", '{command} must be answered with "ok"'
    NOT_ONE_CARD = "unreadable", "{command} must be answered with one card"
    NOT_A_CARD = "unreadable", "not a card: {name}"
    NOT_JSON = "unreadable", "what follows {what} is not JSON: {why}"
    NOT_AN_OBJECT = "unreadable", "what follows {what} is not a JSON object"
    NOT_TRUE_OR_FALSE = "unreadable", '"{key}" in the init answer must be true or false'
    NOT_A_TEXT = "unreadable", '"{key}" in the init answer must be text'
    LATE = "timeout", "no answer within {n} s"
    LATE_START = "timeout", "no answer within {n} s of its start"
    SPENT = "timeout", "more than {n} s for the game"
    GAME_TIME = "timeout", "the last of its {n} s for the game"
    PATIENCE = "timeout", "nor within {n} s more"
    UNFINISHED = "timeout", "only the start of a line"
    GIVEN_UP = "timeout", "no answer after {n} s, and the player would not wait longer"
    MANY_INFOS = "flood", "more than {n} info lines"
    MANY_BYTES = "flood", "more than {n} bytes at once"
    LONG_LINE = "flood", "a line of more than {n} bytes"
    UNASKED = "flood", "a line that nobody asked for"
    SECOND_LINE = "flood", "more than one line for an answer"
    NOT_STARTED = "crash", "{why}"
    EXITED = "crash", "exited with code {n}"
    KILLED = "crash", "killed by {name} (signal {n})"
    RAISED = "crash", "raised {why}"
    INPUT_CLOSED = "closed", "closed its standard input while alive"
    OUTPUT_CLOSED = "closed", "closed its standard output while alive"

    # By properties: mypyc cannot give members attributes of their own.

    @property
    def reason(self) -> FaultReason:
        return self._value_[0]

    @property
    def text(self) -> str:
        """English with placeholders for :attr:`Detail.values`."""
        return self._value_[1]


class Detail(NamedTuple):
    """A code, and the values for the placeholders of its text."""

    code: FaultCode | Rule
    values: Mapping[str, object] = {}

    @property
    def reason(self) -> FaultReason:
        return "illegal" if isinstance(self.code, Rule) else self.code.reason


class LocalProtocolError(Exception):
    """A command that the protocol does not allow now: a bug here."""


class RemoteProtocolError(Exception):
    """The engine broke the protocol by the bytes ``received``."""

    def __init__(self, code: FaultCode, received: bytes = b"", **values: object) -> None:
        super().__init__(code.text.format(**values))
        self.reason: FaultReason = code.reason
        self.detail = Detail(code, values)
        self.received = received


def printable(data: bytes, limit: int | None = EXCERPT) -> str:
    """An engine's bytes as a line no terminal obeys, cut at ``limit``."""
    head = data if limit is None else data[: 4 * limit]
    text = one_line(head.decode("utf-8", "backslashreplace"))
    if limit is not None and (len(text) > limit or len(head) < len(data)):
        return beginning(text, limit) + "..."
    return text
