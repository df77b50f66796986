"""A game of Gold Rush, between programs or from its moves.

A move is two characters: the seat (``A`` to ``D``) and what came of its turn, a letter of
`CODES`, `BAD` or `OUT`.  Nothing else has to be kept: a round is over when everybody in it
has had a turn.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from durak_tui.common.fields import Malformed, get, list_of, number, one_of, optional, text, whole
from durak_tui.common.i18n import N_, Message
from durak_tui.common.text import beginning, one_line
from durak_tui.common.values import LONGEST_LINE, LONGEST_SECONDS, Most
from durak_tui.engine.config import EngineConfig
from durak_tui.engine.engine_errors import EngineFault
from durak_tui.engine.registry import Program, module_program
from durak_tui.games.game_kind import GameKind, Player
from durak_tui.games.goldrush.maps import MapError, parse_map
from durak_tui.games.goldrush.mine import COMMANDS, Mine
from durak_tui.games.moves import Moves
from durak_tui.games.person import Person
from durak_tui.games.playthrough import Finish, Json, Playthrough, SeatFault, ranked
from durak_tui.games.program_player import ProgramPlayer
from durak_tui.games.program_table import close_all
from durak_tui.protocol.faults import printable

SEATS: Final = "ABCD"
BAD: Final = "?"  # A command that is none, or unreadable.
OUT: Final = "!"  # No command: the player is out of the game.
CODES: Final = dict(zip("NSEWPDF", COMMANDS, strict=True))
"""The letters of commands; F is for SHOOT."""
_LETTERS: Final = {command: letter for letter, command in CODES.items()}

ROUNDS: Final = 1000
MOST_ROUNDS: Final = Most(100_000)
TURN_SECONDS: Final = 1.0
_LONGEST_TEXT: Final = 80  # Characters of a bad command that are kept, and of a name.
_MOST_BAD: Final = 10_000  # Bad commands of a game that are kept.
MAP_BYTES: Final = 1 << 20


class MineGame:
    """A game at one moment."""

    def __init__(self, opening: Mapping[str, Any]) -> None:
        """The beginning of a game.  Raises Malformed."""
        try:
            mine_map = parse_map(get(opening, "map", text(MAP_BYTES)))
        except MapError as error:
            raise Malformed(f"map: {error.message.english}") from None
        place = list_of(whole(0, max(mine_map.width, mine_map.height)), 2, 2)
        bases = [(x, y) for x, y in get(opening, "bases", list_of(place, 1, len(SEATS)))]
        if len(set(bases)) < len(bases) or not set(bases) <= set(mine_map.bases):
            raise Malformed("bases are not different bases of the map")
        self.mine = Mine(mine_map, bases)
        self.rounds: Final = get(opening, "rounds", whole(0, MOST_ROUNDS.number))
        self.full: Final = get(opening, "full", one_of(False, True))
        self.round = 0  # Rounds that are complete.
        self.waiting = [*range(len(bases))]  # Seats that have a turn in this round.
        self.out: set[int] = set()
        self.is_over = self.rounds == 0

    def step(self, move: str) -> None:
        """Carry out a turn.  Raises ValueError if it is none."""
        seat, code = SEATS.index(move[:1] or BAD), move[1:]
        if self.is_over or seat not in self.waiting:
            raise ValueError(f"it is not the turn of {move[:1]}")
        if command := CODES.get(code):
            self.mine.act(seat, command)
        elif code == OUT:
            self.out.add(seat)
        elif code != BAD:
            raise ValueError(f"{code} is no turn")
        self.waiting.remove(seat)
        if not self.waiting:
            self._end_round()

    def _end_round(self) -> None:
        self.round += 1
        self.waiting = [seat for seat in range(len(self.mine.miners)) if seat not in self.out]
        delivered = bool(self.mine.total) and not self.mine.left
        nothing_to_do = not self.waiting or (delivered and not self.full)
        self.is_over = self.round >= self.rounds or nothing_to_do


class _Dig:
    """A game as it is played."""

    def __init__(self, opening: Json, players: Sequence[Player], moves: Moves) -> None:
        self.game: MineGame = GOLD_RUSH.after(opening, moves.past)
        self.players = players
        self.moves = moves
        self.turn_seconds = get(opening, "turn_seconds", number(0, LONGEST_SECONDS))
        self.start_seconds = get(opening, "start_seconds", number(0, LONGEST_SECONDS))
        self.lot = Random(f"order {opening.get('seed')} {opening.get('game')}")
        self.faults: list[SeatFault | None] = [None] * len(players)
        self.seconds = [0.0] * len(players)
        self.names: list[str | None] = [None] * len(players)  # Until they say them.
        self.bad: list[tuple[int, str]] = []  # Turns, and the texts that were no commands.

    def start(self) -> None:
        """Start the programs, one after the other (G-020)."""
        mine = self.game.mine
        for seat, player in enumerate(self.players):
            self.moves.tell("start", player.name, str(seat))
            if isinstance(player, ProgramPlayer):
                if seat in self.game.out:
                    continue
                try:
                    player.start()
                    name = player.ask(b"", self.start_seconds, "start")
                except EngineFault as fault:
                    self.out(seat, player, fault)
                    continue
                self.names[seat] = beginning(one_line(name), _LONGEST_TEXT)
                player.tell(f"{mine.width} {mine.height} {mine.total}\n".encode())
            else:
                self.names[seat] = player.name
            self.moves.tell("player", self.name(seat), str(seat))

    def name(self, seat: int) -> str:
        """The name that a player has said, or its command."""
        name = self.names[seat]
        return self.players[seat].name if name is None else name

    def play(self) -> None:
        game = self.game
        for _ in range(game.round):
            self.order()
        while not game.is_over:
            self.moves.tell("round", str(game.round + 1), "")
            for seat in self.order():
                if seat in game.waiting:
                    code = self.ask(seat)
                    game.step(SEATS[seat] + code)
                    self.moves.add(SEATS[seat] + code)
            self.moves.end_round()

    def order(self) -> list[int]:
        """The order of the next round (G-036)."""
        return self.lot.sample(range(len(self.players)), len(self.players))

    def ask(self, seat: int) -> str:
        """The letter for a turn of a player."""
        player = self.players[seat]
        if isinstance(player, Person):
            return player.decide(self.moves.count)
        if self.faults[seat]:
            return OUT
        view = self.game.mine.view(seat).encode()
        try:
            line = player.ask(view, self.turn_seconds, f"round {self.game.round + 1}")
        except EngineFault as fault:
            self.seconds[seat] += player.elapsed
            self.out(seat, player, fault)
            return OUT
        self.seconds[seat] += player.elapsed
        code = _LETTERS.get(line)
        if code is None:
            if len(self.bad) < _MOST_BAD:
                self.bad.append((self.moves.count, beginning(line, _LONGEST_TEXT)))
            self.moves.tell("bad", line, self.name(seat))
            return BAD
        self.moves.tell("execute", line, self.name(seat))
        return code

    def out(self, seat: int, player: ProgramPlayer, fault: EngineFault) -> None:
        self.faults[seat] = one = player.out(fault)
        self.moves.tell("out", one.message, self.name(seat))

    def finish(self) -> Finish:
        miners, out = self.game.mine.miners, self.game.out
        worths = [(seat not in out, miner.score) for seat, miner in enumerate(miners)]
        for seat, miner in enumerate(miners):
            self.moves.tell("score", self.name(seat), f"{miner.score} hand {miner.hand}")
        details = {
            "scores": [miner.score for miner in miners],
            "hands": [miner.hand for miner in miners],
            "rounds": self.game.round,
            "names": self.names,
        }
        if self.bad:
            details["bad"] = self.bad
        return Finish(ranked(worths), tuple(self.faults), tuple(self.seconds), details)


def dig(opening: Json, players: Sequence[Player], moves: Moves) -> Finish:
    """Play a game; see :attr:`durak_tui.games.game_kind.GameKind.play`."""
    game = _Dig(opening, players, moves)
    try:
        game.start()
        game.play()
    finally:
        # Each game has processes of its own, which learn of its end by that of their input (G-025).
        close_all([one for one in players if isinstance(one, ProgramPlayer)])
    return game.finish()


MINERS: Final = {
    "goldrush-digger": module_program("goldrush_digger"),
    "goldrush-random": module_program("goldrush_random"),
}
"""The miners that ship, by name."""


def miner_program(config: EngineConfig) -> Program:
    """The program of a miner: one of `MINERS`, or anybody's."""
    return config.program(MINERS)


