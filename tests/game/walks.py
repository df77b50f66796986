"""Games in which everything happens: both play at random."""

import random
from collections.abc import Iterator
from random import Random

from durak_tui.game.caps import NO_CAPS, Caps
from durak_tui.game.cards import cards_in
from durak_tui.game.deals import Deal, deal
from durak_tui.game.position import DEAL, GIVE_MORE, OVER, Action, Position

DECKS = (36, 52, 24)
"""The decks of random games. A new one comes last, so that many a seed means the same game."""
CAPS = (NO_CAPS, Caps(6, 5), NO_CAPS, Caps(3, 2))
"""By turns: the last limit is reached in many bouts."""


def with_caps(dealt: Deal, number: int) -> Deal:
    """The deal, in half of the numbers with an attack limit, whichever deck it has."""
    return dealt._replace(caps=CAPS[number // 2 % len(CAPS)])


def advance(position: Position, choose: random.Random) -> None:
    """Play a random action, or settle the bout."""
    if position.phase == DEAL:
        position.deal()
        return
    cards = cards_in(position.legal())
    if position.phase == GIVE_MORE:
        limit = min(position.give_limit(), len(cards))
        position.play(choose.sample(cards, choose.randint(0, limit)))
    else:
        position.play(choose.choice([*([card] for card in cards), *[[]] * position.may_pass()]))


def walk(number: int) -> Iterator[Position]:
    """The same position again and again, as a game of any deck goes on, to its end."""
    choose = random.Random(number)
    position = with_caps(deal("walk", number, DECKS[number % 3]), number).position()
    while position.phase != OVER:
        yield position
        advance(position, choose)


def any_choice(position: Position, rng: Random) -> Action:
    """A random legal action, passing one time in four where that is allowed."""
    legal = cards_in(position.legal())
    if position.phase == GIVE_MORE:
        most = min(len(legal), position.give_limit())
        return tuple(rng.sample(legal, rng.randint(0, most)))
    if not legal or (position.may_pass() and rng.random() < 0.25):
        return ()
    return (rng.choice(legal),)
