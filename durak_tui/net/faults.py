"""The faults of a side in a deal, in sentences."""

from enum import Enum
from typing import Final

from durak_tui.common.i18n import N_, Message
from durak_tui.game.cards import card_name
from durak_tui.game.violation import IllegalAction


class Wrong(Enum):
    """The faults of a deal, in sentences about the player at fault."""

    MALFORMED = N_("{name}'s program sent a message that no deal has")
    UNEXPECTED = N_("{name}'s program sent a message of the deal at the wrong time")
    NO_LOCKED_CARD = N_("{name}'s program sent a number that cannot be a locked card")
    SAME_CARD_LOCKED = N_("{name} locked the same card twice")
    NO_CARD = N_("{name}'s key to place {place} of the deck shows no card")
    SAME_CARD_SHOWN = N_("{name} put {card} into the deck twice")
    NOT_ASKED_FOR = N_("{name} showed {card}, which is not the trump that was asked for")
    COIN = N_("{name}'s coin is not the one promised before the deal")
    # Known only from the opened secrets.
    NOT_OPENED = N_("{name} has not opened their secret, so nobody can check the deal")
    SECRET = N_("{name}'s secret is not the one promised before the deal")
    SHUFFLE = N_("{name} did not shuffle and lock the deck as their secret says")
    PLACE_LOCKS = N_("{name} did not lock the places of the deck as their secret says")
    DENIED = N_("{name} said they did not have {card}, but they had it")
    # What an accusation was worth that stopped the game.
    UNPROVED = N_("{name} accused the other player and did not open their secret")
    REFUTED = N_("{name} accused the other player, and the check of the deal found nothing wrong")
    # What only a log can have wrong; where nobody is named, somebody has changed the log.
    DECK = N_("the deck in the log is not the one that both secrets make")
    FIRST = N_("the wrong player attacks first in the log")
    AGAINST_RULES = N_("{name} played against the rules: {why}")


class DealFault(Exception):
    """The end of a deal, or of its proof, by a fault."""

    def __init__(
        self,
        wrong: Wrong,
        side: int | None,
        *,
        place: int | None = None,
        card: int | None = None,
        illegal: IllegalAction | None = None,
    ) -> None:
        """``side`` is None if nobody can be named; ``place`` counts from 0."""
        self.wrong: Final = wrong
        self.side: Final = side
        self.place: Final = place
        self.card: Final = card
        self.illegal: Final = illegal
        super().__init__(wrong, side)

    def told(self, names: tuple[str, str]) -> str:
        """A sentence without its full stop, in the user's language."""
        return str(self._message(names))

    def __str__(self) -> str:
        """The same in English, for logs and other programs."""
        return self._message(("player 1", "player 2")).english

    def _message(self, names: tuple[str, str]) -> Message:
        values = {
            "name": "" if self.side is None else names[self.side],
            "place": None if self.place is None else self.place + 1,
            "card": None if self.card is None else card_name(self.card),
            "why": self.illegal and Message(self.illegal.rule.text, self.illegal.values),
        }
        return Message(self.wrong.value, values)
