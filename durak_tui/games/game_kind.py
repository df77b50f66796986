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

    def step(self, token: str, /) -> None:
        """Carry out a move.  Raises ValueError if that is none here."""


@dataclass(frozen=True, slots=True)
class GameKind:
    """A game for programs."""

    name: str  # In commands and logs.
    seats: range  # The numbers of players that it can have.
    token: int  # Characters of a move.
    program: Callable[[EngineConfig], Program]
    """The program of a player.  Raises EngineStartError if there is none."""
    start: Callable[[Json], Any]
    """The :class:`GameState` of an opening.  Raises Malformed if that is none of this game."""
    play: Callable[[Json, Sequence[Player], Moves], Finish]
    """Plays on from the moves that there are, and adds to them.

    Faults of players decide it, none is raised.  Raises Cancelled; players are closed after that.
    """

    def after(self, opening: Json, moves: str, count: int | None = None) -> Any:
        """The state after some moves, by default all.

        Raises ValueError if they are not those of a game.
        """
        state: GameState = self.start(opening)
        end = len(moves) if count is None else count * self.token
        for at in range(0, end, self.token):
            state.step(moves[at : at + self.token])
        return state