def _details_read(details: Json, seats: int) -> None:
    get(details, "scores", list_of(whole(0, 2**53), seats, seats))
    get(details, "names", list_of(optional(text(LONGEST_LINE)), seats, seats))
    get(details, "bad", optional(list_of(_bad_command)))


def _without_commands(game: Playthrough, seat: int) -> Message | None:
    turns = game.moves[:: GOLD_RUSH.move_length].count(SEATS[seat])
    bad = game.moves.count(SEATS[seat] + BAD)
    if not turns or bad < turns:
        return None
    assert game.finish
    said = next(
        text for at, text in game.finish.details["bad"] if game.moves[2 * at] == SEATS[seat]
    )
    text = N_("none of the player's {n} answers was a command; the first one was '{text}'")
    return Message(text, {"n": turns, "text": printable(said.encode())})


def _bad_command(value: Any) -> tuple[int, str]:
    """Read the number of a turn and a text."""
    if not isinstance(value, list) or [*map(type, value)] != [int, str]:
        raise Malformed("is not the number of a turn and a text")
    turn, said = value
    return turn, said


GOLD_RUSH: Final = GameKind(
    name="goldrush", seats=range(1, len(SEATS) + 1), move_length=2, program=miner_program,
    start=MineGame, play=dig, read_details=_details_read,
    useless=_without_commands,
)  # fmt: skip


