"""A table of the server, at which two guests play.

Here all cards are known, and each guest is told what their seat may know; others may look on.
What is not due, or against the rules, is left out: it may have crossed what the other did, or come
from a program that somebody has changed.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Self

from durak_tui.game.caps import caps_json, caps_of
from durak_tui.game.cards import (
    SUIT_MASK,
    card_name,
    card_names,
    cards_in,
    full_deck,
    mask_of,
    parse_card,
)
from durak_tui.game.deals import Deal, first_attacker, shuffle
from durak_tui.game.position import DEAL, Action
from durak_tui.game.violation import IllegalAction
from durak_tui.net.messages import (
    MOVE_TIME,
    Accept,
    Again,
    Agree,
    Chat,
    Claim,
    Decline,
    Message,
    Offer,
    Play,
    Propose,
    Resign,
    Terms,
    as_json,
)
from durak_tui.net.peer_faults import PeerFault
from durak_tui.net.stages import HouseRules
from durak_tui.records.log_format import encode_game
from durak_tui.records.walk import Acts, Drawn
from durak_tui.table.game import Game
from durak_tui.table.seats import PersonSeat

Tell = Callable[..., object]
"""Says something to a guest's program: the values of a JSON object by their keys."""

TALK: Final = 500  # Lines of chat and offers of a seat in a game; the rest is left out.
_BITS: Final = 512  # Of chance in a deal.


@dataclass
class Chair:
    """A guest's place at a table."""

    key: str  # The fingerprint by which they may come back; empty if they cannot.
    name: str
    tell: Tell | None = None  # None while they are away.
    left_at: float = 0.0  # When they went away.
    said: int = 0  # Lines and offers in this game.
    again: bool = False
    offers: bool = False  # Whether they have offered a draw that is not answered.


