"""A game of which one hand is known: it is the same game, and nothing hidden shows."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from durak_tui.game.cards import HIDDEN, cards_in, mask_of
from durak_tui.game.deals import Deal, deal
from durak_tui.game.position import DEAL, GIVE_MORE
from durak_tui.game.violation import IllegalAction
from durak_tui.records.record import RESIGNED, Ending
from durak_tui.records.walk import walk
from durak_tui.table.game import Game
from durak_tui.table.hidden import ImpossibleCard
from durak_tui.table.seats import PersonSeat
from tests.examples import examples
from tests.table.views import both, hidden


@settings(max_examples=examples(50))
@given(st.integers(0, 10**6))
def test_each_player_sees_the_same_game_and_of_the_other_hand_what_can_be_known(
    seed: int,
) -> None:
    game = both(seed)
    for _ in game.random_play(Random(seed)):
        real = game.game.position
        for view in game.views:
            seen, here = view.position, view.here
            assert seen.hands[here] == real.hands[here]
            assert [hand.bit_count() for hand in seen.hands] == [
                hand.bit_count() for hand in real.hands
            ]
            assert (seen.table, seen.given, seen.discarded) == (
                real.table, real.given, real.discarded,
            )  # fmt: skip
            assert (seen.phase, seen.to_act, seen.attacker, seen.talon_count, seen.winner) == (
                real.phase, real.to_act, real.attacker, real.talon_count, real.winner,
            )  # fmt: skip
            assert view.choices(here) == game.game.choices(here)
            assert (view.over, view.ending) == (game.game.over, game.game.ending)
            assert view.known(here) == game.game.known(here)
            # Both can see that nothing may be given where somebody is passed over.
            is_theirs = view.to_act == here
            assert view.is_formality == (is_theirs and game.game.is_formality)
            may_give = seen.phase == GIVE_MORE and seen.give_limit() > 0
            assert not (may_give and view.is_formality)
        bouts = [one[3:] for one in walk(game.dealt, game.game.actions).bouts() if one.cards]
        for known in (game.game, *game.views):
            assert [one[3:] for one in known.bouts if one.cards] == bouts
    for view in game.views:
        for place, card in enumerate(game.dealt.deck):
            if view.card_at(place) is None:
                view.learn(place, card)
        assert view.deal() == game.dealt


def test_what_is_hidden_is_the_place_and_not_the_card() -> None:
    view = both(2).views[0]
    assert cards_in(view.position.hands[1]) == [HIDDEN + place for place in range(6, 12)]
    assert view.position.talon[:-1] == tuple(HIDDEN + place for place in range(12, 35))
    assert view.known(0) == 0


def test_a_card_that_the_other_cannot_have_is_refused() -> None:
    dealt = deal("impossible", 1)
    view, deck = hidden(dealt, 0), dealt.deck
    with pytest.raises(ImpossibleCard, match="not in that hand"):
        view.show(12, deck[12])  # it lies in the talon
    with pytest.raises(ImpossibleCard, match="another place"):
        view.show(6, deck[0])
    with pytest.raises(ImpossibleCard, match="another place"):
        view.show(6, deck[-1])  # the trump
    with pytest.raises(ImpossibleCard, match="not in this deck"):
        view.show(6, 0)  # a two, in a deck of 36
    view.show(6, deck[6])
    with pytest.raises(ImpossibleCard, match="not in that hand"):
        view.show(6, deck[6])


def test_cards_of_the_other_player_must_follow_the_rules() -> None:
    dealt = deal("illegal", 1)._replace(first=1)
    view = hidden(dealt, 0)
    with pytest.raises(IllegalAction):
        view.play(())
    with pytest.raises(IllegalAction):
        view.play((dealt.deck[6],))  # which nobody has shown
    view.show(6, dealt.deck[6])
    view.play((dealt.deck[6],))
    assert view.position.table == [dealt.deck[6]]


def test_what_is_not_known_at_the_end_may_have_lain_anywhere() -> None:
    game = both(6)
    steps = game.random_play(Random(6))
    for _ in range(9):
        next(steps)
    view = game.views[0]
    view.end(Ending(1, RESIGNED))
    assert view.over
    assert view.to_act is None
    with pytest.raises(ValueError, match="not all cards"):
        view.deal()
    likely = view.likely_deck()
    assert mask_of(likely) == mask_of(game.dealt.deck)
    replayed = Game(Deal(tuple(likely), view.first), (PersonSeat("Ann"), PersonSeat("Bob")))
    for cards in view.actions:
        if replayed.position.phase == DEAL:
            replayed.settle()
        replayed.play(cards)
    if replayed.position.phase != view.position.phase:
        replayed.settle()
    assert replayed.position.hands[0] == view.position.hands[0]
