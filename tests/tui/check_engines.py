"""Engines under short names on PATH, for pictures and for typing."""

import sys
from pathlib import Path

import pytest

from tests.conftest import ROGUE


@pytest.fixture
def on_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on PATH with the engines ``good``, ``rogue`` and ``silent``."""
    folder = tmp_path / "bin"
    folder.mkdir()
    pids = tmp_path / "pids"
    for name, command in {
        "good": f"{sys.executable} -P -m durak_engines.dummy",
        "rogue": f"{sys.executable} {ROGUE} illegal",
        "silent": f"{sys.executable} {ROGUE} silent --at 2 --pid-file {pids}",
    }.items():
        program = folder / name
        program.write_text(f'#!/bin/sh\nexec {command} "$@"\n')
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=":")
    return folder