class Table:
    """Two guests at a table."""

    def __init__(
        self, number: int, chairs: tuple[Chair, Chair], patience: float, clock: Callable[[], float]
    ) -> None:
        """Who is away for ``patience`` seconds may lose the game."""
        self.number: Final = number
        self.chairs: Final = chairs
        self.game: Game | None = None
        self.score = [0, 0, 0]  # Games won by each seat, and drawn ones.
        self.watchers: Final[dict[object, Tell]] = {}
        self.record = ""  # The last game as it stands in a log, once it is over.
        self.owed: Final[list[str]] = []  # The keys of those who were away when it ended.
        self.revision = 0  # How often there was something to keep.
        self.saved_at = datetime.now()  # When somebody has played or left last.
        self._patience: Final = patience
        self._clock: Final = clock
        self._turn_since = clock()  # When the last action was played.
        self._rules: Final = HouseRules()
        self.lowest: int | None = None  # The trump that was shown for the first attack.
        self._past: list[tuple[Acts, Drawn | None]] = []

    @property
    def names(self) -> tuple[str, str]:
        return self.chairs[0].name, self.chairs[1].name

    @property
    def is_on(self) -> bool:
        """Whether a game is being played."""
        return self.game is not None and not self.game.over

    @property
    def is_empty(self) -> bool:
        """Whether nobody sits there."""
        return not any(one.tell for one in self.chairs)

    @property
    def is_left(self) -> bool:
        """Whether nobody is there, and nobody has anything to come back to."""
        return self.is_empty and not (self.is_on and any(one.key for one in self.chairs))

    def seat_of(self, key: str) -> int | None:
        """The chair that somebody has left while a game is on."""
        for seat, chair in enumerate(self.chairs):
            if key and chair.key == key and not chair.tell and self.is_on:
                return seat
        return None

    # Who is there.

    def sit(self, seat: int, tell: Tell) -> None:
        """Take a chair."""
        chair, other = self.chairs[seat], self.chairs[1 - seat]
        chair.tell = tell
        who = {"name": other.name, "key": other.key}
        tell("opened", seat=seat, names=self.names, score=self.score, who=who)
        if self.is_on:
            self._deal_out(seat)
            if other.tell:
                tell("back")
                other.tell("back")
                if other.offers:
                    self._relay(chair, Offer())
            else:
                self._say_lost(seat)

    def leave(self, seat: int) -> None:
        """Get up; a game that is on can go on later."""
        chair, other = self.chairs[seat], self.chairs[1 - seat]
        chair.tell, chair.left_at = None, self._clock()
        self.saved_at = datetime.now()
        chair.offers = False  # That of the other stands: it may be on its way.
        if not other.tell:
            return
        if self.is_on:
            self._say_lost(1 - seat)
        else:
            self._send_away(other)

    @staticmethod
    def _send_away(chair: Chair) -> None:
        """Have somebody get up with whom nobody plays any more."""
        if chair.tell:
            chair.tell("left")
            chair.tell = None

    def _say_lost(self, seat: int) -> None:
        other, here = self.chairs[1 - seat], self.chairs[seat]
        assert here.tell
        gone = self._clock() - other.left_at
        here.tell("lost", gone=gone, patience=self._patience_with(other))

    def _patience_with(self, chair: Chair) -> float:
        """For how long somebody may be away, if they can come back."""
        return self._patience if chair.key else 0.0

    # What they do.

    def hear(self, seat: int, message: Message) -> None:
        """Do what a guest says, if it is due."""
        chair, other = self.chairs[seat], self.chairs[1 - seat]
        game = self.game if self.is_on else None
        match message:
            case Propose() | Agree() if self.game is None:
                self._hear_rules(seat, message)
            case Play(cards) if game and game.to_act == seat:
                self._play(game, cards)
            case Resign() if game:
                game.resign(seat)
            case Offer() | Accept() | Decline() | Claim() if game and message.played != len(
                game.actions
            ):
                pass  # It has lapsed: somebody has acted since.
            case Offer() | Accept() if game and other.offers:
                game.agree_on_draw()
            case Offer() if game and not chair.offers and self._may_talk(chair):
                chair.offers = True
                self._relay(other, message)
            case Decline() if game and other.offers:
                other.offers = False
                self._relay(other, message)
            case Claim() if game:
                self._claim(game, seat)
            case Again() if self.game and self.game.over and not chair.again:
                chair.again = True
                self._relay(other, message)
                if other.again:
                    self._begin_again()
            case Chat() if self._may_talk(chair):
                self._relay(other, message)
        self._look_for_end()

    def _claim(self, game: Game, seat: int) -> None:
        """Win a game for which the other takes too long."""
        other = self.chairs[1 - seat]
        if not other.tell and self._clock() - other.left_at >= self._patience_with(other):
            game.resign(1 - seat, left=True)
        elif game.to_act == 1 - seat and self._turn >= self._move_time:
            game.time_out(1 - seat, self._move_time)

    @property
    def _turn(self) -> float:
        """Seconds that the present turn has taken."""
        return self._clock() - self._turn_since

    @property
    def _move_time(self) -> float:
        assert self._rules.agreed
        return self._rules.agreed.move_time

    @staticmethod
    def _may_talk(chair: Chair) -> bool:
        chair.said += 1
        return chair.said <= TALK

    @staticmethod
    def _relay(chair: Chair, message: Message) -> None:
        if chair.tell:
            chair.tell("said", what=as_json(message))

    def _hear_rules(self, seat: int, message: Propose | Agree) -> None:
        try:
            self._rules.hear(seat, message)
        except PeerFault:
            return
        self._relay(self.chairs[1 - seat], message)
        if self._rules.agreed:
            self._begin(None)

    def _begin_again(self) -> None:
        assert self.game and self.game.ending
        winner = self.game.ending.winner
        self._begin(winner if winner in (0, 1) else None)

    def _begin(self, first: int | None) -> None:
        """Deal; ``first`` attacks first, or who has the lowest trump."""
        terms = self._rules.agreed
        assert terms
        deck = list(full_deck(terms.deck))
        lot = shuffle(deck, secrets.randbits(_BITS)) & 1
        attacker = first_attacker(deck, lot) if first is None else first
        self._set(Deal(tuple(deck), attacker, terms.caps), datetime.now(), shows=first is None)
        for seat in (0, 1):
            self._deal_out(seat)
        self._show()

    def _set(self, deal: Deal, started_at: datetime, *, shows: bool) -> Game:
        seats = PersonSeat(self.chairs[0].name), PersonSeat(self.chairs[1].name)
        self.game = Game(deal, seats, casual=False, started_at=started_at)
        trumps = mask_of((*deal.hands[0], *deal.hands[1])) & SUIT_MASK[deal.deck[-1] & 3]
        self.lowest = cards_in(trumps)[0] if shows and trumps else None
        self._past, self.record = [], ""
        for chair in self.chairs:
            chair.said, chair.again, chair.offers = 0, False, False
        self._turn_since = self._clock()
        self.revision += 1
        return self.game

    def _play(self, game: Game, cards: Action) -> None:
        try:
            acts, drawn = self._step(game, cards)
        except IllegalAction:
            return
        for seat, chair in enumerate(self.chairs):
            if chair.tell:
                chair.tell("acted", **_seen_by(seat, acts, drawn))

    def _step(self, game: Game, cards: Action) -> tuple[Acts, Drawn | None]:
        """Play, and draw after the bout.  Raises IllegalAction."""
        acts, drawn = game.play(cards), None
        self._show(acts)
        if game.position.phase == DEAL:
            drawn = game.settle()
        self._past.append((acts, drawn))
        self._turn_since = self._clock()
        for chair in self.chairs:
            chair.offers = False  # Offers lapse at an action.
        self.revision, self.saved_at = self.revision + 1, datetime.now()
        if drawn:
            self._show()
        return acts, drawn

    def _look_for_end(self) -> None:
        game = self.game
        if game is None or not game.over or self.record:
            return
        assert game.ending
        winner = game.ending.winner
        assert winner is not None
        self.score[winner] += 1
        self.revision += 1
        self.record = encode_game(game.record()).decode()
        for chair in self.chairs:
            chair.offers = False
            if chair.tell:
                chair.tell("ended", game=self.record, score=self.score)
            elif chair.key:
                self.owed.append(chair.key)
        self._show()
        for chair, other in (self.chairs, self.chairs[::-1]):
            if not other.tell:
                self._send_away(chair)

    # What is told.

    def _deal_out(self, seat: int) -> None:
        """Tell a seat of the game, and all that was played."""
        game, chair, terms = self.game, self.chairs[seat], self._rules.agreed
        assert game
        assert terms
        if chair.tell:
            chair.tell(
                "dealt",
                terms=as_json(Agree(terms)),
                turn=self._turn,
                hand=card_names(game.deal.hands[seat]),
                trump=card_name(game.deal.deck[-1]),
                lowest=None if self.lowest is None else card_name(self.lowest),
                first=game.deal.first,
                started_at=game.started_at.isoformat(),
                past=[_seen_by(seat, *one) for one in self._past],
            )

    def watch(self, watcher: object, tell: Tell) -> None:
        """Let somebody look on, who sees no hand."""
        self.watchers[watcher] = tell
        self._show()

    def _show(self, acts: Acts | None = None) -> None:
        """Show those who look on how the table looks to anybody."""
        if self.watchers and self.game:
            view = self._view(self.game, acts)
            for tell in self.watchers.values():
                tell("view", **view)

    def _view(self, game: Game, acts: Acts | None) -> Mapping[str, Any]:
        position, ending = game.position, game.ending
        return {
            "names": self.names,
            "score": self.score,
            "size": game.size,
            "attack_limit": caps_json(game.caps),
            "trump": position.trump,
            "talon": position.talon_count,
            "attacker": position.attacker,
            "to_act": game.to_act,
            "phase": position.phase,
            "taking": position.taking,
            "table": position.table,
            "given": position.given,
            "discarded": len(position.discarded),
            "held": [hand.bit_count() for hand in position.hands],
            "played": acts[0] if acts else None,
            "ending": ending and [ending.winner, ending.reason, ending.detail],
        }

    # How it is kept.

    def kept(self) -> Mapping[str, Any]:
        """What is needed to go on with the game later, as JSON."""
        game, terms = self.game, self._rules.agreed
        assert game
        assert terms
        return {
            "keys": [one.key for one in self.chairs],
            "names": self.names,
            "score": self.score,
            "deck": card_names(game.deal.deck),
            "first": game.deal.first,
            "attack_limit": caps_json(game.caps),
            "move_time": terms.move_time,
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

        Raises LookupError, TypeError, ValueError, IllegalAction.
        """
        one, other = (
            Chair(key, name, left_at=clock())
            for key, name in zip(kept["keys"], kept["names"], strict=True)
        )
        table = cls(number, (one, other), patience, clock)
        table.score = list(kept["score"])
        deck, caps = tuple(map(parse_card, kept["deck"])), caps_of(kept["attack_limit"])
        move_time = kept.get("move_time", MOVE_TIME)  # None in files of earlier versions.
        table._rules.offered = table._rules.agreed = Terms(len(deck), caps, move_time)
        started_at = datetime.fromisoformat(kept["started_at"])
        game = table._set(Deal(deck, kept["first"], caps), started_at, shows=kept["lowest"])
        for names in kept["actions"]:
            table._step(game, tuple(map(parse_card, names)))
        table.saved_at = datetime.fromisoformat(kept["saved_at"])
        return table


def _seen_by(seat: int, acts: Acts, drawn: Drawn | None) -> Mapping[str, Sequence[str]]:
    """What a seat is told of an action and a draw."""
    told = {"cards": card_names(acts[0].cards)}
    if drawn:
        told["drawn"] = card_names(drawn.by(seat))
    return told
