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
COMMANDS: Final = {
    "play": N_("play against an engine"),
    "host": N_("wait for a person in the network to play with"),
    "join": N_("play with a person at an address"),
    "practice": N_("find the best card in positions from real games"),
    "autoplay": N_("watch engines play a match"),
    "me": N_("your own record: score, rating, streaks, mistakes"),
    "logs": N_("browse the games of a log"),
    "show": N_("list the games of a log, or print one"),
    "verify": N_("check that the deals of a log were honest"),
    "review": N_("find the mistakes in the games of a log"),
    "serve": N_("let others play here, by SSH or in a browser"),
    "new-engine": N_("write a starter engine of your own"),
    "check": N_("check that an engine follows the protocol"),
    "stats": N_("what results say about strength, and how certain that is"),
    "solve": N_("solve an endgame: result, best action, best play"),
    "goldrush": N_("let programs dig for diamonds in a mine"),
    "2048": N_("let programs play 2048 for two"),
    "tournament": N_("play a tournament of engines and report on it"),
}
"""Commands, in :mod:`durak_tui.cli.screens` or a module of their name, and their purposes.

That is loaded when it is used: the first screen should not wait for it.
"""

_MODULES: Final = {"2048": "duel2048"}  # For names that no module can have.


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
    result = Parser(
        prog=PROG,
        description="The place where Durak engines meet.  Without a command, the screens open.",
        epilog="Engine matches without a screen are played by durak-autoplay.",
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
    adding = result.add_subparsers(metavar="COMMAND")
    for name, job in COMMANDS.items():
        one = adding.add_parser(name, help=job)
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
