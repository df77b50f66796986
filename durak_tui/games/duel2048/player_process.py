"""The process of a ``class Player`` file (S-020).

It puts the class behind the lines of duel_play.py.  The file is imported once, and plays game after
game until it fails.  It runs in a sandbox and without the means to look around, to keep accidents
and the cheats of an evening out; it is no prison for somebody who is determined: files of strangers
belong to a user of their own.
"""

import argparse
import builtins
import contextlib
import importlib
import io
import json
import linecache
import operator
import os
import re
import resource
import sys
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from durak_tui.common.text import one_line
from durak_tui.engine.sandbox import Sandbox
from durak_tui.games.duel2048.board import CELLS, COLUMNS, DIRECTIONS, ROWS
from durak_tui.games.duel2048.chessboard import Chessboard, Decision

MODULES: Final = frozenset({
    "math", "random", "copy", "numpy", "time", "collections", "itertools", "functools", "heapq",
    "operator",
})  # fmt: skip
"""Modules that a player may import (S-022)."""
_HARMLESS: Final = frozenset({"__future__", "_strptime"})  # What these import by themselves.
_REFUSED: Final = ("exec", "eval", "compile", "open", "input", "breakpoint", "help")
_UNHEARD: Final[Mapping[str, tuple[str, ...]]] = {
    "os": (
        "pidfd_open", "setpriority", "sched_setaffinity", "sched_setscheduler", "sched_setparam",
        "mknod", "mkfifo",
    ),
    "signal": ("pidfd_send_signal",),
    "_posixsubprocess": ("fork_exec",),
    "_thread": ("start_new_thread", "start_new", "start_joinable_thread"),
    "threading": ("_start_new_thread", "_start_joinable_thread"),
}  # fmt: skip
"""Functions of which not every audit hook hears, by module; they are taken away."""
_TWINS: Final = {"os": "posix", "signal": "_signal"}  # Where the same functions are.
_MB: Final = 1 << 20
_FILES: Final = 64
_LONGEST: Final = 200  # Characters of an answer that is none.
_NOWHERE: Final = "/dev/null/nowhere"  # Where something could be written: no file can be there.


def restricted_builtins() -> dict[str, Any]:
    """The builtins of a player, with an import that knows `MODULES`."""

    def limited_import(
        name: str,
        names: Mapping[str, object] | None = None,
        locals_: Mapping[str, object] | None = None,
        fromlist: Sequence[str] = (),
        level: int = 0,
    ) -> object:
        if level or name.partition(".")[0] not in MODULES | _HARMLESS:
            allowed = ", ".join(sorted(MODULES))
            raise ImportError(
                f"a player may not import {name}: only {allowed} (--any-module allows any)"
            )
        return __import__(name, names, locals_, fromlist, level)

    def refused(*_: object, **__: object) -> None:
        raise PermissionError("a player may not use this")

    names = vars(builtins) | dict.fromkeys(_REFUSED, refused)
    return {**names, "__import__": limited_import}


def confine() -> None:
    """Let this process do no more than think, for ever."""
    for module, functions in _UNHEARD.items():
        for name in (module, _TWINS.get(module, module)):
            for function in functions:
                with contextlib.suppress(AttributeError):
                    delattr(importlib.import_module(name), function)
    again = {*_UNHEARD, *_TWINS.values()}

    def stay(event: str, arguments: tuple[Any, ...]) -> None:
        # Nor shall they come back by another import.
        if event == "import" and arguments[0] in again:
            raise PermissionError(f"a player may not import {arguments[0]}")

    _limit(resource.RLIMIT_NPROC, 0)
    sys.addaudithook(stay)
    Sandbox(_NOWHERE, ()).enter()


def load(path: Path, *, any_module: bool) -> Any:
    """The class ``Player`` of a file.  Raises whatever the file raises."""
    source = path.read_bytes()
    code = compile(source, str(path), "exec")
    linecache.getlines(str(path))  # For tracebacks: in the sandbox it cannot be read.
    if any_module or re.search(rb"\bnumpy\b", source):
        # Its own import loads ctypes, which the sandbox refuses.
        with contextlib.suppress(ImportError):
            importlib.import_module("numpy")
    player = ModuleType("player")
    player.__file__ = str(path)
    if any_module:
        sys.modules["player"] = player
        sys.path.insert(0, str(path.parent))
        os.chdir(path.parent)
        Sandbox(_NOWHERE, ()).enter()
    else:
        player.__dict__["__builtins__"] = restricted_builtins()
        os.chdir("/")
        confine()
    exec(code, player.__dict__)
    try:
        return player.__dict__["Player"]
    except KeyError:
        raise NameError(f"{path.name} has no class Player") from None


