"""Worths of actions for a player who does not see all cards."""

from time import monotonic, thread_time
from typing import Any

import pytest

from durak_tui.analysis import endgame, knowledge, montecarlo
from durak_tui.analysis.character import DUMMY
from durak_tui.analysis.endgame import values_in_time
from durak_tui.analysis.knowledge import Knowledge, knowledge_of
from durak_tui.analysis.montecarlo import Budget, MonteCarlo
from durak_tui.analysis.world import ALWAYS_TAKES
from durak_tui.game.cards import cards_in, mask_of
from durak_tui.game.deals import deal
from durak_tui.game.position import DEAL, GIVE_MORE, MOVE, Position
from tests.analysis.sources import MODULES, WAYS, plain
from tests.game.build import bout, card, mask, played
from tests.game.walks import walk


def seen(position: Position) -> Knowledge:
    """The knowledge of a player to act from this position alone."""
    return knowledge_of(position)


def decisions(number: int) -> list[tuple[Position, Knowledge]]:
    """All turns of a random game."""
    turns = (position for position in walk(number) if position.phase != DEAL)
    return [(position.copy(), knowledge_of(position)) for position in turns]


def plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on what is compiled runs as plain Python."""
    for module in (endgame, knowledge, montecarlo):
        for name in MODULES:
            for shared in set(vars(module)) & {name, "World", "Worlds"}:
                found = plain(name) if shared == name else getattr(plain("world"), shared)
                monkeypatch.setattr(module, shared, found)


@pytest.mark.slow
def test_time_is_kept_without_a_compiler_too(monkeypatch: pytest.MonkeyPatch) -> None:
    plainly(monkeypatch)
    late = []
    for position, known in decisions(2)[::5]:
        started = thread_time()  # a busy machine may take away the core for any time
        position.check(MonteCarlo().evaluate(known, Budget(seconds=0.1)).best.action)
        late.append(thread_time() - started - 0.1)
    late.sort()
    assert late[len(late) // 2] < 0.1
    assert late[-1] < 0.5


def test_other_seeds_give_other_worlds() -> None:
    known = seen(deal("seeds", 1).position())
    scores = {MonteCarlo().evaluate(known, Budget(worlds=50), seed=seed) for seed in range(4)}
    assert len(scores) == 4


def test_among_lost_actions_that_is_played_which_a_weaker_opponent_may_not_punish() -> None:
    # All is lost against best play, which takes the ten; who beats it with the king loses.
    position = bout("8C TD QH", "7C 9C KD", trump="6S")
    found = MonteCarlo().evaluate(seen_with_empty_talon(position), Budget(worlds=10))
    assert all(choice.exact and choice.score == 0 for choice in found.choices)
    assert found.best.action == (card("TD"),)


def seen_with_empty_talon(position: Position) -> Knowledge:
    """The knowledge when all cards outside the hands have left the game."""
    hands = position.hands[0] | position.hands[1]
    position.discarded = tuple(c for c in range(16, 52) if not hands >> c & 1)
    return knowledge_of(position)


@pytest.mark.few(1)
@pytest.mark.parametrize("seconds", [0.0, 0.02, 0.2])
def test_time_is_kept(seconds: float) -> None:
    evaluator = MonteCarlo()
    late = []
    for number in range(3):
        for position, known in decisions(number)[:: 12 if seconds > 0.1 else 4]:
            started = thread_time()
            found = evaluator.evaluate(known, Budget(seconds=seconds))
            late.append(thread_time() - started - seconds)
            position.check(found.best.action)
    late.sort()
    # Cores that do other things, too, are slower now and then; not always.
    assert late[len(late) // 2] < 0.05
    assert late[-1] < 0.5


def test_an_endgame_of_very_many_cards_is_thought_about_to_the_end_of_the_time() -> None:
    deck = range(52)
    position = Position((mask_of(deck[::2]), mask_of(deck[1::2])), (), 0, trump=51)
    began, started = monotonic(), thread_time()
    found = MonteCarlo().evaluate(seen(position), Budget(seconds=0.1))
    assert thread_time() - started < 0.6
    assert monotonic() - began >= 0.1
    assert not all(choice.exact for choice in found.choices)
    position.check(found.best.action)


def test_the_whole_time_is_used_however_clear_the_choice_is() -> None:
    position = bout("6C AS KS QS JS TS", "6D 7D 8D 9D TD JD", trump="6S", talon="7C 8C 9C")
    started = monotonic()
    found = MonteCarlo().evaluate(seen(position), Budget(seconds=0.3))
    assert monotonic() - started >= 0.3
    assert found.best.action == (card("6C"),)


def with_one_card_in_the_talon(attacker: str, defender: str) -> Position:
    """All is known, since that card is open: a trump, the six of spades."""
    position = bout(attacker, defender, talon="6S")
    located = position.hands[0] | position.hands[1] | mask("6S")
    position.discarded = tuple(c for c in range(16, 52) if not located >> c & 1)
    return position


@pytest.mark.parametrize("way", WAYS)
def test_with_one_card_in_the_talon_it_plays_for_the_endgame_after_it(
    way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if way == "plain":
        plainly(monkeypatch)
    # A player who leads the king, beaten by nothing, draws the trump and wins with it.
    position = with_one_card_in_the_talon("6C KD AS", "7C AH QH TH 9H 8H")
    found = MonteCarlo().evaluate(seen(position), Budget(worlds=20))
    assert found.worlds == 1
    assert found.best.score == 1
    assert not any(choice.exact for choice in found.choices)


@pytest.mark.parametrize("seconds", [0.0, 0.05])
def test_with_one_card_in_the_talon_time_is_kept(seconds: float) -> None:
    position = with_one_card_in_the_talon("6C 7D 8H 9C TD JH QC KD AH", "6D 7H 8C 9D TH JC QD KH")
    started = thread_time()
    found = MonteCarlo().evaluate(seen(position), Budget(seconds=seconds))
    assert thread_time() - started < seconds + 0.5
    position.check(found.best.action)


@pytest.mark.parametrize("seconds", [0.0, 0.05])
def test_what_is_sure_to_win_ends_the_thinking(seconds: float) -> None:
    # The last card beats the king and wins; what taking is worth takes long to find out.
    position = bout("9D AC 8H 2D 2H 5D 3D 6C JD JS KC", "9S", trump="6S")
    played(position, "KC")
    located = position.hands[0] | position.hands[1] | mask("KC")
    position.discarded = tuple(c for c in range(52) if not located >> c & 1)
    started = thread_time()
    found = MonteCarlo().evaluate(seen(position), Budget(seconds=seconds))
    assert thread_time() - started < 0.5
    assert found.best.action == (card("9S"),)
    assert found.best.exact and found.best.score == 1


def test_a_game_that_is_over_is_refused() -> None:
    known = knowledge.knowledge(
        MOVE, hand=0, table=(), trump=card("6S"), talon_count=0, enemy_count=3,
        discarded=mask("7C"),
    )  # fmt: skip
    with pytest.raises(ValueError, match="over"):
        MonteCarlo().evaluate(known, Budget(worlds=1))


def test_a_budget_limits_something() -> None:
    with pytest.raises(ValueError, match="seconds or worlds"):
        MonteCarlo().evaluate(seen(deal("x", 1).position()), Budget())


def test_of_very_many_ways_to_give_the_largest_are_looked_at_none_and_the_one_played() -> None:
    mine = mask("6S 7H 8D 9C TD 6C 6D 6H 7C 7D 8C 8S 9H 9S TH TS")
    position = Position((mine, 0xFFFFFFFFF0000 & ~mine), (), 0, trump=card("AC"))
    played(position, "6S", "7S", "7H", "8H", "8D", "9D", "9C", "TC", "TD", "")
    assert position.phase == GIVE_MORE
    assert sum(1 for _ in position.legal_actions()) > montecarlo.MOST_ACTIONS
    legal = montecarlo.listed_actions(position)
    assert len(legal) == montecarlo.MOST_ACTIONS and legal[-1] == ()
    given = (card("TS"), card("6C"))
    assert montecarlo.place(given, legal) is None
    assert montecarlo.place((*legal[0][1:], legal[0][0]), legal) == 0
    found = MonteCarlo().evaluate(seen(position), Budget(worlds=1), played=given)
    assert [each.action for each in found.choices] == [*legal, given]
    started = thread_time()
    found = MonteCarlo().evaluate(seen(position), Budget(seconds=0.2))
    assert thread_time() - started < 1.0
    position.check(found.best.action)


def hidden_decision(number: int) -> Knowledge:
    """The first decision of a deal, of which little is known."""
    return knowledge_of(deal("hidden", number).position())


class Clock:
    """A clock that goes on by a millisecond whenever somebody looks at it."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.001
        return self.now


