"""Names of engines in little room, which keep what differs."""

import os
import re
import shlex
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Final

from durak_tui.common.text import ELLIPSIS, cells, shortened

_Argument = tuple[str, ...]  # An option with its values, or a word.
_Program = tuple[str, ...]  # The words of a command before its arguments.
_OPTION: Final = "-"
_INTERPRETER: Final = re.compile(r"(python|pypy)[\d.]*|node|perl|ruby|(ba|da|z)?sh")


def short_names(names: Iterable[str], width: int, ellipsis: str = ELLIPSIS) -> list[str]:
    """Names of at most ``width`` columns; different ones stay different.

    A name that fits stays as it is, which is its long form.  The short form of variants of a
    program are the arguments in which they differ: ``durak-player --level 2`` beside
    ``durak-player --level 4`` is ``level 2``.  A script is named without its interpreter.  Others
    lose their middle, as people do, of whom none has an option.
    """
    names = list(names)
    if all(cells(name) <= width for name in names):
        return names
    programs: dict[_Program, dict[str, list[_Argument]]] = defaultdict(dict)
    for name in sorted(set(names)):
        program, words = _command(name)
        programs[program][name] = _arguments(words)
    brief: dict[str, str] = {}
    for program, variants in programs.items():
        brief |= _apart(program, variants, width)
    if len(set(brief.values())) < len(brief):
        return shortened(names, width, ellipsis)
    return shortened((brief[name] for name in names), width, ellipsis)


def two_names(names: Sequence[str], between: str, width: int, ellipsis: str = ELLIPSIS) -> str:
    """Two names with a sign between them, in ``width`` columns."""
    return between.join(in_room(names, width - cells(between), ellipsis))


def in_room(names: Sequence[str], width: int, ellipsis: str = ELLIPSIS) -> list[str]:
    """Two names that have ``width`` columns together."""
    # A short name leaves its room to the other.
    most = max(width // 2, width - min(map(cells, names)))
    found = short_names(names, most, ellipsis)
    return found if sum(map(cells, found)) <= width else short_names(names, width // 2, ellipsis)


def _apart(
    program: _Program, variants: Mapping[str, Sequence[_Argument]], width: int
) -> dict[str, str]:
    """The variants of one program, all in the same form."""
    called = os.path.basename(program[-1]) if program else ""
    if len(program) > 1 and len(variants) == 1:
        ((name, own),) = variants.items()
        whole = cells(name) <= width
        return {name: name if whole else " ".join((called, *chain.from_iterable(own)))}
    options = [one for own in variants.values() for one in own if one[0].startswith(_OPTION)]
    fit = all(cells(name) <= width for name in variants)
    if fit or len(variants) == 1 or not (options or len(program) > 1):
        return {name: name for name in variants}
    common = set[_Argument].intersection(*map(set, variants.values()))
    return {
        name: " ".join(_plain(one) for one in own if one not in common) or called
        for name, own in variants.items()
    }


def _command(name: str) -> tuple[_Program, list[str]]:
    """The words that name a program, and its arguments."""
    try:
        words = shlex.split(name)
    except ValueError:  # Not even its quotes are in order.
        words = name.split()
    end = 1
    if words and _INTERPRETER.fullmatch(os.path.basename(words[0])):
        first = next((at for at, one in enumerate(words) if at and not one.startswith("-")), 0)
        # Behind -c there is no name, but a program.
        end = first + 1 if "-c" not in words[:first] else 1
    return tuple(words[:end]), words[end:]


def _arguments(words: Iterable[str]) -> list[_Argument]:
    """The arguments of a command; an option has its values with it."""
    found: list[_Argument] = []
    for word in words:
        if found and found[-1][0].startswith(_OPTION) and not word.startswith(_OPTION):
            found[-1] += (word,)
        else:
            found.append((word,))
    return found


def _plain(argument: _Argument) -> str:
    """An argument without the signs of the command line."""
    option, *values = argument
    return " ".join((option.lstrip(_OPTION).strip("()").replace("=", " "), *values))
