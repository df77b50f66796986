"""Names of engines in little room, which keep what differs."""

import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from durak_tui.common.text import ELLIPSIS, cells, shortened

_Argument = tuple[str, ...]  # An option with its values, or a word.
_OPTION: Final = "-"


def short_names(names: Iterable[str], width: int, ellipsis: str = ELLIPSIS) -> list[str]:
    """Names of at most ``width`` columns; different ones stay different.

    A name that fits stays as it is.  Variants of a program that do not fit are named by the
    arguments in which they differ: ``durak-player --level 2`` beside ``durak-player --level 4`` is
    ``durak-player level 2`` or, where that is too long, ``level 2``.  Others lose their middle.
    """
    names = list(names)
    if all(cells(name) <= width for name in names):
        return names
    programs: dict[str, set[str]] = defaultdict(set)
    for name in names:
        programs[name.partition(" ")[0]].add(name)
    brief: dict[str, str] = {}
    for variants in programs.values():
        brief |= _apart(sorted(variants), width)
    if len(set(brief.values())) < len(brief):
        return shortened(names, width, ellipsis)
    return shortened((brief[name] for name in names), width, ellipsis)


def two_names(names: Sequence[str], between: str, width: int, ellipsis: str = ELLIPSIS) -> str:
    """Two names with a sign between them, in ``width`` columns."""
    room = width - cells(between)
    # A short name leaves its room to the other.
    most = max(room // 2, room - min(map(cells, names)))
    line = between.join(short_names(names, most, ellipsis))
    return line if cells(line) <= width else between.join(short_names(names, room // 2, ellipsis))


def _apart(variants: Sequence[str], width: int) -> dict[str, str]:
    """The variants of one program, in the longest form that fits."""
    if len(variants) == 1:
        return {variants[0]: variants[0]}
    program = os.path.basename(variants[0].partition(" ")[0])
    arguments = [_arguments(name) for name in variants]
    common = set[_Argument].intersection(*map(set, arguments))
    differing = [" ".join(_plain(one) for one in own if one not in common) for own in arguments]
    forms: tuple[Callable[[str, str], str], ...] = (
        lambda name, _differs: name,
        lambda _name, differs: f"{program} {differs}".rstrip(),
        lambda _name, differs: differs or program,
    )
    for form in forms:
        found = {name: form(name, own) for name, own in zip(variants, differing, strict=True)}
        if all(cells(text) <= width for text in found.values()):
            break
    return found


def _arguments(name: str) -> list[_Argument]:
    """The arguments of a command; an option has its values with it."""
    found: list[_Argument] = []
    for word in name.split()[1:]:
        if found and found[-1][0].startswith(_OPTION) and not word.startswith(_OPTION):
            found[-1] += (word,)
        else:
            found.append((word,))
    return found


def _plain(argument: _Argument) -> str:
    """An argument without the signs of the command line."""
    option, *values = argument
    return " ".join((option.lstrip(_OPTION).strip("()").replace("=", " "), *values))
