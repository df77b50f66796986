"""Endgames solved by a process of their own."""

import os
from threading import Thread

import pytest

from durak_tui.analysis.endgame import Solver, Worth
from durak_tui.analysis.solving import Solved, Solving
from durak_tui.game.notation import parse_position
from tests.processes import descendants_of, look_until

LARGE = (
    "2C3D4H5S6C7D8H9STCJDQHKSAC2D3H4S5C6D7H8S/2H3S4C5D6H7S8C9DTHJSQCKDAH2S3C4D5H6S7C8D"
    " - - 9C 1 move"
)


@pytest.mark.parametrize(
    "line", ["6C7D/8C9S - - 7S 1 move", "8D/- 6D - 7S 2 respond", "KCACKS/6D6H 6C - 7S 2 give_more"]
)
def test_it_finds_what_the_solver_finds(line: str) -> None:
    position = parse_position(line)
    found = Solving(position).run()
    here = Solver().solve(position)
    assert found is not None
    assert found.solution._replace(nodes=0) == here._replace(nodes=0)
    assert found.values == tuple(Solver().values(position))
    assert all(isinstance(one, Worth) for one in found.values)


def test_few_nodes_leave_it_open() -> None:
    found = Solving(parse_position(LARGE), nodes=5).run()
    assert found and found.solution.value is None and not found.solution.line


def test_it_can_be_stopped_before_and_while_it_searches() -> None:
    solving = Solving(parse_position(LARGE), nodes=10**15)
    found: list[Solved | None] = []
    thread = Thread(target=lambda: found.append(solving.run()))
    thread.start()
    look_until(lambda: descendants_of(os.getpid()))
    solving.stop()
    thread.join(60)
    assert found == [None]
    assert solving.run() is None
