"""What could not be saved, told so that a user can do something about it."""

from collections.abc import Iterator
from contextlib import contextmanager


class NotSavedError(Exception):
    """Something of a run could not be saved; the text says what and why."""


@contextmanager
def saving(what: str) -> Iterator[None]:
    """Turn an OSError of this block into a NotSavedError that begins with ``what``."""
    try:
        yield
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        raise NotSavedError(f"{what}: {error.strerror or error}{where}") from None
