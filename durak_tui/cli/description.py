"""Options and arguments of the programs, for completion and manual."""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple

from durak_tui.common.i18n import _
from durak_tui.engine.registry import SHIPPED

Kind = Literal["nothing", "words", "engine", "path", "text"]

_PATHS: Final = {"FILE", "FILE.toml", "LOG", "FOLDER", "DIR"}
_ENGINES: Final = {"ENGINE", "ENGINE1", "ENGINE2"}


class Value(NamedTuple):
    """The value of an option or a command."""

    kind: Kind
    words: tuple[str, ...] = ()  # That may be typed; of an engine those that ship.
    name: str = ""  # As the usage has it.


class Option(NamedTuple):
    """An option, or an argument without a name."""

    names: tuple[str, ...]  # Empty for an argument.
    value: Value
    help: str
    is_repeated: bool = False


class CommandInfo(NamedTuple):
    """A program or one of its commands."""

    name: str  # Empty for a program without commands, and for what comes before one.
    help: str
    usage: str
    about: str
    below: str  # What is said after all options.
    options: tuple[Option, ...]
    arguments: tuple[Option, ...]


class ProgramInfo(NamedTuple):
    """A program, with its commands if it has some."""

    name: str
    main: CommandInfo
    commands: tuple[CommandInfo, ...]


def described(parser: argparse.ArgumentParser, jobs: Mapping[str, str]) -> ProgramInfo:
    """Describe a program; ``jobs`` has a line on each command."""
    below = {
        name: one
        for action in parser._actions
        if isinstance(action, argparse._SubParsersAction)
        for name, one in action.choices.items()
    }
    commands = tuple(_command(one, name, _(jobs[name])) for name, one in below.items())
    return ProgramInfo(parser.prog, _command(parser, "", _translated(parser.description)), commands)


def _command(parser: argparse.ArgumentParser, name: str, job: str) -> CommandInfo:
    actions = [
        action
        for action in parser._actions
        if not isinstance(action, argparse._SubParsersAction) and action.help != argparse.SUPPRESS
    ]
    found = [_option(parser, action) for action in actions]
    return CommandInfo(
        name,
        job,
        " ".join(parser.format_usage().split()).removeprefix(_("usage: ")),
        _translated(parser.description),
        _translated(parser.epilog),
        tuple(one for one in found if one.names),
        tuple(one for one in found if not one.names),
    )


def _translated(text: str | None) -> str:
    return _(text) if text else ""


def _option(parser: argparse.ArgumentParser, action: argparse.Action) -> Option:
    formatter = parser._get_formatter()
    text = formatter._expand_help(action) if action.help else ""
    repeated = action.nargs in ("*", "+") or (isinstance(action.nargs, int) and action.nargs > 1)
    return Option(tuple(action.option_strings), _value(action), text, repeated)


def _value(action: argparse.Action) -> Value:
    if action.nargs == 0:
        return Value("nothing")
    metavar = action.metavar
    name = " ".join(metavar) if isinstance(metavar, tuple) else metavar
    if action.choices:
        words = tuple(map(str, action.choices))
        return Value("words", words, name or "{" + ",".join(words) + "}")
    name = name or action.dest.upper()
    if name in _ENGINES:
        return Value("engine", tuple(SHIPPED), name)
    return Value("path" if name in _PATHS else "text", (), name)


def all_commands(program: ProgramInfo) -> Iterator[CommandInfo]:
    """The options before a command, then the commands."""
    yield program.main
    yield from program.commands


def spoken(options: Sequence[Option]) -> list[str]:
    """All names of options."""
    return [name for option in options for name in option.names]
