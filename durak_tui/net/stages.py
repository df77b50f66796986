"""How far a sitting has come, before the game and after it."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from durak_tui.net.keeping import Logging
from durak_tui.net.messages import Agree, Propose, Terms, name_of
from durak_tui.net.peer_faults import Fault, PeerFault


class Stage(StrEnum):
    """How far a sitting has come."""

    TERMS = "the house rules are not agreed yet"
    DEALING = "the cards are being dealt"
    PLAYING = "the game is on"
    CHECKING = "the game is over, the deal is being checked"
    BETWEEN = "the game is checked and in the log"
    FAILED = "the sitting cannot go on"


class Conclusion(StrEnum):
    """Reasons to put a game into the log without the other."""

    CAUGHT = "the other was not honest, and has lost"
    UNCHECKED = "the game is over, and the other does not open their secret"
    TIMEOUT = "the time of the other is up"
    AWAY = "the other has left for too long"


class TurnTime(NamedTuple):
    """Seconds that a seat takes for what is due from it."""

    seat: int
    so_far: float
    allowed: float

    @property
    def is_over(self) -> bool:
        return self.so_far >= self.allowed

    @property
    def left(self) -> float:
        return max(0.0, self.allowed - self.so_far)


@dataclass
class HouseRules:
    """The house rules, which both sides offer in turn, seat 0 first."""

    offered: Terms | None = None
    agreed: Terms | None = None
    turn: int = 0

    def offer(self, terms: Terms) -> None:
        """Offer house rules, for whoever's turn it is."""
        self.offered, self.turn = terms, 1 - self.turn

    def hear(self, seat: int, message: Propose | Agree) -> None:
        """Hear an offer of this seat, or its agreement.  Raises PeerFault."""
        if self.turn != seat or self.agreed is not None:
            raise PeerFault(Fault.TURN, f"{name_of(message)} out of turn")
        if isinstance(message, Propose):
            self.offer(message.terms)
        elif message.terms != self.offered:
            raise PeerFault(Fault.TURN, "agrees to what was not offered")
        else:
            self.agreed = self.offered


@dataclass
class Aftermath:
    """What follows a game: the log, both verdicts, another game."""

    ended_at: datetime | None = None  # Once it is checked, or never will be.
    logging: Logging | None = None
    logged: bool = False
    verdict_said: bool = False
    their_verdict: str | None = None
    again: list[bool] = field(default_factory=lambda: [False, False])  # Who is ready for another.

    @property
    def is_done(self) -> bool:
        """Whether both sides have all that they want of the game."""
        return self.verdict_said and self.their_verdict is not None

    def hear_verdict(self, found: str) -> None:
        """Hear what the other's check has found.  Raises PeerFault."""
        if self.their_verdict is not None:
            raise PeerFault(Fault.TURN, "a second verdict")
        self.their_verdict = found

    def hear_again(self, seat: int) -> None:
        """Hear that a seat is ready for another game.  Raises PeerFault."""
        if not self.is_done or self.again[seat]:
            raise PeerFault(Fault.TURN, "another game before the end")
        self.again[seat] = True
