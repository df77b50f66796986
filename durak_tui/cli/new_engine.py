"""``durak-tui new-engine NAME``: a working engine to begin with."""

import argparse
import os
import shlex
import shutil
import sys
from pathlib import Path

from durak_tui.cli.common import CommandError, Output, mendable
from durak_tui.engine.registry import LANGUAGES, Language
from durak_tui.engine.scaffold import BEGIN, NAME_RULE, guide, own_shebang, starter


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Writes an engine that works and keeps the protocol into the current folder, in a source"
        " file with the name of the engine, and says how to check it and let it play. What it"
        " decides is yours to change."
    )
    wanted = parser.add_mutually_exclusive_group(required=True)
    wanted.add_argument("name", metavar="NAME", nargs="?", help=f"its name: {NAME_RULE}")
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
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Write the engine, or raise CommandError."""
    output = Output()
    if arguments.guide:
        with mendable("the guide cannot be read", 1):
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
    with mendable(f"{path} cannot be written"):
        _write(path, text, program=not language.build)
    output.line(f"{path} is an engine that spends its cheapest cards. What to do next:")
    output.line()
    for command in _next_commands(name, path, language):
        output.line(f"  {command}")
    output.line()
    output.line(f'What is yours to change begins where {path} says "{BEGIN}".')
    output.line(f"The guide, with the protocol: {_program('durak-tui')} new-engine --guide")
    if shutil.which(language.needs) is None:
        output.line()
        output.line(f"It needs {language.needs}, which is not on PATH.")
    return 0


def _next_commands(name: str, path: Path, language: Language) -> list[str]:
    commands = [language.build.format(name=name)] if language.build else []
    engine = f"./{name}" if language.build else f"./{path}"
    if language.needs == sys.executable and own_shebang() is None:
        engine = shlex.quote(shlex.join([sys.executable, str(path)]))
    return [
        *commands,
        f"{_program('durak-tui')} check {engine}",
        f"{_program('durak-autoplay')} {engine} durak-dummy --stats",
    ]


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
