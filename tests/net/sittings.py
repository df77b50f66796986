"""Two sittings with a line between them that tests can cut, and people who play at random."""

import shutil
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Final, Protocol

from durak_tui.game.position import DEAL, Action, Position
from durak_tui.net.events import Failed, SittingEvent
from durak_tui.net.messages import Terms
from durak_tui.net.sitting import Sitting
from durak_tui.net.stages import Stage
from durak_tui.records.record import GameRecord
from tests.net.deals import SMALL, key
from tests.records.journals import logged
from tests.table.games import any_choice

NAMES: Final = "Ann", "Борис"
KEYS: Final = tuple(map(key, NAMES))
USUAL: Final = Terms()


class Change(Protocol):
    """Makes another line of one."""

    def __call__(self, line: bytes, sender: int) -> bytes: ...


class Person:
    """Somebody at a program, who plays at random."""

    sitting: Sitting
    rng: Random
    acts = True  # Whether they play a card when it is their turn.

    def work(self) -> None:
        while self.sitting.busy:
            self.sitting.work()

    def go_on(self, terms: Terms) -> bool:
        """Do what is to be done for this game; False if there is nothing."""
        sitting = self.sitting
        if sitting.may_agree:
            if sitting.offered:
                sitting.agree()
            else:
                sitting.propose(terms)
            return True
        game = sitting.game
        if sitting.stage is not Stage.PLAYING or game is None:
            return False
        if game.position.phase == DEAL:
            sitting.settle()
            return game.position.phase != DEAL
        if game.to_act == sitting.seat and not sitting.is_ending and self.acts:
            sitting.play(self.choice(game.position))
            return True
        return False

    def choice(self, position: Position) -> Action:
        """What they play."""
        return any_choice(position, self.rng)


class Side(Person):
    """One program with its person."""

    def __init__(self, folder: Path, seat: int, rng: Random, *, stored: bool = True) -> None:
        self.folder = folder
        self.seat = seat
        self.rng = rng
        self.events: list[SittingEvent] = []
        self.lines: deque[bytes] = deque()  # What is on its way to the other side.
        self.log = folder / "games.log"
        self.lives = 1
        self.now = 0.0  # Seconds by the clock of this side.
        self.sitting = Sitting.begin(
            self, seat, NAMES[seat], key=KEYS[seat], peer=KEYS[1 - seat],
            other_name=NAMES[1 - seat], folder=folder if stored else None, log=self.log,
            group=SMALL, clock=lambda: self.now,
        )  # fmt: skip

    def write(self, data: bytes) -> None:
        self.lines.extend(data.splitlines(keepends=True))

    def tell(self, event: SittingEvent) -> None:
        self.events.append(event)

    def told(self, *kinds: type[SittingEvent]) -> list[SittingEvent]:
        """The events of these kinds so far."""
        return [event for event in self.events if isinstance(event, kinds)]

    @property
    def failures(self) -> list[str]:
        return [event.text for event in self.events if isinstance(event, Failed)]

    def die(self) -> None:
        """Be killed, and begin again with what is stored."""
        path = self.sitting.path
        assert path
        # As the file is now, whatever the one that was killed would still have written.
        again = self.folder / f"life{self.lives}.sitting"
        shutil.copy(path, again)
        self.sitting.close()
        self.lines.clear()
        self.lives += 1
        self.sitting = Sitting.resume(self, again, self.log, group=SMALL, clock=lambda: self.now)

    def decide(self, terms: Terms, games: int) -> bool:
        """Do something that the person may do now; False if there is nothing."""
        sitting = self.sitting
        if sitting.stage is Stage.BETWEEN:
            if sum(sitting.score) < games:
                before = len(self.lines)
                sitting.again()
                return len(self.lines) > before
            return False
        return self.go_on(terms)

    def whim(self) -> None:
        """Do what nobody expects, if it is possible now."""
        sitting = self.sitting
        whims: list[Callable[[], object]] = [
            sitting.offer_draw, sitting.decline_draw, sitting.resign, sitting.settle,
            lambda: sitting.chat("\x1b[31mgut\n ♥ 🂡"),
        ]  # fmt: skip
        self.rng.choice(whims)()

    def logged(self) -> list[GameRecord | str]:
        return logged(self.log)


