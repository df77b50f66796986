"""Programs by the names of engines, and programs from source."""

import os
import shlex
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from durak_tui.common.i18n import N_, Message
from durak_tui.common.values import LONGEST_LINE, WrongValue, short, similar
from durak_tui.engine.engine_errors import EngineStartError

_NOT_SHELL: Final = (N_("No closing quotation"), N_("No escaped character"))  # Says shlex.


class Program(NamedTuple):
    """The command, environment and folder of an engine's process."""

    name: str  # As the user gave it; shown in tables and written to logs.
    argv: tuple[str, ...]
    env: Mapping[str, str] = {}
    cwd: str | None = None


def module_program(name: str) -> tuple[str, ...]:
    """The words that run a module of the programs that ship."""
    # -P: a file of the current folder must not stand in for a module of the library.
    return sys.executable, "-P", "-m", f"durak_engines.{name}"


SHIPPED: Final[Mapping[str, tuple[str, ...]]] = {
    "durak-dummy": module_program("dummy"),
    "durak-player": module_program("player"),
    "durak-endgame": module_program("endgame"),
    "durak-montecarlo": module_program("montecarlo"),
    "durak-coursework": module_program("coursework"),
    "durak-random": module_program("random_player"),
}
"""The engines that ship, by registered name, in the order in which lists show them: the usual
opponent, the one for people, the strong ones, the weak ones."""

ALSO: Final[dict[str, tuple[str, ...]]] = {}
"""More registered names: the engines of a server, of which its guests learn the names only."""


@dataclass(frozen=True, slots=True)
class Language:
    """A programming language of engines."""

    suffix: str
    needs: str  # The program that runs the source, or builds a program from it.
    build: str = ""  # Makes the program {name} of {name} and suffix; empty: the source is it.


LANGUAGES: Final[Mapping[str, Language]] = {
    "python": Language(".py", sys.executable or "python3"),
    "c": Language(".c", "cc", "cc -O2 -o {name} {name}.c"),
    "javascript": Language(".js", "node"),
    "shell": Language(".sh", "sh"),
    "perl": Language(".pl", "perl"),
}


def resolve(
    text: str,
    shipped: Mapping[str, tuple[str, ...]] = SHIPPED,
    known: Sequence[str] = (),
) -> Program:
    """The program that ``text`` names.

    It is, in this order, a name in ``shipped`` or another that is registered, the path of a
    program, the name of one on PATH, or a command line: one of these followed by arguments, quoted
    as for a shell.  Raises EngineStartError if there is no such program; ``known`` are all names
    that could have been meant, to be listed if none is like it.
    """
    try:
        short(text, LONGEST_LINE)
    except WrongValue as error:
        raise EngineStartError(N_("the command of an engine: {why}"), why=error.message) from None
    command = _find(text, shipped)
    if command is None:
        try:
            words = shlex.split(text)
        except ValueError as error:
            why = N_("engine {name} cannot be read: {why}")
            raise EngineStartError(why, name=repr(text), why=Message(str(error))) from None
        command = _find(words[0], shipped) if words else None
        if command is None:
            raise _not_found(text, words, shipped, known)
        command = (*command, *words[1:])
    return Program(text, command)


def _source_of(word: str) -> str | None:
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


def _find(word: str, shipped: Mapping[str, tuple[str, ...]]) -> tuple[str, ...] | None:
    if known := ALSO.get(word) or shipped.get(word):
        return known
    path = os.path.expanduser(word)
    if word and os.path.isfile(path):
        if not os.access(path, os.X_OK):
            if build := how_to_build(path):
                why = N_("engine {name} is source, not a program: build it with {command}")
                raise EngineStartError(why, name=repr(word), command=build)
            hint = f'"python3 {word}"' if word.endswith(".py") else f"chmod +x {word}"
            why = N_("engine {name} is not executable: try {hint}")
            raise EngineStartError(why, name=repr(word), hint=hint)
        return (os.path.abspath(path),)
    found = shutil.which(word) if word and os.sep not in word else None
    return (found,) if found else None


def _not_found(
    text: str, words: Sequence[str], shipped: Iterable[str], known: Sequence[str]
) -> EngineStartError:
    word = words[0] if words else text
    shown: dict[str, object] = {"name": repr(text), "word": repr(word)}
    if os.path.isdir(os.path.expanduser(word)):
        return EngineStartError(N_("engine {name} is a folder, not a program"), **shown)
    missing = N_(
        "engine {name} not found: no registered name, file or program on PATH is called {word}"
    )
    source = _source_of(word)
    if source and (build := how_to_build(source)):
        hint = Message(N_("(build it with {command})"), {"command": build})
    elif close := source or similar(word, known or shipped):
        hint = Message(N_("(did you mean {name}?)"), {"name": close})
    elif known:
        listed = N_("{why}; known engines: {names}")
        return EngineStartError(listed, why=Message(missing, shown), names=", ".join(known))
    else:
        return EngineStartError(missing, **shown)
    return EngineStartError("{missing} {hint}", missing=Message(missing, shown), hint=hint)
