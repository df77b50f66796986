"""A recorded game card by card, forward and backward.

The events and their order are those of pyDurak's log viewer (D-110 to D-114).
"""

from bisect import bisect_right
from collections.abc import Iterator
from typing import Any, Final, Literal, NamedTuple

from durak_tui.game.cards import BIT, card_name, card_names, cards_in
from durak_tui.game.position import DEAL, GIVE_MORE, PHASE_NAMES, Position
from durak_tui.records.log_format import SEATS
from durak_tui.records.record import GameRecord, Thought, bouts
from durak_tui.records.walk import Bout, BoutBegins, Outcome, Over, Played, walk

EventKind = Literal["new_move", "move", "respond", "give_more"]
PhaseName = Literal["move", "respond", "give_more", "deal", "over"]


class ReplayEvent(NamedTuple):
    """The beginning of a bout, or a card played."""

    kind: EventKind
    player: int  # Who plays the card; of `new_move` the attacker.
    card: int | None
    bout: Bout


class ReplayState(NamedTuple):
    """The cards at one moment of a game; hands are masks."""

    hands: tuple[int, int]
    table: tuple[int, ...]
    given: tuple[int, ...]
    talon_count: int
    attacker: int
    bout: int  # The number of the bout, from 1; 0 before the first has begun.
    discarded: tuple[int, ...] = ()
    known: tuple[int, int] = (0, 0)  # Of each hand the cards that the opponent can know, as masks.


class ReplayTurn(NamedTuple):
    """The next decision at one moment of a game."""

    phase: PhaseName  # `deal`: the bout is over, the table has not been cleared yet.
    player: int | None


def events(record: GameRecord) -> Iterator[ReplayEvent]:
    """All events of a game; none if it was never played."""
    for bout in bouts(record):
        attacker = bout.attacker
        yield ReplayEvent("new_move", attacker, None, bout)
        for i, card in enumerate(bout.cards):
            if i % 2:
                yield ReplayEvent("respond", 1 - attacker, card, bout)
            else:
                yield ReplayEvent("move", attacker, card, bout)
        for card in bout.given:
            yield ReplayEvent("give_more", attacker, card, bout)


def event_as_json(event: ReplayEvent) -> dict[str, Any]:
    """The event with pyDurak's keys and names; hands are sorted by name."""
    shown: dict[str, Any] = {"event_type": event.kind, "to_move": SEATS[event.player]}
    if event.card is not None:
        return shown | {"card": card_name(event.card)}
    bout = event.bout
    return shown | {
        "player1_cards": sorted(card_names(cards_in(bout.hands[0]))),
        "player2_cards": sorted(card_names(cards_in(bout.hands[1]))),
        "deck_count": bout.talon_count,
        "moves_and_responds": card_names(bout.cards),
        "given_more": card_names(bout.given),
    }


def last_thoughts(record: GameRecord, count: int) -> tuple[Thought | None, Thought | None]:
    """The last thought of each engine after ``count`` actions."""
    last: list[Thought | None] = [None, None]
    if record.said:
        for event in walk(record.deal, record.actions[:count]):
            if isinstance(event, Played) and (said := record.said.thought(event.number)):
                last[event.seat] = said
    return last[0], last[1]


