"""Going through a recorded game card by card, forward and backward.

The events and their order are those of pyDurak's log viewer (D-110 to D-114).
"""

from collections.abc import Iterator
from typing import Any, Final, Literal, NamedTuple

from durak_tui.game.cards import BIT, card_name, card_names, cards_in
from durak_tui.game.position import DEAL, PHASE_NAMES, RESPOND, Position
from durak_tui.records.log_format import SEATS
from durak_tui.records.record import Bout, GameRecord, bouts

EventKind = Literal["new_move", "move", "respond", "give_more"]
PhaseName = Literal["move", "respond", "give_more", "deal", "over"]
Outcome = Literal["beaten", "taken", "open"]
"""What became of a bout: ``open`` if the game ended, or was broken off, before it was beaten
or the defender took."""


class ReplayEvent(NamedTuple):
    """One step of a game: a bout begins, or a card is played."""

    kind: EventKind
    player: int
    """Who plays the card; of ``new_move`` the attacker."""
    card: int | None
    """None for ``new_move`` only."""
    bout: Bout
    """The whole bout that this is a part of."""


class ReplayState(NamedTuple):
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
    discarded: tuple[int, ...] = ()
    """Cards out of the game, in the order of play: those of the bouts that were beaten."""


class ReplayTurn(NamedTuple):
    """What is to be done at one moment of a game."""

    phase: PhaseName
    """``deal``: the bout is over, the table has not been cleared yet."""
    player: int | None
    """Who is to do it; None if nobody is."""


class BoutSummary(NamedTuple):
    """A bout as a line of a list."""

    number: int
    """From 1."""
    attacker: int
    cards: int
    """How many were played, those given to the taker included."""
    outcome: Outcome


def events(record: GameRecord) -> Iterator[ReplayEvent]:
    """All steps of a game; a game that was never played has none."""
    for bout in bouts(record):
        yield from _events_of(bout)


def _events_of(bout: Bout) -> Iterator[ReplayEvent]:
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


class ReplayCursor:
    """A place in a recorded game.

    It begins before the first event, with the hands as dealt.  Commands that would leave
    the game are ignored (D-114).
    """

    def __init__(self, record: GameRecord) -> None:
        self.trump: Final = record.deal.deck[-1]
        """The card that lies open under the talon, or did."""
        self._events = list(events(record))
        self._snapshots = [_dealt(record)]
        """One more than events: what each event leads to stands behind it."""
        self._bouts: list[int] = []
        """Where among the events each bout begins."""
        self._moments = _Moments(record)
        for i, event in enumerate(self._events):
            if event.card is None:
                self._bouts.append(i)
            self._moments.after(event)
            self._snapshots.append(
                _after(event, self._snapshots[-1], self._moments.position.discarded)
            )
        self._moments.finish()
        self._at = 0

    @property
    def state(self) -> ReplayState:
        """What lies open now."""
        return self._snapshots[self._at]

    @property
    def discarded(self) -> tuple[int, ...]:
        """Cards that are out of the game by now, in the order of play."""
        return self.state.discarded

    @property
    def last(self) -> ReplayEvent | None:
        """The event that led here; None before the first."""
        return self._events[self._at - 1] if self._at else None

    @property
    def turn(self) -> ReplayTurn:
        """What is to be done now.

        Passes have no event of their own: behind the last card of a bout it is still the turn
        of who then passed.  At the end of the game all lies behind.
        """
        return self._moments.turns[self._at]

    @property
    def actions_played(self) -> int:
        """How many of the record's actions lie behind.

        Amid the cards that are given to a taker it is the number before they are: then
        they are one action.  At the start of a bout what ended the one before lies behind;
        at the end of the game everything does.
        """
        return self._moments.played[self._at]

    @property
    def actions_before(self) -> int:
        """How many lay behind before the last event."""
        return self._moments.played[max(0, self._at - 1)]

    @property
    def bouts(self) -> tuple[BoutSummary, ...]:
        """All bouts of the game."""
        return tuple(self._moments.bouts)

    @property
    def outcome(self) -> Outcome | None:
        """What becomes of the bout, if its last card lies behind; else None."""
        bout = self.state.bout
        if not bout:
            return None
        end = self._bouts[bout] if bout < len(self._bouts) else len(self._events)
        return self._moments.bouts[bout - 1].outcome if self._at == end else None

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

    def next(self) -> ReplayEvent | None:
        """Go one step on.  Returns the event that happened, or None at the end."""
        if not self.has_next:
            return None
        self._at += 1
        return self._events[self._at - 1]

    def previous(self) -> ReplayEvent | None:
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

    def to_end(self) -> ReplayEvent | None:
        """Go behind the last card.

        Returns the ``new_move`` of the last bout, which is shown complete (D-113), or None
        in a game without events.
        """
        self._at = len(self._events)
        return self._opening() if self._events else None

    def to_bout(self, number: int) -> ReplayEvent | None:
        """Go to the start of a bout, counted from 1.

        Returns its ``new_move``, or None, and stays, if there is no such bout.
        """
        if not 1 <= number <= len(self._bouts):
            return None
        self._at = self._bouts[number - 1] + 1
        return self._opening()

    def after_action(self, number: int) -> int:
        """How many events lie behind when an action of the record, counted from 0, has been
        played.  A pass is seen with the event after it."""
        played = self._moments.played
        return next((at for at, count in enumerate(played) if count > number), self.length)

    def to_event(self, count: int) -> None:
        """Go to where so many events lie behind; nothing is before the first bout."""
        self._at = max(min(1, self.length), min(count, self.length))

    def next_bout(self) -> ReplayEvent | None:
        """Go to the start of the next bout.

        Returns its ``new_move``, or None, and stays, if this one is the last.
        """
        return self.to_bout(self.state.bout + 1)

    def previous_bout(self) -> ReplayEvent | None:
        """Go to the start of this bout, or, from there, of the one before.

        Returns its ``new_move``, or None, and stays, at the start of the first.
        """
        bout = self.state.bout
        if bout and self._at == self._bouts[bout - 1] + 1:
            bout -= 1
        return self.to_bout(bout)

    def _opening(self) -> ReplayEvent:
        return self._events[self._bouts[self.state.bout - 1]]


