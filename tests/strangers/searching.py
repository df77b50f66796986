"""A search that goes on for as long as there is time.

``DURAK_STRANGERS=480 pytest tests/strangers`` searches for a night, eight hours of two cores, each
time among others.  Where no time is named, all are met in the same order each time: a change is
refused for what it has broken, and not for what a draw has brought to light.
"""

import gc
import os
import random
from collections.abc import Callable
from itertools import count
from time import monotonic
from typing import Final, TypeVar

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.strategies import SearchStrategy

MINUTES: Final = float(os.environ.get("DURAK_STRANGERS", "5"))
"""The minutes that all searches together take on two cores."""
SEARCHES: Final = 16  # Of all modules here.
_FIRST: Final = random.getrandbits(64) if "DURAK_STRANGERS" in os.environ else 0
_SECONDS: Final = MINUTES * 60 * 2 / SEARCHES
_BATCH: Final = 200  # Examples; what is drawn one after the other grows more alike.

T = TypeVar("T")


def search(examine: Callable[[T], None], strange: SearchStrategy[T]) -> None:
    """Look for something strange that cannot be examined, for one share of the time."""
    end = monotonic() + _SECONDS
    found = False

    # Each batch with another seed, and all with the rest of what Hypothesis does: what is found
    # is made small and printed.
    @settings(
        max_examples=_BATCH,
        phases=[Phase.generate, Phase.shrink],
        database=None,
        deadline=None,
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

    for batch in count(_FIRST):
        if monotonic() > end:
            return
        seed(batch)(examined)()
        gc.collect()  # Tests leave it waiting, and the pipes in it are open until then.
