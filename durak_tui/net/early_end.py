"""Ends of a game before its cards end it.

These are resigning, a draw, and time that is up; nothing here does I/O.  An offer of a draw and a
claim belong to one moment of the game and lapse at the next action of either side.  They carry the
number of actions so far, so that one which crosses an action on the line is known to have lapsed on
both sides.  In journals of earlier versions they carry none, and what was offered there
does not lapse.
"""

from typing import Final

from durak_tui.net.events import Claimed, Declined, Offered
from durak_tui.net.messages import Accept, Claim, Decline, Offer, Resign, name_of
from durak_tui.net.peer_faults import Fault, PeerFault
from durak_tui.records.record import Ending


class EarlyEnd:
    """Offers, claims and resignations of one game, at one side."""

    def __init__(self, here: int, names: tuple[str, str], move_time: int) -> None:
        """``here`` is the seat of this side, ``move_time`` in seconds."""
        self.offers: Final = [False, False]  # Whose offer of a draw stands.
        self.claims: Final = [False, False]  # Whose claim of the game stands.
        self.mine: Resign | Accept | None = None  # Said here; it ends the game once heard.
        self._lasting: Final = [False, False]  # Whose last offer does not lapse.
        self._here: Final = here
        self._there: Final = 1 - here
        self._names: Final = names
        self._move_time: Final = move_time

    def acted(self, *, decided: bool) -> None:
        """Drop what lapses; the action may have ``decided`` the game."""
        offers = [
            stands and lasts for stands, lasts in zip(self.offers, self._lasting, strict=True)
        ]
        self.clear()
        self.offers[:] = offers
        if decided or (isinstance(self.mine, Accept) and self.mine.played is not None):
            self.mine = None

    def clear(self) -> None:
        """Drop all offers and claims."""
        self.offers[:] = self.claims[:] = False, False

    # Messages of this side, after so many actions; None only says again what an old journal has.

    def offer(self, played: int | None) -> Offer | Accept | None:
        """Offer a draw, or accept the other's offer.

        Returns None where an offer of this side stands.
        """
        if self.offers[self._there]:
            self.mine = Accept(played)
            return self.mine
        if self.offers[self._here]:
            return None
        self.offers[self._here], self._lasting[self._here] = True, played is None
        return Offer(played)

    def decline(self, played: int | None) -> Decline | None:
        """Decline the other's offer, if it stands."""
        if not self.offers[self._there]:
            return None
        self.offers[self._there] = False
        return Decline(played)

    def claim(self, played: int) -> Claim | None:
        """Claim the game, unless it is claimed already."""
        if self.claims[self._here]:
            return None
        self.claims[self._here] = True
        return Claim(played)

    def resign(self, *, late: bool = False) -> Resign:
        """Give up; ``late`` concedes the game to the other's claim."""
        # It counts from when the other hears it: what they have played until then stands.
        self.mine = Resign(late)
        return self.mine

    # Messages of the other side, heard after so many actions.

    def heard(
        self, message: Offer | Decline | Claim, played: int, *, is_due_here: bool
    ) -> Offered | Declined | Claimed | None:
        """Take a message, unless it has lapsed.  Raises PeerFault.

        ``is_due_here`` is whether the game waits for this side.
        """
        if _has_lapsed(message.played, played):
            return None
        match message:
            case Offer():
                if self.offers[self._there]:
                    raise PeerFault(Fault.TURN, "offers twice")
                self.offers[self._there] = True
                self._lasting[self._there] = message.played is None
                return Offered()
            case Decline():
                self._must_have_offered(message)
                self.offers[self._here] = False
                return Declined()
        if not is_due_here:
            return None  # It has crossed the keys that the other waited for.
        self.claims[self._there] = True
        return Claimed()

    def closes(self, message: Resign | Accept, played: int) -> bool:
        """Say whether a message ends the game.  Raises PeerFault."""
        if isinstance(message, Accept):
            if _has_lapsed(message.played, played):
                return False
            self._must_have_offered(message)
        return True

    def _must_have_offered(self, message: Accept | Decline) -> None:
        if not self.offers[self._here]:
            raise PeerFault(Fault.TURN, f"{name_of(message)} without an offer")

    def ending(self, theirs: Resign | Accept | None, phase: str) -> Ending:
        """The end by a message of either side, or both."""
        said = (theirs, self.mine) if self._here else (self.mine, theirs)
        if None not in said or any(isinstance(one, Accept) for one in said):
            # Who gives up at the same time as the other loses nothing by it.
            return Ending.agreed(phase)
        loser = 0 if said[1] is None else 1
        if said[loser] == Resign(late=True):
            return self._time_up(loser, phase)
        return Ending.resigned(loser, self._names[loser], phase)

    def unheard(self, phase: str) -> Ending:
        """The end without the other, who has been waited for too long."""
        return self.ending(None, phase) if self.mine else self._time_up(self._there, phase)

    def _time_up(self, loser: int, phase: str) -> Ending:
        return Ending.timed_out(loser, self._names[loser], self._move_time, phase)


def _has_lapsed(said_at: int | None, played: int) -> bool:
    return said_at is not None and said_at < played
