"""What the commands that play games share: log, workers, resuming, and how a run ends."""

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from durak_tui.arena.contestant import Contestant, greet
from durak_tui.arena.resume import CannotResumeError, move_torn_game, past_games
from durak_tui.arena.workers import (
    LocalPool,
    Pool,
    SerialPool,
    WorkersLostError,
    usable_cores,
)
from durak_tui.cli.common import CommandError, complain, mendable
from durak_tui.cli.signals import Stop
from durak_tui.engine.cancel import Cancelled
from durak_tui.engine.errors import EngineStartError, RunnerError
from durak_tui.records.record import GameRecord
from durak_tui.records.writer import LogWriter


def opened_log(path: str) -> LogWriter:
    """The log of a run, which nobody else writes to.  Raises CommandError."""
    try:
        return LogWriter(path, alone=True)
    except BlockingIOError:
        raise CommandError(f"log file {path} is being written by another run") from None
    except OSError as error:
        raise CommandError(f"log file {path} cannot be written: {error.strerror}") from None


def take_up(
    prog: str,
    path: str,
    settings: Mapping[str, Any],
    resume: Callable[[Iterable[GameRecord]], None],
) -> None:
    """Hand the games that a log holds of a run with these settings to ``resume``.

    A game that was cut off is moved aside first, with a word about it on standard error.
    Raises CommandError if the log is not the beginning of this run.
    """
    try:
        with mendable(f"{path} cannot be resumed"):
            torn = move_torn_game(path)
            if torn:
                complain(f"{prog}: a game that was cut off is now in {torn}")
            resume(past_games(path, settings))
    except CannotResumeError as error:
        raise CommandError(f"{path} cannot be resumed: {error}") from None


def greet_all(players: Iterable[Contestant], stop: Stop) -> None:
    """Find out before the first game whether all engines start.

    Raises CommandError if one does not, Cancelled if a signal came.
    """
    for player in players:
        try:
            greet(player, stop.token)
        except EngineStartError as error:
            who = "" if player.shown == player.command else f"{player.shown}: "
            raise CommandError(f"{who}{error}") from None


def local_pool(concurrency: int | None, stop: Stop) -> Pool:
    """Workers on this machine: so many, or one for each core."""
    workers = concurrency or len(usable_cores()) or os.cpu_count() or 1
    return LocalPool(workers, stop.token) if workers > 1 else SerialPool(stop.token, pin=True)


def play_out(play: Callable[[], None], pool: Pool, stop: Stop, played: Callable[[], int]) -> str:
    """Play to the end, to a signal or to a failure, and end the workers.

    ``played`` tells how many games are saved.  Returns what failed; empty if nothing did.
    """
    failure = ""
    try:
        play()
    except (EngineStartError, RunnerError, CommandError) as error:
        failure = str(error)
    except WorkersLostError as error:
        failure = f"stopped: {error}"
    except OSError as error:
        failure = f"stopped: game {played() + 1} could not be saved: {error.strerror or error}"
    except Cancelled:
        pass
    if failure:
        stop.token.set()
    pool.close()
    return failure


def replace_file(path: Path, text: str) -> None:
    """Write a file so that at any moment it holds the old text or the new.  Raises OSError.

    The new text is collected beside it under a name that is always the same, so that
    nothing piles up if this is cut short.
    """
    new = path.with_name(f".{path.name}.new")
    try:
        new.write_text(text, encoding="utf-8", errors="backslashreplace")
        new.replace(path)
    except OSError:
        new.unlink(missing_ok=True)
        raise
