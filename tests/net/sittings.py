"""Two sittings with a line between them that tests can cut, and people who play at random."""

import json
import shutil
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import ClassVar, Final, Protocol

from durak_tui.game.position import DEAL, Action, Position
from durak_tui.net.events import TalkEvent, TalkFailed
from durak_tui.net.guests.guest_talk import GuestTalk
from durak_tui.net.peer_talk import PeerTalk
from durak_tui.net.stages import Stage
from durak_tui.net.talk import Conclusion, Talk
from durak_tui.net.talk_journal import Sides, TalkStore
from durak_tui.net.talk_messages import (
    MOVE_TIME,
    USUAL_RULES,
    AcceptDraw,
    Again,
    Agree,
    Chat,
    DeclineDraw,
    HouseRules,
    OfferDraw,
    Propose,
    Resign,
)
from durak_tui.records.record import GameRecord
from tests.game.walks import any_choice
from tests.net.deals import SMALL, key
from tests.records.journals import logged

NAMES: Final = "Ann", "Борис"
KEYS: Final = tuple(map(key, NAMES))


class Change(Protocol):
    """Makes another line of one."""

    def __call__(self, line: bytes, sender: int) -> bytes: ...


def without_decks(line: bytes) -> bytes:
    """The line as a program sends it that knows 36 and 52 cards only and names no decks."""
    value = {key: each for key, each in json.loads(line).items() if key != "decks"}
    return json.dumps(value).encode() + b"\n"


def agree_on_draw(conversation: PeerTalk | GuestTalk) -> bool:
    """Offer a draw, or accept the other's offer."""
    talk = conversation.talk
    accepts = talk.offers[1 - conversation.seat]
    return conversation.say(AcceptDraw(talk.played) if accepts else OfferDraw(talk.played))


def decide(
    conversation: PeerTalk | GuestTalk,
    rules: HouseRules,
    choice: Callable[[Position], Action],
    *,
    acts: bool = True,
) -> bool:
    """Do what is to be done for this game; False if there is nothing."""
    talk, game = conversation.talk, conversation.talk.game
    if talk.may(conversation.seat, Propose):
        return conversation.say(Agree(talk.offered) if talk.offered else Propose(rules))
    if talk.stage is not Stage.PLAYING or game is None:
        return False
    if game.position.phase == DEAL:
        conversation.settle()
        return game.position.phase != DEAL
    if game.to_act == conversation.seat and not talk.is_ending and acts:
        conversation.play(choice(game.position))
        return True
    return False


class Side:
    """One program with its person, who plays at random."""

    conversation: PeerTalk
    acts = True  # False if they play no card when it is their turn.

    def __init__(self, folder: Path, seat: int, rng: Random, *, is_stored: bool = True) -> None:
        self.folder = folder
        self.seat = seat
        self.rng = rng
        self.events: list[TalkEvent] = []
        self.lines: deque[bytes] = deque()  # What is on its way to the other side.
        self.log = folder / "games.log"
        self.lives = 1
        self.now = 0.0  # Seconds by the clock of this side.
        sides = Sides.new(seat, NAMES[seat], KEYS[seat], KEYS[1 - seat], NAMES[1 - seat])
        stored, store = TalkStore.new(sides, self.log, folder if is_stored else None)
        self.conversation = PeerTalk(
            self.tell, self.write, stored, store, group=SMALL, clock=lambda: self.now
        )

    @property
    def talk(self) -> Talk:
        return self.conversation.talk

    def agree_on_draw(self) -> bool:
        return agree_on_draw(self.conversation)

    def decline_draw(self) -> bool:
        return self.conversation.say(DeclineDraw(self.talk.played))

    def work(self) -> None:
        while self.conversation.busy:
            self.conversation.work()

    def choice(self, position: Position) -> Action:
        """The cards to play, perhaps none."""
        return any_choice(position, self.rng)

    def write(self, data: bytes) -> None:
        self.lines.extend(data.splitlines(keepends=True))

    def tell(self, event: TalkEvent) -> None:
        self.events.append(event)

    def told(self, *kinds: type[TalkEvent]) -> list[TalkEvent]:
        """The events of these kinds so far."""
        return [event for event in self.events if isinstance(event, kinds)]

    @property
    def failures(self) -> list[str]:
        return [event.text for event in self.events if isinstance(event, TalkFailed)]

    def die(self) -> None:
        """Be killed, and begin again with what is stored."""
        path = self.conversation.store.path
        assert path
        # As the file is now, whatever the one that was killed would still have written.
        again = self.folder / f"life{self.lives}.sitting"
        shutil.copy(path, again)
        self.conversation.close()
        self.lines.clear()
        self.lives += 1
        self.resume(again)

    def resume(self, path: Path) -> None:
        """Go on with a stored talk."""
        self.conversation = PeerTalk(
            self.tell, self.write, *TalkStore.resume(path, self.log),
            group=SMALL, clock=lambda: self.now,
        )  # fmt: skip

    def decide(self, rules: HouseRules, games: int) -> bool:
        """Do something that the person may do now; False if there is nothing."""
        if self.talk.stage is Stage.BETWEEN:
            return sum(self.talk.score) < games and self.conversation.say(Again())
        return decide(self.conversation, rules, self.choice, acts=self.acts)

    def logged(self) -> list[GameRecord | str]:
        return logged(self.log)

    def logged_game(self) -> GameRecord:
        """The one game in the log."""
        (game,) = self.logged()
        assert isinstance(game, GameRecord)
        return game


