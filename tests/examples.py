"""The number of random examples for a property, in the short suite and the whole one."""

from typing import Final

from hypothesis import settings

SHORT_EXAMPLES: Final = 20


def examples(whole: int) -> int:
    """The number of examples in this run for a property with ``whole`` in the whole suite."""
    short = settings().max_examples == SHORT_EXAMPLES
    return max(1, whole // 5) if short else whole
