"""An endgame solved by a process of its own.

The search is compiled code that lets no other thread run meanwhile: a screen would stand still.
``python -m durak_tui.analysis.solving NODES`` solves the position on standard input.
"""

import json
import sys
from collections.abc import Sequence
from subprocess import DEVNULL, PIPE, Popen
from threading import Lock
from typing import Any, Final, NamedTuple

from durak_tui.analysis.endgame import NODES, Solution, Solver, Worth
from durak_tui.analysis.montecarlo import listed_actions
from durak_tui.game.cards import card_names, parse_card
from durak_tui.game.notation import parse_position
from durak_tui.game.position import Action, Position


class Solved(NamedTuple):
    """The solution of an endgame, and what each action is worth."""

    solution: Solution
    values: tuple[Worth, ...]


class Solving:
    """One search, which may be stopped from another thread."""

    def __init__(self, position: Position, nodes: int = NODES) -> None:
        self.nodes: Final = nodes
        self._line = str(position)
        self._lock = Lock()
        self._process: Popen[bytes] | None = None
        self._stopped = False

    def run(self) -> Solved | None:
        """Search and wait for the end; None if stopped.  Raises OSError."""
        command = [sys.executable, "-P", "-m", __name__, str(self.nodes)]
        with self._lock:
            if self._stopped:
                return None
            self._process = process = Popen(
                command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, start_new_session=True
            )
        output, _ = process.communicate(self._line.encode())
        with self._lock:
            self._process = None
        return _solved(json.loads(output)) if output.endswith(b"\n") else None

    def stop(self) -> None:
        """End the search; nothing of it is kept."""
        with self._lock:
            self._stopped = True
            if self._process:
                self._process.kill()


def solve(position: Position, nodes: int) -> Solved:
    """Solve here and now.  Raises ValueError unless it is an endgame."""
    solver = Solver()
    solution = solver.solve(position, nodes)
    return Solved(solution, tuple(solver.values(position, nodes, listed_actions(position))))


def _as_json(solved: Solved) -> dict[str, Any]:
    found = solved.solution
    return {
        **found._asdict(),
        "action": card_names(found.action),
        "line": [card_names(action) for action in found.line],
        "values": [[card_names(one.action), one.low, one.high] for one in solved.values],
    }


def _solved(value: dict[str, Any]) -> Solved:
    values = tuple(Worth(_cards(names), low, high) for names, low, high in value.pop("values"))
    line = tuple(map(_cards, value.pop("line")))
    return Solved(Solution(action=_cards(value.pop("action")), line=line, **value), values)


def _cards(names: Sequence[str]) -> Action:
    return tuple(map(parse_card, names))


def main() -> None:
    """Solve the position on standard input, and print that as JSON."""
    position = parse_position(sys.stdin.readline())
    sys.stdout.write(json.dumps(_as_json(solve(position, int(sys.argv[1])))) + "\n")


if __name__ == "__main__":
    main()
