"""An engine that repeats what stands in a file, and else plays as durak-dummy.

python parrot.py FILE

The file is read anew for each game, so that one process is many engines.
"""

import shlex
import sys
from pathlib import Path
from typing import Final, NamedTuple

from durak_engines.dummy import Dummy

from durak_tui.engine.config import EngineConfig

_DIVIDER: Final = b"\n----\n"


def parrot(path: Path) -> EngineConfig:
    """Such an engine among those of a user, under the name ``parrot``."""
    return EngineConfig(shlex.join([sys.executable, __file__, str(path)]), "parrot")


class Said(NamedTuple):
    """The lines of such an engine, each of which may be empty."""

    greeting: bytes = b""  # In the place of its answer to `init`.
    thoughts: bytes = b""  # Before each decision: whole lines.
    answer: bytes = b""  # In the place of its first decision.

    def write(self, path: Path) -> None:
        path.write_bytes(_DIVIDER.join(self))

    @classmethod
    def read(cls, path: Path) -> "Said":
        return cls(*path.read_bytes().split(_DIVIDER, 2))


def main() -> None:
    """Speak as the file says."""
    path, player, said = Path(sys.argv[1]), Dummy(), Said()
    for line in sys.stdin.buffer:
        answer = player.answer(line)
        if answer is None:
            if said.greeting and b"persistent" not in said.greeting:
                break
            continue
        if line.startswith(b"init"):
            said = Said.read(path)
            answer = said.greeting or answer
        elif not line.startswith(b"deal"):
            answer = said.thoughts + (said.answer or answer)
            said = said._replace(answer=b"")
        sys.stdout.buffer.write(answer + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
