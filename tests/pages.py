"""The pages for users and authors, done to the letter: each command that they show is run.

    python -m tests.pages

writes into the pages what their commands print now, and into the Russian ones the same blocks.

A block of ``console`` is commands, each after ``$``, and what they print, where a line ``...``
stands for any lines.  A comment ``<!-- file: NAME -->`` before a block saves it, and
``<!-- edit: NAME -->`` before a ``diff`` replaces lines of a file that is there.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from tests.tui.terminals import Terminal

ROOT: Final = Path(__file__).parent.parent
DOCS: Final = ROOT / "docs"
README: Final = ROOT / "README.md"
GUIDE: Final = ROOT / "engines" / "README.md"
RUSSIAN: Final[Mapping[Path, Path]] = {
    README: DOCS / "ru" / "README.md",
    GUIDE: DOCS / "ru" / "engines.md",
    DOCS / "playing.md": DOCS / "ru" / "playing.md",
}
"""The pages that there are in Russian, too."""
USERS: Final = tuple(
    DOCS / f"{name}.md"
    for name in (
        "people",
        "server",
        "matches",
        "engines",
        "settings",
        "colours",
        "logs",
        "review",
        "shell",
        "goldrush",
        "2048",
        "players",
    )
)
"""The pages for users that are in English alone."""
PAGES: Final = (*RUSSIAN, *USERS)
"""All pages for users and authors."""
FENCED: Final = re.compile(r"(?:^<!-- [^\n]* -->\n)?^```.*?^```$", re.MULTILINE | re.DOTALL)

_BLOCK: Final = re.compile(
    r"(?:<!-- (file|edit): (\S+) -->\n)?^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE
)
_ONLY_SHOWN: Final = ("", "text", "sh", "nginx")
"""Languages of blocks with which nothing is done."""
_PATIENCE: Final = 300
"""Seconds for a command."""
_STAYS: Final = re.compile(r"durak-tui( serve .*)?$")
"""A command that does not end by itself."""
_PUBLIC_KEY: Final = (
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAILQ7hhoOf134ll6S+Mi330SatCoZknyn/0jLq8aSPCUy guest\n"
)


class Done(NamedTuple):
    """A command of a page that was run."""

    command: str
    promised: str
    """The output on the page."""
    printed: str

    @property
    def as_promised(self) -> bool:
        """True if the two are the same, but for lines ``...``."""
        parts = re.split(r"^\.\.\.\n", self.promised, flags=re.MULTILINE)
        return re.fullmatch("(?:.*\n)*".join(map(re.escape, parts)), self.printed) is not None


def prepare(page: Path, folder: Path) -> None:
    """Put into an empty folder what a page takes for granted.

    That is a copy of the repository for the README, and sample logs and a key for the others.
    """
    shutil.copytree(ROOT / "tests" / "data", folder / "tests" / "data")
    (folder / ".ssh").mkdir()
    (folder / ".ssh" / "authorized_keys").write_text(_PUBLIC_KEY)
    if page == README:
        without = shutil.ignore_patterns("*.so", "__pycache__")
        for name in ("durak_tui", "engines", "docs/man"):
            shutil.copytree(ROOT / name, folder / name, ignore=without)
        for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
            shutil.copy(ROOT / name, folder)


def follow(page: str, folder: Path) -> Iterator[Done]:
    """Do in a folder all that the text of a page says, and yield each command."""
    for block in _BLOCK.finditer(page):
        action, name, language, text = block.groups()
        if action == "file":
            (folder / name).write_text(text, encoding="utf-8")
        elif action == "edit":
            _edit(folder / name, text)
        elif language == "console":
            yield from _type(text, folder)
        elif language not in _ONLY_SHOWN:
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
    for command, promised in commands(text):
        if command.startswith("cc ") and shutil.which("cc") is None:
            return  # and nothing that needs what it would have built
        if command.endswith("-m pytest"):
            continue  # .ci/run does it
        run = _shown_by if _STAYS.search(command) else _output_of
        yield Done(command, promised, run(command, folder))


def commands(console: str) -> list[tuple[str, str]]:
    """The commands of a block, each with the output that follows it."""
    typed = re.split(r"^\$ ", console, flags=re.MULTILINE)[1:]
    return [(command, output) for command, _, output in (one.partition("\n") for one in typed)]


def _around(folder: Path) -> dict[str, str]:
    """The environment of a command: programs of the folder's own come first, pip needs no network.

    What durak-tui depends on is taken from the environment of the tests.
    """
    own, ours = folder / ".venv" / "bin", Path(sys.executable).parent
    return {
        **os.environ,
        "HOME": str(folder),
        "PATH": os.pathsep.join([str(own), str(ours), os.environ["PATH"]]),
        "PYTHONPATH": sysconfig.get_path("purelib"),
        "PIP_NO_INDEX": "1",
        "PIP_NO_BUILD_ISOLATION": "0",  # Means that there is none.
        "DURAK_TUI_COMPILE": "none",
    }


def _output_of(command: str, folder: Path) -> str:
    # On a busy machine an engine may need longer to start than a person would wait.
    patient = re.sub(r"^(durak-autoplay|durak-tui check)(?= )", r"\1 --move-time=60", command)
    run = subprocess.run(
        ["bash", "-o", "pipefail", "-c", patient],
        check=False, cwd=folder, env=_around(folder), timeout=_PATIENCE,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    lines = run.stdout.decode().split("\n")  # A counter is there in its last state alone.
    shown = "\n".join(line.rpartition("\r")[2] for line in lines)
    return shown if run.returncode == 0 else f"{shown}exit code {run.returncode}\n"


def _shown_by(command: str, folder: Path) -> str:
    """Run in a terminal what goes on until somebody ends it: the screens, a server."""
    here = command.replace("durak-tui serve", "durak-tui serve --port 0")
    here = here.replace("192.0.2.7", "127.0.0.1")  # which is of no machine
    program = ["bash", "-c", f"cd {folder} && exec {here}"]
    serves = here != command
    with Terminal(program=program, env=_around(folder), size=(100, 30)) as terminal:
        said = terminal.until("127.0.0.1" if serves else "Settings")
        terminal.send(b"\x03" if serves else b"\x11")
        status = terminal.wait()
    if status not in (0, 130):
        return f"{terminal.text}\nexit code {status}\n"
    if not serves:
        return ""
    said = re.sub(r"-p \d+ 127.0.0.1", "-p 8022 192.0.2.7", said)
    return re.sub(r"127.0.0.1:\d+", "127.0.0.1:8023", said).strip() + "\n"


def printed_now(page: Path) -> str:
    """The text of a page with what its commands print now, where it has all of that."""
    text = page.read_text(encoding="utf-8")
    with TemporaryDirectory() as folder:
        prepare(page, Path(folder))
        for command, promised, printed in follow(text, Path(folder)):
            if "...\n" not in promised:
                text = text.replace(f"$ {command}\n{promised}", f"$ {command}\n{printed}")
    return text


def with_blocks_of(english: str, text: str) -> str:
    """The text of a translated page with the blocks of the English one, which has as many."""
    blocks = iter(FENCED.findall(english))
    return FENCED.sub(lambda _old: next(blocks), text)


def main() -> None:
    """Bring all pages up to date."""
    for page in PAGES:
        page.write_text(printed_now(page), encoding="utf-8")
    for page, russian in RUSSIAN.items():
        english, text = (one.read_text(encoding="utf-8") for one in (page, russian))
        russian.write_text(with_blocks_of(english, text), encoding="utf-8")


if __name__ == "__main__":
    main()
