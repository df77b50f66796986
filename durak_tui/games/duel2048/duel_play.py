"""A game of 2048 for two between programs, over lines.

All words of a line are separated by blanks.  A program is asked, and answers::

    > 2048 1                                             < ready NAME
    > game SEAT ROUNDS MS N0 N1 …                        < ok
    > position ROUND MS OTHER LAST ROW COLUMN B0 … B31   < ROW COLUMN
    > direction ROUND MS OTHER LAST B0 … B31             < up, down, left, right, or 0 to 3
    > _position … or _direction …                        < any line
    > end won, lost or tied

The first line comes once, when its process has started; after ``end`` it may exit at once, or wait
for another ``game``.  The time for ``game`` and all that follows is that of one clock, MS of which
are left, and OTHER of the other player's.  LAST is the other's last decision, ``ROW,COLUMN``, a
direction, or ``-``.  ROW and COLUMN are the free cell that is offered in the player's half, ``- -``
if that is full; the board is written row by row (S-023).  ``_`` begins a phase without a legal
decision.  A program in Python answers ``error "JSON text"`` for an exception.
"""

import json
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from durak_tui.common.fields import get, list_of, number, optional, whole
from durak_tui.common.text import excerpt, one_line
from durak_tui.common.values import LONGEST_SECONDS, Most
from durak_tui.engine.config import EngineConfig
from durak_tui.engine.engine_errors import EngineFault
from durak_tui.engine.registry import Program, module_program
from durak_tui.games.duel2048.board import (
    COLUMNS,
    COUNTED,
    DIRECTIONS,
    RANDOM_BELOW,
    ROWS,
    count,
    leader,
    written,
)
from durak_tui.games.duel2048.duel import (
    CELL_CODES,
    MERGE_CODES,
    UNKNOWN,
    Duel,
    violation_words,
)
from durak_tui.games.game_kind import GameKind, Player
from durak_tui.games.moves import Moves
from durak_tui.games.person import Person
from durak_tui.games.playthrough import Finish, Json, SeatFault, ranked
from durak_tui.games.program_player import ProgramPlayer
from durak_tui.protocol.faults import Detail, FaultCode, FaultReason, printable

SECONDS: Final = 5.0
OVERTIME: Final = 1.1  # Of the time for a game: then a call is cut off (S-061).
MOST_ROUNDS: Final = Most(10_000)
MEMORY_MB: Final = 1024
_WHY: Final = 200  # Characters of an exception in a sentence.
_MERGES: Final = {
    word: code
    for code, words in zip(MERGE_CODES, zip(DIRECTIONS, "0123", strict=True), strict=True)
    for word in words
}


def numbers_of(opening: Json, rounds: int) -> tuple[int, ...] | None:
    """The random numbers of a game (S-004); None if they are unknown."""
    if "seed" not in opening:
        return None
    # random() is the one stream that Python promises never to change.
    lot = Random(f"{opening['seed']} {opening.get('game')}")
    return tuple(int(lot.random() * RANDOM_BELOW) for _ in range(rounds))


def duel_of(opening: Json) -> Duel:
    """The beginning of a game.  Raises Malformed."""
    rounds = get(opening, "rounds", whole(1, MOST_ROUNDS.number))
    illegal = get(opening, "illegal", optional(whole(1, 4 * MOST_ROUNDS.number)))
    unknown = get(opening, "unknown", optional(whole(0, MOST_ROUNDS.number))) or 0
    return Duel(rounds, numbers_of(opening, rounds), illegal, unknown)


