"""Around the games of a run: its log, engines, and end."""

import contextlib
from collections.abc import Callable, Iterable, Iterator

from durak_tui.common.errors import UserError
from durak_tui.common.files import GoneIfEmpty
from durak_tui.common.i18n import N_, _, why
from durak_tui.engine.cancel import Cancelled, CancelToken
from durak_tui.engine.config import EngineConfig, greet
from durak_tui.engine.errors import EngineStartError, RunnerError
from durak_tui.match.pool.dispatch import WorkersLostError
from durak_tui.match.recorder import NotSavedError
from durak_tui.records.writer import LogWriter

Notice = Callable[[str], None]
"""Called with a sentence for the user about something that does not stop a run."""


class RunError(UserError):
    """Why a run cannot begin, or go on, for its user."""


@contextlib.contextmanager
def usable(text: str, **shown: object) -> Iterator[None]:
    """Turn an OSError of this block into a RunError with its ``{why}``."""
    try:
        yield
    except OSError as error:
        raise RunError(text, **shown, why=why(error)) from None


def opened_log(path: str) -> LogWriter:
    """The log of a run, which nobody else writes to.  Raises RunError."""
    try:
        return LogWriter(path, alone=True)
    except BlockingIOError:
        text = N_("log file {path} is being written by another run")
        raise RunError(text, path=path) from None
    except OSError as error:
        text = N_("log file {path} cannot be written: {why}")
        raise RunError(text, path=path, why=why(error)) from None


@contextlib.contextmanager
def log_of_run(path: str) -> Iterator[LogWriter]:
    """The same for a block; a new file without games is removed."""
    gone = GoneIfEmpty(path)
    # In this order: gone before another run can have it for itself, or its games would be, too.
    with opened_log(path) as log, gone:
        yield log


def greet_all(players: Iterable[EngineConfig], cancel: CancelToken) -> None:
    """Raise RunError if an engine does not start, Cancelled if stopped."""
    for player in players:
        try:
            greet(player, cancel)
        except EngineStartError as error:
            who = "" if player.shown == player.command else f"{player.shown}: "
            raise RunError("{who}{why}", who=who, why=error) from None


def failure_of(play: Callable[[], None]) -> str:
    """Play until the end or the token; return any failure's text."""
    try:
        play()
    except (RunError, EngineStartError, RunnerError) as error:
        return str(error)
    except (WorkersLostError, NotSavedError) as error:
        return _("stopped: {why}").format(why=error)
    except OSError as error:
        return _("stopped: {why}").format(why=why(error))
    except Cancelled:
        pass
    return ""
