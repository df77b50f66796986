"""Matches in sentences: faults, and what one waits for."""

import pytest

from durak_tui.match.tally import FaultCount
from durak_tui.pool.dispatch import DueGame
from durak_tui.words.match import fault_lines, thinking_words, waiting_sentence


@pytest.mark.parametrize(
    ("waiting", "text"),
    [
        (DueGame(17, 17, 38.4, 43), "Waiting for game 17 (0:38); 43 later games are finished."),
        (DueGame(17, 17, 75, 1), "Waiting for game 17 (1:15); 1 later game is finished."),
        (
            DueGame(5, 8, 6, 2),
            "Waiting for one of games 5 to 8 (0:06); 2 later games are finished.",
        ),
    ],
)
def test_a_slow_game_is_named_with_the_time_it_has_taken(waiting: DueGame, text: str) -> None:
    assert waiting_sentence(waiting) == text


def test_an_engine_that_thinks_is_named_with_its_time() -> None:
    assert thinking_words("lisa", 12) == "lisa is thinking, 12 s"
    assert thinking_words("lisa", 75) == "lisa is thinking, 1:15"


def test_an_engine_has_one_short_name_in_all_lines_about_faults() -> None:
    names = [f"durak-player --level {n} --seed 7" for n in (2, 4)]
    faults = [
        (0, "crash", FaultCount(1, (1,))),
        (0, "timeout", FaultCount(12, tuple(range(101, 113)))),
        (1, "crash", FaultCount(1, (2,))),
    ]
    lines = list(fault_lines(names, faults, 0, width=72))
    called = [line.partition("(")[2].partition(")")[0] for line in lines]
    assert called == ["level 2", "level 2", "level 4"]
    assert list(fault_lines(names, faults[:1], 0, width=72)) != lines[:1]
