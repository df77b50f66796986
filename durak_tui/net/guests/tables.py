"""A table of the server, at which two guests play.

Here all cards are known, and each guest gets what their seat may know; others may look on.
What is not due, or against the rules, is left out: it may have crossed what the other did, or come
from a program that somebody has changed.
"""

import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Self

from durak_tui.game.caps import caps_json, caps_of
from durak_tui.game.cards import SUIT_MASK, card_names, cards_in, full_deck, mask_of, parse_card
from durak_tui.game.deals import Deal, first_attacker, shuffle
from durak_tui.game.position import DEAL
from durak_tui.game.violation import IllegalAction
from durak_tui.net import talk_messages as messages
from durak_tui.net.guests import news
from durak_tui.net.guests.sight import PublicView
from durak_tui.net.stages import Stage
from durak_tui.net.talk import Talk
from durak_tui.net.talk_faults import PeerFault
from durak_tui.records.log_format import encode_game
from durak_tui.records.walk import Acts, Drawn
from durak_tui.table.game import Game
from durak_tui.table.seats import PersonSeat

SendToSeat = Callable[[news.TableNews], object]
_BITS: Final = 512  # Of chance in a deal.


@dataclass
class ServerSeat:
    """A guest's place at a table."""

    key: str  # The fingerprint by which they may come back; empty if they cannot.
    name: str
    send: SendToSeat | None = None  # None while they are away.
    left_at: float = 0.0  # When they went away.


