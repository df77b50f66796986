"""Completing the names of files in what a user types."""

import os
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

_QUOTES: Final = "'\""
_ESCAPED: Final = re.compile(r"\\(.)")
_SPECIAL: Final = re.compile(r"[^\w@%+=:,./~-]")


class Completion(NamedTuple):
    """How a text may go on."""

    text: str
    """The text, as far as it is certain."""
    choices: tuple[str, ...]
    """The names among which it is not; folders end with a slash."""


def complete_command(text: str) -> Completion:
    """Complete the last word of a command line as a path.

    A leading ``~`` may stand for a home folder and stays.  Whatever a shell would not take
    for a part of a name is quoted.
    """
    start = _last_word(text)
    word = text[start:]
    quote = word[:1] if word[:1] in _QUOTES else ""
    typed = word[1:] if quote else _ESCAPED.sub(r"\1", word)
    base = typed[: typed.rfind("/") + 1]
    names = sorted(_names(os.path.expanduser(base or "."), typed[len(base) :]))
    if not names:
        return Completion(text, ())
    path = base + _beginning(names[0], names[-1])
    only = len(names) == 1
    is_whole = only and not path.endswith("/")
    return Completion(text[:start] + _quoted(path, quote, is_whole), () if only else tuple(names))


def _quoted(path: str, quote: str, is_whole: bool) -> str:
    """The path as a word of a shell, its quotes open if not whole."""
    is_plain = _SPECIAL.search(path) is None
    if not quote and not is_plain and "'" not in path and not path.startswith("~"):
        quote = "'"
    if quote and quote not in path:
        return quote + path + (quote if is_whole else "")
    return path if is_plain else _SPECIAL.sub(r"\\\g<0>", path)


def _beginning(one: str, other: str) -> str:
    """The common beginning of two texts."""
    same = [a == b for a, b in zip(one, other, strict=False)]
    return one[: same.index(False) if False in same else len(same)]


def _last_word(text: str) -> int:
    """The index at which the last word of a command line begins."""
    start, quote, escaped = 0, "", False
    for place, character in enumerate(text):
        if escaped:
            escaped = False
        elif quote:
            quote = "" if character == quote else quote
        elif character == "\\":
            escaped = True
        elif character in _QUOTES:
            quote = character
        elif character.isspace():
            start = place + 1
    return start


def _names(folder: str, beginning: str) -> Iterator[str]:
    """Names in a folder with this beginning, hidden ones if it has a dot."""
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
    """Complete a text that is one path; ``~`` is a home folder."""
    base = text[: text.rfind("/") + 1]
    names = sorted(_names(os.path.expanduser(base or "."), text[len(base) :]))
    if not names:
        return Completion(text, ())
    path = base + _beginning(names[0], names[-1])
    return Completion(path, () if len(names) == 1 else tuple(names))
