"""A game on the ground of all games, as small as one can be: the higher sum of digits wins."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from durak_tui.common.fields import get, whole
from durak_tui.engine.config import EngineConfig
from durak_tui.engine.engine_errors import EngineFault
from durak_tui.games.game_kind import GameKind, Player
from durak_tui.games.group_run import GroupPlan
from durak_tui.games.group_schedule import GroupSchedule
from durak_tui.games.moves import Moves
from durak_tui.games.person import Person
from durak_tui.games.playthrough import Finish, Json, SeatFault, ranked
from durak_tui.games.program_table import close_all
from durak_tui.protocol.faults import Detail, FaultCode

SECONDS: Final = 5.0


class Sums:
    """The sums of a game, and whose turn it is; ``!`` is the turn of a player who is out."""

    def __init__(self, opening: Mapping[str, Any]) -> None:
        self.rounds = get(opening, "rounds", whole(1, 100))
        self.sums = [0] * get(opening, "seats", whole(1, 4))
        self.turn = 0

    @property
    def round(self) -> int:
        return self.turn // len(self.sums)

    @property
    def is_over(self) -> bool:
        return self.turn == self.rounds * len(self.sums)

    def step(self, move: str) -> None:
        if self.is_over or len(move) != 1 or move not in "!0123456789":
            raise ValueError(move)
        self.sums[self.turn % len(self.sums)] += 0 if move == "!" else int(move)
        self.turn += 1


def play(opening: Json, players: Sequence[Player], moves: Moves) -> Finish:
    """Ask each player in turn for a digit, until all rounds are over."""
    state: Sums = HIGHER.after(opening, moves.past)
    faults: list[SeatFault | None] = [None] * len(players)
    seconds = [0.0] * len(players)
    while not state.is_over:
        seat = state.turn % len(players)
        player = players[seat]
        if isinstance(player, Person):
            move = player.decide(moves.count)
        elif faults[seat]:
            move = "!"
        else:
            try:
                if not player.runs:
                    player.start()
                about = f"turn {state.turn}"
                move = player.ask(b"digit\n", SECONDS, about)
                seconds[seat] += player.elapsed
                if len(move) != 1 or not move.isdecimal():
                    raise player.fault(Detail(FaultCode.NOT_ONE_CARD), about)
            except EngineFault as fault:
                faults[seat], move = player.out(fault), "!"
        state.step(move)
        moves.add(move)
        if seat == len(players) - 1:
            moves.end_round()
    close_all([one for one in players if not isinstance(one, Person)])
    return Finish(ranked(state.sums), tuple(faults), tuple(seconds), {"sums": state.sums})


HIGHER: Final = GameKind("higher", range(1, 5), 1, EngineConfig.program, Sums, play)


def says(*lines: str, then: str = "", first: str = "") -> EngineConfig:
    """A program that answers with these lines, one for each it gets, again and again.

    ``first`` is shell that it runs at once, ``then`` after the last line, instead of beginning
    again.
    """
    words = "".join(f'read line || exit; printf "%b" {_quoted(line)}\n' for line in lines)
    loop = f"{words}{then}" if then else f"while :; do\n{words}done"
    return EngineConfig(f"sh -c {_quoted(first + chr(10) + loop)}", "-".join(lines).strip() or "it")


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def opening(number: int, rounds: int = 3, seats: int = 2) -> Json:
    return {"number": number, "rounds": rounds, "seats": seats}


def plan(*players: EngineConfig, seats: int = 2, repeat: int = 2, **settings: Any) -> GroupPlan:
    """A run of all groups of players."""

    def opener(number: int, _again: int, _group: Sequence[int]) -> Json:
        return opening(number, seats=seats)

    schedule = GroupSchedule(players, seats, repeat, opener)
    return GroupPlan(HIGHER, schedule, {"game": "higher", **settings})
