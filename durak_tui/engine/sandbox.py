"""The sandbox of a process of strangers, such as a guest's.

An audit hook (PEP 578), which cannot be taken away again, hears of all that Python asks the system,
and refuses what it does not know.  In guest mode no screen can name a file or a program; this is
beneath, for the case that one can after all.  It stops names, not code: Python that is written to
get around it will.  Of some calls Python says nothing: os.mkfifo, os.mknod,
signal.pidfd_send_signal, what os.stat asks, and all that a library in C does by itself.  Engines
are programs that somebody has chosen; they are in no sandbox and may do what their user may.
"""

import errno
import os
import re
import sys
import sysconfig
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from socket import AF_UNIX
from typing import Any, Final

from durak_tui.engine.orphans import MARK_VARIABLE
from durak_tui.engine.registry import Program

_INTERPRETER: Final = frozenset({
    "import", "compile", "exec", "builtins", "code", "function", "object", "marshal", "sys", "gc",
    "cpython", "_thread", "array",
})  # fmt: skip
"""Families of events that do not reach the system, or what they do is heard again."""
_HARMLESS: Final = frozenset({
    "time.sleep", "signal.pthread_kill", "tempfile.mkstemp", "tempfile.mkdtemp",
    # Of descriptors that are open already.
    "fcntl.fcntl", "fcntl.flock", "fcntl.ioctl", "fcntl.lockf", "os.lockf", "mmap.__new__",
    # Only of use to programs that are started: their environment is checked then.
    "os.putenv", "os.unsetenv",
})  # fmt: skip
_REFUSED: Final = frozenset({
    "sys.remote_exec",  # Makes another process run something.
    "cpython.PyInterpreterState_New",  # An interpreter may have no hook.
})  # fmt: skip
_WRITES: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_CHANGED: Final[Mapping[str, int]] = {
    "os.chmod": 1, "os.chown": 1, "os.link": 2, "os.mkdir": 1, "os.remove": 1, "os.rename": 2,
    "os.rmdir": 1, "os.utime": 1,
}  # fmt: skip
"""Events that change files, and how many paths they begin with.

They end with as many descriptors of folders to which these are relative, -1 for none.
"""
_READ: Final = frozenset({"os.listdir", "os.scandir", "os.walk", "glob.glob", "pathlib.Path.glob"})
_DEVICES: Final = frozenset({"/dev/null", "/dev/tty"})
_SYSTEM: Final = "/proc", "/sys", "/dev/urandom", "/usr/share", "/usr/lib", "/etc"
"""Places that libraries look at: time zones, terminals; of /proc this process and its engines."""
_PROCESS: Final = re.compile(r"/proc/(\d+)(?:/|$)")
_FREE: Final = frozenset({"DURAK_PROTOCOL", MARK_VARIABLE, "NO_COLOR", "COLUMNS", "LINES"})
"""Variables that may change; programs get all others as they were, and those of their own."""