def _names_said(game: Playthrough) -> Sequence[str | None]:
    """The names that miners have said; before the end their commands."""
    return game.finish.details["names"] if game.finish else game.names


def bad_commands(game: Playthrough) -> dict[int, str]:
    """The texts that were no commands, by turn."""
    return dict(game.finish.details.get("bad") or ()) if game.finish else {}


def console_events(game: Playthrough) -> Iterator[tuple[str, str, str]]:
    """The events of a console, as :class:`durak_tui.games.moves.Moves` has them, from moves.

    Raises ValueError if they are not those of a game.
    """
    state = MineGame(game.opening)
    said, bad = _names_said(game), bad_commands(game)
    names = [game.names[seat] if name is None else name for seat, name in enumerate(said)]
    faults = game.finish.faults if game.finish else (None,) * len(names)
    told: set[int] = set()

    def out(seat: int) -> Iterator[tuple[str, str, str]]:
        if (fault := faults[seat]) and seat not in told:
            told.add(seat)
            yield "out", fault.message, names[seat]

    for seat, name in enumerate(names):
        yield "start", game.names[seat], str(seat)
        if said[seat] is None:
            yield from out(seat)
        else:
            yield "player", name, str(seat)
    length, before = GOLD_RUSH.move_length, -1
    for turn, at in enumerate(range(0, len(game.moves), length)):
        if state.round > before:
            yield "round", str(state.round + 1), ""
        before = state.round
        seat, code = SEATS.index(game.moves[at]), game.moves[at + 1 : at + length]
        state.step(game.moves[at : at + length])
        if code == OUT:
            yield from out(seat)
        elif code == BAD:
            yield "bad", bad.get(turn, BAD), names[seat]
        else:
            yield "execute", CODES[code], names[seat]
    if game.finish:
        for name, miner in zip(names, state.mine.miners, strict=True):
            yield "score", name, f"{miner.score} hand {miner.hand}"


class TranscriptLine(NamedTuple):
    """A line between a miner and the simulator."""

    seat: int
    is_answer: bool
    text: str


def transcript(game: Playthrough) -> Iterator[TranscriptLine]:
    """All lines of a game, from its moves (G-020 to G-023).

    Raises ValueError if they are not those of a game.
    """
    state = MineGame(game.opening)
    mine = state.mine
    names, bad = _names_said(game), bad_commands(game)
    for seat, name in enumerate(names):
        if name is not None:  # Or nothing was said or sent.
            yield TranscriptLine(seat, True, name)
            yield TranscriptLine(seat, False, f"{mine.width} {mine.height} {mine.total}")
    for turn in range(0, len(game.moves), GOLD_RUSH.move_length):
        move = game.moves[turn : turn + GOLD_RUSH.move_length]
        seat, code = SEATS.index(move[0]), move[1:]
        if names[seat] is not None:
            for line in mine.view(seat).splitlines():
                yield TranscriptLine(seat, False, line)
        if code != OUT:
            text = CODES.get(code) or bad.get(turn // GOLD_RUSH.move_length, BAD)
            yield TranscriptLine(seat, True, text)
        state.step(move)
