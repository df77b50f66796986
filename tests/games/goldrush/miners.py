"""Miners as programs: good ones, bad ones, and one whose lines are written down."""

import shlex
import sys
from pathlib import Path
from typing import Final

from durak_tui.engine.config import EngineConfig

ROGUE: Final = Path(__file__).parents[2] / "rogues" / "bad_miner.py"
_VIEW: Final = "i=0; while [ $i -lt $((n + 5)) ]; do read row; i=$((i + 1)); done;"
"""Reading a view behind its first line."""


def rogue(kind: str, turn: int = 2) -> EngineConfig:
    """A miner that misbehaves from this turn on; see `ROGUE`."""
    return EngineConfig(f"{sys.executable} {ROGUE} {kind} {turn}", kind)


def scripted(*commands: str, name: str = "Solo") -> EngineConfig:
    """A miner that says its name and then these commands, one a turn."""
    words = " ".join(f"'{command}'" for command in commands)
    script = (
        f'echo "{name}"; read size; for command in {words}; do'
        f' read x y n; {_VIEW} printf "%s\\n" "$command"; done'
    )
    return shell(script, name)


def walker(name: str = "Walker") -> EngineConfig:
    """A miner that goes up and down."""
    return shell(f'echo "{name}"; read size; while read x y n; do {_VIEW} echo NORTH; done', name)


def tapped(path: Path, seed: int) -> EngineConfig:
    """A miner at random; all that it is sent is in this file, too."""
    miner = f"exec {sys.executable} -m durak_engines.goldrush_random {seed}"
    return shell(f"tee {shlex.quote(str(path))} | {miner}", path.name)


def shell(script: str, name: str) -> EngineConfig:
    """A miner that is a script of the shell."""
    return EngineConfig(shlex.join(["sh", "-c", script]), name)
