"""The errors that end a run, and their sentences."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from durak_tui.common.errors import UserError
from durak_tui.common.i18n import Message, _, why
from durak_tui.engine.cancel import Cancelled
from durak_tui.pool.dispatch import WorkersLostError


class RunError(UserError):
    """A reason why a run cannot begin, or go on."""


class CannotResumeError(UserError):
    """A log that is not the beginning of this run; says why."""


class NotSavedError(UserError):
    """Something of a run that could not be saved, and why."""


@contextmanager
def usable(text: str, **shown: object) -> Iterator[None]:
    """Turn an OSError of this block into a RunError with its ``{why}``."""
    try:
        yield
    except OSError as error:
        raise RunError(text, **shown, why=why(error)) from None


@contextmanager
def saving(what: str, game_id: int | None) -> Iterator[None]:
    """Turn an OSError of this block into a NotSavedError about ``what``."""
    try:
        yield
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        begin = Message(what, {"n": game_id})
        raise NotSavedError(
            "{what}: {why}{where}", what=begin, why=why(error), where=where
        ) from None


def failure_of(play: Callable[[], None]) -> str:
    """Play until the end or the token; return any failure's text."""
    try:
        play()
    except (WorkersLostError, NotSavedError) as error:
        return _("stopped: {why}").format(why=error)
    except UserError as error:
        return str(error)
    except OSError as error:
        return _("stopped: {why}").format(why=why(error))
    except Cancelled:
        pass
    return ""
