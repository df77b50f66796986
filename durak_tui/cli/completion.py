"""Completion of command lines by shells, made from what the programs understand."""

import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from durak_tui.cli.description import CommandInfo, Option, ProgramInfo, all_commands, spoken


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
