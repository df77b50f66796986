"""What the process of a guest may do to the machine.

It is checked where Python asks the system.  In guest mode no screen can name a file or a program;
this is the fence beneath, for the case that one can after all.  It hears of everything by an audit
hook (PEP 578), which cannot be taken away again, and refuses all that it does not know.  It stops
names, not code: whoever could run Python of their own in that process would get around it, by the
descriptor of a folder or the environment of an engine.  Engines are programs that the server has
chosen.
"""

import errno
import os
import sys
import sysconfig
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from socket import AF_UNIX
from typing import Any, Final

_INTERPRETER: Final = frozenset({
    "import", "compile", "exec", "builtins", "code", "function", "object", "marshal", "sys", "gc",
    "cpython", "_thread", "array",
})  # fmt: skip
"""Families of events that do not reach the system, or what they do is heard again."""
_HARMLESS: Final = frozenset({
    "time.sleep", "signal.pthread_kill", "tempfile.mkstemp", "tempfile.mkdtemp",
    # Of descriptors that are open already.
    "fcntl.fcntl", "fcntl.flock", "fcntl.ioctl", "fcntl.lockf", "os.lockf", "mmap.__new__",
    # Only of use to programs that are started: which they are is checked then.
    "os.putenv", "os.unsetenv",
})  # fmt: skip
_REFUSED: Final = frozenset({
    "sys.remote_exec",  # Makes another process run something.
    "cpython.PyInterpreterState_New",  # An interpreter may have no hook.
})  # fmt: skip
_WRITES: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_CHANGED: Final[Mapping[str, int]] = {
    "os.chmod": 1, "os.chown": 1, "os.link": 2, "os.mkdir": 1, "os.remove": 1, "os.rename": 2,
    "os.rmdir": 1, "os.truncate": 1, "os.utime": 1,
}  # fmt: skip
"""Events that change files, and how many paths they begin with."""
_READ: Final = frozenset({"os.listdir", "os.scandir", "os.walk", "glob.glob", "pathlib.Path.glob"})
_DEVICES: Final = frozenset({"/dev/null", "/dev/tty"})
_SYSTEM: Final = "/proc", "/sys", "/dev/urandom", "/usr/share", "/usr/lib", "/etc"
"""What libraries look at: processors, time zones, terminals."""
_ANALYSES: Final = "durak_tui.analysis."
"""The modules that the application runs in processes of their own."""


class Fence:
    """The hook of a process, which lets nothing but this through."""

    def __init__(self, own: str, programs: Collection[Sequence[str]]) -> None:
        """Only the folder ``own`` is written to; ``programs`` may be started."""
        self._own = os.path.realpath(own)
        self._programs = frozenset(map(tuple, programs))
        prefixes = {sys.prefix, sys.base_prefix, sys.exec_prefix, *sysconfig.get_paths().values()}
        # Where the package is, also if it is a working copy of the source.
        package = Path(__file__).parents[3]
        source = {package / "durak_tui", package / "engines"}
        folders = {self._own, *prefixes, *filter(None, sys.path), *map(os.fspath, source), *_SYSTEM}
        self._readable = {os.path.realpath(one) for one in folders} - {"/"}
        self._devices = {*_DEVICES, *(os.ttyname(fd) for fd in range(3) if os.isatty(fd))}
        self._checks: Mapping[str, Callable[..., bool]] = {
            "open": self._may_open,
            "subprocess.Popen": self._may_start,
            "os.posix_spawn": self._may_start,  # By which some Pythons do it.
            "socket.__new__": self._may_have_socket,
            "os.kill": self._may_signal,
            "os.killpg": self._may_signal,
            **dict.fromkeys(_READ, self._may_read),
        }

    def put_up(self) -> None:
        """From now on for ever; what is refused raises PermissionError."""
        sys.addaudithook(self._heard)

    def _heard(self, event: str, arguments: tuple[Any, ...]) -> None:
        family = event.partition(".")[0]
        if event in _HARMLESS or (family in _INTERPRETER and event not in _REFUSED):
            return
        if paths := _CHANGED.get(event):
            allowed = all(map(self._is_own, arguments[:paths]))
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
        return self._may_read(path)

    def _may_read(self, path: Any = None, *_: Any) -> bool:
        if isinstance(path, int):
            return True
        name = os.path.realpath(os.fsdecode("." if path is None else path))
        return name in self._devices or any(_is_in(name, folder) for folder in self._readable)

    def _is_own(self, path: Any) -> bool:
        """Whether a path, or an open file, is the guest's own."""
        if isinstance(path, int):
            return True
        return _is_in(os.path.realpath(os.fsdecode(path)), self._own)

    def _may_start(self, program: Any, arguments: Any, *_: Any) -> bool:
        if isinstance(arguments, str | bytes):
            return False
        words = tuple(map(os.fsdecode, arguments))
        if os.fsdecode(program) != words[0]:
            return False
        if words in self._programs:
            return True
        return words[:3] == (sys.executable, "-P", "-m") and (
            len(words) == 5 and words[3].startswith(_ANALYSES) and words[4].isdecimal()
        )

    def _may_have_socket(self, _socket: object, family: int, *_: Any) -> bool:
        return family == AF_UNIX  # Connected already: by a pair, or by the server.

    def _may_signal(self, process: int, *_: Any) -> bool:
        return process > 1 and process != os.getppid()


def _is_in(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder + os.sep)
