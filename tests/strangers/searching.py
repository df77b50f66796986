"""A search that goes on for as long as there is time.

``DURAK_STRANGERS=480 pytest tests/strangers`` searches for a night, eight hours of two cores.
"""

import gc
import os
from collections.abc import Callable
from time import monotonic
from typing import Final, TypeVar

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import SearchStrategy

MINUTES: Final = float(os.environ.get("DURAK_STRANGERS", "5"))
"""How long all searches together take two cores."""
SEARCHES: Final = 14  # Of all modules here.
_SECONDS: Final = MINUTES * 60 * 2 / SEARCHES
_BATCH: Final = 200  # Examples; what is drawn one after the other grows more alike.

T = TypeVar("T")


def search(examine: Callable[[T], None], strange: SearchStrategy[T]) -> None:
    """Look for something strange that cannot be examined, for one share of the time."""
    end = monotonic() + _SECONDS
    found = False

    # Each time with another seed, and always with the rest of what Hypothesis does: whatever is
    # found is made small and printed.
    @settings(
        max_examples=_BATCH,
        phases=[Phase.generate, Phase.shrink],
        database=None,
        deadline=None,
        derandomize=False,
        suppress_health_check=list(HealthCheck),
    )
    @given(strange)
    def examined(example: T) -> None:
        nonlocal found
        if monotonic() > end and not found:
            return
        try:
            examine(example)
        except Exception:
            found = True
            raise

    while monotonic() < end:
        examined()
        gc.collect()  # Tests leave it waiting, and the pipes in it are open until then.
