"""The process of a ``class Player`` file (S-020).

It puts the class behind the lines of duel_play.py.
The file is imported once, for all games.  It runs in a sandbox and without the means to look
around, to keep accidents and the cheats of an evening out; it is no prison for somebody who is
determined: files of strangers belong to a user of their own.
"""

import argparse
import builtins
import importlib
import io
import json
import linecache
import os
import re
import resource
import sys
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from durak_tui.engine.sandbox import Sandbox
from durak_tui.games.duel2048.board import COLUMNS, DIRECTIONS, ROWS
from durak_tui.games.duel2048.chessboard import Chessboard

MODULES: Final = frozenset({
    "math", "random", "copy", "numpy", "time", "collections", "itertools", "functools", "heapq",
    "operator",
})  # fmt: skip
"""Modules that a player may import (S-022)."""
_REFUSED: Final = ("exec", "eval", "compile", "open", "input", "breakpoint", "help")
_MB: Final = 1 << 20
_NOWHERE: Final = "/dev/null/nowhere"  # Where something could be written: no file can be there.
_FILES: Final = 64


def restricted_builtins() -> dict[str, Any]:
    """The builtins of a player, with an import that knows `MODULES`."""

    def limited_import(
        name: str,
        names: Mapping[str, object] | None = None,
        locals_: Mapping[str, object] | None = None,
        fromlist: Sequence[str] = (),
        level: int = 0,
    ) -> object:
        if level or name.partition(".")[0] not in MODULES:
            raise ImportError(f"a player may not import {name}: only {', '.join(sorted(MODULES))}")
        return __import__(name, names, locals_, fromlist, level)

    def refused(*_: object, **__: object) -> None:
        raise PermissionError("a player may not use this")

    names = vars(builtins) | dict.fromkeys(_REFUSED, refused)
    return {**names, "__import__": limited_import}


def load(path: Path, *, any_module: bool) -> Any:
    """The class ``Player`` of a file.  Raises whatever the file raises."""
    source = path.read_bytes()
    if re.search(rb"\bnumpy\b", source):
        # Its own import loads ctypes, which the sandbox refuses.
        importlib.import_module("numpy")
    code = compile(source, str(path), "exec")
    linecache.getlines(str(path))  # For tracebacks: in the sandbox it cannot be read.
    names: dict[str, Any] = {"__name__": "player", "__file__": str(path)}
    if any_module:
        sys.path.insert(0, str(path.parent))
    else:
        names["__builtins__"] = restricted_builtins()
    os.chdir("/")
    Sandbox(_NOWHERE, ()).enter()
    exec(code, names)
    return names["Player"]


class PlayerProcess:
    """A player, asked by lines."""

    def __init__(self, kind: Any, name: str) -> None:
        """``kind`` is the class, ``name`` what it is called."""
        self._kind = kind
        self._name = name
        self._player: Any = None
        self._is_first = True
        self._array: tuple[int, ...] = ()
        self._decisions: dict[bool, tuple[int, ...]] = {True: (), False: ()}

    def answer(self, line: str) -> str | None:
        """The answer to a line, if any.  Raises whatever the player raises."""
        command, *words = line.split()
        match command:
            case "2048":
                return f"ready {self._name}"
            case "game":
                self._is_first = words[0] == "0"
                self._array = tuple(map(int, words[3:]))
                self._player = self._kind(self._is_first, self._array)
                return "ok"
            case "end":
                return None
        numbers, cells = words[:2], words[-32:]
        board = Chessboard(self._array, tuple(map(int, cells)))
        board.updateTime(self._is_first, int(numbers[1]) / 1000)
        output = self._player.output(int(numbers[0]), board, command)
        if command.startswith("_"):
            return "-"
        return position(output) if command == "position" else direction(output)


def position(output: object) -> str:
    """A cell as a line; ? for anything else."""
    if isinstance(output, tuple) and len(output) == 2 and all(map(_is_whole, output)):
        row, column = map(int, output)
        if 0 <= row < ROWS and 0 <= column < COLUMNS:
            return f"{row} {column}"
    return "?"


def direction(output: object) -> str:
    """A direction as a line; ? for anything else."""
    if _is_whole(output) and 0 <= int(output) < len(DIRECTIONS):  # type: ignore[call-overload]
        return str(int(output))  # type: ignore[call-overload]
    return "?"


def _is_whole(item: object) -> bool:
    """True for whole numbers, those of NumPy and truth values included (S-064)."""
    return hasattr(type(item), "__index__")


def main() -> None:
    """Answer lines on standard input until there are no more."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--any-module", action="store_true")
    parser.add_argument("--memory", type=int, required=True)
    parser.add_argument("file", type=Path)
    arguments = parser.parse_args()
    # What the player prints cannot become an answer.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="backslashreplace")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    questions = io.TextIOWrapper(os.fdopen(os.dup(0), "rb"), encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
        os.environ[name] = "1"
    # Before the file is read: what it takes in its first line is limited, too.
    for what, most in (
        (resource.RLIMIT_AS, arguments.memory * _MB),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, _FILES),
    ):
        resource.setrlimit(what, (most, most))
    process: PlayerProcess | None = None
    for line in questions:
        try:
            if process is None:
                kind = load(arguments.file, any_module=arguments.any_module)
                process = PlayerProcess(kind, arguments.file.stem)
            answer = process.answer(line)
        except SystemExit as error:
            answer = f"error {json.dumps(f'SystemExit: {error.code}')}"
        except BaseException:
            answer = f"error {json.dumps(traceback.format_exc())}"
        if answer is not None:
            answers.write(answer + "\n")
            answers.flush()


if __name__ == "__main__":
    main()
