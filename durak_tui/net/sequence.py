"""The order of messages between two programs: each arrives exactly once.

It does no I/O.  Whenever there is a line both greet each other and say how many messages have come,
and each repeats what the other lacks.  So nothing is lost with a line, nor comes twice.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Final

from durak_tui import __version__
from durak_tui.common.fields import Malformed
from durak_tui.net import talk_messages as messages
from durak_tui.net.talk_faults import Fault, PeerFault

WAITING: Final = 256 * 1024
"""Bytes of messages that may wait to be heard: a whole deal, and what may be said in two games."""


class MessageOrder:
    """The messages of both sides, numbered, and the line that carries them."""

    def __init__(
        self,
        own: str,
        *,
        other: str = "",
        forgotten: int = 0,
        kept: Sequence[messages.Message] = (),
        have: int = 0,
    ) -> None:
        """``own`` and ``other`` name the sides, ``have`` the last number that came.

        ``forgotten`` counts the messages from here that the other has for sure; ``kept`` are the
        later ones.
        """
        self.other = other  # Empty until the first greeting.
        self.have = have
        self._own: Final = own
        self.forgotten = forgotten
        self._kept = list(kept)
        self._written = 0  # How many messages have been written to this line, or to those before.
        self._buffer = b""
        self._inbox: Final[deque[tuple[messages.Message, int]]] = deque()
        """Messages that wait to be heard, and their bytes."""
        self._waiting = 0  # Bytes in the inbox.
        self.is_there = False  # Whether there is a line, and
        self.greeted = False  # whether the other side has greeted on it.

    @property
    def sent(self) -> int:
        """The number of messages from here in all."""
        return self.forgotten + len(self._kept)

    @property
    def kept(self) -> Sequence[messages.Message]:
        """Those that the other may still lack."""
        return self._kept

    def connect(self) -> bytes:
        """Greet on a new line."""
        self.disconnect()
        self.is_there = True
        return messages.encode_hello(messages.Hello(self._own, self.other, self.have, __version__))

    def disconnect(self) -> None:
        """Forget the line, and what came of a cut message."""
        self.is_there = self.greeted = False
        self._buffer = b""

    def add(self, message: messages.Message) -> None:
        """Take a message, to be sent when there is a line."""
        self._kept.append(message)

    def forget(self, last: type[messages.Message]) -> None:
        """Forget all up to the last message of a kind."""
        found = (at for at, message in enumerate(self._kept, 1) if isinstance(message, last))
        count = max(found, default=0)
        del self._kept[:count]
        self.forgotten += count

    def output(self) -> bytes:
        """The bytes to write to the line now."""
        if not self.greeted:
            return b""
        new = self._kept[self._written - self.forgotten :]
        start = self._written + 1
        self._written += len(new)
        return b"".join(
            messages.encode_message(number, one) for number, one in enumerate(new, start)
        )

    def refuse(self, fault: PeerFault) -> bytes:
        """This side's reason not to go on, if there is a line."""
        return (
            messages.encode_refusal(messages.Refusal(fault.fault, fault.detail))
            if self.is_there
            else b""
        )

    def receive(self, data: bytes) -> Iterator[messages.Unnumbered]:
        """Take bytes; returns the lines without a number.  Raises PeerFault.

        All others wait in the inbox.
        """
        self._buffer += data
        while self.is_there:
            line, newline, rest = self._buffer.partition(b"\n")
            if len(line) > messages.LINE_CAP:
                raise PeerFault(Fault.TOO_LONG, f"more than {messages.LINE_CAP} bytes")
            if not newline:
                return
            self._buffer = rest
            if (one := self._read(line)) is not None:
                yield one

    def next(self) -> messages.Message | None:
        """The next message to be heard, if there is one."""
        if not self._inbox:
            return None
        message, length = self._inbox.popleft()
        self._waiting -= length
        return message

    def clear(self) -> None:
        """Hear nothing of what waits."""
        self._inbox.clear()
        self._waiting = 0

    @property
    def has_next(self) -> bool:
        return bool(self._inbox)

    @property
    def heard(self) -> int:
        """The messages of the other side that have been heard."""
        return self.have - len(self._inbox)

    def _read(self, line: bytes) -> messages.Unnumbered | None:
        try:
            number, value = messages.decode_line(line)
        except Malformed as error:
            raise PeerFault(Fault.MALFORMED, str(error)) from None
        match value:
            case messages.Hello():
                self._greet(value)
            case messages.Refusal() | messages.Disclosure():
                pass
            case _:
                if not self.greeted:
                    raise PeerFault(Fault.TURN, "a message before the greeting")
                if number != self.have + 1:
                    raise PeerFault(Fault.NUMBER, f"{number} after {self.have}")
                self.have = number
                self._inbox.append((value, len(line)))
                self._waiting += len(line)
                if self._waiting > WAITING:
                    raise PeerFault(Fault.TOO_MANY, f"more than {WAITING} bytes wait")
                return None
        return value

    def _greet(self, hello: messages.Hello) -> None:
        if self.greeted:
            raise PeerFault(Fault.TURN, "a second greeting")
        if hello.other not in ("", self._own) or self.other not in ("", hello.own):
            raise PeerFault(Fault.UNKNOWN, "another sitting")
        if hello.own == self._own:
            raise PeerFault(Fault.UNKNOWN, "this side itself")
        if hello.have > self.sent:
            raise PeerFault(Fault.LOST, f"{hello.have} of {self.sent} messages")
        if hello.have < self.forgotten:
            raise PeerFault(Fault.UNKNOWN, f"only {hello.have} of {self.sent} messages")
        self.other = hello.own
        self.greeted = True
        self._written = hello.have
