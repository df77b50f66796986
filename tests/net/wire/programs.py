"""Programs of this folder that tests start, and what they print."""

import json
import queue
import signal
import subprocess
import sys
import threading
from typing import Any, Final

PATIENCE: Final = 120  # Seconds in which a program says something, whatever the line does.


class Program:
    """A program of this folder, perhaps in a namespace; what it prints, line by line."""

    def __init__(self, module: str, *arguments: str, namespace: str = "") -> None:
        inside = ["ip", "netns", "exec", namespace] if namespace else []
        self.process = subprocess.Popen(
            [*inside, sys.executable, "-m", f"tests.net.wire.{module}", *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.events: list[dict[str, Any]] = []  # All that were heard.
        self._lines: queue.Queue[str] = queue.Queue()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self._lines.put(line)
        self._lines.put("")

    def _line(self) -> str:
        line = self._lines.get(timeout=PATIENCE)
        assert line, f"it has ended after {self.events[-3:]}"
        return line

    def says(self) -> list[str]:
        """The words of the next line."""
        return self._line().split()

    def hears(self, event: str, **facts: object) -> Any:
        """The next event of a kind, such as this."""
        while True:
            heard = json.loads(self._line())
            self.events.append(heard)
            if heard["event"] == event and facts.items() <= heard.items():
                return heard

    def heard(self, event: str) -> list[dict[str, Any]]:
        """All events of a kind so far."""
        return [one for one in self.events if one["event"] == event]

    def write(self, line: str) -> None:
        """Write a line to it."""
        assert self.process.stdin
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def end(self) -> None:
        """Kill it, whatever it does."""
        with self.process:
            self.process.send_signal(signal.SIGKILL)
            self._reader.join()
