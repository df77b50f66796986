"""How many random examples a property is tried with, in the short suite and in the whole one."""

from typing import Final

from hypothesis import settings

SHORT_EXAMPLES: Final = 20


def examples(whole: int) -> int:
    """The number of examples of this run for a property that wants so many in a whole one."""
    short = settings().max_examples == SHORT_EXAMPLES
    return max(1, whole // 5) if short else whole
