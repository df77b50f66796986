"""A game of others, as anybody may see it."""

from itertools import islice
from typing import NamedTuple, Self

from durak_tui.game.cards import HIDDEN, mask_of
from durak_tui.game.position import DEAL, OVER, Position
from durak_tui.records.record import Ending
from durak_tui.records.walk import Acts, Beaten, Event, Over, Played, Taken
from durak_tui.table.game import Game

PlayedFields = tuple[int, int, int, int, tuple[int, ...], int | None]
"""The fields of a `Played`: machine code does not keep the types by which news are read."""


class PublicView(NamedTuple):
    """A table at one moment, and the last action, without hands."""

    names: tuple[str, str]
    score: tuple[int, int, int]
    trump: int
    talon: int  # How many cards lie there,
    discarded: int  # are out of the game,
    held: tuple[int, int]  # and are in each hand.
    attacker: int
    to_act: int | None
    phase: int
    taking: bool
    table: tuple[int, ...]
    given: tuple[int, ...]
    played: PlayedFields | None  # What was played last, if it is new.
    winner: int | None
    reason: str  # Of the end; empty while the game is on.

    @classmethod
    def of(
        cls, game: Game, names: tuple[str, str], score: tuple[int, int, int], acts: Acts | None
    ) -> Self:
        """The view of a game on the server, after these acts."""
        position, ending = game.position, game.ending
        first, second = position.hands
        return cls(
            names, score, position.trump, position.talon_count, len(position.discarded),
            (first.bit_count(), second.bit_count()), position.attacker, game.to_act,
            position.phase, position.taking, tuple(position.table), tuple(position.given),
            acts[0] if acts else None,
            ending.winner if ending else None, ending.reason if ending else "",
        )  # fmt: skip

    @property
    def ending(self) -> Ending | None:
        return Ending(self.winner, self.reason) if self.reason else None

    @property
    def pauses(self) -> bool:
        """True while a finished bout lies there to be looked at."""
        return self.phase == DEAL

    @property
    def events(self) -> tuple[Event, ...]:
        """The last action and the end of its bout, if new."""
        if self.played is None:
            return ()
        act = Played(*self.played)
        if self.phase == OVER:
            winner = self.position.winner
            return act, Over(act.bout, winner, self.taking, self.table, self.given, self.held)
        if self.phase == DEAL and self.taking:
            return act, Taken(act.bout, 1 - self.attacker, self.table, self.given)
        if self.phase == DEAL:
            return act, Beaten(act.bout, self.attacker, self.table, self.held)
        return (act,)

    @property
    def position(self) -> Position:
        """The position with numbers in place of hidden cards."""
        hidden = iter(range(HIDDEN, 2 * HIDDEN))
        first, second = (mask_of(islice(hidden, held)) for held in self.held)
        talon = [*islice(hidden, max(0, self.talon - 1)), *[self.trump][: self.talon]]
        # Spectators do not get the discards; they must remember them.
        discarded = range(self.discarded)
        position = Position(
            (first, second), tuple(talon), self.attacker, trump=self.trump, discarded=discarded
        )
        position.phase, position.taking = self.phase, self.taking
        position.table, position.given = list(self.table), list(self.given)
        if self.to_act is not None:
            position.to_act = self.to_act
        return position
