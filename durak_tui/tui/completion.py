"""Completing the names of files in what a user types."""

import os
import shlex
from collections.abc import Iterator
from typing import NamedTuple

_QUOTES = "'\""


class Completion(NamedTuple):
    """What a text may go on with."""

    text: str
    """The text, as far as it is certain."""
    choices: tuple[str, ...]
    """The names among which it is not; folders end with a slash."""


def complete_command(text: str) -> Completion:
    """Complete the last word of a command line as the name of a file or folder.

    A leading ``~`` may stand for a home folder and stays.  Names with blanks are quoted.
    """
    start = _last_word(text)
    word = text[start:]
    quote = word[:1] if word[:1] in _QUOTES else ""
    typed = word[len(quote) :]
    base = typed[: typed.rfind("/") + 1]
    beginning = typed[len(base) :]
    names = sorted(_names(os.path.expanduser(base or "."), beginning))
    if not names:
        return Completion(text, ())
    path = base + _beginning(names[0], names[-1])
    only = len(names) == 1
    if quote or path == shlex.quote(path) or path.startswith("~"):
        end = quote if quote and only and not path.endswith("/") else ""
        return Completion(text[:start] + quote + path + end, () if only else tuple(names))
    end = "'" if only and not path.endswith("/") else ""
    return Completion(f"{text[:start]}'{path}{end}", () if only else tuple(names))


def _beginning(one: str, other: str) -> str:
    """How both begin; of the first and the last of sorted names, how all do."""
    same = [a == b for a, b in zip(one, other, strict=False)]
    return one[: same.index(False) if False in same else len(same)]


def _last_word(text: str) -> int:
    """Where the last word of a command line begins; it may be within quotes."""
    start, quote = 0, ""
    for place, character in enumerate(text):
        if quote:
            quote = "" if character == quote else quote
        elif character in _QUOTES:
            quote = character
        elif character.isspace():
            start = place + 1
    return start


def _names(folder: str, beginning: str) -> Iterator[str]:
    """What is in a folder and begins so; hidden files only if they are asked for."""
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if not entry.name.startswith(beginning) or not entry.name.isprintable():
                    continue
                if not entry.name.startswith(".") or beginning.startswith("."):
                    yield entry.name + ("/" if entry.is_dir() else "")
    except OSError:
        return


def complete_path(text: str) -> Completion:
    """Complete a text that is a path as a whole; a leading ``~`` stands for a home folder."""
    base = text[: text.rfind("/") + 1]
    names = sorted(_names(os.path.expanduser(base or "."), text[len(base) :]))
    if not names:
        return Completion(text, ())
    path = base + _beginning(names[0], names[-1])
    return Completion(path, () if len(names) == 1 else tuple(names))
