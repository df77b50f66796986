"""A game event by event, while it is played or later.

All that plays or shows a game, counts its bouts or judges its decisions reads these events.
Each says what has happened; :attr:`Walk.position` is the position that it has led to.
"""

from collections.abc import Iterable, Iterator
from typing import Final, Literal, NamedTuple

from durak_tui.game.deals import Deal
from durak_tui.game.position import DEAL, OVER, Action, Dealt, Position

Outcome = Literal["beaten", "taken", "open"]
"""The outcome of a bout: ``taken`` once the defender takes, though more may be given to them;
``open`` where it goes on, or the game ended or was broken off in its midst."""


class Bout(NamedTuple):
    """One bout: the cards on the table, and those given."""

    attacker: int
    hands: tuple[int, int]
    talon_count: int
    cards: tuple[int, ...]
    given: tuple[int, ...]
    outcome: Outcome = "open"

    @property
    def size(self) -> int:
        return len(self.cards) + len(self.given)

    @property
    def pairs(self) -> list[tuple[int, ...]]:
        """The attacks in order, each with its answer, if any."""
        return [self.cards[at : at + 2] for at in range(0, len(self.cards), 2)]


class BoutBegins(NamedTuple):
    """The beginning of a bout, at first or when both have drawn.

    As in all events bouts are numbered from 1 and hands are masks.
    """

    bout: int
    attacker: int
    hands: tuple[int, int]
    talon_count: int


class Played(NamedTuple):
    """An action of a player: without cards, passing or taking."""

    number: int  # Which of the game's actions, from 0.
    bout: int
    seat: int
    phase: int  # The phase in which they acted: `MOVE`, `RESPOND` or `GIVE_MORE`.
    cards: Action
    last: int | None  # The last card that lay on the table before; None if this one opens the bout.


class Taken(NamedTuple):
    """The defender's taking of the cards, which still lie there."""

    bout: int
    seat: int
    table: tuple[int, ...]
    given: tuple[int, ...]


class Beaten(NamedTuple):
    """The end of a beaten bout, whose cards still lie there."""

    bout: int
    attacker: int
    table: tuple[int, ...]
    left: tuple[int, int]  # How many cards each player holds.


class Drawn(NamedTuple):
    """The cards that both drew once the table was cleared."""

    bout: int
    dealt: Dealt
    talon_count: int

    def by(self, seat: int) -> tuple[int, ...]:
        """The cards that a player has drawn, without those taken."""
        return () if self.dealt.taken_by == seat else tuple(self.dealt.cards[seat])


class Over(NamedTuple):
    """The end of a game, by the rules or broken off."""

    bout: int
    winner: int  # 0, 1 or `DRAW` by the rules; `UNDECIDED` if it was broken off.
    taking: bool
    table: tuple[int, ...]  # What lies on the table; nothing if the game ended between two bouts.
    given: tuple[int, ...]
    left: tuple[int, int]  # How many cards each player holds.


Event = BoutBegins | Played | Taken | Beaten | Drawn | Over
Acts = tuple[Played] | tuple[Played, Taken | Beaten | Over]  # What is played may end the bout.


class Walk:
    """A game that goes on from a position, event by event.

    Iterate over it to have all actions played; or call :meth:`play` and, when a bout is over,
    :meth:`settle`, as they come.  Actions are not checked.
    """

    def __init__(self, position: Position, actions: Iterable[Action] = ()) -> None:
        self.position: Final = position  # To be read; it changes from event to event.
        self.bout = 1
        self.played = 0
        self._actions = actions

    def __iter__(self) -> Iterator[Event]:
        position = self.position
        yield self.begin()
        for cards in self._actions:
            yield from self.play(cards)
            if position.phase == DEAL:
                yield from self.settle()
        if position.phase != OVER:
            yield self._over()

    def bouts(self) -> Iterator[Bout]:
        """Walk by bouts, three times as fast; the last may be unfinished."""
        position = self.position
        hands, talon_count = (position.hands[0], position.hands[1]), position.talon_count
        for cards in self._actions:
            position.play(cards)
            if position.phase >= DEAL:
                yield bout_in(position, hands, talon_count)
                if position.phase == DEAL:
                    position.deal()
                    hands = position.hands[0], position.hands[1]
                    talon_count = position.talon_count
        if position.phase != OVER:
            yield bout_in(position, hands, talon_count)

    def to_end(self) -> Position:
        """Have all actions played; returns where that led."""
        for _event in self:
            pass
        return self.position

    def begin(self) -> BoutBegins:
        position = self.position
        hands = position.hands[0], position.hands[1]
        return BoutBegins(self.bout, position.attacker, hands, position.talon_count)

    def play(self, cards: Action) -> Acts:
        """Play for the player to act, which may end the bout."""
        position = self.position
        last = position.table[-1] if position.table else None
        played = Played(self.played, self.bout, position.to_act, position.phase, cards, last)
        position.play(cards)
        self.played += 1
        return (played,) if position.phase < DEAL else (played, self._end())

    def settle(self) -> tuple[Drawn, BoutBegins | Over]:
        """Clear the table and draw; the next bout begins, if any."""
        position = self.position
        dealt = position.deal()
        drawn = Drawn(self.bout, dealt, position.talon_count)
        if position.phase == OVER:
            return drawn, self._over()
        self.bout += 1
        return drawn, self.begin()

    def _end(self) -> Taken | Beaten | Over:
        """The end of a bout whose cards still lie there."""
        position, table = self.position, tuple(self.position.table)
        if position.phase == OVER:
            return self._over()
        if position.taking:
            return Taken(self.bout, position.defender, table, tuple(position.given))
        return Beaten(self.bout, position.attacker, table, _left(position))

    def _over(self) -> Over:
        position = self.position
        table, given = tuple(position.table), tuple(position.given)
        return Over(self.bout, position.winner, position.taking, table, given, _left(position))


def _left(position: Position) -> tuple[int, int]:
    return position.hands[0].bit_count(), position.hands[1].bit_count()


def bout_in(position: Position, hands: tuple[int, int], talon_count: int) -> Bout:
    """The bout in a position, which began with these hands and talon."""
    table, given = tuple(position.table), tuple(position.given)
    outcome: Outcome = "open"
    if position.taking:
        outcome = "taken"
    elif position.phase == DEAL or (position.phase == OVER and len(table) % 2 == 0):
        outcome = "beaten"
    return Bout(position.attacker, hands, talon_count, table, given, outcome)


def walk(deal: Deal, actions: Iterable[Action]) -> Walk:
    """A game from its deal on, with legal actions."""
    return Walk(deal.position(), actions)
