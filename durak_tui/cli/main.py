"""``durak-tui``: one program, a command for each job."""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Final

from durak_tui import __version__
from durak_tui.cli import screens
from durak_tui.cli.common import Parser, StandardOutput, choose_language, run_command
from durak_tui.common.i18n import N_

if TYPE_CHECKING:
    from durak_tui.cli.completion import ProgramInfo

PROG: Final = "durak-tui"
GROUPS: Final = {
    N_("play"): {
        "play": N_("play against an engine, or two people at one keyboard"),
        "host": N_("wait for someone on the network to play with"),
        "join": N_("play with someone who waits at an address"),
        "practice": N_("find the best card in positions from real games"),
        "me": N_("your own record: score, rating, streaks, mistakes"),
    },
    N_("recorded games"): {
        "logs": N_("browse the games in a log"),
        "show": N_("list the games in a log, or print one"),
        "review": N_("find the mistakes in logged games"),
        "stats": N_("add up results: score, Elo, and how certain they are"),
        "verify": N_("check that the deals in a log were honest"),
    },
    N_("engines"): {
        "autoplay": N_("watch two engines play a match"),
        "tournament": N_("let many engines play a tournament, with a report"),
        "check": N_("check that an engine follows the protocol"),
        "new-engine": N_("write a starter engine of your own"),
    },
    N_("server"): {
        "serve": N_("let others play here, by SSH or in a browser"),
    },
    N_("other games and tools"): {
        "solve": N_("solve an endgame: result, best action, best play"),
        "goldrush": N_("let programs dig for diamonds in a mine"),
        "2048": N_("let programs play 2048 for two"),
    },
}
"""The commands with their purposes, by subject, in the order of the help.

Each is in :mod:`durak_tui.cli.screens` or a module of its name.  That is loaded when it is used:
the first screen should not wait for it.
"""
COMMANDS: Final = {name: job for jobs in GROUPS.values() for name, job in jobs.items()}
PROGRAMS: Final = {
    "durak-autoplay": N_("matches between two engines, without a screen"),
    "goldrush-simu": N_("durak-tui goldrush, under the name of the original"),
    "durak-gui": N_("durak-tui, under the name of pyDurak's game"),
    "durak-logviewer": N_("durak-tui logs, under the name of pyDurak's log viewer"),
}
"""The other programs that are installed, engines apart."""

_MODULES: Final = {"2048": "duel2048"}  # For names that no module can have.


class _Program(Parser):
    """A parser whose help lists the commands by subject."""

    def format_help(self) -> str:
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        formatter.add_text(self.description)
        for title, jobs in {**GROUPS, N_("other programs"): PROGRAMS}.items():
            formatter.start_section(title)
            formatter.add_arguments(
                argparse.Action([], name, metavar=name, help=job) for name, job in jobs.items()
            )
            formatter.end_section()
        formatter.start_section(self._optionals.title)
        formatter.add_arguments(self._optionals._group_actions)
        formatter.end_section()
        formatter.add_text(self.epilog)
        return formatter.format_help()


class _Completion(argparse.Action):
    """Print a script for a shell, and leave."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        _namespace: argparse.Namespace,
        shell: object,
        _option: str | None = None,
    ) -> None:
        from durak_tui.cli.completion import completion

        StandardOutput().write(completion(str(shell), programs()))
        parser.exit()


def parser(*commands: str) -> argparse.ArgumentParser:
    """The program's commands; of those named the options, too."""
    result = _Program(
        prog=PROG,
        description="Play Durak in the terminal and test engines. Run without a command to open the"
        " app.",
        epilog="durak-tui COMMAND --help describes a command.",
    )
    result.add_argument("--version", action="version", version=f"durak-tui {__version__}")
    result.add_argument(
        "--completion",
        action=_Completion,
        choices=("bash", "zsh", "fish"),
        help='print completion for a shell: eval "$(durak-tui --completion bash)"',
    )
    screens.add_mouse(result)
    result.set_defaults(run=screens.home)
    adding = result.add_subparsers(metavar="COMMAND", parser_class=Parser)
    for name in COMMANDS:
        one = adding.add_parser(name)
        if name in commands and name in screens.COMMANDS:
            screens.COMMANDS[name](one)
        elif name in commands:
            module = import_module(f"durak_tui.cli.{_MODULES.get(name) or name.replace('-', '_')}")
            module.add_arguments(one)
            one.set_defaults(run=module.run)
    return result


def programs() -> "list[ProgramInfo]":
    """The programs that ship, engines apart, as completion and manual need them."""
    from durak_tui.cli import autoplay, goldrush
    from durak_tui.cli.completion import described

    others = autoplay.parser(), goldrush.simu_parser()
    return [described(parser(*COMMANDS), COMMANDS), *(described(one, {}) for one in others)]


def main(argv: Sequence[str] | None = None) -> int:
    words = sys.argv[1:] if argv is None else argv
    command = next((word for word in words if not word.startswith("-")), "")
    choose_language()

    def run() -> int:
        arguments = parser(command).parse_args(words)
        return int(arguments.run(arguments))

    return run_command(PROG, run)


if __name__ == "__main__":
    sys.exit(main())
