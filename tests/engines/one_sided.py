"""Players with one habit too many, each a dummy otherwise.

    python -m tests.engines.one_sided NAME

NAME is one of :data:`PLAYERS`.  An opponent that notices the habit wins nearly always.
"""

import sys
from typing import Final

from durak_engines.dummy import Dummy

from durak_tui.engine import sdk
from durak_tui.engine.sdk import Turn


class Hoarder(Dummy):
    """Never beats with a trump while the talon has more than two cards."""

    name = "hoarder"

    def respond(self, turn: Turn) -> int | None:
        card = super().respond(turn)
        keeps = card is not None and turn.is_trump(card) and (turn.deck_count or 0) > 2
        return None if keeps else card


class Taker(Dummy):
    """Takes always."""

    name = "taker"

    def respond(self, turn: Turn) -> int | None:
        return None


class Quitter(Dummy):
    """Never throws in, and gives nothing to one who takes."""

    name = "quitter"

    def move(self, turn: Turn) -> int | None:
        return None if turn.table else super().move(turn)

    def give_more(self, turn: Turn) -> list[int]:
        return []


class Spender(Dummy):
    """Leads and beats with trumps first, and gives all that fits."""

    name = "spender"

    def move(self, turn: Turn) -> int | None:
        return _trump_first(turn)

    def respond(self, turn: Turn) -> int | None:
        return _trump_first(turn)

    def give_more(self, turn: Turn) -> list[int]:
        return sorted(turn.legal)[: turn.limit]


def _trump_first(turn: Turn) -> int | None:
    trumps = [card for card in turn.legal if turn.is_trump(card)]
    return trumps[0] if trumps else turn.cheapest


PLAYERS: Final = {player.name: player for player in (Hoarder, Taker, Quitter, Spender)}

if __name__ == "__main__":
    player = PLAYERS[sys.argv.pop(1)]
    sdk.main(player)
