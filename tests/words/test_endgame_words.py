"""Best play in words: bout by bout, and step by step."""

import pytest

from durak_tui.analysis.endgame import Solver
from durak_tui.game.cards import card_names
from durak_tui.game.notation import parse_position
from durak_tui.game.position import OVER
from durak_tui.words.endgame_words import line_words, solution_words, steps

NAMES = "Lisa", "Bart"


def names_of(cards: object) -> str:
    return " ".join(card_names(cards))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("line", "you", "said"),
    [
        ("6C7D/8C9S - - 7S 1 move", None, ["Lisa: 6C/8C (beaten)", "Bart: 9S", "Bart wins"]),
        ("6C7D/8C9S - - 7S 1 move", 1, ["Lisa: 6C/8C (beaten)", "Bart: 9S", "you win"]),
        ("8D/- 6D - 7S 2 respond", None, ["Bart: 6D/8D (beaten)", "a draw"]),
        ("KCACKS/6D6H 6C - 7S 2 give_more", None, ["Bart: 6C +6D +6H (taken)", "Bart wins"]),
    ],
)
def test_a_line_is_described_bout_by_bout(line: str, you: int | None, said: list[str]) -> None:
    position = parse_position(line)
    found = Solver().solve(position).line
    words = list(line_words(position.copy(), found, NAMES, names_of, you))
    # What became of a bout in which the game ended, its result says.
    assert words == said or [one.partition(" (")[0] for one in words] == [
        one.partition(" (")[0] for one in said
    ]


def test_a_line_is_gone_through_step_by_step() -> None:
    position = parse_position("6C7D/8C9S - - 7S 1 move")
    line = Solver().solve(position).line
    found = steps(position, line, NAMES, names_of)
    assert [step.action for step in found] == [*line, None]
    assert str(found[0].position) == str(position) == "6C7D/8C9S - - 7S 1 move"
    assert found[-1].position.phase == OVER and found[-1].position.winner == 1
    news = [step.news for step in found]
    assert news[:3] == ["", "Lisa attacks with 6C.", "Bart beats 6C with 8C."]
    assert news[3] == "Beaten."
    assert news[-1] == "Bart attacks with 9S. Bart wins; Lisa is the fool with 1 card."


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (1, 1, "Lisa wins with best play"),
        (0, 0, "a draw with best play"),
        (-1, -1, "Lisa loses against best play"),
        (0, 1, "Lisa has at least a draw"),
        (-1, 0, "Lisa can draw at best"),
        (-1, 1, "too large to be solved"),
    ],
)
def test_the_value_is_a_sentence(low: int, high: int, said: str) -> None:
    assert solution_words(low, high, "Lisa") == said
    to_you = said.replace("Lisa", "you").replace("wins", "win").replace("loses", "lose")
    assert solution_words(low, high, "") == to_you.replace("has", "have")
