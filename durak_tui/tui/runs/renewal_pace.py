"""The pace at which pictures of a run are renewed."""

from collections.abc import Callable
from time import monotonic
from typing import Final

_SECONDS: Final = 2.0  # Between two pictures that nobody could read faster.


class RenewalPace:
    """Permission to renew a picture now and then."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._renewed_at = float("-inf")

    def is_due(self, *, rests: bool) -> bool:
        """True if it is time, as always once the run rests.

        The picture counts as renewed then.
        """
        now = self._clock()
        if not rests and now - self._renewed_at < _SECONDS:
            return False
        self._renewed_at = now
        return True
