"""A sequential test of a change to durak-montecarlo.

    python -m tools.sprt OLD [NEW] [--times SEC SEC] [--elo ELO0 ELO1] [--games N] [--folder FOLDER]

Both revisions of this repository (NEW is HEAD if none is named) are installed in environments of
their own. At each time for an answer they play pairs of games with the same deals, until a
sequential test decides between ELO0 or less and ELO1 or more (normalized Elo), or N games are
played. Each pair of revisions has its own deals: by those that chose one change no other is judged.
With the same ``--folder`` a run that was stopped goes on. Prints rows for the table in
``docs/strength.md``.
"""

import argparse
import json
import shlex
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from tools.ratings import elo_text

ROOT: Final = Path(__file__).parents[1]
MOVE_TIME: Final = 1.0
"""Seconds for an answer; more than any of the times is given to use, so that nobody forfeits."""
SHORT: Final = 12  # Digits of a revision that identify it.


def revision(name: str) -> str:
    """The commit of this name, in few digits."""
    return subprocess.run(
        ["git", "rev-parse", "--verify", f"{name}^{{commit}}"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    ).stdout[:SHORT]  # fmt: skip


def installed(commit: str, folder: Path) -> Path:
    """The Python of an environment with this commit."""
    home = folder / commit
    python, ready = home / "venv" / "bin" / "python", home / "ready"
    if not ready.exists():
        source = home / "source"
        archive = subprocess.run(
            ["git", "archive", commit], cwd=ROOT, check=True, capture_output=True
        ).stdout
        with tarfile.open(fileobj=BytesIO(archive)) as tar:
            tar.extractall(source, filter="data")
        subprocess.run([sys.executable, "-m", "venv", home / "venv"], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", source], check=True)
        ready.touch()
    return python


def command(python: Path, seconds: float) -> str:
    """The command line of an engine that finds only its own package."""
    return shlex.join([str(python), "-P", "-m", "durak_engines.montecarlo", "--time", str(seconds)])


def deals(old: str, new: str) -> int:
    """The seed of the deals that these commits play."""
    return int(new + old, 16)


def played(
    old: str, new: str, seconds: float, *, elo: Sequence[float], games: int, folder: Path
) -> dict[str, Any]:
    """The results of the new engine against the old one."""
    log = folder / f"{new} {old} {seconds:g} s.log"
    engines = [command(installed(commit, folder), seconds) for commit in (new, old)]
    run = [
        sys.executable, "-m", "durak_tui.cli.autoplay", *engines,
        "--matches-number", "1", "--match-size", str(games), "--seed", str(deals(old, new)),
        "--paired", "--sprt", ",".join(map(str, elo)), "--move-time", str(MOVE_TIME),
        "--log-file", str(log), "--json", "-", *(["--resume"] if log.exists() else []),
    ]  # fmt: skip
    done = subprocess.run(run, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    results: dict[str, Any] = json.loads(done.stdout)
    return results


def line(old: str, new: str, seconds: float, found: Mapping[str, Any]) -> str:
    """A row of the table in ``docs/strength.md``."""
    wins, numbers = found["engine1"]["wins"], found["statistics"]
    games = wins + found["engine2"]["wins"] + found["draws"]
    llr, lower, upper = (numbers[name] for name in ("llr", "lower", "upper"))
    verdict = "accepted" if llr >= upper else "refused" if llr <= lower else "open"
    cells = (
        new, old, f"{seconds:g} s", str(games), f"{numbers['score']:.3f}",
        elo_text(numbers), f"{verdict}, LLR {llr:.2f}",
    )  # fmt: skip
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Play, and print a line for each time."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("old", metavar="OLD", help="the revision before the change")
    parser.add_argument("new", metavar="NEW", nargs="?", default="HEAD", help="and after it")
    parser.add_argument("--times", type=float, nargs="+", default=[0.05, 0.3], metavar="SEC")
    parser.add_argument("--elo", type=float, nargs=2, default=[0, 10], metavar=("ELO0", "ELO1"))
    parser.add_argument("--games", type=int, default=40_000, help="at most, at each time")
    parser.add_argument("--folder", type=Path, help="where to note how far it is, to go on from")
    arguments = parser.parse_args()
    folder = arguments.folder or Path(tempfile.mkdtemp(prefix="durak-sprt-"))
    folder.mkdir(parents=True, exist_ok=True)
    old, new = revision(arguments.old), revision(arguments.new)
    for seconds in arguments.times:
        limits = {"elo": arguments.elo, "games": arguments.games}
        found = played(old, new, seconds, **limits, folder=folder)
        print(line(old, new, seconds, found), flush=True)


if __name__ == "__main__":
    main()
