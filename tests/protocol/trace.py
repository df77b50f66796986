"""The lines between pyDurak and two of its engines in one game."""

import json
from pathlib import Path
from typing import Any, NamedTuple

DATA = Path(__file__).parents[1] / "data"


class Line(NamedTuple):
    """One line of the trace."""

    seat: int
    to_engine: bool
    text: str


def genuine_trace() -> list[Line]:
    """Every line of the game, in the order of events."""
    lines = (DATA / "trace_dummy_vs_dummy.protocol.txt").read_text().splitlines()
    return [Line(int(line[1]) - 1, line[3:5] == "<-", line[6:]) for line in lines]


def genuine_log() -> dict[str, Any]:
    """The same game as pyDurak logged it."""
    _, body = (DATA / "trace_dummy_vs_dummy.log").read_text().splitlines()
    log: dict[str, Any] = json.loads(body)
    return log


def commands_of(lines: list[Line]) -> list[tuple[int, str]]:
    """To whom was sent what, with the cards of each ``deal`` in one order.

    pyDurak deals them in the order of a hash table (D-042), everything else is exact.
    """
    return [(line.seat, _in_one_order(line.text)) for line in lines if line.to_engine]


def _in_one_order(command: str) -> str:
    if not command.startswith("deal "):
        return command
    cards, data = command.removeprefix("deal ").split(" ## ")
    return f"deal {' '.join(sorted(cards.split()))} ## {data}"
