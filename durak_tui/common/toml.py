"""TOML from files that may come from strangers."""

from typing import Any, Final

_MOST: Final = 10_000_000
"""Of what keys may cost: a second or so of tomllib, which begins at the root of the table for each
part of a key.  Files of people come to some hundreds."""


def values_of(text: str) -> dict[str, Any]:
    """The values of a TOML text.

    Raises ValueError, with the place as tomllib gives it, and RecursionError.
    """
    lines = text.split("\n")
    # A key stands in one line, with a dot between two of its parts.  Dots elsewhere are counted,
    # too: it would take a reader of TOML to know which they are.
    dots = [line.count(".") for line in lines]
    headers = (count for line, count in zip(lines, dots, strict=True) if line.lstrip()[:1] == "[")
    deepest = max(headers, default=0)
    costs = [count * (count + deepest) for count in dots]
    if sum(costs) > _MOST:
        worst = max(range(len(costs)), key=costs.__getitem__) + 1
        raise ValueError(f"Keys of too many parts (at line {worst}, column 1)")
    import tomllib  # only for those who have a file

    return tomllib.loads(text)
