"""The rules that an illegal action breaks.

:meth:`durak_tui.game.position.Position.check` decides.  A face words the violation
for a person; :class:`str` of it is the English that stands in logs.
"""

from collections.abc import Sequence
from enum import Enum, auto
from typing import Final

from durak_tui.game.cards import card_name, card_names


class Rule(Enum):
    """The rule that an action breaks."""

    GAME_OVER = auto()
    BOUT_OVER = auto()
    ONE_CARD = auto()
    MUST_LEAD = auto()  # The attacker may not pass while the table is empty (D-100).
    NOT_HELD = auto()
    LOWER = auto()  # The answer is of the suit of the attack, and lower (D-101).
    OTHER_SUIT = auto()  # The answer is neither of the suit of the attack nor a trump (D-101).
    TRUMP_NEEDED = auto()  # The attack is a trump, and the answer is none (D-101).
    RANK_NOT_ON_TABLE = auto()  # Only ranks that lie on the table may be added (D-102).
    GIVE_LIMIT = auto()  # At most one card less than the taker holds may be given (D-103).
    GIVEN_TWICE = auto()


class IllegalAction(Exception):
    """An action that breaks a rule; the text completes "The player ..."."""

    def __init__(
        self,
        rule: Rule,
        card: int | None = None,
        *,
        table: Sequence[int] = (),
        trump: int | None = None,
        count: int = 0,
        limit: int = 0,
    ) -> None:
        """``card`` breaks the rule; ``count`` were given, ``limit`` is allowed."""
        self.rule: Final = rule
        self.card: Final = card
        self.table: Final = tuple(table)
        self.trump: Final = trump
        self.count: Final = count
        self.limit: Final = limit
        super().__init__(_text(self))


def _text(broken: IllegalAction) -> str:
    card = "" if broken.card is None else card_name(broken.card)
    match broken.rule:
        case Rule.GAME_OVER | Rule.BOUT_OVER:
            return "nobody may play a card now"
        case Rule.ONE_CARD:
            return "plays more than one card"
        case Rule.MUST_LEAD:
            return "has to lead a card, the table is empty"
        case Rule.NOT_HELD:
            return f"does not hold {card}"
        case Rule.RANK_NOT_ON_TABLE:
            table = " ".join(card_names(broken.table))
            return f"no card of the rank of {card} on the table ({table})"
        case Rule.GIVE_LIMIT:
            return f"gives {broken.count} cards, at most {broken.limit} may be given"
        case Rule.GIVEN_TWICE:
            return "gives a card twice"
    trump = "" if broken.trump is None else card_name(broken.trump)
    return f"{card} does not beat {card_name(broken.table[-1])} (trump {trump})"
