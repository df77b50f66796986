"""The game that a run waits for, in a sentence."""

import pytest

from durak_tui.pool.dispatch import DueGame
from durak_tui.words.match import thinking_words, waiting_sentence


@pytest.mark.parametrize(
    ("waiting", "text"),
    [
        (DueGame(17, 17, 38.4, 43), "Waiting for game 17 (0:38); 43 later games are finished."),
        (DueGame(17, 17, 75, 1), "Waiting for game 17 (1:15); 1 later game is finished."),
        (DueGame(5, 8, 6, 2), "Waiting for a game of 5 to 8 (0:06); 2 later games are finished."),
    ],
)
def test_a_slow_game_is_named_with_the_time_it_has_taken(waiting: DueGame, text: str) -> None:
    assert waiting_sentence(waiting) == text


def test_an_engine_that_thinks_is_named_with_its_time() -> None:
    assert thinking_words("lisa", 12) == "lisa is thinking, 12 s"
    assert thinking_words("lisa", 75) == "lisa is thinking, 1:15"
