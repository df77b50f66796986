"""durak-dummy: pyDurak's reference opponent, decision for decision (D-050 to D-054).

It spends its cheapest card, never throws in a trump, and beats every card that it can.
"""

from durak_tui import __version__
from durak_tui.engine import sdk
from durak_tui.engine.sdk import Engine, Turn


class Dummy(Engine):
    """Cheapest first: plain suits by rank, then trumps (D-050)."""

    name = "durak-dummy"
    version = __version__

    def move(self, turn: Turn) -> int | None:
        """Lead the cheapest; throw in the cheapest plain card (D-051)."""
        card = turn.cheapest
        if card is not None and turn.table and turn.is_trump(card):
            return None
        return card

    def respond(self, turn: Turn) -> int | None:
        """Beat within the suit, else with the lowest trump (D-052)."""
        return turn.cheapest

    def give_more(self, turn: Turn) -> list[int]:
        """Give all that is no trump, as many as may be (D-053)."""
        plain = [card for card in turn.legal if not turn.is_trump(card)]
        return plain[: turn.limit] if plain else []


def main() -> None:
    """The program ``durak-dummy``."""
    sdk.main(Dummy)


if __name__ == "__main__":
    main()
