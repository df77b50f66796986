"""The codes and data of actions that the rules do not allow.

:meth:`durak_tui.game.position.Position.check` decides.  The English of logs is :attr:`Rule.text`,
which completes "The player ...".  ``durak_tui.words.refusals`` has the words of the faces.
"""

from collections.abc import Mapping, Sequence
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

    @property
    def text(self) -> str:
        """English with placeholders for :attr:`IllegalAction.values`."""
        return _TEXTS[self]


_NOT_BEATEN: Final = "{card} does not beat {other} (trump {trump})"
_TEXTS: Final[Mapping[Rule, str]] = {
    Rule.GAME_OVER: "nobody may play a card now",
    Rule.BOUT_OVER: "nobody may play a card now",
    Rule.ONE_CARD: "plays more than one card",
    Rule.MUST_LEAD: "must lead a card, as the table is empty",
    Rule.NOT_HELD: "does not hold {card}",
    Rule.LOWER: _NOT_BEATEN,
    Rule.OTHER_SUIT: _NOT_BEATEN,
    Rule.TRUMP_NEEDED: _NOT_BEATEN,
    Rule.RANK_NOT_ON_TABLE: "no card of the rank of {card} on the table ({table})",
    Rule.GIVE_LIMIT: "gives too many cards ({n}, at most {limit})",
    Rule.GIVEN_TWICE: "gives a card twice",
}


class IllegalAction(Exception):
    """An action that breaks a rule; ``str`` is the English of logs."""

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
        super().__init__(rule)
        self.rule: Final = rule
        self.card: Final = card
        self.table: Final = tuple(table)
        self.trump: Final = trump
        self.count: Final = count
        self.limit: Final = limit

    @property
    def values(self) -> dict[str, object]:
        """The cards by name, and the numbers."""
        return {
            "card": "" if self.card is None else card_name(self.card),
            "other": card_name(self.table[-1]) if self.table else "",
            "table": " ".join(card_names(self.table)),
            "trump": "" if self.trump is None else card_name(self.trump),
            "n": self.count,
            "limit": self.limit,
        }

    def __str__(self) -> str:
        return self.rule.text.format(**self.values)