class ReplayCursor:
    """A place in a recorded game, at first before the first event.

    Commands that would leave the game are ignored (D-114).
    """

    def __init__(self, record: GameRecord) -> None:
        self.trump: Final = record.deal.deck[-1]
        self.position = 0  # How many events lie behind.
        self._events = list(events(record))
        self.bouts: Final = [event.bout for event in self._events if event.card is None]
        self._openings = [at for at, event in enumerate(self._events) if event.card is None]
        start = record.deal.position()
        # One more than events: what each event leads to stands behind it.
        self._moments = [_Moment(_state(start, 0), _turn(start))]
        if self._events:
            self._go_through(record)

    def _go_through(self, record: GameRecord) -> None:
        game = walk(record.deal, record.actions)
        position, moments = game.position, self._moments
        for event in game:
            match event:
                case BoutBegins(bout=number):
                    moments.append(_Moment(_state(position, number), _turn(position), game.played))
                case Played(cards=cards):
                    for card in cards:
                        state = _after(moments[-1].state, event, card)
                        is_last = card == cards[-1]
                        # Only cards that are given come several at a time.
                        turn = _turn(position) if is_last else ReplayTurn("give_more", event.seat)
                        one = event._replace(cards=(card,))
                        moments.append(_Moment(state, turn, event.number + is_last, one))
                case Over():
                    turn = _turn(position)
                    moments[-1] = moments[-1]._replace(turn=turn, actions=game.played)

    @property
    def state(self) -> ReplayState:
        return self._moments[self.position].state

    @property
    def last(self) -> ReplayEvent | None:
        """The event that led here; None before the first."""
        return self._events[self.position - 1] if self.position else None

    @property
    def played(self) -> Played | None:
        """The card that led here; None where a bout begins."""
        return self._moments[self.position].played

    @property
    def turn(self) -> ReplayTurn:
        """The next decision.

        Passes have no event of their own: behind the last card of a bout it is still the turn
        of who then passed.
        """
        return self._moments[self.position].turn

    @property
    def actions_played(self) -> int:
        """The number of the record's actions that lie behind.

        Cards given to a taker are one action, which lies behind once all are given.  At the
        start of a bout what ended the one before lies behind, at the end of the game everything.
        """
        return self._moments[self.position].actions

    @property
    def actions_before(self) -> int:
        """The number of actions that lay behind before the last event."""
        return self._moments[max(0, self.position - 1)].actions

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the bout, once its last card lies behind."""
        bout = self.state.bout
        if not bout:
            return None
        end = self._openings[bout] if bout < len(self.bouts) else self.length
        return self.bouts[bout - 1].outcome if self.position == end else None

    @property
    def length(self) -> int:
        return len(self._events)

    @property
    def has_next(self) -> bool:
        return self.position < self.length

    def next(self) -> None:
        if self.has_next:
            self.position += 1

    def previous(self) -> None:
        """Go one step back, not before the first bout."""
        if self.position > 1:
            self.position -= 1

    def to_start(self) -> None:
        """Go before the first event; :meth:`next` shows the first bout (D-111)."""
        self.position = 0

    def to_end(self) -> None:
        self.position = self.length

    def to_bout(self, number: int) -> None:
        """Go to the start of a bout, counted from 1."""
        if 1 <= number <= len(self.bouts):
            self.position = self._openings[number - 1] + 1

    def next_bout(self) -> None:
        self.to_bout(self.state.bout + 1)

    def previous_bout(self) -> None:
        """Go to the start of this bout or, from there, one back."""
        bout = self.state.bout
        if bout and self.position == self._openings[bout - 1] + 1:
            bout -= 1
        self.to_bout(bout)

    def at_action(self, number: int) -> int:
        """The number of events before an action, counted from 0.

        A pass is seen with the event after it; what follows it there has no moment of its own, and
        is seen once it lies behind.
        """
        last = bisect_right(self._moments, number, key=lambda moment: moment.actions) - 1
        return last if self._moments[last].actions == number else last + 1

    def to_event(self, count: int) -> None:
        """Go to where ``count`` events lie behind, from 0 to :attr:`length`."""
        self.position = count


class _Moment(NamedTuple):
    state: ReplayState
    turn: ReplayTurn
    actions: int = 0  # How many lie behind.
    played: Played | None = None


def _state(position: Position, bout: int) -> ReplayState:
    hands = position.hands[0], position.hands[1]
    known = position.known(0), position.known(1)
    talon, attacker = position.talon_count, position.attacker
    return ReplayState(hands, (), (), talon, attacker, bout, position.discarded, known)


def _after(before: ReplayState, played: Played, card: int) -> ReplayState:
    away = [BIT[card] if seat == played.seat else 0 for seat in (0, 1)]
    hands = before.hands[0] & ~away[0], before.hands[1] & ~away[1]
    known = before.known[0] & ~away[0], before.known[1] & ~away[1]
    after = before._replace(hands=hands, known=known)
    if played.phase == GIVE_MORE:
        return after._replace(given=(*before.given, card))
    return after._replace(table=(*before.table, card))


def _turn(position: Position) -> ReplayTurn:
    nobody = position.phase >= DEAL
    return ReplayTurn(PHASE_NAMES[position.phase], None if nobody else position.to_act)
