"""durak-coursework: the player of a students' coursework in C++ (C-020 to C-024).

It attacks with one card a bout, and spends no trump on defence while there is a talon.
"""

from collections.abc import Iterable

from durak_tui import __version__
from durak_tui.engine import sdk
from durak_tui.engine.sdk import Engine, Turn
from durak_tui.game.cards import rank_of


class Coursework(Engine):
    """Its lowest card, of equal ranks the first (C-020, C-021)."""

    name = "durak-coursework"
    version = __version__

    def move(self, turn: Turn) -> int | None:
        """Lead the lowest card; never throw in (C-022)."""
        return None if turn.table else _lowest(turn, turn.received)

    def respond(self, turn: Turn) -> int | None:
        """Beat as low as possible; trumps without a talon only (C-023)."""
        # Also over a trump: while there is a talon no trump is spent.
        beaters = set(turn.legal)
        if beaters and turn.deck_count:
            beaters = {card for card in beaters if not turn.is_trump(card)}
        return _lowest(turn, (card for card in turn.received if card in beaters))


def _lowest(turn: Turn, cards: Iterable[int]) -> int | None:
    # min() keeps the first of equal ones, as the original's loop with its "less" does.
    return min(cards, key=lambda card: (turn.is_trump(card), rank_of(card)), default=None)


def main() -> None:
    """The program ``durak-coursework``."""
    sdk.main(Coursework)


if __name__ == "__main__":
    main()
