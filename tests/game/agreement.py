"""A position and the reference play the same game and have to agree at every step."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import pytest

from durak_tui.game.caps import NO_CAPS, Caps
from durak_tui.game.cards import card_name, card_names, cards_in, parse_card
from durak_tui.game.position import DRAW, PHASE_NAMES, UNDECIDED, Position
from durak_tui.game.violation import IllegalAction
from tests.game.reference import ReferenceGame, all_cards

Choose = Callable[[ReferenceGame], list[str]]
"""A player: the cards to answer with, by name."""

RESULTS = {"": UNDECIDED, "0": 0, "1": 1, "draw": DRAW}

LONGEST = 2000
"""Steps after which a game is taken to go on for ever."""


@dataclass
class SameGame:
    """One game in both forms, with the deck it is played with."""

    position: Position
    reference: ReferenceGame
    deck: frozenset[str]

    @classmethod
    def begin(
        cls,
        hands: Sequence[Sequence[str]],
        talon: Sequence[str],
        mover: int,
        trump: str,
        *,
        discarded: Sequence[str] = (),
        caps: Caps = NO_CAPS,
    ) -> "SameGame":
        first, second = ([parse_card(name) for name in hand] for hand in hands)
        position = Position(
            (sum(1 << card for card in first), sum(1 << card for card in second)),
            [parse_card(name) for name in talon],
            mover,
            trump=parse_card(trump),
            discarded=[parse_card(name) for name in discarded],
            caps=caps,
        )
        reference = ReferenceGame(
            [list(hands[0]), list(hands[1])],
            list(talon),
            trump,
            mover,
            discarded=list(discarded),
            attacks=caps.first,
            attacks_later=caps.each,
        )
        size = len(hands[0]) + len(hands[1]) + len(talon) + len(discarded)
        return cls(position, reference, frozenset(all_cards(size)))

    def compare(self) -> None:
        """Everything that a player or a viewer can see is the same in both."""
        position, reference = self.position, self.reference
        assert PHASE_NAMES[position.phase] == reference.state
        assert position.winner == RESULTS[reference.result]
        hands = [card_names(position.hand(player)) for player in (0, 1)]
        assert [set(hand) for hand in hands] == [set(hand) for hand in reference.hands]
        table = card_names(position.table)
        given = card_names(position.given)
        discarded = card_names(position.discarded)
        talon = card_names(position.talon[position.drawn :])
        assert table == reference.table
        assert given == reference.given
        assert discarded == reference.discarded
        assert talon == reference.talon
        assert position.talon_count == len(reference.talon)
        everywhere = hands[0] + hands[1] + table + given + discarded + talon
        assert len(everywhere) == len(self.deck)
        assert self.deck.issuperset(everywhere)
        assert self.deck.issubset(everywhere)
        legal = {card_name(card) for card in cards_in(position.legal())}
        assert legal == set(reference.playable())
        assert (position.attacker, position.defender) == (reference.mover, reference.other)
        if reference.state in ("deal", "over"):
            return
        assert position.to_act == reference.asked()
        assert position.may_pass() == reference.silence_allowed()
        assert position.attacks_left == reference.attacks
        if reference.state == "give_more":
            assert position.give_limit() == reference.most_to_give()

    def refuse(self, names: Iterable[str]) -> None:
        """None of these cards may be played alone, if the reference does not allow it."""
        playable = set(self.reference.playable())
        if self.reference.state == "give_more" and self.reference.most_to_give() == 0:
            playable = set()
        for name in names:
            if name not in playable:
                with pytest.raises(IllegalAction):
                    self.position.check([parse_card(name)])

    def step(self, choose: Choose) -> None:
        """Go on by one answer or deal."""
        position, reference = self.position, self.reference
        if reference.state == "deal":
            received = reference.deal()
            dealt = position.deal()
            assert dealt.taken_by == received.taker
            assert [card_names(hand) for hand in dealt.cards] == list(received.cards)
        else:
            names = choose(reference)
            cards = [parse_card(name) for name in names]
            position.check(cards)
            position.play(cards)
            reference.answer(names)

    @property
    def over(self) -> bool:
        return self.reference.state == "over"