class Evening:
    """Both sides, and the line between them; each is closed with the test, in this folder."""

    going_on: ClassVar[list["Evening"]] = []

    def __init__(
        self, folder: Path, seed: int = 0, terms: HouseRules = USUAL_RULES, *, games: int = 1,
        stored: bool = True,
    ) -> None:  # fmt: skip
        rng = Random(seed)
        self.terms = terms
        self.games = games
        self.delivered = 0
        self.sides = tuple(
            Side(folder / NAMES[seat], seat, Random(rng.random()), is_stored=stored)
            for seat in (0, 1)
        )
        self.going_on.append(self)
        self.connect()

    def connect(self) -> None:
        """Lose the line and all that was on its way, if there is one, and get another."""
        for side in self.sides:
            side.conversation.line_lost()
            side.lines.clear()
        for side in self.sides:
            side.conversation.line_up()

    def die(self, seat: int) -> None:
        """Kill one side, which begins again and is back at once."""
        self.sides[seat].die()
        self.connect()

    def deliver(self, seat: int, change: Callable[[bytes], bytes] = bytes) -> bool:
        """Bring the next line of a side to the other; False if there is none."""
        mine, theirs = self.sides[seat], self.sides[1 - seat]
        if not mine.lines:
            return False
        line = mine.lines.popleft()
        self.delivered += 1
        theirs.conversation.receive(change(line))
        return True

    def bring(self) -> None:
        """Bring all that was said to the other side."""
        while any(side.lines or side.conversation.busy for side in self.sides):
            for seat, side in enumerate(self.sides):
                self.deliver(seat)
                side.work()

    def steps(self, change: Change = lambda line, sender: line) -> Iterator[int]:
        """Go on to the end, as :meth:`run`, pausing after each line that was brought to a side."""
        while True:
            moved = False
            for seat, side in enumerate(self.sides):
                side.work()
                if side.decide(self.terms, self.games):
                    moved = True
                side.work()
                if self.deliver(seat, partial(change, sender=seat)):
                    moved = True
                    yield 1 - seat
            if not moved:
                return

    def wander(self, rng: Random) -> None:
        """Go on in any order for a while, with whims, claims and accidents."""
        peaceful, slow = rng.choice((0.01, 1)), rng.choice((0, 0.2, 0.5))
        for _ in range(3000):
            side = rng.choice(self.sides)
            talk = side.conversation
            for each in self.sides:
                each.now += rng.choice((0, 0, 0, MOVE_TIME / 3))
            match rng.randrange(14):
                case 0 if rng.random() < peaceful:
                    side.agree_on_draw()
                case 1:
                    side.decline_draw()
                case 2 if talk.conclusion is Conclusion.TIMEOUT:
                    if not (side.talk.claims[side.seat] or side.talk.is_ending):
                        assert not talk.conclude(), "the other is asked first"
                case 3:
                    talk.check_time()
                case 4 if rng.random() < 0.05:
                    self.connect()
                case 5 if rng.random() < 0.05 and talk.store.path:
                    self.die(side.seat)
                case 6 if rng.random() < 0.01:
                    talk.say(Resign())
                case 7:
                    talk.work()
                case 8:
                    side.acts = rng.random() >= slow
                case 9:
                    talk.settle()
                case 10:
                    talk.say(Chat.of("\x1b[31mgut\n ♥ 🂡"))
                case _:
                    side.work()
                    side.decide(self.terms, self.games)
                    self.deliver(side.seat)
            assert [one.failures for one in self.sides] == [[], []]
            if self.is_done:
                break
        for side in self.sides:
            side.acts = True

    def run(self, change: Change = lambda line, sender: line) -> None:
        """Play to the end; ``change`` makes another line of one by a sender."""
        for _ in self.steps(change):
            pass

    def finish(self) -> list[GameRecord]:
        """Play to the end; returns the games, as :meth:`agreed`."""
        self.run()
        return self.agreed()

    def agreed(self) -> list[GameRecord]:
        """All games of the evening, which both have in their logs, the same and checked."""
        assert [side.failures for side in self.sides] == [[], []]
        assert self.is_done
        games, others = (side.logged() for side in self.sides)
        assert len(games) == len(others) == self.games
        assert all(map(same_game, games, others))
        return [game for game in games if isinstance(game, GameRecord)]

    @property
    def is_done(self) -> bool:
        """True if both have checked all games."""
        return all(
            side.talk.stage is Stage.BETWEEN and sum(side.talk.score) == self.games
            for side in self.sides
        )

    def close(self) -> None:
        self.going_on.remove(self)
        for side in self.sides:
            side.conversation.close()


def same_game(one: GameRecord | str, other: GameRecord | str) -> bool:
    """True if two logs have the same game, with the same proof."""
    assert isinstance(one, GameRecord)
    assert isinstance(other, GameRecord)
    return (one.deal, one.actions, one.ending, one.names, one.others) == (
        other.deal, other.actions, other.ending, other.names, other.others,
    )  # fmt: skip


def begun(folder: Path, lines: int, seed: int = 3) -> Evening:
    """An evening after ``lines`` lines."""
    evening = Evening(folder, seed)
    steps = evening.steps()
    while evening.delivered < lines:
        next(steps)
    for side in evening.sides:
        side.work()
    return evening
