"""Programs of this folder that tests start, and what they print."""

import json
import subprocess
import sys
from typing import Any

from tests.processes import all_end


class Program:
    """A program of this folder, perhaps in a namespace; what it prints, line by line."""

    def __init__(self, module: str, *arguments: str, namespace: str = "") -> None:
        inside = ["ip", "netns", "exec", namespace] if namespace else []
        self.process = subprocess.Popen(
            [*inside, sys.executable, "-m", f"tests.net.wire.{module}", *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def says(self) -> list[str]:
        """The words of the next line."""
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert line, "it has ended"
        return line.split()

    def hears(self, event: str, **facts: object) -> Any:
        """The next event of a kind, such as this; and all events before it."""
        assert self.process.stdout
        self.events: list[dict[str, Any]] = []
        for line in self.process.stdout:
            self.events.append(json.loads(line))
            if self.events[-1]["event"] == event and facts.items() <= self.events[-1].items():
                return self.events[-1]
        raise AssertionError(f"it has ended after {self.events[-3:]}")

    def told(self, line: str) -> None:
        """Write a line to it."""
        assert self.process.stdin
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def end(self) -> None:
        """Whatever it does."""
        self.process.kill()
        self.process.communicate()
        assert all_end([self.process.pid])
