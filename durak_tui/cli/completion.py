"""Options of the programs, and scripts that complete them in shells.

Both are read from the parsers; the manual pages are made from them, too.
"""

import argparse
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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


def completion(shell: str, programs: Iterable[ProgramInfo]) -> str:
    """A script that has the shell complete the command lines of programs."""
    return "\n".join(line for one in programs for line in SHELLS[shell](one)) + "\n"


def _function(program: ProgramInfo) -> str:
    return "_" + program.name.replace("-", "_")


# bash


def _bash(program: ProgramInfo) -> Iterator[str]:
    function = _function(program)
    yield f"{function}() {{"
    yield "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}"
    yield "  local command= word IFS=$'\\n'"
    # bash takes the sign between an option and its value for a word.
    yield '  if [[ $cur == "=" ]]; then cur=; elif [[ $prev == "=" ]]; then'
    yield "    prev=${COMP_WORDS[COMP_CWORD-2]}; fi"
    if program.commands:
        names = "|".join(one.name for one in program.commands)
        yield '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do'
        yield f"    case $word in {names}) command=$word; break;; esac"
        yield "  done"
    yield "  COMPREPLY=()"
    yield "  case $command:$prev in"
    for command in all_commands(program):
        for option in command.options:
            if option.value.kind != "nothing":
                places = "|".join(f"{command.name}:{name}" for name in option.names)
                yield f"    {places}) {_bash_value(option)} return;;"
    yield "  esac"
    yield "  case $command:$cur in"
    for command in all_commands(program):
        yield f"    {command.name}:-*) {_bash_words(spoken(command.options))};;"
        words = [one.name for one in program.commands] if command is program.main else []
        for argument in command.arguments:
            words += argument.value.words
        paths = any(one.value.kind in ("path", "engine") for one in command.arguments)
        found = [_bash_words(words)] if words else []
        found += [_BASH_PATHS] if paths else []
        yield f"    {command.name}:*) {'; '.join(found) or ':'};;"
    yield "  esac"
    yield "}"
    yield f"complete -F {function} {program.name}"


_BASH_PATHS: Final = 'compopt -o filenames 2>/dev/null; COMPREPLY+=($(compgen -f -- "$cur"))'


def _bash_words(words: list[str]) -> str:
    return f'COMPREPLY+=($(compgen -W {shlex.quote(chr(10).join(words))} -- "$cur"))'


def _bash_value(option: Option) -> str:
    value = option.value
    parts = [_bash_words(list(value.words))] if value.words else []
    parts += [_BASH_PATHS] if value.kind in ("path", "engine") else []
    return " ".join(f"{part};" for part in parts)


# zsh


def _zsh(program: ProgramInfo) -> Iterator[str]:
    function = _function(program)
    yield f"#compdef {program.name}"
    yield f"{function}() {{"
    main = _zsh_arguments(program.main)
    if program.commands:
        yield "  local context state state_descr line"
        yield "  typeset -A opt_args"
        yield f"  _arguments -C {' '.join(main)} '1:command:->command' '*::argument:->rest'"
        yield "  case $state in"
        yield "    command)"
        pairs = (shlex.quote(f"{one.name}:{one.help}") for one in program.commands)
        yield f"      local -a commands=({' '.join(pairs)})"
        yield "      _describe command commands;;"
        yield "    rest)"
        yield "      case $line[1] in"
        for command in program.commands:
            yield f"        {command.name}) _arguments {' '.join(_zsh_arguments(command))};;"
        yield "      esac;;"
        yield "  esac"
    else:
        yield f"  _arguments {' '.join(main)}"
    yield "}"
    # As a file of the path of functions it is run, else it is read.
    yield f'if [ "$funcstack[1]" = "{function}" ]; then {function} "$@"'
    yield f"else compdef {function} {program.name}; fi"


def _zsh_arguments(command: CommandInfo) -> list[str]:
    specs = []
    for option in command.options:
        help_text = "".join("\\" + one if one in "[]:\\" else one for one in option.help)
        specs += [f"{name}[{help_text}]{_zsh_value(option)}" for name in option.names]
    for argument in command.arguments:
        specs.append(("*" if argument.is_repeated else "") + _zsh_value(argument))
    return [shlex.quote(spec) for spec in specs]


def _zsh_value(option: Option) -> str:
    value = option.value
    if value.kind == "nothing":
        return ""
    name = value.name.replace(":", " ")
    words = "(" + " ".join(value.words) + ")"
    if value.kind == "engine":
        return f":{name}:{{_alternative 'engines:engine:{words}' 'files:program:_files'}}"
    return f":{name}:" + ("_files" if value.kind == "path" else words if value.words else " ")


# fish


def _fish(program: ProgramInfo) -> Iterator[str]:
    yield f"complete -c {program.name} -f"
    for command in all_commands(program):
        if command.name:
            where = f"__fish_seen_subcommand_from {command.name}"
        elif program.commands:
            where = "not __fish_seen_subcommand_from " + " ".join(
                one.name for one in program.commands
            )
        else:
            where = "true"
        begin = f"complete -c {program.name} -n {_fish_quoted(where)}"
        if command is program.main:
            for one in program.commands:
                yield f"{begin} -a {one.name} -d {_fish_quoted(one.help)}"
        for option in command.options:
            names = " ".join(
                f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}"
                for name in option.names
            )
            yield f"{begin} {names}{_fish_value(option)} -d {_fish_quoted(option.help)}"
        for argument in command.arguments:
            if argument.value.words:
                yield f"{begin} -a {_fish_quoted(' '.join(argument.value.words))}"
            if argument.value.kind in ("path", "engine"):
                yield f"{begin} -F"


def _fish_value(option: Option) -> str:
    value = option.value
    if value.kind == "nothing":
        return ""
    files = " -r -F" if value.kind in ("path", "engine") else " -x"
    return files + (f" -a {_fish_quoted(' '.join(value.words))}" if value.words else "")


def _fish_quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


SHELLS: Final[Mapping[str, Callable[[ProgramInfo], Iterator[str]]]] = {
    "bash": _bash,
    "zsh": _zsh,
    "fish": _fish,
}
"""Each makes the lines of a script for a program."""