@pytest.mark.parametrize(("clear", "close", "looks"), [(1.0, 1.0, 50), (0, 1.01, 100), (0, 0, 400)])
def test_a_clear_decision_takes_less_time_and_a_close_one_more(
    clear: float, close: float, looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(montecarlo, "monotonic", Clock())
    monkeypatch.setattr(montecarlo, "CLEAR", clear)
    monkeypatch.setattr(montecarlo, "CLOSE", close)
    found = MonteCarlo().evaluate(hidden_decision(1), Budget(seconds=0.1, most=0.4))
    each = found.worlds / looks
    assert each == pytest.approx(16, abs=1)


@pytest.mark.parametrize(("seconds", "most"), [(3600.0, 2.0), (0.5, 0.5)])
def test_exact_play_has_two_seconds_at_most(
    seconds: float, most: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    deadlines = []

    def noting(solver: Any, position: Position, deadline: float, *rest: Any) -> Any:
        deadlines.append(deadline)
        return values_in_time(solver, position, deadline, *rest)

    monkeypatch.setattr(montecarlo, "values_in_time", noting)
    started = monotonic()
    position = bout("6C 8D AS", "7C 9D KS", trump="6S")
    known = knowledge_of(position)._replace(enemy_known=position.hands[1], hidden=0)
    MonteCarlo().evaluate(known, Budget(seconds=seconds))
    # A part of it is kept for the breaking of ties.
    assert started < deadlines[0] <= monotonic() + most * 0.8


def test_what_was_pondered_about_is_gone_on_with_if_it_comes() -> None:
    habits = {DUMMY: 0.9}
    hits = 0
    known = hidden_decision(3)
    replies = [0, *(1 << card for card in cards_in(known.hidden))]
    for reply in replies:
        judge = MonteCarlo()
        found = judge.evaluate(known, Budget(worlds=500), expected=habits)
        is_enough = iter([*[False] * 100, True]).__next__
        judge.ponder(found.best.action, habits, is_enough)
        then = known.after(mask_of(found.best.action), reply)
        assert then
        again = judge.evaluate(then, Budget(worlds=160), expected=habits)
        assert again.worlds in (160, 160 + 1600)
        hits += again.worlds > 160
    assert hits == 1


def test_habits_of_the_opponent_are_made_use_of() -> None:
    known = hidden_decision(2)
    scores = [
        MonteCarlo().evaluate(known, Budget(worlds=3000), expected=expected).best.score
        for expected in ({}, {ALWAYS_TAKES: 0.99})
    ]
    assert scores[0] + 0.03 < scores[1]
