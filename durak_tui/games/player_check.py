"""The check of a player: whole games, and its exit."""

import contextlib
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from durak_tui.common.i18n import N_, Message, decimal
from durak_tui.engine.cancel import CancelToken
from durak_tui.engine.config import EngineConfig
from durak_tui.games.game_kind import GameKind
from durak_tui.games.group_schedule import GroupTask
from durak_tui.games.playthrough import Json
from durak_tui.games.program_player import ProgramPlayer
from durak_tui.games.program_table import ProgramTable
from durak_tui.pool.worker import Surroundings

_WORDS: Final = 2000  # Characters of the last words that are shown.
EXIT_SECONDS: Final = 2.0  # For starting, and exiting at once.


class PlayerFinding(NamedTuple):
    """The outcome of a part of a check."""

    name: str  # Marked for translation, as the detail.
    passed: bool
    detail: Message
    words: str = ""  # The last words of the player, if it failed.


def check_player(
    kind: GameKind,
    openings: Sequence[Json],
    player: EngineConfig,
    opponent: EngineConfig,
    cancel: CancelToken | None = None,
) -> Iterator[PlayerFinding]:
    """Play a game from each seat, and see if the player exits.

    Raises EngineStartError if it is no program, and Cancelled.
    """
    names = N_("a game in the first seat"), N_("a game in the second seat")
    table = ProgramTable(Surroundings(cancel), kind=kind)
    with contextlib.closing(table):
        for seat, opening in enumerate(openings):
            players = (player, opponent) if seat == 0 else (opponent, player)
            game = table.play(GroupTask(seat + 1, (0, 1), players, opening)).playthrough
            finish = game.finish
            assert finish
            fault = finish.faults[seat]
            if fault:
                yield PlayerFinding(
                    names[seat],
                    False,
                    Message("{why}", {"why": fault.message}),
                    fault.words[-_WORDS:],
                )
                continue
            if problem := kind.useless(game, seat):
                yield PlayerFinding(names[seat], False, problem)
                continue
            text = N_("{moves} moves, {n} s in all")
            moves = len(game.moves) // kind.move_length
            shown = {"moves": moves, "n": decimal(finish.seconds[seat], ".3f")}
            yield PlayerFinding(names[seat], True, Message(text, shown))
    yield _exit(kind, player, cancel)


def _exit(kind: GameKind, player: EngineConfig, cancel: CancelToken | None) -> PlayerFinding:
    program = ProgramPlayer(kind.program(player), cancel=cancel)
    program.start()
    leaves = program.exits(EXIT_SECONDS)
    program.close(0.0)
    name = N_("the end of its input")
    if leaves:
        return PlayerFinding(name, True, Message(N_("it exits by itself")))
    text = N_("it is still there after {n} s; exit when reading says that the input has ended")
    return PlayerFinding(name, False, Message(text, {"n": decimal(EXIT_SECONDS)}))
