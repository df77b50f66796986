"""The guide for engine authors, followed to the letter in an empty folder.

A block of ``console`` is commands, each after ``$``, and what they print, where a line ``...``
stands for any lines.  A comment ``<!-- file: NAME -->`` before a block saves it, and
``<!-- edit: NAME -->`` before a ``diff`` replaces lines of a file that is there.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.readme import PATIENCE, with_time

BLOCK = re.compile(
    r"(?:<!-- (file|edit): (\S+) -->\n)?```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE
)


class Done(NamedTuple):
    """A command of the guide that was run."""

    command: str
    promised: str
    """What the guide says that it prints."""
    printed: str

    @property
    def as_promised(self) -> bool:
        """Whether the two are the same, but for what stands for anything."""
        parts = re.split(r"^\.\.\.\n", self.promised, flags=re.MULTILINE)
        return re.fullmatch("(?:.*\n)*".join(map(re.escape, parts)), self.printed) is not None


def follow(guide: str, folder: Path) -> Iterator[Done]:
    """Do all that the guide says, in its order, and tell of every command."""
    for block in BLOCK.finditer(guide):
        action, name, language, text = block.groups()
        if action == "file":
            (folder / name).write_text(text, encoding="utf-8")
        elif action == "edit":
            _edit(folder / name, text)
        elif language == "console":
            yield from _type(text, folder)
        else:
            raise ValueError(f"nothing is done with this block:\n{text}")


def _edit(path: Path, diff: str) -> None:
    old, new = (
        "".join(line[1:] or line for line in diff.splitlines(keepends=True) if line[0] in side)
        for side in (" \n-", " \n+")
    )
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{path.name} does not have these lines once:\n{old}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def _type(text: str, folder: Path) -> Iterator[Done]:
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, promised = part.partition("\n")
        if command.startswith("cc ") and shutil.which("cc") is None:
            return  # and nothing that needs what it would have built
        yield Done(command, promised, _output_of(command, folder))


def _output_of(command: str, folder: Path) -> str:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    run = subprocess.run(
        ["bash", "-o", "pipefail", "-c", with_time(command)],
        check=False, cwd=folder, env={**os.environ, "PATH": path}, timeout=PATIENCE,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    lines = run.stdout.decode().split("\n")
    shown = "\n".join(line.rpartition("\r")[2] for line in lines)
    return shown if run.returncode == 0 else f"{shown}exit code {run.returncode}\n"
