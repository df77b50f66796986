"""A program that plays the simplest game of all: to count, each in turn.

    python -m tests.net.wire.counter NAME FOLDER LAST [WHOM]

Without WHOM it waits and accepts; with it, it invites whoever waits by this name.  What it hears is
printed, a line of JSON each.  It leaves when it reads a line from standard input, or when the other
has left.
"""

import json
import queue
import sys
import threading
from pathlib import Path
from time import monotonic

from durak_tui.net.line import (
    Back,
    Broken,
    Came,
    Invited,
    Left,
    LineEvent,
    Listening,
    Lost,
    Opened,
    Refused,
    Seen,
)
from durak_tui.net.wire.companion import Companion


class Counter:
    """Both numbers: what was heard last, what was said last."""

    def __init__(self, name: str, folder: Path, last: int, whom: str) -> None:
        self._events: queue.Queue[LineEvent | None] = queue.Queue()
        self._last, self._whom = last, whom
        self._heard = self._said = 0
        self._part = b""
        self._companion = Companion(name, self._events.put, folder=folder)
        self._line = 0

    def play(self) -> None:
        """To the end."""
        self._companion.start()
        if self._whom:
            self._companion.look()
        else:
            self._companion.listen()
        threading.Thread(target=self._wait_for_the_end, daemon=True).start()
        with self._companion:
            while not isinstance(event := self._events.get(), Left | None):
                self._note(event)
            self._tell("Left")
            self._companion.hang_up(self._line)

    def _wait_for_the_end(self) -> None:
        sys.stdin.readline()
        self._events.put(None)

    def _note(self, event: LineEvent | None) -> None:
        match event:
            case Seen():
                self._tell("Seen", names=[one.name for one in event.waiting])
                for one in event.waiting:
                    if one.name == self._whom and not self._line:
                        self._line = self._companion.invite(one)
            case Listening():
                self._tell("Listening", port=event.port)
            case Invited():
                self._companion.accept(event.line)
            case Opened() | Back():
                self._part, self._line = b"", event.line
                self._send = event.send
                self._tell(type(event).__name__)
                if self._whom and not self._said:
                    self._said = 1
                self._say()
            case Came():
                *lines, self._part = (self._part + event.take()).split(b"\n")
                for line in lines:
                    self._hear(int(line))
            case Lost():
                self._tell("Lost", why=str(event.why))
            case Refused():
                self._line = 0
                self._tell("Refused", why=str(event.why))
            case Broken():
                raise event.error

    def _hear(self, number: int) -> None:
        if number == max(self._heard, self._said) + 1:
            self._heard = number
            self._said = number + 1 if number < self._last else self._said
            self._tell("heard", number=number)
        else:
            # Said again since it may have been lost; what was said to it may have been, too.
            assert number <= self._heard, "nothing is left out, nothing changes places"
        if number == self._heard < self._last:
            self._say()

    def _say(self) -> None:
        if self._said:
            self._send(b"%d\n" % self._said)

    def _tell(self, event: str, **facts: object) -> None:
        print(json.dumps({"at": monotonic(), "event": event, **facts}), flush=True)


if __name__ == "__main__":
    Counter(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), "".join(sys.argv[4:])).play()
