"""An endgame solved by a process of its own.

``python -m durak_tui.analysis.solving NODES`` solves the position on standard input.
"""

import json
import sys
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from durak_tui.analysis.apart import Apart
from durak_tui.analysis.endgame import NODES, Solution, Solver, Worth
from durak_tui.analysis.montecarlo import listed_actions
from durak_tui.game.cards import card_names, parse_card
from durak_tui.game.notation import parse_position
from durak_tui.game.position import Action, Position


class Solved(NamedTuple):
    """The solution of an endgame, and what each action is worth."""

    solution: Solution
    values: tuple[Worth, ...]


class Solving(Apart):
    """One search, which may be stopped from another thread."""

    def __init__(self, position: Position, nodes: int = NODES) -> None:
        super().__init__()
        self.nodes: Final = nodes
        self._line = str(position)

    def run(self) -> Solved | None:
        """Search and wait for the end; None if stopped.  Raises OSError."""
        found = list(self.lines(__name__, self.nodes, self._line.encode()))
        return _solved(json.loads(found[0])) if found else None


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
