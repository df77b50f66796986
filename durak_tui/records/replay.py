"""Going through a recorded game card by card, forward and backward.

The events and their order are those of pyDurak's log viewer (D-110 to D-114).
"""

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from durak_tui.game.cards import BIT, card_name, card_names, cards_in
from durak_tui.records.logformat import SEATS
from durak_tui.records.record import Bout, GameRecord, bouts

EventKind = Literal["new_move", "move", "respond", "give_more"]


class Event(NamedTuple):
    """One step of a game: a bout begins, or a card is played."""

    kind: EventKind
    player: int
    """Who plays the card; of ``new_move`` the attacker."""
    card: int | None
    """None for ``new_move`` only."""
    bout: Bout
    """The whole bout that this is a part of."""


class Snapshot(NamedTuple):
    """What lies open at one moment of a game."""

    hands: tuple[int, int]
    """Both hands as bit masks, without the cards that have been played."""
    table: tuple[int, ...]
    """In the order of play."""
    given: tuple[int, ...]
    """Cards given to the taker so far, in the order of giving."""
    talon_count: int
    """Cards left in the talon, the open trump included."""
    attacker: int
    bout: int
    """The number of the bout, from 1; 0 before the first has begun."""


def events(record: GameRecord) -> Iterator[Event]:
    """All steps of a game; a game that was never played has none."""
    for bout in bouts(record):
        yield from _events_of(bout)


def _events_of(bout: Bout) -> Iterator[Event]:
    attacker = bout.attacker
    yield Event("new_move", attacker, None, bout)
    for i, card in enumerate(bout.cards):
        if i % 2:
            yield Event("respond", 1 - attacker, card, bout)
        else:
            yield Event("move", attacker, card, bout)
    for card in bout.given:
        yield Event("give_more", attacker, card, bout)


def event_as_json(event: Event) -> dict[str, Any]:
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


class ReplayCursor:
    """A place in a recorded game.

    It begins before the first event, with the hands as dealt.  Commands that would leave
    the game are ignored (D-114).
    """

    def __init__(self, record: GameRecord) -> None:
        self._events = list(events(record))
        self._snapshots = [_dealt(record)]
        """One more than events: what each event leads to stands behind it."""
        self._bouts: list[int] = []
        """Where among the events each bout begins."""
        for i, event in enumerate(self._events):
            if event.card is None:
                self._bouts.append(i)
            self._snapshots.append(_after(event, self._snapshots[-1]))
        self._at = 0

    @property
    def state(self) -> Snapshot:
        """What lies open now."""
        return self._snapshots[self._at]

    @property
    def position(self) -> int:
        """How many events lie behind, 0 to :attr:`length`."""
        return self._at

    @property
    def length(self) -> int:
        """How many events the game has."""
        return len(self._events)

    @property
    def bout_count(self) -> int:
        """How many bouts the game has."""
        return len(self._bouts)

    @property
    def has_next(self) -> bool:
        """Whether :meth:`next` does anything."""
        return self._at < len(self._events)

    @property
    def has_previous(self) -> bool:
        """Whether :meth:`previous` does anything: nothing is before the first bout."""
        return self._at > 1

    def next(self) -> Event | None:
        """Go one step on.  Returns the event that happened, or None at the end."""
        if not self.has_next:
            return None
        self._at += 1
        return self._events[self._at - 1]

    def previous(self) -> Event | None:
        """Go one step back.

        Returns the event of the card that was taken back; or, where a bout was undone, the
        ``new_move`` of the bout before, which is shown complete (D-112).  None at the
        start of the first bout.
        """
        if not self.has_previous:
            return None
        undone = self._events[self._at - 1]
        self._at -= 1
        return undone if undone.card is not None else self._opening()

    def to_start(self) -> None:
        """Go before the first event; :meth:`next` shows the first bout (D-111)."""
        self._at = 0

    def to_end(self) -> Event | None:
        """Go behind the last card.

        Returns the ``new_move`` of the last bout, which is shown complete (D-113), or None
        in a game without events.
        """
        self._at = len(self._events)
        return self._opening() if self._events else None

    def to_bout(self, number: int) -> Event | None:
        """Go to the start of a bout, counted from 1.

        Returns its ``new_move``, or None, and stays, if there is no such bout.
        """
        if not 1 <= number <= len(self._bouts):
            return None
        self._at = self._bouts[number - 1] + 1
        return self._opening()

    def _opening(self) -> Event:
        return self._events[self._bouts[self.state.bout - 1]]


def _dealt(record: GameRecord) -> Snapshot:
    position = record.deal.position()
    hands = position.hands[0], position.hands[1]
    return Snapshot(hands, (), (), position.talon_count, position.attacker, 0)


def _after(event: Event, before: Snapshot) -> Snapshot:
    card = event.card
    if card is None:
        bout = event.bout
        return Snapshot(bout.hands, (), (), bout.talon_count, bout.attacker, before.bout + 1)
    first, second = before.hands
    hands = (first ^ BIT[card], second) if event.player == 0 else (first, second ^ BIT[card])
    if event.kind == "give_more":
        return before._replace(hands=hands, given=(*before.given, card))
    return before._replace(hands=hands, table=(*before.table, card))