class PlayerProcess:
    """A player, asked by lines."""

    def __init__(self, kind: Any, name: str) -> None:
        """``kind`` is the class, ``name`` what it is called."""
        self._kind = kind
        self._name = name
        self._player: Any = None
        self._is_first = True
        self._array: tuple[int, ...] = ()
        self._decision: Decision = ()  # The last one of this player.

    def answer(self, line: str) -> str | None:
        """The answer to a line, if any.  Raises whatever the player raises."""
        command, *words = line.split()
        match command:
            case "2048":
                return f"ready {self._name}"
            case "game":
                self._is_first = words[0] == "0"
                self._array = tuple(map(int, words[3:]))
                self._decision = ()
                self._player = self._kind(self._is_first, self._array)
                return "ok"
            case "end":
                return None
        number, left, other_left, other_last = words[:4]
        board = Chessboard(self._array, tuple(map(int, words[-CELLS:])))
        board.updateTime(self._is_first, int(left) / 1000)
        board.updateTime(not self._is_first, int(other_left) / 1000)
        board.updateDecision(self._is_first, self._decision)
        board.updateDecision(not self._is_first, decision_of(other_last))
        output = self._player.output(int(number), board, command)
        if command.startswith("_"):
            self._decision = ()
            return "-"
        answer = position(output) if command == "position" else direction(output)
        self._decision = () if answer is None else tuple(map(int, answer.split()))
        return answer or f"? {_shown(output)}"


def _own(error: BaseException) -> BaseException:
    """An exception with the frames of the player only."""
    frames = error.__traceback__
    while frames and frames.tb_frame.f_code.co_filename == __file__:
        frames = frames.tb_next
    return error.with_traceback(frames)


def _shown(output: object) -> str:
    """An answer that is none, as far as it can be shown."""
    try:
        return one_line(repr(output))[:_LONGEST]
    except Exception:
        return one_line(type(output).__name__)[:_LONGEST]


def decision_of(word: str) -> Decision:
    """A decision of the other player, as a board has it (S-021)."""
    if word == "-":
        return ()
    if word in DIRECTIONS:
        return (DIRECTIONS.index(word),)
    row, column = word.split(",")
    return int(row), int(column)


def position(output: object) -> str | None:
    """A cell as a line; None for anything else."""
    if isinstance(output, tuple) and len(output) == 2:
        row, column = map(_whole, output)
        if row in range(ROWS) and column in range(COLUMNS):
            return f"{row} {column}"
    return None


def direction(output: object) -> str | None:
    """A direction as a line; None for anything else."""
    number = _whole(output)
    return str(number) if number in range(len(DIRECTIONS)) else None


def _whole(item: Any) -> int | None:
    """A whole number, also of NumPy or a truth value (S-064)."""
    try:
        return operator.index(item)
    except Exception:  # Of a class of the player's own.
        return None


def _limit(what: int, most: int) -> None:
    """Set a limit, unless a lower one holds already."""
    hard = resource.getrlimit(what)[1]
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(what, (most, most))


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
    _limit(resource.RLIMIT_AS, arguments.memory * _MB)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_NOFILE, _FILES)
    process: PlayerProcess | None = None
    for line in questions:
        try:
            if process is None:
                kind = load(arguments.file, any_module=arguments.any_module)
                process = PlayerProcess(kind, arguments.file.stem)
            answer = process.answer(line)
        except SystemExit as error:
            answer = f"error {json.dumps(f'SystemExit: {error.code}')}"
        except BaseException as error:
            answer = f"error {json.dumps(''.join(traceback.format_exception(_own(error))))}"
        if answer is not None:
            answers.write(answer + "\n")
            answers.flush()


if __name__ == "__main__":
    main()
