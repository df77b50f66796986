"""What could not be saved, told so that a user can do something about it."""

from collections.abc import Iterator
from contextlib import contextmanager

from durak_tui.common.errors import UserError
from durak_tui.common.i18n import Message, why


class NotSavedError(UserError):
    """Something of a run could not be saved; the text says what and why."""


@contextmanager
def saving(what: str, **shown: object) -> Iterator[None]:
    """Turn an OSError of this block into a NotSavedError that begins with ``what``, a text as
    for :class:`UserError`."""
    try:
        yield
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        begin = Message(what, shown)
        raise NotSavedError(
            "{what}: {why}{where}", what=begin, why=why(error), where=where
        ) from None
