"""A position from the line of text that its ``str`` is.

The fields stand between blanks; ``-`` is an empty one::

    6C7D9H9DAC/8C9STDJDQC 6H - 7S 2 respond

1. both hands, player 1's first, without what lies on the table;
2. the cards of the bout in the order of play (attack, the card that beats it, attack ...);
   behind ``+`` those given to the taker;
3. the talon in the order of drawing, the open trump last;
4. the trump: that open card or, with an empty talon, any card of its suit;
5. the attacker: 1 or 2;
6. the phase: ``move``, ``respond``, ``give_more``, ``beaten`` or ``taken`` (the bout is over
   and not settled yet), or ``over``;
7. optional, the discarded cards in the order in which they were discarded;
8. optional, what each player has taken from the table and still holds, as in field 1;
9. optional, the attack limit of the bouts to come and, behind ``/``, of this one, as in ``6/5``.
"""

from collections.abc import Sequence
from enum import Enum
from typing import Final

from durak_tui.game.caps import NO_CAPS, UNLIMITED, Caps
from durak_tui.game.cards import card_name, mask_of, parse_card
from durak_tui.game.position import (
    BEATEN,
    DEAL,
    EMPTY,
    GIVE_MORE,
    MOVE,
    OVER,
    PASS,
    PHASE_NAMES,
    RESPOND,
    TAKEN,
    Position,
)
from durak_tui.game.violation import IllegalAction

_NAMES: Final = (*PHASE_NAMES[:DEAL], BEATEN, TAKEN, PHASE_NAMES[OVER])
_FIELDS: Final = (6, 7, 8, 9)


class PositionFault(Enum):
    """The faults of a position, in English with placeholders."""

    FIELDS = "a position has {least} to {most} fields, not {n}"
    ATTACKER = "the attacker is player 1 or 2, not {text}"
    PHASE = "the phase is one of {phases}, not {text}"
    TRUMP = "the trump is one card, not {text}"
    CARDS = "cards are written like 6CTD, not {text}"
    NOT_A_CARD = "not a card: {name}"
    HANDS = "two hands have / between them, unlike {text}"
    LIMIT = "an attack limit is written like 6/5, not {text}"
    TAKEN = "what a player has taken is not in their hand"
    TWO_PLACES = "{card} is in two places"
    LAST_OF_TALON = "the last card of the talon is the trump, {card}"
    TABLE = "the cards on the table are impossible: a player {why}"
    GIVEN = "impossible cards given: a player {why}"
    NOTHING_GIVEN = "cards are given, but the attack limit is already reached"
    OTHER_PHASE = "with these cards the phase is {stage}, not {phase}"


class PositionError(ValueError):
    """A line that is no position, or one that the rules exclude."""

    def __init__(
        self,
        fault: PositionFault,
        *,
        at: int | None = None,
        illegal: IllegalAction | None = None,
        **values: object,
    ) -> None:
        """``at``: the place on the table, from 0, of an ``illegal`` action."""
        super().__init__(fault)
        self.fault: Final = fault
        self.at: Final = at
        self.illegal: Final = illegal
        self.values: Final = values

    def __str__(self) -> str:
        return self.fault.value.format(why=self.illegal, **self.values)


def parse_position(line: str) -> Position:
    """The position of a line.  Raises PositionError."""
    fields = line.split()
    if len(fields) not in _FIELDS:
        least, most = _FIELDS[0], _FIELDS[-1]
        raise PositionError(PositionFault.FIELDS, least=least, most=most, n=len(fields))
    fields += [EMPTY] * (max(_FIELDS) - len(fields))
    table, _, given = fields[1].partition("+")
    if fields[4] not in ("1", "2"):
        raise PositionError(PositionFault.ATTACKER, text=fields[4])
    if fields[5] not in _NAMES:
        raise PositionError(PositionFault.PHASE, phases=", ".join(_NAMES), text=fields[5])
    trumps = _cards(fields[3])
    if len(trumps) != 1:
        raise PositionError(PositionFault.TRUMP, text=fields[3])
    position = position_at(
        _hands(fields[0]),
        table=_cards(table),
        given=_cards(given),
        talon=_cards(fields[2]),
        trump=trumps[0],
        attacker=int(fields[4]) - 1,
        phase=fields[5],
        discarded=_cards(fields[6]),
        caps=_caps(fields[8]),
    )
    for player, cards in enumerate(_hands(fields[7])):
        position.taken[player] = mask_of(cards)
        if position.taken[player] & ~position.hands[player]:
            raise PositionError(PositionFault.TAKEN)
    return position


def position_at(
    hands: Sequence[Sequence[int]],
    *,
    trump: int,
    attacker: int,
    phase: str,
    table: Sequence[int] = (),
    given: Sequence[int] = (),
    talon: Sequence[int] = (),
    discarded: Sequence[int] = (),
    caps: Caps = NO_CAPS,
) -> Position:
    """The position with cards in these places.  Raises PositionError."""
    places = [*hands[0], *hands[1], *table, *given, *talon, *discarded]
    if len(set(places)) < len(places):
        twice = next(card for card in places if places.count(card) > 1)
        raise PositionError(PositionFault.TWO_PLACES, card=card_name(twice))
    if talon and talon[-1] != trump:
        raise PositionError(PositionFault.LAST_OF_TALON, card=card_name(trump))
    played = [[*hands[0]], [*hands[1]]]
    played[attacker] += [*table[::2], *given]
    played[1 - attacker] += table[1::2]
    position = Position(
        (mask_of(played[0]), mask_of(played[1])),
        tuple(talon),
        attacker,
        trump=trump,
        discarded=discarded,
        caps=caps,
    )
    for at, card in enumerate(table):
        try:
            position.check((card,))
        except IllegalAction as error:
            raise PositionError(PositionFault.TABLE, at=at, illegal=error) from None
        position.play((card,))
    if position.phase == RESPOND and (given or phase in (PHASE_NAMES[GIVE_MORE], TAKEN)):
        position.respond(PASS)
        if position.phase == GIVE_MORE and (given or phase == TAKEN):
            try:
                position.check(given)
            except IllegalAction as error:
                raise PositionError(PositionFault.GIVEN, illegal=error) from None
            position.give_more(given)
        elif given:
            raise PositionError(PositionFault.NOTHING_GIVEN)
    elif phase == BEATEN and position.phase == MOVE and table and not given:
        position.move(PASS)
    if position.stage != phase:
        raise PositionError(PositionFault.OTHER_PHASE, stage=position.stage, phase=phase)
    return position


def _cards(text: str) -> list[int]:
    if text in (EMPTY, ""):
        return []
    if len(text) % 2:
        raise PositionError(PositionFault.CARDS, text=text)
    return [_card(text[at : at + 2]) for at in range(0, len(text), 2)]


def _card(name: str) -> int:
    try:
        return parse_card(name)
    except ValueError:
        raise PositionError(PositionFault.NOT_A_CARD, name=repr(name)) from None


def _caps(text: str) -> Caps:
    if text == EMPTY:
        return NO_CAPS
    numbers = [int(part) for part in text.split("/") if part.isdecimal() and len(part) < 3]
    if len(numbers) != 2 or not all(0 < number <= UNLIMITED for number in numbers):
        raise PositionError(PositionFault.LIMIT, text=text)
    return Caps(*numbers)


def _hands(text: str) -> list[list[int]]:
    hands = text.split("/")
    if text == EMPTY:
        return [[], []]
    if len(hands) != 2:
        raise PositionError(PositionFault.HANDS, text=text)
    return [_cards(hand) for hand in hands]
