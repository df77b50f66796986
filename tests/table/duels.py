"""Games of a person against an engine, for tests."""

from collections.abc import Iterator
from random import Random

from durak_tui.game.cards import cards_in, full_deck, mask_of
from durak_tui.game.deals import Deal, deal
from durak_tui.game.position import DEAL, GIVE_MORE, Action, Position
from durak_tui.table.duel import Duel
from tests.game.build import cards


def dealt(person: str, engine: str, *, trump: str, first: int = 0, talon: str = "") -> Deal:
    """A deal of 36 cards with these hands; the talon begins as said and ends with the trump."""
    named = [*cards(person), *cards(engine), *cards(talon)]
    rest = [card for card in full_deck(36) if card not in (*named, *cards(trump))]
    return Deal((*named, *rest, *cards(trump)), first)


def any_choice(position: Position, chance: Random) -> Action:
    """Something that the player to act may do, passing more often than not wanting to."""
    legal = cards_in(position.legal())
    if position.phase == GIVE_MORE:
        most = min(len(legal), position.give_limit())
        return tuple(chance.sample(legal, chance.randint(0, most)))
    if not legal or (position.may_pass() and chance.random() < 0.25):
        return ()
    return (chance.choice(legal),)


def random_duel(seed: int) -> Duel:
    """A game that has not begun; half of them with 52 cards."""
    chance = Random(seed)
    return Duel(deal(seed, 1, chance.choice((36, 52))), seat=chance.randint(0, 1))


def steps(duel: Duel, chance: Random) -> Iterator[None]:
    """Play at random to the end, stopping before every action and every settled bout."""
    while not duel.over:
        yield
        if duel.position.phase == DEAL:
            duel.settle()
        else:
            duel.play(any_choice(duel.position, chance))


def unseen(duel: Duel) -> int:
    """The cards that the person sees neither on the table, nor in his hand, nor discarded, nor
    open at the bottom of the talon."""
    position = duel.position
    seen = mask_of([*position.discarded, *position.table, *position.given])
    seen |= position.hands[duel.seat]
    if position.talon_count:
        seen |= mask_of([position.trump])
    return mask_of(duel.deal.deck) & ~seen
