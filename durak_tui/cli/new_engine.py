"""``durak-tui new-engine NAME``: a working engine to begin with."""

import argparse
import os
import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from durak_tui.cli.common import CommandError, Output, explained
from durak_tui.engine.registry import LANGUAGES, Language
from durak_tui.engine.scaffold import BEGIN, NAME_RULE, guide, own_shebang, starter


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Writes an engine that works and keeps the protocol into the current folder, in a source"
        " file with the name of the engine, and says how to check it and let it play. What it"
        " decides is yours to change."
    )
    wanted = parser.add_mutually_exclusive_group(required=True)
    wanted.add_argument("name", metavar="NAME", nargs="?", help=NAME_RULE)
    wanted.add_argument(
        "--guide",
        action="store_true",
        help="print the guide for authors of engines, with the protocol",
    )
    parser.add_argument(
        "--language",
        choices=LANGUAGES,
        default=next(iter(LANGUAGES)),
        help="what it is written in (default %(default)s)",
    )
    # What is printed with every complaint about the arguments: the rule for names as well.
    parser.usage = (
        f"%(prog)s [-h] [--language LANGUAGE] NAME\n       %(prog)s --guide\n\nNAME is {NAME_RULE}."
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the engine, or raise CommandError."""
    output = Output()
    if arguments.guide:
        with explained("the guide cannot be read", 1):
            text = guide()
        output.write(text)
        return 0
    name, language = arguments.name, LANGUAGES[arguments.language]
    try:
        text = starter(name, arguments.language)
    except ValueError as error:
        raise CommandError(str(error)) from None
    path = Path(name + language.suffix)
    if language.build and os.path.lexists(name):
        raise CommandError(f"there is something called {name}, which the compiler would overwrite")
    with explained(f"{path} cannot be written"):
        _write(path, text, program=not language.build)
    output.lines(_what_next(name, path, language))
    return 0


def _what_next(name: str, path: Path, language: Language) -> Iterator[str]:
    program, autoplay = _program("durak-tui"), _program("durak-autoplay")
    engine = f"./{name}" if language.build else f"./{path}"
    if language.needs == sys.executable and own_shebang() is None:
        engine = shlex.quote(shlex.join([sys.executable, str(path)]))
    yield f"{path} is an engine that spends its cheapest cards. What to do next:"
    yield ""
    if language.build:
        yield f"  {language.build.format(name=name)}"
    yield f"  {program} check {engine}"
    yield f"  {autoplay} {engine} durak-dummy --stats"
    yield ""
    yield f'What is yours to change begins where {path} says "{BEGIN}".'
    yield f"The guide, with the protocol: {program} new-engine --guide"
    if shutil.which(language.needs) is None:
        yield ""
        yield f"It needs {language.needs}, which is not on PATH."


def _program(name: str) -> str:
    """One of our programs, with its folder unless on PATH."""
    beside = Path(sys.executable).parent / name
    if shutil.which(name) is None and beside.exists():
        return shlex.quote(str(beside))
    return name


def _write(path: Path, text: str, program: bool) -> None:
    # A new file or none: what is there under this name may be somebody's work.
    try:
        fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o777 if program else 0o666)
    except FileExistsError:
        raise CommandError(f"{path} exists already and is left as it is") from None
    try:
        with open(fd, "w", encoding="utf-8") as file:
            file.write(text)
    except OSError:
        path.unlink(missing_ok=True)
        raise
