"""Short ways to write down cards and positions in tests."""

from durak_tui.game.cards import mask_of, parse_card
from durak_tui.game.position import Position


def cards(names: str) -> list[int]:
    """The cards of names with blanks between them."""
    return [parse_card(name) for name in names.split()]


def card(name: str) -> int:
    return parse_card(name)


def mask(names: str) -> int:
    return mask_of(cards(names))


def bout(
    attacker: str,
    defender: str,
    *,
    talon: str = "",
    trump: str = "",
    discarded: str = "",
    seat: int = 0,
) -> Position:
    """The start of a bout: the attacker's cards, the defender's, and what is left to draw.

    The attacker sits on ``seat``.  With a talon the trump is its last card.
    """
    hands = (mask(attacker), mask(defender))
    return Position(
        hands if seat == 0 else hands[::-1],
        tuple(cards(talon)),
        seat,
        trump=card(trump) if trump else None,
        discarded=cards(discarded),
    )


def played(position: Position, *answers: str) -> Position:
    """The position after these answers, each checked; ``""`` passes or takes."""
    for answer in answers:
        position.check(cards(answer))
        position.play(cards(answer))
    return position
