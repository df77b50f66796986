"""A lobby and its guests' programs, with lines that tests can cut."""

import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

from durak_tui.game.cards import parse_card
from durak_tui.game.position import DEAL
from durak_tui.net.events import SittingEvent
from durak_tui.net.guests.calls import LobbyCalls, Result, View
from durak_tui.net.guests.chair import Chair
from durak_tui.net.guests.lobby import Lobby, Member, Sits, Watches
from durak_tui.net.guests.messages import Wish, decode_wish, encode_wish
from durak_tui.net.guests.tables import Table
from durak_tui.net.line_events import Invited, LineEvent, Opened, Seen, WaitingPlayer
from durak_tui.net.messages import Terms
from durak_tui.net.stages import Stage
from durak_tui.records.record import GameRecord
from durak_tui.table.game import Game
from tests.records.journals import logged
from tests.table.games import any_choice

PATIENCE = 60.0
_CARDS = ("hand", "cards", "drawn")
_SHOWN = {
    "is", "line", "names", "score", "size", "attack_limit", "trump", "talon", "attacker", "to_act",
    "phase", "taking", "table", "given", "discarded", "held", "played", "ending",
}  # fmt: skip


class Kept(dict[str, dict[str, Any]]):
    """What outlives a lobby."""

    def put(self, name: str, value: Mapping[str, Any]) -> None:
        self[name] = json.loads(json.dumps(value))

    def drop(self, name: str) -> None:
        self.pop(name, None)

    def all(self) -> Iterator[tuple[str, dict[str, Any]]]:
        return iter(list(self.items()))


