"""A lobby and its guests' programs, with lines that tests can cut."""

from collections import deque
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from durak_tui.net.events import TalkEvent
from durak_tui.net.guests.guest_talk import GuestTalk
from durak_tui.net.guests.lobby import Lobby, Member, Sits, Watches
from durak_tui.net.guests.lobby_calls import GuestResult, LobbyCalls
from durak_tui.net.guests.news import (
    AtTable,
    CardsPlayed,
    GameLogged,
    GuestSaid,
    HandDealt,
    OtherBack,
    OtherLeft,
    OtherLost,
    Seated,
    ServerNews,
    TableNews,
    decode_news,
    encode_news,
)
from durak_tui.net.guests.shelf import JsonShelf
from durak_tui.net.guests.sight import PublicView
from durak_tui.net.guests.tables import ServerTable
from durak_tui.net.guests.wishes import Wish, decode_wish, encode_wish
from durak_tui.net.line_events import (
    InvitationFailed,
    Invited,
    LineEvent,
    Opened,
    Seen,
    WaitingPlayer,
)
from durak_tui.net.stages import Stage
from durak_tui.net.talk import Talk
from durak_tui.net.talk_messages import (
    USUAL_RULES,
    DeclineDraw,
    HouseRules,
    Message,
)
from durak_tui.records.record import GameRecord
from durak_tui.table.game import Game
from tests.game.walks import any_choice
from tests.net.sittings import agree_on_draw, decide
from tests.records.journals import logged

PATIENCE = 60.0
_WITHOUT_CARDS = Seated | GuestSaid | GameLogged | OtherLost | OtherBack | OtherLeft
"""News of a seat beside cards; a game that is over is logged with all of them."""


def _unable(error: Exception) -> None:
    raise error


