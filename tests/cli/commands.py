"""The commands, run in this process; the one for matches also as a program."""

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

import pytest

from durak_tui.cli import autoplay as autoplay_command
from durak_tui.cli.group_games import GroupCommand
from durak_tui.cli.main import main

CapFd: TypeAlias = pytest.CaptureFixture[str]
Patch: TypeAlias = pytest.MonkeyPatch
DATA = Path(__file__).parent.parent / "data"
DURAK_TUI = [sys.executable, "-m", "durak_tui.cli.main"]
AUTOPLAY = [sys.executable, "-m", "durak_tui.cli.autoplay"]


def command(
    capfd: CapFd, *words: object, program: Callable[[Sequence[str]], int] = main
) -> tuple[int, str, str]:
    """Exit code, output and errors of ``durak-tui``, or another program, with these words."""
    try:
        code = program([*map(str, words)])
    except SystemExit as exit_:
        code = int(exit_.code or 0)
    captured = capfd.readouterr()
    return code, captured.out, captured.err


def left_after_a_line(*words: object) -> tuple[int, str, str]:
    """Exit code, first line and errors of ``durak-tui`` whose reader leaves after that line."""
    with subprocess.Popen(
        [*DURAK_TUI, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as run:
        try:
            assert run.stdout
            assert run.stderr
            line = run.stdout.readline()
            run.stdout.close()
            return run.wait(60), line, run.stderr.read()
        finally:
            run.kill()


def caught(capfd: CapFd, monkeypatch: Patch, *words: object) -> GroupCommand:
    """The run that ``durak-tui`` would begin with these words."""
    found: list[GroupCommand] = []

    def run(self: GroupCommand) -> int:
        found.append(self)
        return 0

    monkeypatch.setattr(GroupCommand, "run", run)
    assert command(capfd, *words) == (0, "", "")
    (one,) = found
    return one


def refused_match(capfd: CapFd, *words: object) -> str:
    """The complaint of ``durak-autoplay`` about two dummies that it does not let play."""
    dummies = "durak-dummy", "durak-dummy"
    code, output, errors = command(capfd, *dummies, *words, program=autoplay_command.main)
    assert (code, output) == (2, "")
    assert errors.startswith("durak-autoplay: ") and errors.count("\n") == 1
    return errors.removeprefix("durak-autoplay: ")


def autoplay(
    *arguments: str, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run the command to its end, its games one after the other if no option says otherwise."""
    is_set = any(one.startswith(("--concurrency", "--cluster")) for one in arguments)
    return subprocess.run(
        [*AUTOPLAY, *arguments, *([] if is_set else ["--concurrency=1"])],
        capture_output=True,
        timeout=300,
        check=False,
        env={**os.environ, **(env or {})},
    )


def small(*more: str) -> list[str]:
    """Three matches of two games of the dummy against itself."""
    return ["durak-dummy", "durak-dummy", "--matches-number", "3", "--match-size", "2", *more]