class Evening:
    """Both sides, and the line between them."""

    def __init__(
        self, folder: Path, seed: int = 0, terms: Terms = USUAL, *, games: int = 1,
        stored: bool = True,
    ) -> None:  # fmt: skip
        rng = Random(seed)
        self.terms = terms
        self.games = games
        self.delivered = 0
        self.sides = tuple(
            Side(folder / NAMES[seat], seat, Random(rng.random()), stored=stored) for seat in (0, 1)
        )

    def connect(self) -> None:
        for side in self.sides:
            side.sitting.line_lost()
            side.lines.clear()
        for side in self.sides:
            side.sitting.line_up()

    def cut(self) -> None:
        """Lose the line and all that was on its way, and get another."""
        self.connect()

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
        theirs.sitting.receive(change(line))
        return True

    def steps(self, change: Change = lambda line, sender: line) -> Iterator[int]:
        """Go on to the end, pausing after each line that was brought to a side.

        ``change`` makes another line of one by a sender.
        """
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

    def wander(self, rng: Random, whims: float, accidents: float) -> None:
        """Go on in any order, with whims and accidents, to the end."""
        idle = 0
        while idle < 4:
            idle += 1
            seat = rng.randint(0, 1)
            side = self.sides[seat]
            if rng.random() < accidents and side.sitting.has_met:
                if rng.random() < 0.5:
                    self.cut()
                else:
                    self.die(seat)
            if rng.random() < whims:
                side.whim()
            for _ in range(rng.choice((0, 1, 5, 100))):
                if not side.sitting.busy:
                    break
                side.sitting.work()
                idle = 0
            if rng.random() < 0.5 and side.decide(self.terms, self.games):
                idle = 0
            if rng.random() < 0.5 and self.deliver(seat):
                idle = 0
            if idle and (any(one.lines or one.sitting.busy for one in self.sides)):
                idle = 0
            if idle and any(one.decide(self.terms, self.games) for one in self.sides):
                idle = 0

    def run_in_pieces(self, rng: Random) -> None:
        """Play to the end, the bytes coming in pieces that are no lines."""
        streams = [b"", b""]
        moved = True
        while moved:
            moved = False
            for seat, side in enumerate(self.sides):
                side.work()
                moved |= side.decide(self.terms, self.games)
                side.work()
                streams[seat] += b"".join(side.lines)
                side.lines.clear()
                at = rng.choice((1, 7, 60, 500))
                piece, streams[seat] = streams[seat][:at], streams[seat][at:]
                self.sides[1 - seat].sitting.receive(piece)
                moved |= bool(piece)

    def run(self) -> None:
        """Play to the end."""
        for _ in self.steps():
            pass

    @property
    def is_done(self) -> bool:
        """Whether both have all games in their logs, checked."""
        return all(
            side.sitting.stage is Stage.BETWEEN and sum(side.sitting.score) == self.games
            for side in self.sides
        )

    def close(self) -> None:
        for side in self.sides:
            side.sitting.close()


def same_game(one: GameRecord | str, other: GameRecord | str) -> bool:
    """Whether two logs have the same game, with the same proof."""
    assert isinstance(one, GameRecord)
    assert isinstance(other, GameRecord)
    return (one.deal, one.actions, one.ending, one.names, one.others) == (
        other.deal, other.actions, other.ending, other.names, other.others,
    )  # fmt: skip


def begun(folder: Path, lines: int, seed: int = 3) -> Evening:
    """An evening after so many lines."""
    evening = Evening(folder, seed)
    evening.connect()
    steps = evening.steps()
    while evening.delivered < lines:
        next(steps)
    for side in evening.sides:
        side.work()
    return evening
