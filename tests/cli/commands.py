"""The commands, run in this process."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import pytest

from durak_tui.cli import autoplay
from durak_tui.cli.main import main

CapFd: TypeAlias = pytest.CaptureFixture[str]
Patch: TypeAlias = pytest.MonkeyPatch


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


def refused_match(capfd: CapFd, *words: object) -> str:
    """The complaint of ``durak-autoplay`` about two dummies that it does not let play."""
    dummies = "durak-dummy", "durak-dummy"
    code, output, errors = command(capfd, *dummies, *words, program=autoplay.main)
    assert (code, output) == (2, "")
    assert errors.startswith("durak-autoplay: ") and errors.count("\n") == 1
    return errors.removeprefix("durak-autoplay: ")