def _dealt(record: GameRecord) -> ReplayState:
    position = record.deal.position()
    hands = position.hands[0], position.hands[1]
    return ReplayState(hands, (), (), position.talon_count, position.attacker, 0)


def _after(event: ReplayEvent, before: ReplayState, discarded: tuple[int, ...]) -> ReplayState:
    card = event.card
    if card is None:
        bout = event.bout
        return ReplayState(
            bout.hands, (), (), bout.talon_count, bout.attacker, before.bout + 1, discarded
        )
    first, second = before.hands
    hands = (first ^ BIT[card], second) if event.player == 0 else (first, second ^ BIT[card])
    if event.kind == "give_more":
        return before._replace(hands=hands, given=(*before.given, card))
    return before._replace(hands=hands, table=(*before.table, card))


class _Moments:
    """A game played again beside its events, to tell what no event shows: the passes."""

    def __init__(self, record: GameRecord) -> None:
        self.position: Final = record.deal.position()
        self.played = [0]
        """How many actions lie behind after so many events."""
        self.turns = [_turn(self.position)]
        self.bouts: list[BoutSummary] = []
        self._actions: Final = record.actions
        self._done = 0
        self._given = 0
        """Cards of the next action that have been given already."""

    def after(self, event: ReplayEvent) -> None:
        """Play on until behind this event."""
        if event.card is None:
            self._end_bout()
            self._given = 0
            self.bouts.append(
                BoutSummary(
                    len(self.bouts) + 1,
                    event.player,
                    len(event.bout.cards) + len(event.bout.given),
                    "open",
                )
            )
        elif event.kind == "give_more":
            if self.position.phase == RESPOND:
                self._play()
            self._given += 1
            if self._given == len(self._actions[self._done]):
                self._play()
        else:
            self._play()
        self._note()

    def finish(self) -> None:
        """Play what comes after the last event."""
        self._end_bout()
        self.played[-1] = self._done
        self.turns[-1] = _turn(self.position)

    def _end_bout(self) -> None:
        position = self.position
        while position.phase < DEAL and self._done < len(self._actions) and self.bouts:
            self._play()
        if self.bouts:
            self.bouts[-1] = self.bouts[-1]._replace(outcome=self._outcome())
        if position.phase == DEAL:
            position.deal()

    def _outcome(self) -> Outcome:
        position = self.position
        if position.taking:
            return "taken"
        beaten = position.phase >= DEAL and len(position.table) % 2 == 0
        return "beaten" if beaten else "open"

    def _play(self) -> None:
        self.position.play(self._actions[self._done])
        self._done += 1

    def _note(self) -> None:
        self.played.append(self._done)
        self.turns.append(_turn(self.position))


def _turn(position: Position) -> ReplayTurn:
    nobody = position.phase >= DEAL
    return ReplayTurn(PHASE_NAMES[position.phase], None if nobody else position.to_act)
