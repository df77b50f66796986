#!/usr/bin/env python3
"""thrifty: a Durak engine that spends its cheapest card.

The library speaks the protocol, keeps the hand and knows the rules; what is left is to decide.
Cards are small numbers, which ``card_name`` of ``durak_tui.game.cards`` reads; ``turn.hand`` and
``turn.legal`` have them cheapest first.  The guide: ``durak-tui new-engine --guide``.
"""

from durak_tui.engine.sdk import Engine, Turn, main


class Player(Engine):
    """Change these three decisions.  ``turn`` has the hand, the table and what is legal."""

    name = "thrifty"

    def move(self, turn: Turn) -> int | None:
        """Attack: lead a card, or throw one in; None ends the bout."""
        if turn.must_play:
            return turn.cheapest
        # Here your work begins: turn.legal holds the cards that could be thrown in.
        return None

    def respond(self, turn: Turn) -> int | None:
        """Beat the last card of the table; None takes all of it."""
        return turn.cheapest

    def give_more(self, turn: Turn) -> list[int]:
        """The opponent takes: cards to add, at most turn.limit of turn.legal."""
        return []


if __name__ == "__main__":
    main(Player)