class _DuelPlay:
    """A game as it is played."""

    def __init__(self, opening: Json, players: Sequence[Player], moves: Moves) -> None:
        self.duel = duel_of(opening)
        self.opening = opening
        self.players = players
        self.moves = moves
        self.seconds = get(opening, "seconds", number(0, LONGEST_SECONDS))
        self.start_seconds = get(opening, "start_seconds", number(0, LONGEST_SECONDS))
        read_clocks = list_of(number(-LONGEST_SECONDS, LONGEST_SECONDS), 2, 2)
        self.clocks = get(opening, "clocks", read_clocks) if "clocks" in opening else (0.0, 0.0)
        self.used = list(self.clocks)  # That of a player who may begin late, or early (S-031).
        self.faults: list[SeatFault | None] = [None, None]
        self.has_begun = False  # Both are ready.
        self.answer = ""  # The last one to a question.
        self.decisions = ["-", "-"]  # The last of each player.
        self.hidden: list[EngineFault | None] = [None, None]
        """Faults in a phase that is skipped, noticed at the player's next decision (S-006)."""
        for code in moves.past:
            while not self.duel.can_decide:
                self.skip_phase()
            self.decide(code)

    def begin(self) -> None:
        """Let both begin, also if the first fails (S-060)."""
        for seat, player in enumerate(self.players):
            if isinstance(player, ProgramPlayer):
                try:
                    self.begin_one(seat, player)
                except EngineFault as fault:
                    self.faults[seat] = player.out(fault)

    def begin_one(self, seat: int, player: ProgramPlayer) -> None:
        rounds, numbers = self.duel.rounds, map(str, self.duel.numbers or ())
        line = " ".join(["game", str(seat), str(rounds), str(self.left(seat)), *numbers]) + "\n"
        answer = None
        if player.runs:
            try:
                answer = self.billed(seat, player, line, "game")
            except EngineFault as fault:
                # It may have exited after its last game, as it is free to.
                has_exited = fault.verdict.reason in ("crash", "closed")
                if not has_exited or fault.verdict.details[0].code is FaultCode.RAISED:
                    raise
        if answer is None:
            player.start()
            said = player.ask(b"2048 1\n", self.start_seconds, "start")
            if said.startswith("error "):
                raise self.raised(player, "start", said)
            if said.split()[:1] != ["ready"]:
                raise self.unreadable(player, "start", said)
            answer = self.billed(seat, player, line, "game")
        self.check_time(seat, player, "game")
        if answer.split() != ["ok"]:
            raise self.unreadable(player, "game", answer)

    def left(self, seat: int) -> int:
        """Milliseconds that a player has left."""
        return max(0, int((self.seconds - self.used[seat]) * 1000))

    def billed(self, seat: int, player: ProgramPlayer, line: str, about: str) -> str:
        """Ask on the player's clock.  Raises EngineFault, also for an exception.

        Whoever fails when their time is used up is late: the time is looked at first (S-062).
        """
        allowed = max(0.0, self.seconds * OVERTIME - self.used[seat])
        try:
            try:
                answer = player.ask(line.encode(), allowed, about)
            finally:
                self.used[seat] += player.elapsed
            if answer.startswith("error "):
                raise self.raised(player, about, answer)
        except EngineFault as fault:
            if fault.verdict.reason != "timeout":
                self.check_time(seat, player, about)
            raise
        return answer

    def check_time(self, seat: int, player: ProgramPlayer, about: str) -> None:
        """Raise EngineFault if a player has used up their time."""
        if self.used[seat] >= self.seconds:
            late = Detail(FaultCode.SPENT, {"n": f"{self.seconds:g}"})
            raise self.ended(player, late, about)

    def ended(
        self, player: ProgramPlayer, detail: Detail, about: str, said: str = ""
    ) -> EngineFault:
        # Its next game begins in a new process, whatever this one may be doing.
        player.close(0.0)
        return player.fault(detail, about, received=said.encode())

    def raised(self, player: ProgramPlayer, about: str, answer: str) -> EngineFault:
        try:
            text = str(json.loads(answer.removeprefix("error ")))
        except (ValueError, RecursionError):
            text = answer
        last = text.strip().rpartition("\n")[2]
        why = excerpt(one_line(last), _WHY)
        fault = self.ended(player, Detail(FaultCode.RAISED, {"why": why}), about)
        fault.add_note(text)
        return fault

    def unreadable(self, player: ProgramPlayer, about: str, answer: str) -> EngineFault:
        code = FaultCode.NOT_OK
        return self.ended(player, Detail(code, {"command": about}), about, answer)

    def play(self) -> None:
        duel, self.has_begun = self.duel, True
        while not duel.is_over:
            seat, before = duel.player, duel.round
            player = self.players[seat]
            mode = "direction" if duel.merges else "position"
            if not duel.can_decide:
                self.skip(seat, player, mode)
                self.skip_phase()
            else:
                try:
                    code = self.decision(seat, player, mode)
                except EngineFault as fault:
                    assert isinstance(player, ProgramPlayer)
                    self.faults[seat] = player.out(fault)
                    return
                self.decide(code)
                self.moves.add(code)
                if duel.is_broken:
                    self.faults[seat] = self.violation(player, code, mode)
            if duel.round != before:
                self.moves.end_round()

    def decide(self, code: str) -> None:
        """Carry out a decision, and keep its word for the other player."""
        if code in MERGE_CODES:
            word = DIRECTIONS[MERGE_CODES.index(code)]
        else:
            row, column = divmod(CELL_CODES.find(code), COLUMNS)
            word = f"{row},{column}"
        self.decisions[self.duel.player] = word
        self.duel.decide(code)

    def skip_phase(self) -> None:
        self.decisions[self.duel.player] = "-"
        self.duel.skip()

    def decision(self, seat: int, player: Player, mode: str) -> str:
        """The code of what a player decides.  Raises EngineFault."""
        if isinstance(player, Person):
            return player.decide(self.moves.count)
        about = f"{mode} of round {self.duel.round}"
        hidden, self.hidden[seat] = self.hidden[seat], None
        if hidden:
            raise hidden
        answer = self.billed(seat, player, self.question(seat, mode), about)
        self.check_time(seat, player, about)
        self.answer = answer
        return _code(answer, mode)

    def skip(self, seat: int, player: Player, mode: str) -> None:
        if isinstance(player, Person) or self.hidden[seat]:
            return
        try:
            self.billed(seat, player, self.question(seat, f"_{mode}"), f"_{mode}")
        except EngineFault as fault:
            self.hidden[seat] = fault

    def question(self, seat: int, mode: str) -> str:
        duel = self.duel
        left = str(self.left(seat)), str(self.left(1 - seat))
        words = [mode, str(duel.round), *left, self.decisions[1 - seat]]
        if mode.endswith("position"):
            own = duel.own
            words += ["-", "-"] if own is None else map(str, divmod(own, COLUMNS))
        return " ".join([*words, *written(duel.tiles).split()]) + "\n"

    def violation(self, player: Player, code: str, mode: str) -> SeatFault:
        """The fault of a decision against the rules (S-007)."""
        reason: FaultReason = "unreadable" if code == UNKNOWN else "illegal"
        where = f"{player.name}: {reason} in round {self.duel.round}"
        got = printable(self.answer.encode())
        return SeatFault(reason, f"{where}: {violation_words(code, mode)}, got '{got}'")

    def rounds_begun(self) -> int:
        """Rounds begun (S-046); all, once the board is stuck."""
        if not self.has_begun:
            return 0
        duel = self.duel
        return duel.rounds if duel.is_stuck else min(duel.rounds, duel.round + 1)

    def finish(self) -> Finish:
        tiles, faults = self.duel.tiles, self.faults
        if any(faults):
            worths: tuple[int, ...] = tuple(fault is None for fault in faults)
            level = None
        else:
            winner, level = leader(tiles)
            worths = tuple(winner == seat for seat in (0, 1))
        details = {
            "levels": [[count(tiles, seat, one) for one in reversed(COUNTED)] for seat in (0, 1)],
            "level": level or None,
            "rounds": self.rounds_begun(),
        }
        seconds = tuple(
            max(0.0, used - clock) for used, clock in zip(self.used, self.clocks, strict=True)
        )
        return Finish(ranked(worths), tuple(faults), seconds, details)


