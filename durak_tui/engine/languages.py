"""The languages of engines, and how source becomes a program."""

import os
import shlex
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Language:
    """How engines are written in one language."""

    suffix: str
    needs: str  # The program that runs the source, or builds a program from it.
    build: str = ""
    """The command that makes the program NAME from NAME and suffix, with ``{name}`` in it;
    empty where the source itself is the program."""


LANGUAGES: Final[Mapping[str, Language]] = {
    "python": Language(".py", sys.executable or "python3"),
    "c": Language(".c", "cc", "cc -O2 -o {name} {name}.c"),
    "javascript": Language(".js", "node"),
    "shell": Language(".sh", "sh"),
    "perl": Language(".pl", "perl"),
}


def source_of(word: str) -> str | None:
    """The path of a source file with this name, if any."""
    path = os.path.expanduser(word)
    for language in LANGUAGES.values():
        source = path + language.suffix
        if word and os.path.isfile(source):
            return source if os.sep in source else f"./{source}"
    return None


def how_to_build(path: str) -> str | None:
    """The command that builds a source file; None if none is needed."""
    name, suffix = os.path.splitext(path)
    for language in LANGUAGES.values():
        if language.build and language.suffix == suffix:
            return language.build.format(name=shlex.quote(name))
    return None
