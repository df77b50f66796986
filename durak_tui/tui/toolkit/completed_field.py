"""Completing the names of files in what a user types."""

import os
import re
from collections.abc import Callable, Collection, Iterator
from typing import Final, NamedTuple

from durak_tui.common.text import is_one_line

_QUOTES: Final = "'\""
_ESCAPED: Final = re.compile(r"\\(.)")
_SPECIAL: Final = re.compile(r"[^\w@%+=:,./~-]")


class Completion(NamedTuple):
    """A text completed as far as is certain, and its continuations."""

    text: str  # The text, as far as it is certain.
    choices: tuple[str, ...]  # The names among which it is not; folders end with a slash.


def complete_command(text: str) -> Completion:
    """Complete the last word of a command line as a path.

    Characters that a shell would not take for a part of a name are quoted.
    """
    start = _last_word(text)
    word = text[start:]
    quote = word[:1] if word[:1] in _QUOTES else ""
    typed = word[1:] if quote else _ESCAPED.sub(r"\1", word)
    path, names = _paths(typed)
    if not names:
        return Completion(text, ())
    only = len(names) == 1
    is_whole = only and not path.endswith("/")
    return Completion(text[:start] + _quoted(path, quote, is_whole), () if only else names)


def complete_name_of(
    names: Collection[str], otherwise: Callable[[str], Completion] = complete_command
) -> Callable[[str], Completion]:
    """Complete one of these names; ``otherwise`` completes the rest."""

    def complete(text: str) -> Completion:
        found = sorted(name for name in names if name.casefold().startswith(text.casefold()))
        if not found:
            return otherwise(text)
        beginning = os.path.commonprefix(found)  # noqa: RUF071 (of characters, as is wanted)
        certain = beginning if len(beginning) >= len(text) else text
        return Completion(certain, () if len(found) == 1 else tuple(found))

    return complete


def complete_path(text: str) -> Completion:
    """Complete a text that is one path."""
    path, names = _paths(text)
    return Completion(path, () if len(names) == 1 else names)


def _paths(text: str) -> tuple[str, tuple[str, ...]]:
    """A path as far as it is certain, and matching names.

    A leading ``~`` may stand for a home folder and stays.
    """
    base = text[: text.rfind("/") + 1]
    names = sorted(_names(os.path.expanduser(base or "."), text[len(base) :]))
    beginning = os.path.commonprefix(names)  # noqa: RUF071 (it is of characters, as is wanted)
    return (base + beginning if names else text), tuple(names)


def _quoted(path: str, quote: str, is_whole: bool) -> str:
    """A path as a shell's word, its quotes open if not whole."""
    is_plain = _SPECIAL.search(path) is None
    if not quote and not is_plain and "'" not in path and not path.startswith("~"):
        quote = "'"
    if quote and quote not in path:
        return quote + path + (quote if is_whole else "")
    return path if is_plain else _SPECIAL.sub(r"\\\g<0>", path)


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
    """Names in a folder that begin so; hidden ones, with a dot."""
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if not entry.name.startswith(beginning) or not is_one_line(entry.name):
                    continue
                if not entry.name.startswith(".") or beginning.startswith("."):
                    yield entry.name + ("/" if entry.is_dir() else "")
    except OSError:
        return
