"""The sentences of a review."""

from durak_tui.analysis.game_review import Decision, Review
from durak_tui.game.position import GIVE_MORE, MOVE, RESPOND
from durak_tui.tui.toolkit.glyphs import UNICODE
from durak_tui.words.review_words import mistake_words, pass_words, unsolved_words


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
    both = wrong._replace(action=(44, 45), best=(46, 47))
    said = f"{mistake_words(both)} {mistake_words(both, UNICODE.cards)}"
    assert "KC and KD cost" in said and "K♣ and K♦ cost" in said and "Better: K♥ and K♠." in said
    lost = wrong._replace(exact=True, score=0.0, best_score=1.0, phase=RESPOND, cost=1.0)
    assert mistake_words(lost) == "Bout 1: taking lost a won endgame. Better: 4C."


def test_decisions_that_could_not_be_solved_are_said_to_be_estimated() -> None:
    assert unsolved_words(1) == "1 endgame decision was too complex to solve, and is estimated."
    assert unsolved_words(3) == "3 endgame decisions were too complex to solve, and are estimated."