class Server:
    """A lobby, from its beginning to :meth:`stop`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.shelves = (
            JsonShelf(folder / "tables", 100, _unable),
            JsonShelf(folder / "results", 100, _unable),
        )
        self.now = 1000.0
        self.guests: list[Guest] = []
        self.start()

    def start(self) -> None:
        """Begin, perhaps again, with nobody there."""
        self._soon: list[Callable[[], object]] = []
        self.lobby = Lobby(*self.shelves, PATIENCE, self._soon.append, lambda: self.now)

    @property
    def kept(self) -> dict[str, dict[str, Any]]:
        """The games that outlive the lobby."""
        return dict(self.shelves[0].all())

    @property
    def results(self) -> dict[str, dict[str, Any]]:
        """The results that outlive the lobby."""
        return dict(self.shelves[1].all())

    def stop(self) -> None:
        """End, once all guests have gone."""
        for guest in list(self.guests):
            guest.go()

    def come(self, name: str, *, key: str | None = None) -> "Guest":
        """A guest, who has a key unless it is empty."""
        return Guest(self, name, f"SHA256:{name}" if key is None else key)

    def waiting(self, *names: str) -> list["Guest"]:
        """Guests who wait for invitations, and see each other."""
        guests = [self.come(name) for name in names]
        for guest in guests:
            guest.listen()
        return guests

    def back(self, name: str) -> "Guest":
        """A guest who comes again and goes on with the one game that was left."""
        (guest,) = self.waiting(name)
        guest.resume()
        return guest

    def settle(self) -> None:
        """Bring all that is on its way to where it goes."""
        while self._deliver() or self._soon:
            self.show()

    def _deliver(self) -> bool:
        delivered = [guest.deliver() for guest in self.guests]
        return any(delivered)

    def show(self) -> None:
        """Show who waits."""
        soon, self._soon[:] = list(self._soon), []
        for what in soon:
            what()


class Guest:
    """The program of a guest, at a line to a lobby."""

    def __init__(self, server: Server, name: str, key: str) -> None:
        self.server = server
        self.log = server.folder / f"{name}.log"
        self.events: list[LineEvent | GuestResult] = []
        self.views: list[PublicView | None] = []  # Of a game of others.
        self.news: list[TalkEvent] = []
        self.conversation: GuestTalk | None = None
        self.longest = 0  # Bytes of what was said to them at a time.
        self._up: deque[bytes] = deque()
        self._down: deque[bytes] = deque()
        self.member: Member = server.lobby.come(key, self._receive)
        self.calls = LobbyCalls(self._say, self.events.append, self.log, clock=lambda: server.now)
        self.calls.begin(name, self._tell, lambda what: what())
        server.guests.append(self)

    def _say(self, wish: Wish) -> None:
        self._up.append(encode_wish(wish))

    def _receive(self, message: ServerNews) -> None:
        line = encode_news(message)
        self.longest = max(self.longest, len(line))
        self._down.append(line)
        if isinstance(message, AtTable):
            sees_no_hidden_card(self.member, message.message)

    def _tell(self, event: LineEvent) -> None:
        self.events.append(event)
        if isinstance(event, Opened):
            self.conversation = self.calls.sit_down(event, self.news.append)

    def deliver(self) -> bool:
        """Bring one message each way; returns whether there was any."""
        before = len(self._up) + len(self._down)
        if self._up:
            self.server.lobby.handle(self.member, decode_wish(self._up.popleft()))
        if self._down:
            self.calls.handle(decode_news(self._down.popleft()))
        return before > 0

    def look(self) -> None:
        """Look who waits, until the list is there."""
        self.calls.look()
        self.server.settle()

    def listen(self) -> None:
        """Wait for invitations, until the others see it."""
        self.calls.listen()
        self.server.settle()

    def invite(self, name: str, rules: HouseRules = USUAL_RULES) -> int:
        """Invite somebody who waits, until they know of it; returns the line."""
        line = self.calls.invite(self.waiting[name], rules)
        self.server.settle()
        return line

    def say(self, message: Message) -> bool:
        """Say something at the table, until all have heard it; returns False if it may not be."""
        is_said = self.chair.say(message)
        self.server.settle()
        return is_said

    def conclude(self) -> None:
        """End the game without the other, until all know of it."""
        self.chair.conclude()
        self.server.settle()

    def leave(self) -> None:
        """Leave the table, until all know of it."""
        self.chair.leave()
        self.server.settle()

    def lose_line(self) -> None:
        """End, as if killed, until all know of it."""
        self.go()
        self.server.settle()

    def resume(self) -> None:
        """Go on with the one game that was left."""
        (kept,) = self.calls.kept
        self.conversation = self.calls.take_up(kept, self.news.append)[1]
        self.server.settle()

    def go(self) -> None:
        """End, as if killed."""
        self.server.lobby.go(self.member)
        self.server.guests.remove(self)

    @property
    def chair(self) -> GuestTalk:
        assert self.conversation
        return self.conversation

    @property
    def talk(self) -> Talk:
        return self.chair.talk

    def agree_on_draw(self) -> bool:
        return agree_on_draw(self.chair)

    def decline_draw(self) -> bool:
        return self.chair.say(DeclineDraw(self.talk.played))

    @property
    def waiting(self) -> dict[str, WaitingPlayer]:
        """The names of those who wait, as last reported."""
        seen = [one for one in self.events if isinstance(one, Seen)]
        return {one.name: one for one in seen[-1].waiting} if seen else {}

    @property
    def last(self) -> LineEvent | GuestResult:
        """The last event, but for lists of who waits."""
        return [one for one in self.events if not isinstance(one, Seen)][-1]

    @property
    def refusal(self) -> str:
        """The reason for which the last invitation, or another wish, came to nothing."""
        assert isinstance(self.last, InvitationFailed)
        return str(self.last.why)

    def told(self, *kinds: type[TalkEvent]) -> list[TalkEvent]:
        """The news of these kinds so far."""
        return [one for one in self.news if isinstance(one, kinds)]

    def decide(self, rng: Random) -> bool:
        """Do something that the person may do now, if there is anything."""
        return decide(self.chair, USUAL_RULES, lambda position: any_choice(position, rng))

    def logged(self) -> list[GameRecord | str]:
        return logged(self.log)

    def logged_game(self) -> GameRecord:
        """The one game in the log."""
        (game,) = self.logged()
        assert isinstance(game, GameRecord)
        return game


def meet(server: Server, one: Guest, other: Guest) -> None:
    """Bring two to a table."""
    for guest in (one, other):
        guest.listen()
    server.now += 1
    one.invite(other.calls.name)
    asked = other.last
    assert isinstance(asked, Invited)
    other.calls.accept(asked.line)
    server.settle()


def play(server: Server, rng: Random, *guests: Guest, most: int = 10_000) -> int:
    """Let guests decide at random, to the end or ``most`` times; returns how often."""
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


def sees_no_hidden_card(member: Member, message: TableNews) -> None:
    """Fail if somebody gets a card that they may not know."""
    match member.at:
        case Sits(table=table, seat=seat):
            shown: set[int] = set()
            match message:
                case HandDealt():
                    shown = {*message.hand, message.trump}
                    shown |= set() if message.lowest is None else {message.lowest}
                    steps = message.past
                case CardsPlayed():
                    steps = (message,)
                case _:
                    assert isinstance(message, _WITHOUT_CARDS), message
                    return
            for step in steps:
                shown |= {*step.cards, *(step.drawn or ())}
            assert shown <= _known(table, seat), message
        case Watches(table=table) if isinstance(message, PublicView):
            cards = {*message.table, *message.given, message.trump}
            assert cards <= _known(table, None)
            assert table.game
            hands = table.game.position.hands
            assert message.held == tuple(hand.bit_count() for hand in hands)


def _known(table: ServerTable, seat: int | None) -> set[int]:
    """The cards of a game that a seat, or anybody, may know."""
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
    assert all(guest.talk.stage is Stage.PLAYING for guest in guests)
