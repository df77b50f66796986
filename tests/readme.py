"""The outputs printed in the README, made by running the commands they belong to.

    python -m tests.readme

A block is a comment ``<!-- output: COMMAND -->`` and the fenced text after it.
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
RUSSIAN_README = ROOT / "docs" / "ru" / "README.md"
PATIENCE = 300
"""Seconds for a command."""
BLOCK = re.compile(r"(<!-- output: (.*?) -->\n```\n)(.*?)(```\n)", re.DOTALL)


def with_time(command: str) -> str:
    """The command with more time for every answer than it asks for, if it has engines: on a
    busy machine a program may need longer to start than a person would wait."""
    return re.sub(r"^(durak-autoplay|durak-tui check)(?= )", r"\1 --move-time=60", command)


def output_of(command: str) -> str:
    """What a terminal shows after a command, its progress counter at its last state."""
    scripts = Path(sys.executable).parent
    environment = {**os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}"}
    with TemporaryDirectory() as folder:
        # What a command writes beside a log is no part of the source.
        copytree(ROOT / "tests" / "data", Path(folder, "tests", "data"))
        run = subprocess.run(
            shlex.split(with_time(command)),
            cwd=folder, env=environment, capture_output=True, timeout=PATIENCE, check=True,
        )  # fmt: skip
    lines = run.stdout.decode().split("\n")
    return "\n".join(line.rpartition("\r")[2] for line in lines)


def with_outputs(text: str) -> str:
    """The README's text with every block as its command prints it now."""
    return BLOCK.sub(lambda block: block[1] + output_of(block[2]) + block[4], text)


def with_blocks_of(other: str, text: str) -> str:
    """A translation's text with the outputs of the README, which has as many."""
    blocks = [block[0] for block in BLOCK.finditer(other)]
    return BLOCK.sub(lambda _block: blocks.pop(0), text)


if __name__ == "__main__":
    english = with_outputs(README.read_text(encoding="utf-8"))
    russian = with_blocks_of(english, RUSSIAN_README.read_text(encoding="utf-8"))
    README.write_text(english, encoding="utf-8")
    RUSSIAN_README.write_text(russian, encoding="utf-8")
