"""What follows from having seen cards: where those are that are seen no more."""


def held_by_enemy(
    seen: int, *, hand: int, table: int, discarded: int, trump: int, talon_count: int
) -> int:
    """The cards that the opponent must hold, of all those seen since the game began.

    All but ``trump``, the open card, are masks.  ``seen`` has to include the own cards, once
    they have been received, and every table as it was before the bout was settled.  Cards
    never go back into the talon; so one that is neither in the own hand nor on the table nor
    discarded was taken by the opponent, and the open trump was drawn by him.
    """
    if talon_count:
        seen &= ~(1 << trump)
    return seen & ~(hand | table | discarded)
