"""``durak-tui``: one program, a command for each job."""

import argparse
import sys
from collections.abc import Sequence
from typing import Final

from durak_tui import __version__
from durak_tui.cli import check, show, stats, tournament
from durak_tui.cli.common import run_command

PROG: Final = "durak-tui"


def parser() -> argparse.ArgumentParser:
    """The program's commands and their options."""
    result = argparse.ArgumentParser(
        prog=PROG,
        description="The place where Durak engines meet.",
        epilog="Engine matches are played by durak-autoplay.",
    )
    result.add_argument("--version", action="version", version=f"durak-tui {__version__}")
    commands = result.add_subparsers(metavar="COMMAND", required=True)
    show.add_parser(commands)
    check.add_parser(commands)
    stats.add_parser(commands)
    tournament.add_parser(commands)
    return result


def main(argv: Sequence[str] | None = None) -> int:
    """The program; returns its exit code."""
    arguments = parser().parse_args(argv)
    return run_command(PROG, lambda: arguments.run(arguments))


if __name__ == "__main__":
    sys.exit(main())
