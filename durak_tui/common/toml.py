"""TOML from files that may come from strangers."""

import re
from typing import Any, Final

PARTS: Final = 100
"""Of one key at most: what tomllib needs for a key grows with the square of its parts."""

_PART: Final = re.compile(r""""(?:[^"\\\n]|\\.)*+"?+|'[^'\n]*+'?+|[\w-]++""")
"""Quoted or bare.  Quotes need not end: a search for the end would begin anew at each of them."""
_KEY: Final = re.compile(rf"(?:{_PART.pattern})(?:[ \t]*+\.[ \t]*+(?:{_PART.pattern}))*+")
"""What looks like a key; texts and numbers do, too."""


def values_of(text: str) -> dict[str, Any]:
    """What a TOML text says.

    Raises ValueError, with the place as tomllib gives it, and RecursionError.
    """
    for found in _KEY.finditer(text):
        # Dots may stand within quotes.
        if found[0].count(".") >= PARTS and len(_PART.findall(found[0])) > PARTS:
            line = text.count("\n", 0, found.start()) + 1
            column = found.start() - text.rfind("\n", 0, found.start())
            raise ValueError(f"A key of more than {PARTS} parts (at line {line}, column {column})")
    import tomllib  # only for those who have a file

    return tomllib.loads(text)
