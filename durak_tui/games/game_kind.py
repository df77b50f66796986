"""The facts that make a game one of the ground's."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from durak_tui.engine.config import EngineConfig
from durak_tui.engine.registry import Program
from durak_tui.games.moves import Moves
from durak_tui.games.person import Person
from durak_tui.games.playthrough import Finish, Json
from durak_tui.games.program_player import ProgramPlayer

Player = ProgramPlayer | Person


class GameState(Protocol):
    """A game at one moment."""

    @property
    def round(self) -> int:
        """The rounds that are complete."""

    def step(self, move: str, /) -> None:
        """Carry out a move.  Raises ValueError if that is none here."""


@dataclass(frozen=True, slots=True)
class GameKind:
    """A game for programs, pickled with its functions."""

    name: str  # In commands and logs.
    seats: range  # The numbers of players that it can have.
    move_length: int  # Characters of a move.
    program: Callable[[EngineConfig], Program]
    """The program of a player.  Raises EngineStartError if there is none."""
    start: Callable[[Json], Any]
    """The :class:`GameState` of an opening.  Raises Malformed if that is none of this game."""
    play: Callable[[Json, Sequence[Player], Moves], Finish]
    """Plays on from the moves there are, adding to them.

    A player's fault decides the game and is not raised.  Raises Cancelled and RunnerError; the
    caller then closes the players.
    """

    def after(self, opening: Json, moves: str, count: int | None = None) -> Any:
        """The state after some moves, by default all.

        Raises ValueError if they are not those of a game.
        """
        state: GameState = self.start(opening)
        end = len(moves) if count is None else count * self.move_length
        for at in range(0, end, self.move_length):
            state.step(moves[at : at + self.move_length])
        return state
