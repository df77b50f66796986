"""The facts that make a game one of the ground's."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from durak_tui.common.fields import Malformed
from durak_tui.common.i18n import Message
from durak_tui.engine.config import EngineConfig
from durak_tui.engine.registry import Program
from durak_tui.games.moves import Moves
from durak_tui.games.person import Person
from durak_tui.games.playthrough import Finish, Json, Playthrough
from durak_tui.games.program_player import ProgramPlayer

Player = ProgramPlayer | Person


class GameState(Protocol):
    """A game at one moment."""

    @property
    def round(self) -> int:
        """The rounds that are complete."""

    def step(self, move: str, /) -> None:
        """Carry out a move.  Raises ValueError if it is not legal."""


def without_fault(game: Playthrough, seat: int) -> None:
    """Find no game useless."""


def anything(details: Json, seats: int) -> None:
    """Find no fault with the details of a finish."""


@dataclass(frozen=True, slots=True)
class GameKind:
    """A game for programs, pickled with its functions."""

    name: str  # In commands and logs.
    seats: range  # The numbers of players that it can have.
    move_length: int  # Characters of a move.
    program: Callable[[EngineConfig], Program]
    """The program of a player.  Raises EngineStartError if there is none."""
    start: Callable[[Json], Any]
    """The :class:`GameState` of an opening.  Raises Malformed if it is not one of this game."""
    play: Callable[[Json, Sequence[Player], Moves], Finish]
    """Plays on from the moves there are, adding to them.

    A player's fault decides the game and is not raised.  Raises Cancelled and RunnerError; the
    caller then closes the players.
    """

    read_details: Callable[[Json, int], object] = anything
    """Looks at the details of a finish, for so many seats.  Raises Malformed."""

    useless: Callable[[Playthrough, int], Message | None] = without_fault
    """Says why a game was of no use for a seat, if it was, though nothing was wrong."""

    def check(self, game: Playthrough) -> None:
        """Check a game of a log.  Raises Malformed."""
        if len(game.names) not in self.seats:
            raise Malformed(f"names is a list of {len(game.names)}")
        if game.finish:
            self.read_details(game.finish.details, len(game.names))

    def after(self, opening: Json, moves: str, count: int | None = None) -> Any:
        """The state after some moves, by default all.

        Raises ValueError if they are not those of a game.
        """
        state: GameState = self.start(opening)
        end = len(moves) if count is None else count * self.move_length
        for at in range(0, end, self.move_length):
            state.step(moves[at : at + self.move_length])
        return state