class Sandbox:
    """The hook of a process, which lets nothing but this through."""

    def __init__(
        self, own: str, programs: Iterable[Program], modules: tuple[str, ...] = ()
    ) -> None:
        """Only the folder ``own`` is written to; ``programs`` may be started.

        So may Python's modules whose names begin with one of ``modules``, with a number as their
        argument.
        """
        self._modules = modules
        self._own = os.path.realpath(own)
        self._programs = {(one.argv, frozenset(one.env.items())) for one in programs}
        self._environment = _bound(os.environ)
        prefixes = {sys.prefix, sys.base_prefix, sys.exec_prefix, *sysconfig.get_paths().values()}
        # Where the package is, also if it is a working copy of the source.
        package = Path(__file__).parents[2]
        source = {package / "durak_tui", package / "engines"}
        folders = {self._own, *prefixes, *filter(None, sys.path), *map(os.fspath, source), *_SYSTEM}
        self._readable = {os.path.realpath(one) for one in folders} - {"/"}
        self._devices = {*_DEVICES, *(os.ttyname(fd) for fd in range(3) if os.isatty(fd))}
        self._checks: Mapping[str, Callable[..., bool]] = {
            "open": self._may_open,
            "subprocess.Popen": self._may_start,
            "os.posix_spawn": self._may_spawn,  # By which some Pythons do it.
            "os.truncate": lambda path, _length: self._is_own(path),
            "socket.__new__": self._may_have_socket,
            "os.kill": self._may_signal,
            "os.killpg": self._may_signal,
            **dict.fromkeys(_READ, self._may_read),
        }

    def enter(self) -> None:
        """Begin, for ever; what is refused raises PermissionError."""
        sys.addaudithook(self._check)

    def _check(self, event: str, arguments: tuple[Any, ...]) -> None:
        family = event.partition(".")[0]
        if event in _HARMLESS or (family in _INTERPRETER and event not in _REFUSED):
            return
        if paths := _CHANGED.get(event):
            relative = any(folder != -1 for folder in arguments[-paths:])
            allowed = not relative and all(map(self._is_own, arguments[:paths]))
        else:
            check = self._checks.get(event)
            allowed = check is not None and check(*arguments)
        if not allowed:
            raise PermissionError(errno.EPERM, os.strerror(errno.EPERM), event)

    def _may_open(self, path: Any, _mode: Any = None, flags: int = 0, *_: Any) -> bool:
        if isinstance(path, int):
            return True
        if flags & _WRITES:
            return os.fsdecode(path) in self._devices or self._is_own(path)
        # To an open folder paths may be relative, of which nothing is heard here.
        return self._is_own(path) if os.path.isdir(path) else self._may_read(path)

    def _may_read(self, path: Any = None, *_: Any) -> bool:
        if isinstance(path, int):
            return True
        name = os.path.realpath(os.fsdecode("." if path is None else path))
        if process := _PROCESS.match(name):
            return _is_ours(int(process[1]))
        return name in self._devices or any(_is_in(name, folder) for folder in self._readable)

    def _is_own(self, path: Any) -> bool:
        """Say if a path, or an open file, is its own."""
        if isinstance(path, int):
            path = f"/proc/self/fd/{path}"
        return _is_in(os.path.realpath(os.fsdecode(path)), self._own)

    def _may_spawn(self, program: Any, arguments: Any, environment: Any) -> bool:
        return self._may_start(program, arguments, None, environment)

    def _may_start(self, program: Any, arguments: Any, folder: Any, environment: Any) -> bool:
        if isinstance(arguments, str | bytes) or folder is not None:
            return False
        words = tuple(map(os.fsdecode, arguments))
        if os.fsdecode(program) != words[0]:
            return False
        given = _bound(os.environ if environment is None else environment)
        if given == self._environment and self._is_module(words):
            return True
        return any(
            words == argv and given == self._environment | _bound(dict(own))
            for argv, own in self._programs
        )

    def _is_module(self, words: tuple[str, ...]) -> bool:
        """True if these words start a module that may be started."""
        if len(words) != 5 or words[:3] != (sys.executable, "-P", "-m"):
            return False
        return words[3].startswith(self._modules) and words[4].isdecimal()

    def _may_have_socket(self, _socket: object, family: int, *_: Any) -> bool:
        return family == AF_UNIX  # Connected already: by a pair, or by the server.

    def _may_signal(self, process: int, *_: Any) -> bool:
        return _is_ours(process)


def _bound(environment: Mapping[Any, Any]) -> dict[str, str]:
    """Environment variables that may not change."""
    words = {os.fsdecode(name): os.fsdecode(value) for name, value in environment.items()}
    return {name: value for name, value in words.items() if name not in _FREE}


def _is_ours(process: int) -> bool:
    """Say if it is this process or a child of it."""
    if process == os.getpid():
        return True
    try:
        os.waitid(os.P_PID, process, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except OSError:
        return False
    return True


def _is_in(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder + os.sep)
