"""The plot of a review: what each column and each mark stands for, at any size."""

from hypothesis import given
from hypothesis import strategies as st

from durak_tui.analysis.game_review import Decision, Review
from durak_tui.game.position import GIVE_MORE, MOVE, RESPOND
from durak_tui.words.review_words import mistake_words, pass_words, plot


def review_of(scores: list[float], *, bout: int = 4, endgame: int = 1000) -> Review:
    """A review in which player 1 decides nothing; every seventh decision is a mistake."""
    found = [
        Decision(
            n, 1 + n // bout, 0, MOVE, (n % 52,), score, (51,), 1.0,
            n >= endgame, n >= endgame, False, 0.25 if n % 7 == 6 else 0.0,
        )
        for n, score in enumerate(scores)
    ]  # fmt: skip
    return Review(tuple(found), 1, len(found))


def test_a_plot_shows_scores_mistakes_and_bouts() -> None:
    found = review_of([0, 0, 0.25, 0.25, 0.5, 0.5, 0.5, 1, 1, 0.75], endgame=6)
    assert plot(found, 15, 4) == [
        "1.0 │       ██",
        "    │       ███",
        "0.5 │    ██████",
        "    │  ████████",
        "0.0 └──────════",
        "           1",
        "     1   2   3",
    ]
    assert plot(found, 10, 4, ascii_only=True)[-3:] == ["0.0 +---==", "        1", "     1 2 3"]


def test_a_game_without_decisions_has_no_plot() -> None:
    assert plot(Review((), 1, 0)) == []


def test_a_mistake_is_marked_once_with_its_player() -> None:
    found = review_of([0.5] * 20)
    other = found.decisions[10]._replace(player=1, cost=0.3)
    found = found._replace(decisions=(*found.decisions[:10], other, *found.decisions[11:]))
    assert plot(found)[-2].split() == ["1", "2", "1"]
    narrow = plot(found, 8)
    assert narrow[-2].split() == ["*1"]


@given(
    st.lists(st.floats(0, 1), min_size=1, max_size=200),
    st.integers(6, 100),
    st.integers(1, 12),
    st.booleans(),
)
def test_a_plot_fits(scores: list[float], width: int, height: int, ascii_only: bool) -> None:
    lines = plot(review_of(scores), width, height, ascii_only=ascii_only)
    assert height + 2 <= len(lines) <= height + 3
    assert all(len(line) <= width for line in lines)
    assert not ascii_only or "".join(lines).isascii()
    assert len(lines[height]) > width / 2 - 5 or len(scores) * 3 <= width


def test_the_axis_is_double_only_where_the_endgame_was_solved() -> None:
    found = review_of([0.5] * 6, endgame=2)
    unsolved = found.decisions[3]._replace(exact=False)
    found = found._replace(decisions=(*found.decisions[:3], unsolved, *found.decisions[4:]))
    assert "└──═─══" in plot(found, 11, 4)[4]


def test_what_passing_was_worth_is_said_and_whether_it_was_best() -> None:
    decision = review_of([0.5]).decisions[0]
    assert pass_words(decision) == ""
    decision = decision._replace(phase=RESPOND, values=(((8,), 0.4), ((), 0.62)), best=())
    assert pass_words(decision) == "Taking: 62\N{NO-BREAK SPACE}% (best)."
    assert (
        pass_words(decision._replace(best=(8,), phase=GIVE_MORE))
        == "No more: 62\N{NO-BREAK SPACE}%."
    )


def test_a_mistake_is_said_with_its_cost_and_what_was_better() -> None:
    wrong = review_of([0.5]).decisions[0]._replace(cost=0.06, action=(), best=(8,))
    assert mistake_words(wrong) == "Bout 1: done cost 6\N{NO-BREAK SPACE}%. Better: 4C."
    giving = wrong._replace(phase=GIVE_MORE, action=(8,), best=())
    said = "Bout 1: 4C cost 6\N{NO-BREAK SPACE}%. Better: throw in nothing."
    assert mistake_words(giving) == said
    lost = wrong._replace(exact=True, score=0.0, best_score=1.0, phase=RESPOND, cost=1.0)
    assert mistake_words(lost) == "Bout 1: taking the cards threw away a won endgame; 4C wins."
