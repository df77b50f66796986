"""``durak-tui new-engine NAME``: a working engine to begin with."""

import argparse
import os
import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from durak_tui.cli.common import CommandError, StandardOutput, explained
from durak_tui.common.i18n import N_, _
from durak_tui.engine.registry import LANGUAGES, Language
from durak_tui.engine.scaffold import BEGIN, GAMES, guide, name_rule, own_shebang, starter


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Write a working engine into the current folder, a source file named after the engine, and"
        " say how to check it and run a match. Then change how it decides."
    )
    wanted = parser.add_mutually_exclusive_group(required=True)
    wanted.add_argument("name", metavar="NAME", nargs="?", help=name_rule())
    wanted.add_argument(
        "--guide",
        action="store_true",
        help="print the guide for authors of engines, with the protocol",
    )
    parser.add_argument(
        "--language",
        choices=LANGUAGES,
        type=_language,
        default=next(iter(LANGUAGES)),
        help="the language to write it in, or its file extension, such as sh (default %(default)s)",
    )
    parser.add_argument(
        "--game",
        choices=GAMES,
        default="",
        help="write a player of another game instead of an engine",
    )
    # What is printed with every complaint about the arguments: the rule for names as well.
    rule = _("NAME is {rule}.").format(rule=name_rule())
    parser.usage = (
        f"%(prog)s [-h] [--language LANGUAGE] [--game GAME] NAME\n       %(prog)s --guide\n\n{rule}"
    )


def _language(text: str) -> str:
    """The language whose files end in ``.text``, else the text itself."""
    return next((name for name, one in LANGUAGES.items() if one.suffix == f".{text}"), text)


def run(arguments: argparse.Namespace) -> int:
    """Write the engine, or raise CommandError."""
    output = StandardOutput()
    if arguments.guide:
        with explained(N_("the guide cannot be read: {why}"), 1):
            text = guide()
        output.write(text)
        return 0
    name, language = arguments.name, LANGUAGES[arguments.language]
    try:
        text = starter(name, arguments.language, arguments.game)
    except ValueError as error:
        raise CommandError(str(error)) from None
    path = Path(name + language.suffix)
    if language.build and os.path.lexists(name):
        text = N_("{name} already exists, and the compiler would overwrite it")
        raise CommandError(text, name=name)
    with explained(N_("{path} cannot be written: {why}"), path=path):
        _write(path, text, program=not language.build)
    output.lines(_what_next(name, path, language, arguments.game))
    return 0


def _what_next(name: str, path: Path, language: Language, game: str) -> Iterator[str]:
    program, autoplay = _program("durak-tui"), _program("durak-autoplay")
    engine = f"./{name}" if language.build else f"./{path}"
    if language.needs == sys.executable and own_shebang() is None:
        engine = shlex.quote(shlex.join([sys.executable, str(path)]))
    commands = {
        "": [f"{program} check {engine}", f"{autoplay} {engine} durak-dummy --stats"],
        "goldrush": [
            f"{program} check {engine} --game goldrush",
            f"{program} goldrush burrow {engine} goldrush-random --repeat 5",
        ],
        "2048": [
            f"{program} check {engine} --game 2048",
            f"{program} 2048 {engine} 2048-random",
        ],
    }
    texts = {
        "": N_("{path} is an engine that plays its cheapest cards. Next steps:"),
        "goldrush": N_("{path} is a miner that goes for the nearest diamonds. Next steps:"),
        "2048": N_("{path} is a player that merges what it can. Next steps:"),
    }
    yield _(texts[game]).format(path=path)
    yield ""
    if language.build:
        yield f"  {language.build.format(name=name)}"
    yield from (f"  {command}" for command in commands[game])
    yield ""
    yield _('Start at the line "{line}".').format(line=BEGIN)
    if not game:
        yield _("The guide, with the protocol: {command}").format(
            command=f"{program} new-engine --guide"
        )
    if shutil.which(language.needs) is None:
        yield ""
        yield _("It needs {program}, which is not on PATH.").format(program=language.needs)


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
        raise CommandError(N_("{path} already exists; nothing was changed"), path=path) from None
    try:
        with open(fd, "w", encoding="utf-8") as file:
            file.write(text)
    except OSError:
        path.unlink(missing_ok=True)
        raise
