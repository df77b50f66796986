"""Time limits for reading a stranger's text."""

from collections.abc import Callable, Iterator, Sized
from contextlib import contextmanager
from pathlib import Path
from time import process_time
from typing import Final, ParamSpec

SECONDS: Final = 2.0
"""Of a core, for a line of a megabyte; what any reader may need."""
_LOOKS: Final = 3  # A busy machine makes almost anything late once.
_NUMBERS: Final = 600_000
_QUIET: Final = 0.05
"""Seconds of a core to write so many numbers where nothing else runs; a core that shares its caches
with other work needs more, for anything."""

P = ParamSpec("P")


class TooLateError(AssertionError):
    """Something took longer than it may."""


@contextmanager
def in_time(strange: Path | Sized, seconds: float = SECONDS, more: float = 0.0) -> Iterator[None]:
    """Check that a block about this file or text ends soon enough.

    ``more`` seconds are for what takes its time however long the text is.
    """
    begin = process_time()
    yield
    size = strange.stat().st_size if isinstance(strange, Path) else len(strange)
    check(process_time() - begin, seconds * max(1, size / 2**20) + more)


def check(seconds: float, allowed: float, what: str = "it") -> None:
    """Complain if something took too long, for a machine as busy as this one."""
    if seconds > allowed and seconds > allowed * _slowness():
        raise TooLateError(f"{what} takes {seconds:.2f} s, more than {allowed:.2f}")


def _slowness() -> float:
    """The slowness of this machine now; 1 when it is quiet."""
    begin = process_time()
    sum(len(str(number)) for number in range(_NUMBERS))
    return (process_time() - begin) / _QUIET


def patient(examine: Callable[P, None]) -> Callable[P, None]:
    """Do something again that came too late, up to three times in all."""

    def again(*args: P.args, **kwargs: P.kwargs) -> None:
        for _ in range(_LOOKS - 1):
            try:
                return examine(*args, **kwargs)
            except TooLateError:
                pass
        return examine(*args, **kwargs)

    return again