class ServerTable:
    """Two guests at a table."""

    def __init__(
        self,
        number: int,
        seats: tuple[ServerSeat, ServerSeat],
        patience: float,
        clock: Callable[[], float],
    ) -> None:
        """A guest who is away for ``patience`` seconds may lose the game."""
        self.number: Final = number
        self.seats: Final = seats
        self.names: Final = seats[0].name, seats[1].name
        self.talk: Final = Talk(self.names, None, lambda _event: None, clock, is_ordered=True)
        self.watchers: Final[dict[object, SendToSeat]] = {}
        self.record = ""  # The last game as it stands in a log, once it is over.
        self.owed: Final[list[str]] = []  # The keys of those who were away when it ended.
        self.saved_at = datetime.now()  # When somebody has played or left last.
        self.lowest: int | None = None  # The trump that was shown for the first attack.
        self._patience: Final = patience
        self._clock: Final = clock
        self._past: list[tuple[Acts, Drawn | None]] = []

    @property
    def game(self) -> Game | None:
        game = self.talk.game
        assert game is None or isinstance(game, Game)
        return game

    @property
    def is_on(self) -> bool:
        """True while a game is being played."""
        return self.talk.stage is Stage.PLAYING

    @property
    def is_empty(self) -> bool:
        """True if nobody sits there."""
        return not any(place.send for place in self.seats)

    @property
    def is_left(self) -> bool:
        """True if nobody is there, or has anything to come back to."""
        return self.is_empty and not (self.is_on and any(place.key for place in self.seats))

    @property
    def revision(self) -> object:
        """A value that changes whenever there is something to keep."""
        return self.talk.score, self.talk.played, self.talk.stage

    def seat_of(self, key: str) -> int | None:
        """The seat that somebody has left while a game is on."""
        for seat, place in enumerate(self.seats):
            if key and place.key == key and not place.send and self.is_on:
                return seat
        return None

    # Who is there.

    def sit(self, seat: int, send: SendToSeat) -> None:
        """Take a seat."""
        place, other = self.seats[seat], self.seats[1 - seat]
        place.send = send
        who = news.OtherGuest(other.name, other.key)
        send(news.Seated(seat, self.names, self.talk.score, who))
        if self.is_on:
            self._deal_out(seat)
            if other.send:
                send(news.OtherBack())
                other.send(news.OtherBack())
                if self.talk.offers[1 - seat]:
                    send(news.GuestSaid(1 - seat, messages.OfferDraw(self.talk.played)))
            else:
                self._say_lost(seat)

    def leave(self, seat: int) -> None:
        """Get up; a game that is on can go on later."""
        place, other = self.seats[seat], self.seats[1 - seat]
        place.send, place.left_at = None, self._clock()
        self.saved_at = datetime.now()
        self.talk.offers[seat] = False  # That of the other stands: it may be on its way.
        if not other.send:
            return
        if self.is_on:
            self._say_lost(1 - seat)
        else:
            self._send_away(other)

    @staticmethod
    def _send_away(place: ServerSeat) -> None:
        """Have somebody get up with whom nobody plays any more."""
        if place.send:
            place.send(news.OtherLeft())
            place.send = None

    def _say_lost(self, seat: int) -> None:
        other, here = self.seats[1 - seat], self.seats[seat]
        assert here.send
        here.send(news.OtherLost(self._clock() - other.left_at, self._patience_with(other)))

    def _patience_with(self, place: ServerSeat) -> float:
        """For how long somebody may be away, if they can come back."""
        return self._patience if place.key else 0.0

    # What they do.

    def handle(self, seat: int, message: messages.Message) -> None:
        """Do what a guest says, if it is due."""
        with suppress(PeerFault, IllegalAction):
            match message:
                case messages.Claim():
                    self._claim(seat, message)
                case messages.OfferDraw(played) if self.talk.offers[1 - seat]:
                    self._accept(seat, messages.AcceptDraw(played))  # Both offer it at once.
                case messages.Resign():
                    self._accept(seat, messages.Resign())  # Who is late, the server says.
                case _:
                    self._accept(seat, message)

    def _accept(self, seat: int, message: messages.Message) -> None:
        """Apply a message, and pass it on.  Raises PeerFault, IllegalAction."""
        talk = self.talk
        if not talk.apply(seat, message):
            return
        if isinstance(message, messages.Play):
            acts, drawn = self._follow()
            for each, place in enumerate(self.seats):
                if place.send:
                    place.send(_seen_by(each, acts, drawn))
        else:
            for place in self.seats:
                if place.send:
                    place.send(news.GuestSaid(seat, message))
        if talk.stage is Stage.DEALING:
            self._deal()
        self._look_for_end()

    def _claim(self, seat: int, message: messages.Claim) -> None:
        """Win a game for which the other takes too long."""
        talk, other = self.talk, self.seats[1 - seat]
        if message.played != talk.played or not self.is_on:
            return
        if not other.send and self._clock() - other.left_at >= self._patience_with(other):
            talk.end(talk.end_by_resigning(1 - seat, left=True))
            self._look_for_end()
        elif talk.has_waited_for(1 - seat):
            self._accept(1 - seat, messages.Resign(late=True))

    def _deal(self) -> None:
        rules, first = self.talk.rules, self.talk.first
        assert rules
        deck = list(full_deck(rules.deck))
        lot = shuffle(deck, secrets.randbits(_BITS)) & 1
        attacker = first_attacker(deck, lot) if first is None else first
        self._set(Deal(tuple(deck), attacker, rules.caps), datetime.now(), shows=first is None)
        for seat in (0, 1):
            self._deal_out(seat)
        self._show()

    def _set(self, deal: Deal, started_at: datetime, *, shows: bool) -> None:
        seats = PersonSeat(self.names[0]), PersonSeat(self.names[1])
        trumps = mask_of((*deal.hands[0], *deal.hands[1])) & SUIT_MASK[deal.deck[-1] & 3]
        self.lowest = cards_in(trumps)[0] if shows and trumps else None
        self._past, self.record = [], ""
        self.talk.begin(Game(deal, seats, casual=False, started_at=started_at))
        self.talk.mark_turn()

    def _follow(self) -> tuple[Acts, Drawn | None]:
        """Draw if the last action ended a bout; returns action and draw."""
        game, talk, drawn = self.game, self.talk, None
        assert game
        acts = game.last
        self._show(acts)
        if game.position.phase == DEAL:
            talk.can_settle = True
            drawn = talk.settle()
            self._show()
        self._past.append((acts, drawn))
        self.saved_at = datetime.now()
        talk.mark_turn()
        return acts, drawn

    def _look_for_end(self) -> None:
        game = self.game
        if game is None or not game.over or self.record:
            return
        self.record = encode_game(game.record()).decode()
        for place in self.seats:
            if place.send:
                place.send(news.GameLogged(self.record))
            elif place.key:
                self.owed.append(place.key)
        self._show()
        for place, other in (self.seats, self.seats[::-1]):
            if not other.send:
                self._send_away(place)

    # What they see.

    def _deal_out(self, seat: int) -> None:
        """Send a seat its hand, and all that was played."""
        game, place, talk = self.game, self.seats[seat], self.talk
        assert game and talk.rules
        if place.send:
            wait = talk.wait
            place.send(
                news.HandDealt(
                    talk.rules, talk.score, tuple(game.deal.hands[seat]), game.deal.deck[-1],
                    self.lowest, game.deal.first, game.started_at,
                    tuple(_seen_by(seat, *one) for one in self._past),
                    wait.so_far if wait else 0.0,
                )
            )  # fmt: skip

    def watch(self, watcher: object, send: SendToSeat) -> None:
        """Let somebody look on, who sees no hand."""
        self.watchers[watcher] = send
        self._show()

    def _show(self, acts: Acts | None = None) -> None:
        """Show those who look on how the table looks to anybody."""
        if self.watchers and self.game:
            view = PublicView.of(self.game, self.names, self.talk.score, acts)
            for send in self.watchers.values():
                send(view)

    # How it is kept.

    def kept(self) -> Mapping[str, Any]:
        """The facts by which the game can be resumed, as JSON."""
        game, rules = self.game, self.talk.rules
        assert game and rules
        return {
            "keys": [place.key for place in self.seats],
            "names": self.names,
            "score": self.talk.score,
            "deck": card_names(game.deal.deck),
            "first": game.deal.first,
            "attack_limit": caps_json(game.caps),
            "move_time": rules.move_time,
            "lowest": self.lowest is not None,
            "started_at": game.started_at.isoformat(),
            "saved_at": self.saved_at.isoformat(),
            "actions": [card_names(cards) for cards in game.actions],
        }

    @classmethod
    def of_kept(
        cls, kept: Mapping[str, Any], number: int, patience: float, clock: Callable[[], float]
    ) -> Self:
        """The table of such JSON, both being away.

        Raises LookupError, TypeError, ValueError, IllegalAction, PeerFault.
        """
        one, other = (
            ServerSeat(key, name, left_at=clock())
            for key, name in zip(kept["keys"], kept["names"], strict=True)
        )
        table = cls(number, (one, other), patience, clock)
        deck, caps = tuple(map(parse_card, kept["deck"])), caps_of(kept["attack_limit"])
        move_time = kept.get("move_time", messages.MOVE_TIME)  # None in files of earlier versions.
        first, second, drawn = kept["score"]
        rules = messages.HouseRules(len(deck), caps, move_time)
        table.talk.deal(rules, None, (first, second, drawn))
        started_at = datetime.fromisoformat(kept["started_at"])
        table._set(Deal(deck, kept["first"], caps), started_at, shows=kept["lowest"])
        for names in kept["actions"]:
            seat = table.talk.due_from
            if seat is None:
                raise ValueError("an action after the end")
            table.talk.apply(seat, messages.Play(tuple(map(parse_card, names))))
            table._follow()
        table.saved_at = datetime.fromisoformat(kept["saved_at"])
        return table


def _seen_by(seat: int, acts: Acts, drawn: Drawn | None) -> news.CardsPlayed:
    """An action and a draw as a seat may see them."""
    return news.CardsPlayed(acts[0].cards, tuple(drawn.by(seat)) if drawn else None)