def _code(answer: str, mode: str) -> str:
    """The code of a decision; `UNKNOWN` for any other text."""
    words = answer.split()
    if mode == "direction":
        return _MERGES.get(words[0], UNKNOWN) if len(words) == 1 else UNKNOWN
    if len(words) == 2 and all(word in set("01234567") for word in words):
        row, column = map(int, words)
        if row < ROWS:
            return CELL_CODES[row * COLUMNS + column]
    return UNKNOWN


def play_duel(opening: Json, players: Sequence[Player], moves: Moves) -> Finish:
    """Play a game; see :attr:`durak_tui.games.game_kind.GameKind.play`."""
    game = _DuelPlay(opening, players, moves)
    game.begin()
    if not any(game.faults):
        game.play()
    finish = game.finish()
    for seat, player in enumerate(players):
        if isinstance(player, ProgramPlayer):
            first = finish.winner
            word = "tied" if first is None else "won" if first == seat else "lost"
            player.tell(f"end {word}\n".encode())
    return finish


DUELISTS: Final = {
    "2048-greedy": module_program("duel_greedy"),
    "2048-random": module_program("duel_random"),
}
"""The players that ship, by name."""


@dataclass(frozen=True, slots=True)
class Duelists:
    """The programs of players; a ``.py`` file is a ``class Player``."""

    any_module: bool = False  # Such a file may import and read what it likes.
    memory: int = MEMORY_MB

    def __call__(self, config: EngineConfig) -> Program:
        """Raises EngineStartError if there is no such program."""
        path = os.path.expanduser(config.command)
        if path.endswith(".py") and os.path.isfile(path):
            child = (sys.executable, "-P", "-m", "durak_tui.games.duel2048.player_process")
            free = ("--any-module",) if self.any_module else ()
            argv = (*child, *free, "--memory", str(self.memory), os.path.abspath(path))
            return Program(config.shown, argv, dict(config.env))
        return config.program(DUELISTS)


DUEL_2048: Final = GameKind(
    name="2048", seats=range(2, 3), move_length=1, program=Duelists(), start=duel_of, play=play_duel
)


def with_players(players: Duelists) -> GameKind:
    """The game with other restrictions for its players."""
    return replace(DUEL_2048, program=players)
