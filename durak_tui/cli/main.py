"""``durak-tui``: one program, a command for each job."""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final

from durak_tui import __version__
from durak_tui.cli import screens
from durak_tui.cli.common import run_command

PROG: Final = "durak-tui"
COMMANDS: Final = {
    "play": "play against an engine",
    "practice": "find the best card in positions from real games",
    "autoplay": "watch engines play a match",
    "logs": "browse the games of a log",
    "show": "list the games of a log, or print one",
    "review": "find the mistakes in the games of a log",
    "new-engine": "write a starter engine of your own",
    "check": "check that an engine keeps the protocol",
    "stats": "what results say about strength, and how certain that is",
    "solve": "solve an endgame: result, best action, best play",
    "tournament": "play a tournament of engines and report on it",
}
"""What each command does; on screens in :mod:`durak_tui.cli.screens`, else in a module of its name.

That is loaded when it is used: the first screen should not have to wait for it.
"""


def parser(command: str = "") -> argparse.ArgumentParser:
    """The program's commands; of ``command`` the options, too."""
    result = argparse.ArgumentParser(
        prog=PROG,
        description="The place where Durak engines meet.  Without a command: the screens.",
        epilog="Engine matches without a screen are played by durak-autoplay.",
    )
    result.add_argument("--version", action="version", version=f"durak-tui {__version__}")
    screens.add_mouse(result)
    result.set_defaults(run=screens.home)
    commands = result.add_subparsers(metavar="COMMAND")
    for name, job in COMMANDS.items():
        one = commands.add_parser(name, help=job)
        if name == command and name in screens.COMMANDS:
            screens.COMMANDS[name](one)
        elif name == command:
            module = import_module(f"durak_tui.cli.{name.replace('-', '_')}")
            module.add_arguments(one)
            one.set_defaults(run=module.run)
    return result


def main(argv: Sequence[str] | None = None) -> int:
    words = sys.argv[1:] if argv is None else argv
    command = next((word for word in words if not word.startswith("-")), "")
    arguments = parser(command).parse_args(words)
    return run_command(PROG, lambda: arguments.run(arguments))


if __name__ == "__main__":
    sys.exit(main())
