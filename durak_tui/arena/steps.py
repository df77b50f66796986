"""The steps of any run: its log, what it has played before, its engines, how it ends."""

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from durak_tui.arena.contestant import Contestant, greet
from durak_tui.arena.resume import CannotResumeError, move_torn_game, past_games
from durak_tui.arena.saving import NotSavedError
from durak_tui.arena.workers import WorkersLostError
from durak_tui.engine.cancel import Cancelled, CancelToken
from durak_tui.engine.errors import EngineStartError, RunnerError
from durak_tui.records.record import GameRecord
from durak_tui.records.writer import LogWriter

Notice = Callable[[str], None]
"""Called with a sentence for the user about something that does not stop a run."""


class RunError(Exception):
    """A run cannot begin, or go on; the text is for its user and says why."""


@contextlib.contextmanager
def usable(what: str) -> Iterator[None]:
    """Turn an OSError of this block into a RunError that begins with ``what``."""
    try:
        yield
    except OSError as error:
        raise RunError(f"{what}: {error.strerror or error}") from None


def opened_log(path: str) -> LogWriter:
    """The log of a run, which nobody else writes to.  Raises RunError."""
    try:
        return LogWriter(path, alone=True)
    except BlockingIOError:
        raise RunError(f"log file {path} is being written by another run") from None
    except OSError as error:
        raise RunError(f"log file {path} cannot be written: {error.strerror}") from None


def take_up(
    path: str,
    settings: Mapping[str, Any],
    resume: Callable[[Iterable[GameRecord]], None],
    notice: Notice,
    cancel: CancelToken,
) -> None:
    """Hand the games that a log holds of a run with these settings to ``resume``.

    A game that was cut off is moved aside first, with a notice.  Raises RunError if the log
    is not the beginning of this run, Cancelled as soon as the token is set.
    """
    try:
        with usable(f"{path} cannot be resumed"):
            torn = move_torn_game(path)
            if torn:
                notice(f"a game that was cut off is now in {torn}")
            resume(_until(cancel, past_games(path, settings)))
    except CannotResumeError as error:
        raise RunError(f"{path} cannot be resumed: {error}") from None


def _until(cancel: CancelToken, past: Iterable[GameRecord]) -> Iterator[GameRecord]:
    for record in past:
        if cancel.is_set:
            raise Cancelled
        yield record


def greet_all(players: Iterable[Contestant], cancel: CancelToken) -> None:
    """Find out before the first game whether all engines start.

    Raises RunError if one does not, Cancelled if the token is set.
    """
    for player in players:
        try:
            greet(player, cancel)
        except EngineStartError as error:
            who = "" if player.shown == player.command else f"{player.shown}: "
            raise RunError(f"{who}{error}") from None


def failure_of(play: Callable[[], None]) -> str:
    """Play to the end, until the token is set, or to a failure: its text, if there is one."""
    try:
        play()
    except (RunError, EngineStartError, RunnerError) as error:
        return str(error)
    except (WorkersLostError, NotSavedError) as error:
        return f"stopped: {error}"
    except OSError as error:
        return f"stopped: {error.strerror or error}"
    except Cancelled:
        pass
    return ""
