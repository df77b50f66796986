"""Faults of the other program, in conversation and deal, in sentences."""

from collections.abc import Mapping
from enum import Enum, StrEnum
from typing import Final

from durak_tui.common.i18n import N_, Message, _
from durak_tui.common.text import brief, one_line
from durak_tui.game.cards import card_name
from durak_tui.game.violation import IllegalAction


class Fault(StrEnum):
    """Reasons to end a conversation, as both sides call them."""

    VERSION = "version"
    MALFORMED = "malformed"
    TOO_LONG = "too long"
    TOO_MANY = "too many"
    NUMBER = "number"
    TURN = "turn"
    ILLEGAL = "illegal"
    DEAL = "deal"
    UNKNOWN = "unknown"
    LOST = "lost"
    OTHER = "other"


CAUGHT: Final = (Fault.DEAL, Fault.ILLEGAL)
"""Faults that no honest program has in a game: after an accusation both open their secrets."""

_THEIRS: Final[Mapping[Fault, str]] = {
    Fault.VERSION: N_(
        "{name} has version {detail} of durak-tui, which does not work with this one. Update both"
        " to the newest version."
    ),
    Fault.MALFORMED: N_(
        "{name}'s program sent something that is not a message of the game. The game stops here."
    ),
    Fault.TOO_LONG: N_("{name}'s program sent a message that is too long. The game stops here."),
    Fault.TOO_MANY: N_(
        "{name}'s program sent more messages than a game needs. The game stops here."
    ),
    Fault.NUMBER: N_(
        "A message from {name}'s program is missing, or came twice. The game stops here."
    ),
    Fault.TURN: N_("{name}'s program sent something out of turn. The game stops here."),
    Fault.ILLEGAL: N_("What {name} played is against the rules. The game stops here."),
    Fault.DEAL: N_("What {name}'s program sent does not fit the deal. The game stops here."),
    Fault.UNKNOWN: N_("This game with {name} is not known here, so it cannot go on."),
    Fault.LOST: N_("{name} has seen more of this game than is stored here, so it cannot go on."),
    Fault.OTHER: N_("{name}'s program did something that this version does not know."),
}
_OURS: Final[Mapping[Fault, str]] = {
    Fault.VERSION: N_(
        "{name} has another version of durak-tui, which does not work with this one. Update both to"
        " the newest version."
    ),
    Fault.UNKNOWN: N_("{name}'s program no longer knows this game, so it cannot go on."),
    Fault.LOST: N_("{name}'s program has stored less of this game, so it cannot go on."),
}
_REFUSED: Final = N_(
    "{name}'s program did not accept what this one sent ({detail}). The game stops here."
)


class PeerFault(Exception):
    """A fault of the other program, with which a conversation ends."""

    def __init__(self, fault: Fault, detail: str = "", said: str = "") -> None:
        """``detail`` is for programmers, ``said`` a sentence for the person here."""
        super().__init__(fault, detail)
        self.fault: Final = fault
        self.detail: Final = detail
        self.said: Final = said

    def sentence(self, name: str) -> str:
        """The sentence for the person here, of a player called ``name``."""
        sentence = _shown(_THEIRS[self.fault], name, self.detail)
        return f"{sentence} {self.said}".strip()


def refused(fault: Fault, detail: str, name: str) -> str:
    """The sentence for the person here of the other side's refusal."""
    return _shown(_OURS.get(fault, _REFUSED), name, detail or fault.value)


def _shown(text: str, name: str, detail: str) -> str:
    return _(text).format(name=brief(one_line(name)), detail=brief(one_line(detail)))


class DealWrong(Enum):
    """Faults of a deal, in sentences about the side at fault."""

    MALFORMED = N_("{name}'s program sent a message that does not belong in a deal")
    UNEXPECTED = N_("{name}'s program sent a deal message at the wrong time")
    NO_LOCKED_CARD = N_("{name}'s program sent a number that cannot be a locked card")
    SAME_CARD_LOCKED = N_("{name} locked the same card twice")
    NO_CARD = N_("{name}'s key for position {place} in the deck reveals no card")
    SAME_CARD_SHOWN = N_("{name} put {card} into the deck twice")
    NOT_ASKED_FOR = N_("{name} showed {card}, which is not the trump that was asked for")
    COIN = N_("{name}'s coin is not the one promised before the deal")
    # Known only from the opened secrets.
    NOT_OPENED = N_("{name} has not opened their secret, so nobody can check the deal")
    SECRET = N_("{name}'s secret is not the one promised before the deal")
    SHUFFLE = N_("{name} did not shuffle and lock the deck as their secret says")
    PLACE_LOCKS = N_("{name} did not lock the positions in the deck as their secret says")
    DENIED = N_("{name} said they did not have {card}, but they had it")
    # What an accusation was worth that stopped the game.
    UNPROVED = N_("{name} accused the other player and did not open their secret")
    REFUTED = N_("{name} accused the other player, and the check of the deal found nothing wrong")
    # What only a log can have wrong; where nobody is named, somebody has changed the log.
    DECK = N_("the deck in the log is not the one the two secrets produce")
    FIRST = N_("the wrong player attacks first in the log")
    AGAINST_RULES = N_("{name} played against the rules: {why}")


class DealFault(Exception):
    """The end of a deal, or of its proof, by a fault."""

    def __init__(
        self,
        wrong: DealWrong,
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

    def sentence_of(self, names: tuple[str, str]) -> str:
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
            "why": Message(self.illegal.rule.text, self.illegal.values) if self.illegal else "",
        }
        return Message(self.wrong.value, values)
