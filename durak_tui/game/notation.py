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


class ImpossiblePosition(ValueError):
    """Cards where the rules never bring them; the text says why.

    ``at`` is where on the table, from 0, the impossible card lies.
    """

    def __init__(
        self, text: str, *, at: int | None = None, illegal: IllegalAction | None = None
    ) -> None:
        super().__init__(text)
        self.at: Final = at
        self.illegal: Final = illegal


def parse_position(line: str) -> Position:
    """The position of a line.  Raises ValueError, worded for the user."""
    fields = line.split()
    if len(fields) not in _FIELDS:
        raise ValueError(f"a position has {_FIELDS[0]} to {_FIELDS[-1]} fields, not {len(fields)}")
    fields += [EMPTY] * (max(_FIELDS) - len(fields))
    table, _, given = fields[1].partition("+")
    if fields[4] not in ("1", "2"):
        raise ValueError(f"the attacker is player 1 or 2, not {fields[4]}")
    if fields[5] not in _NAMES:
        raise ValueError(f"the phase is one of {', '.join(_NAMES)}, not {fields[5]}")
    trumps = _cards(fields[3])
    if len(trumps) != 1:
        raise ValueError(f"the trump is one card, not {fields[3]}")
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
            raise ValueError("what a player has taken is not in their hand")
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
    """The position with cards in these places.  Raises ValueError, ImpossiblePosition."""
    places = [*hands[0], *hands[1], *table, *given, *talon, *discarded]
    if len(set(places)) < len(places):
        twice = next(card for card in places if places.count(card) > 1)
        raise ValueError(f"{card_name(twice)} is in two places")
    if talon and talon[-1] != trump:
        raise ValueError(f"the last card of the talon is the trump, {card_name(trump)}")
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
            text = f"the cards on the table are impossible: a player {error}"
            raise ImpossiblePosition(text, at=at, illegal=error) from None
        position.play((card,))
    if position.phase == RESPOND and (given or phase in (PHASE_NAMES[GIVE_MORE], TAKEN)):
        position.respond(PASS)
        if position.phase == GIVE_MORE and (given or phase == TAKEN):
            try:
                position.check(given)
            except IllegalAction as error:
                raise ImpossiblePosition(f"impossible cards given: a player {error}") from None
            position.give_more(given)
        elif given:
            raise ImpossiblePosition("cards are given where no attack is left")
    elif phase == BEATEN and position.phase == MOVE and table and not given:
        position.move(PASS)
    if position.stage != phase:
        raise ImpossiblePosition(f"with these cards the phase is {position.stage}, not {phase}")
    return position


def _cards(text: str) -> list[int]:
    if text in (EMPTY, ""):
        return []
    if len(text) % 2:
        raise ValueError(f"cards are written like 6CTD, not {text}")
    return [parse_card(text[at : at + 2]) for at in range(0, len(text), 2)]


def _caps(text: str) -> Caps:
    if text == EMPTY:
        return NO_CAPS
    numbers = [int(part) for part in text.split("/") if part.isdecimal() and len(part) < 3]
    if len(numbers) != 2 or not all(0 < number <= UNLIMITED for number in numbers):
        raise ValueError(f"an attack limit is written like 6/5, not {text}")
    return Caps(*numbers)


def _hands(text: str) -> list[list[int]]:
    hands = text.split("/")
    if text == EMPTY:
        return [[], []]
    if len(hands) != 2:
        raise ValueError(f"two hands have / between them, unlike {text}")
    return [_cards(hand) for hand in hands]
