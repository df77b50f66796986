"""A game of others, as anybody may see it."""

from typing import Final

from durak_tui.game.cards import HIDDEN, mask_of
from durak_tui.game.position import DEAL, OVER, Position
from durak_tui.net.guests.calls import View
from durak_tui.records.record import Ending
from durak_tui.records.walk import Beaten, Event, Over, Played, Taken


class Sight:
    """A table at one moment, and what has led to it."""

    def __init__(self, view: View) -> None:
        first, second = view["names"]
        self.names: Final[tuple[str, str]] = first, second
        one, other, drawn = view["score"]
        self.score: Final[tuple[int, int, int]] = one, other, drawn
        self.to_act: Final[int | None] = view["to_act"]
        self.ending: Final = Ending(*view["ending"][:2]) if view["ending"] else None
        self.position: Final = _position(view)
        self.events: Final = self._events(view["played"])
        """What was played last, and how that has ended the bout; empty if nothing was."""

    @property
    def pauses(self) -> bool:
        """Whether a finished bout lies there to be looked at."""
        return self.position.phase == DEAL

    def _events(self, played: list[object] | None) -> tuple[Event, ...]:
        if played is None:
            return ()
        number, bout, seat, phase, cards, last = played
        act = Played(number, bout, seat, phase, tuple(cards), last)  # type: ignore[arg-type]
        position, left = self.position, self.left
        table, given = tuple(position.table), tuple(position.given)
        if position.phase == OVER:
            winner = position.winner
            return act, Over(act.bout, winner, position.taking, table, given, left)
        if position.phase == DEAL and position.taking:
            return act, Taken(act.bout, position.defender, table, given)
        if position.phase == DEAL:
            return act, Beaten(act.bout, position.attacker, table, left)
        return (act,)

    @property
    def left(self) -> tuple[int, int]:
        """How many cards each player holds."""
        first, second = self.position.hands
        return first.bit_count(), second.bit_count()


def _position(view: View) -> Position:
    """A position with numbers in place of hidden cards."""
    hidden = iter(range(HIDDEN, 2 * HIDDEN))
    first, second = (mask_of(next(hidden) for _card in range(held)) for held in view["held"])
    talon = [next(hidden) for _card in range(view["talon"] - 1)]
    if view["talon"]:
        talon.append(view["trump"])
    # Which cards are out of the game, whoever looks on has to have remembered.
    discarded = range(view["discarded"])
    position = Position(
        (first, second), tuple(talon), view["attacker"], trump=view["trump"], discarded=discarded
    )
    position.phase, position.taking = view["phase"], view["taking"]
    position.table, position.given = list(view["table"]), list(view["given"])
    if view["to_act"] is not None:
        position.to_act = view["to_act"]
    return position
