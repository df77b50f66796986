"""Running ``durak-tui tournament``, for its tests."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

TOURNAMENT = [sys.executable, "-m", "durak_tui.cli.main", "tournament"]
FILES = ["games.log", "report.html", "report.md", "results.json"]

Engine = tuple[str, str]


def dummies(count: int) -> list[Engine]:
    """The dummy under several names."""
    return [(f"dummy{number}", "durak-dummy") for number in range(1, count + 1)]


def write_cup(folder: Path, form: str, engines: list[Engine], games: int, **more: Any) -> str:
    """A tournament's file, whose output folder is called ``out``; returns its path."""
    lines = [f'format = "{form}"', f"games = {games}", 'output = "out"']
    lines += [f"{key} = {json.dumps(value)}" for key, value in more.items()]
    for name, command in engines:
        lines += ["[[engine]]", f"name = {json.dumps(name)}", f"command = {json.dumps(command)}"]
    path = folder / "cup.toml"
    path.write_text("\n".join(lines) + "\n")
    return str(path)


def tournament(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command to its end, its games one after the other if no option says otherwise."""
    alone = [] if "--concurrency" in arguments else ["--concurrency=1"]
    return subprocess.run(
        [*TOURNAMENT, *arguments, *alone],
        capture_output=True, timeout=300, check=False, text=True,
    )  # fmt: skip


def results_in(folder: Path) -> Any:
    """The content of results.json without times."""
    results = json.loads((folder / "results.json").read_text())
    assert results.pop("started_at") <= results.pop("ended_at")
    for engine in results["engines"]:
        for seat in engine["seats"]:
            assert 0 < seat.pop("average_ms") <= seat.pop("worst_ms")
    for failure in results["failures"]:
        failure["verdict"] = re.sub(r"after [0-9.]+ ms", "", failure["verdict"])
    return results
