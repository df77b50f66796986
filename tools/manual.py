"""Write the manual pages from what the programs understand: ``python -m tools.manual``.

There is one for each program and language.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from durak_tui import __version__
from durak_tui.cli.completion import CommandInfo, Option, ProgramInfo
from durak_tui.cli.main import GROUPS, PROGRAMS, programs
from durak_tui.common.i18n import LANGUAGES, _, choose, chosen

FOLDER: Final = Path(__file__).parent.parent / "docs" / "man"
_JOBS: Final = {
    "durak-tui": "play Durak against engines, let engines play, browse the games",
    **{name: PROGRAMS[name] for name in ("durak-autoplay", "goldrush-simu")},
}
_FILES: Final = (
    ("~/.config/durak-tui/settings.toml", "the settings; they may be edited"),
    ("~/.local/share/durak-tui/games.log", "the games that you have finished"),
    ("~/.local/state/durak-tui/", "games that are not finished, and what was used last"),
)
_COMPLETION: Final = (
    "To have the shell complete commands, options and engines, add one of these lines to its"
    " own file:",
    '.nf\nbash: eval "$(durak-tui --completion bash)"\nzsh:  eval "$(durak-tui --completion zsh)"'
    "\nfish: durak-tui --completion fish | source\n.fi",
)
_RUSSIAN: Final = {
    "NAME": "НАЗВАНИЕ",
    "SYNOPSIS": "СИНТАКСИС",
    "DESCRIPTION": "ОПИСАНИЕ",
    "OPTIONS": "ПАРАМЕТРЫ",
    "COMMANDS": "КОМАНДЫ",
    "FILES": "ФАЙЛЫ",
    "COMPLETION": "ДОПОЛНЕНИЕ В ОБОЛОЧКЕ",
    "SEE ALSO": "СМОТРИТЕ ТАКЖЕ",
    _JOBS["durak-tui"]: "играть в дурака с движками, сводить движки, смотреть партии",
    _FILES[0][1]: "настройки; их можно править",
    _FILES[1][1]: "сыгранные вами партии",
    _FILES[2][1]: "неоконченные партии и то, чем вы пользовались в последний раз",
    _COMPLETION[0]: "Чтобы оболочка дополняла команды, параметры и движки, добавьте одну из этих"
    " строк в её файл:",
}


def manual(program: ProgramInfo) -> str:
    """The page of a program, in the chosen language."""
    return "\n".join(_page(program)) + "\n"


def _page(program: ProgramInfo) -> Iterator[str]:
    others = ", ".join(rf"\fB{_escaped(name)}\fP(1)" for name in _JOBS if name != program.name)
    yield r".\" Made by python -m tools.manual"
    yield f'.TH {program.name.upper()} 1 "" "durak-tui {__version__}"'
    yield _heading("NAME")
    yield f"{_escaped(program.name)} \\- {_escaped(_told(_JOBS[program.name]))}"
    yield _heading("SYNOPSIS")
    yield _usage(program.main)
    yield _heading("DESCRIPTION")
    yield _escaped(program.main.about)
    if program.main.below:
        yield f".PP\n{_escaped(program.main.below)}"
    yield from _options(program.main, _heading("OPTIONS"))
    firsts = {next(iter(jobs)): title for title, jobs in GROUPS.items()}
    for command in program.commands:
        if title := firsts.get(command.name):
            yield f"{_heading('COMMANDS')}: {_escaped(_(title).upper())}"
        yield f".SS {_escaped(command.name)}\n{_usage(command)}"
        yield f".PP\n{_escaped(command.about or command.help)}"
        yield from _options(command, "")
        if command.below:
            yield f".PP\n{_escaped(command.below)}"
    yield _heading("FILES")
    for path, what in _FILES:
        yield f".TP\n.I {_escaped(path)}\n{_escaped(_told(what))}"
    if program.commands:
        yield _heading("COMPLETION")
        yield from map(_told, _COMPLETION)
    yield _heading("SEE ALSO")
    yield others


def _heading(text: str) -> str:
    return f".SH {_told(text)}"


def _told(text: str) -> str:
    return _RUSSIAN[text] if chosen() == "ru" and text in _RUSSIAN else _(text)


def _usage(command: CommandInfo) -> str:
    name, _blank, rest = command.usage.partition(" [" if " [" in command.usage else " ")
    if not rest:
        return rf"\fB{_escaped(name)}\fP"
    sign = "[" if " [" in command.usage else ""
    return rf"\fB{_escaped(name)}\fP {_escaped(sign + rest)}"


def _options(command: CommandInfo, heading: str) -> Iterator[str]:
    found = [*command.arguments, *command.options]
    if heading and found:
        yield heading
    for option in found:
        yield f".TP\n{_head(option)}\n{_escaped(option.help)}"


def _head(option: Option) -> str:
    value = rf"\fI{_escaped(option.value.name)}\fP" if option.value.name else ""
    names = ", ".join(rf"\fB{_escaped(name)}\fP" for name in option.names)
    return " ".join(filter(None, [names, value]))


def _escaped(text: str) -> str:
    """A text that groff takes for nothing else."""
    text = text.replace("\\", r"\e").replace("-", r"\-")
    return re.sub(r"^(?=[.'])", r"\\&", text, flags=re.MULTILINE)


def page(name: str, language: str) -> Path:
    """The file of a program's page."""
    return (FOLDER if language == "en" else FOLDER / language) / f"{name}.1"


if __name__ == "__main__":
    for language in LANGUAGES:
        choose(language)
        for one in programs():
            path = page(one.name, language)
            path.parent.mkdir(exist_ok=True)
            path.write_text(manual(one), encoding="utf-8")
