"""A card on its way from a hand to the table."""

from typing import Final, NamedTuple

from durak_tui.tui.toolkit.table_layout import CardPlace, Layout

FRAMES: Final = 2  # Between the hand and the table.
FRAME_SECONDS: Final = 0.045
QUICK_LINE: Final = 0.08  # Seconds for a question to the terminal and its answer, at most.

_ON_TABLE: Final = ("attack", "answer")


class Journey(NamedTuple):
    """The way of a card: its end and its stops."""

    to: CardPlace
    stops: tuple[CardPlace, ...]


def journey(before: Layout, after: Layout) -> Journey | None:
    """The way of the only card that is new on the table."""
    if before.size != after.size:
        return None
    lay = {place.card for place in before.places if place.kind in _ON_TABLE}
    new = [place for place in after.places if place.kind in _ON_TABLE and place.card not in lay]
    if len(new) != 1:
        return None
    start = _origin(before, new[0])
    if start is None or new[0].size.is_chip:
        return None
    return Journey(new[0], tuple(_between(start, new[0], n) for n in range(1, FRAMES + 1)))


def _origin(before: Layout, to: CardPlace) -> CardPlace | None:
    """The place in hand of a card; of backs the last."""
    held = [place for place in before.places if place.kind in ("hand", "top")]
    own = next((place for place in held if place.card == to.card), None)
    backs = (place for place in held if place.card is None)
    return own or max(backs, key=lambda place: place.x, default=None)


def _between(start: CardPlace, to: CardPlace, part: int) -> CardPlace:
    x, y = (
        one + (other - one) * part // (FRAMES + 1)
        for one, other in ((start.x, to.x), (start.y, to.y))
    )
    return to._replace(x=x, y=y)
