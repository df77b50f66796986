"""The end of a game at its table, in words: nothing that the cards show is said."""

import pytest

from durak_tui.analysis.game_review import KINDS, Decision, MistakeTally
from durak_tui.game.cards import card_names
from durak_tui.game.position import DRAW, MOVE
from durak_tui.library.own_record import RatingChange
from durak_tui.records.record import AGREED, DISHONEST, RESIGNED, TIMEOUT, Ending
from durak_tui.statistics.rating import Rating
from durak_tui.user.state import Series
from durak_tui.words.after_game import (
    headline,
    length_words,
    mistakes_line,
    rating_now,
    score_so_far,
    why_over,
)
from durak_tui.words.narrator import Narrator

NAMES = "Ann", "Ben"


def spoken_to(you: int | None) -> Narrator:
    return Narrator(NAMES, lambda cards: " ".join(card_names(cards)), you=you)


@pytest.mark.parametrize(
    ("ending", "you", "said", "why"),
    [
        (Ending(0), 0, "You won", ""),
        (Ending(1), 0, "You are the fool", ""),
        (Ending(1), None, "Ben won", ""),
        (Ending(DRAW), 0, "A draw", ""),
        (Ending(DRAW, AGREED), 0, "A draw", "Both players agreed on it."),
        (Ending(0, RESIGNED), 0, "You won", "Ben resigned."),
        (Ending(1, RESIGNED), 0, "You are the fool", "You resigned."),
        (Ending.resigned(1, "Ben", "move", left=True), 0, "You won", "Ben did not come back."),
        (
            Ending(1, RESIGNED, detail="A left and did not come back"),
            0,
            "You are the fool",
            "You did not come back.",
        ),
        (Ending(0, TIMEOUT), 1, "You are the fool", "Your time ran out."),
        (Ending(0, "crash"), 0, "You won", "Ben failed."),
        (Ending(0, DISHONEST), 0, "You won", "Ben did not play honestly."),
    ],
)
def test_a_result_is_a_headline_and_the_reason_if_it_is_not_seen(
    ending: Ending, you: int | None, said: str, why: str
) -> None:
    assert headline(ending, spoken_to(you)) == said
    assert why_over(ending, spoken_to(you)) == why


def tally(*costs: float) -> MistakeTally:
    """The tally of somebody whose mistakes cost so much, each in a bout of its own."""
    wrong = [
        Decision(n, n + 1, 0, MOVE, (n,), 0.5, (40,), 0.5 + cost, False, False, False, cost)
        for n, cost in enumerate(costs)
    ]
    counts = [0] * len(KINDS)
    for one in wrong:
        counts[KINDS.index(one.kind or "inaccuracy")] += 1
    worst = max(wrong, key=lambda one: one.cost, default=None)
    return MistakeTally(1, 9, tuple(counts), sum(costs), worst)


@pytest.mark.parametrize(
    ("costs", "said"),
    [
        ((), "No mistakes."),
        ((0.12,), "1 mistake: 2C in bout 1, cost 12 %."),
        ((0.06, 0.25), "1 blunder, 1 inaccuracy; worst: 2D in bout 2 (25 %)."),
    ],
)
def test_of_several_mistakes_the_worst_is_named(costs: tuple[float, ...], said: str) -> None:
    line = mistakes_line(tally(*costs), 0, spoken_to(0), spoken_to(0).cards)
    assert line.replace("\N{NO-BREAK SPACE}", " ") == said


def test_of_a_player_who_has_decided_nothing_nothing_is_said() -> None:
    assert not mistakes_line(MistakeTally(1), 0, spoken_to(0), spoken_to(0).cards)


def test_of_two_people_both_are_named() -> None:
    words = spoken_to(None)
    assert mistakes_line(tally(), 1, words, words.cards) == "Ben: no mistakes."
    said = "Ann: 1\N{NO-BREAK SPACE}mistake: 2C in bout 1, cost 12\N{NO-BREAK SPACE}%."
    assert mistakes_line(tally(0.12), 0, words, words.cards) == said


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (None, 1480.4, "rating 1480"),
        (1480.4, 1492.1, "rating 1492 (+12)"),
        (1492.1, 1480.4, "rating 1480 (-12)"),
        (1480.4, None, "rating above 1300"),
    ],
)
def test_a_rating_is_said_with_its_change(
    before: float | None, after: float | None, said: str
) -> None:
    was = Rating(10, before, 1300, 1600) if before else None
    assert rating_now(RatingChange(was, Rating(11, after, 1300, 1600))) == said


@pytest.mark.parametrize(
    ("series", "said"),
    [
        (Series(), ""), (Series(1), ""), (Series(1, 1), "1 : 1"),
        (Series(2, 1, 1), "2 : 1, 1 draw"), (Series(0, 1, 3), "0 : 1, 3 draws"),
    ],
)  # fmt: skip
def test_from_the_second_game_on_the_score_stands_beside_the_result(
    series: Series, said: str
) -> None:
    assert score_so_far(series) == said


@pytest.mark.parametrize(
    ("bouts", "seconds", "said"),
    [
        (1, 59.9, "1 bout"), (14, 60, "14 bouts, 1 min"), (14, 419, "14 bouts, 6 min"),
        (14, 60 * 180, "14 bouts, 180 min"), (14, 60 * 181, "14 bouts"), (14, -60, "14 bouts"),
    ],
)  # fmt: skip
def test_the_length_of_a_game_is_said_in_bouts_and_up_to_three_hours_in_minutes(
    bouts: int, seconds: float, said: str
) -> None:
    assert length_words(bouts, seconds) == said
