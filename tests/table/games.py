"""Games at a table, for tests."""

from collections.abc import Iterator
from random import Random

from durak_tui.engine.config import EngineConfig
from durak_tui.game.cards import full_deck, mask_of
from durak_tui.game.deals import Deal, deal
from durak_tui.game.position import DEAL
from durak_tui.table.game import Game
from durak_tui.table.seats import EngineSeat, PersonSeat, Seats, side_by_side
from tests.game.build import cards
from tests.game.walks import DECKS, any_choice, with_caps


def dealt(person: str, engine: str, *, trump: str, first: int = 0, talon: str = "") -> Deal:
    """A deal of 36 cards with these hands; the talon begins as said and ends with the trump."""
    named = [*cards(person), *cards(engine), *cards(talon)]
    rest = [card for card in full_deck(36) if card not in (*named, *cards(trump))]
    return Deal((*named, *rest, *cards(trump)), first)


def seats(person: int = 0, person_name: str = "player", engine: str = "engine") -> Seats:
    """A person at this seat and an engine at the other."""
    config = EngineConfig("durak-dummy", engine)
    return side_by_side(person, PersonSeat(person_name), EngineSeat(config))


def unplayed(seed: int) -> Game:
    """A game that has not begun; with any deck, the person on either seat."""
    rng = Random(seed)
    return Game(with_caps(deal(seed, 1, rng.choice(DECKS)), seed), seats(rng.randint(0, 1)))


def begun(number: int = 1, first: int = 0, seed: int = 1) -> Game:
    """A deal of 36 cards, the person on seat 0."""
    return Game(deal(seed, number)._replace(first=first), seats())


def random_play(game: Game, rng: Random) -> Iterator[None]:
    """Play at random to the end, stopping before every action and every settled bout."""
    while not game.over:
        yield
        if game.position.phase == DEAL:
            game.settle()
        else:
            game.play(any_choice(game.position, rng))


def unseen(game: Game, seat: int) -> int:
    """The cards that a player sees neither on the table, nor in their hand, nor discarded, nor
    open at the bottom of the talon."""
    position = game.position
    seen = mask_of([*position.discarded, *position.table, *position.given])
    seen |= position.hands[seat]
    if position.talon_count:
        seen |= mask_of([position.trump])
    return mask_of(game.deal.deck) & ~seen