class Server:
    """A lobby, from its beginning to :meth:`stop`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.kept = Kept()
        self.results = Kept()
        self.now = 1000.0
        self.guests: list[Guest] = []
        self.start()

    def start(self) -> None:
        """Begin, perhaps again, with nobody there."""
        self._soon: list[Callable[[], object]] = []
        self.lobby = Lobby(self.kept, self.results, PATIENCE, self._soon.append, lambda: self.now)

    def stop(self) -> None:
        """End, after all guests have been told to go."""
        for guest in list(self.guests):
            guest.go()

    def come(self, name: str, *, key: str | None = None) -> "Guest":
        """A guest, who has a key unless it is empty."""
        return Guest(self, name, f"SHA256:{name}" if key is None else key)

    def settle(self) -> None:
        """Bring all that is on its way to where it goes."""
        while self._deliver() or self._soon:
            self.show()

    def _deliver(self) -> bool:
        delivered = [guest.deliver() for guest in self.guests]
        return any(delivered)

    def show(self) -> None:
        """Tell who waits."""
        soon, self._soon[:] = list(self._soon), []
        for what in soon:
            what()


class Guest:
    """The program of a guest, at a line to a lobby."""

    def __init__(self, server: Server, name: str, key: str) -> None:
        self.server = server
        self.log = server.folder / f"{name}.log"
        self.events: list[LineEvent | Result] = []
        self.views: list[View | None] = []  # Of a game of others.
        self.news: list[SittingEvent] = []
        self.seat: Chair | None = None
        self.longest = 0  # Bytes of what was said to them at a time.
        self._up: deque[bytes] = deque()
        self._down: deque[bytes] = deque()
        self.member: Member = server.lobby.come(key, self._told)
        self.calls = LobbyCalls(self._say, self.events.append, self.log, clock=lambda: server.now)
        self.calls.begin(name, self._tell, lambda what: what())
        server.guests.append(self)

    def _say(self, wish: Wish) -> None:
        self._up.append(encode_wish(wish))

    def _told(self, what: str, /, **more: object) -> None:
        line = json.dumps({"is": what, **more}).encode()
        self.longest = max(self.longest, len(line))
        self._down.append(line)
        if what in ("dealt", "acted", "view"):
            sees_no_hidden_card(self.member, json.loads(line))

    def _tell(self, event: LineEvent) -> None:
        self.events.append(event)
        if isinstance(event, Opened):
            self.seat = self.calls.sit_down(event, self.news.append)

    def sends(self, **said: Any) -> None:
        """Send what their own program never would."""
        self._up.append(json.dumps(said).encode() + b"\n")

    def deliver(self) -> bool:
        """Bring one message each way; returns whether there was any."""
        before = len(self._up) + len(self._down)
        if self._up:
            self.server.lobby.hear(self.member, decode_wish(self._up.popleft()))
        if self._down:
            self.calls.hear(json.loads(self._down.popleft()))
        return before > 0

    def resume(self) -> None:
        """Go on with the one game that was left."""
        (kept,) = self.calls.kept
        self.seat = self.calls.take_up(kept, self.news.append)[1]
        self.server.settle()

    def go(self) -> None:
        """End, as if killed."""
        self.server.lobby.go(self.member)
        self.server.guests.remove(self)

    @property
    def chair(self) -> Chair:
        assert self.seat
        return self.seat

    @property
    def waiting(self) -> dict[str, WaitingPlayer]:
        """Who waits, by their names, as they were told last."""
        seen = [one for one in self.events if isinstance(one, Seen)]
        return {one.name: one for one in seen[-1].waiting} if seen else {}

    @property
    def last(self) -> LineEvent | Result:
        """What was told last, but for who waits."""
        return [one for one in self.events if not isinstance(one, Seen)][-1]

    def told(self, *kinds: type[SittingEvent]) -> list[SittingEvent]:
        """The news of these kinds so far."""
        return [one for one in self.news if isinstance(one, kinds)]

    def decide(self, rng: Random) -> bool:
        """Do something that the person may do now, if there is anything."""
        chair = self.chair
        if chair.may_agree:
            if chair.offered:
                chair.agree()
            else:
                chair.propose(Terms())
            return True
        if chair.stage is not Stage.PLAYING or chair.game is None:
            return False
        if chair.game.position.phase == DEAL:
            chair.settle()
            return True
        if chair.game.to_act == chair.seat:
            chair.play(any_choice(chair.game.position, rng))
            return True
        return False

    def logged(self) -> list[GameRecord | str]:
        return logged(self.log)


def meet(server: Server, one: Guest, other: Guest) -> None:
    """Bring two to a table."""
    for guest in (one, other):
        guest.calls.listen()
    server.settle()
    server.now += 1
    one.calls.invite(one.waiting[other.calls.name])
    server.settle()
    asked = other.last
    assert isinstance(asked, Invited)
    other.calls.accept(asked.line)
    server.settle()


def play(server: Server, rng: Random, *guests: Guest, most: int = 10_000) -> int:
    """Let guests decide at random, to the end or so often."""
    for count in range(most):
        decided = [guest.decide(rng) for guest in guests]
        if not any(decided):
            return count
        server.settle()
    return most


def game_of(guest: Guest) -> Game:
    """The game that a guest plays, as the server has it."""
    assert isinstance(guest.member.at, Sits)
    game = guest.member.at.table.game
    assert game
    return game


def sees_no_hidden_card(member: Member, said: Mapping[str, Any]) -> None:
    """Fail if somebody is told a card that they may not know."""
    match member.at:
        case Sits(table=table, seat=seat) if said["is"] in ("dealt", "acted"):
            steps = [said, *said.get("past", ())]
            told = {
                parse_card(card) for step in steps for key in _CARDS for card in step.get(key, ())
            }
            told |= {parse_card(said[key]) for key in ("trump", "lowest") if said.get(key)}
            assert told <= _known(table, seat), said
        case Watches(table=table) if said["is"] == "view":
            assert set(said) <= _SHOWN, said
            assert {*said["table"], *said["given"], said["trump"]} <= _known(table, None)
            assert table.game
            hands = table.game.position.hands
            assert said["held"] == [hand.bit_count() for hand in hands]


def _known(table: Table, seat: int | None) -> set[int]:
    """What a seat may know of a game, or anybody."""
    game = table.game
    assert game
    position, deck = game.position, game.deal.deck
    known = {card for action in game.actions for card in action} | {deck[-1]}
    known |= {card for card in deck if table.lowest == card}
    if seat is not None:
        known |= {card for card in deck if position.hands[seat] >> card & 1}
    return known


def playing(server: Server, *guests: Guest, most: int = 6) -> None:
    """Have them play a little, so that there is something to lose."""
    play(server, Random(3), *guests, most=most)
    assert all(guest.chair.stage is Stage.PLAYING for guest in guests)
