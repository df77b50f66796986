"""Everything that a sandbox refuses, tried in one."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

ATTEMPTS: Final = {
    "write elsewhere": 'open(elsewhere + "/new", "w")',
    "write by a descriptor": 'os.open(elsewhere + "/new", os.O_RDWR | os.O_CREAT)',
    "write up and over": 'open("../elsewhere/new", "w")',
    "write through a link": 'open("link/new", "w")',
    "write to a link's file": 'open("to-file", "w")',
    "read elsewhere": 'open(elsewhere + "/file").read()',
    "read through a link": 'open("to-file").read()',
    "list elsewhere": "os.listdir(elsewhere)",
    "remove elsewhere": 'os.remove(elsewhere + "/file")',
    "rename out of it": 'os.rename("own", elsewhere + "/own")',
    "rename into it": 'os.rename(elsewhere + "/file", "mine")',
    "link a file": 'os.link(elsewhere + "/file", "mine")',
    "make a link": 'os.symlink(elsewhere, "another")',
    "make a folder": 'os.mkdir(elsewhere + "/folder")',
    "change its mode": 'os.chmod(elsewhere + "/file", 0o777)',
    "leave": "os.chdir(elsewhere)",
    "run a program": 'subprocess.run(["/bin/true"])',
    "run Python": 'subprocess.run([sys.executable, "-c", "pass"])',
    "run a module": 'subprocess.run([sys.executable, "-P", "-m", "pip"])',
    "run what looks like an analysis": (
        'subprocess.run([sys.executable, "-P", "-m", "durak_tui.analysis.game_review", "/x"])'
    ),
    "run another in its name": "subprocess.run(engine, executable='/bin/true')",
    "an engine elsewhere": "subprocess.run(engine, cwd='/')",
    "an engine with a library": "subprocess.run(engine, env={**os.environ, 'LD_PRELOAD': 'x'})",
    "an engine with other modules": "subprocess.run(engine, env={**os.environ, 'PYTHONPATH': '.'})",
    "an engine of another home": "subprocess.run(engine, env={**os.environ, 'HOME': elsewhere})",
    "an engine without a mark": "subprocess.run(engine, env={})",
    "an engine without its own": "subprocess.run(another, env={**os.environ})",
    "an engine with those of another": "subprocess.run(engine, env={**os.environ, **its_own})",
    "spawn an engine with a library": (
        "os.posix_spawn(engine[0], engine, {**os.environ, 'LD_PRELOAD': 'x'})"
    ),
    "an engine in a changed environment": (
        "os.environ['PYTHONSTARTUP'] = 'x'\n"
        "try: subprocess.run(engine)\n"
        "finally: del os.environ['PYTHONSTARTUP']"
    ),
    "system": 'os.system("true")',
    "become another": 'os.execv("/bin/true", ["true"])',
    "spawn": 'os.posix_spawn("/bin/true", ["true"], {})',
    "fork": "os.fork()",
    "fork on a terminal": "import pty; pty.fork()",
    "the network": "socket.socket(socket.AF_INET)",
    "a name": 'socket.getaddrinfo("localhost", 80)',
    "a socket of the machine": 'socket.socket(socket.AF_UNIX).connect("/run/x")',
    "a library": 'import ctypes; ctypes.CDLL("libc.so.6")',
    "open a folder": 'os.open("/etc", os.O_RDONLY)',
    "open a folder of modules": "os.open(os.path.dirname(os.__file__), os.O_PATH)",
    "make a folder in an open one": 'os.mkdir("folder", dir_fd=opened)',
    "remove in an open one": 'os.remove("file", dir_fd=opened)',
    "remove a folder in an open one": 'os.rmdir("folder", dir_fd=opened)',
    "rename into an open one": 'os.rename("own", "own", dst_dir_fd=opened)',
    "rename out of an open one": 'os.rename("file", "own", src_dir_fd=opened)',
    "link out of an open one": 'os.link("file", "mine", src_dir_fd=opened)',
    "change a mode in an open one": 'os.chmod("file", 0, dir_fd=opened)',
    "change a time in an open one": 'os.utime("file", dir_fd=opened)',
    "change the mode of a module": "os.chmod(os.open(os.__file__, os.O_RDONLY), 0o644)",
    "cut elsewhere": 'os.truncate(elsewhere + "/file", 0)',
    "the environment of the server": 'open(f"/proc/{os.getppid()}/environ")',
    "the files of the server": 'os.listdir(f"/proc/{os.getppid()}/fd")',
    "the memory of the server": 'open(f"/proc/{os.getppid()}/mem", "rb")',
    "the whole machine by a process": 'os.listdir("/proc/self/root")',
    "its own memory": 'open("/proc/self/mem", "r+b")',
    "the server": "os.kill(os.getppid(), 0)",
    "another process": "os.kill(stranger, 0)",
    "another group": "os.killpg(stranger, 0)",
    "everybody": "os.kill(-1, 0)",
    "its whole group": "os.kill(0, 0)",
    "the limits": "import resource; resource.setrlimit(resource.RLIMIT_CORE, (0, 0))",
    "another interpreter": 'sys.audit("cpython.PyInterpreterState_New")',
    "what nobody has thought of": 'sys.audit("something.new", 1)',
}
"""Attempts in Python, all of which must be refused."""
ALLOWED: Final = {
    "write": 'open("new", "w").write("x")',
    "write in a folder of its own": 'os.mkdir("folder"); open("folder/new", "w").close()',
    "replace": 'os.rename("new", "other"); os.remove("other")',
    "read": 'open("own").read()',
    "throw away": 'open("/dev/null", "w").close()',
    "load a module": "import wave",
    "its engine": "subprocess.run(engine, check=True, stdin=subprocess.DEVNULL)",
    "its engine with what may change": (
        "subprocess.run(engine, check=True, env={**os.environ, 'DURAK_PROTOCOL': '2'})"
    ),
    "an engine with variables of its own": (
        "subprocess.run(another, check=True, env={**os.environ, **its_own})"
    ),
    "look at its engine, and kill it": (
        "one = subprocess.Popen(engine, start_new_session=True)\n"
        "open(f'/proc/{one.pid}/stat').close()\n"
        "os.killpg(one.pid, 9)\n"
        "one.wait()"
    ),
    "itself": "os.kill(os.getpid(), 0); open('/proc/self/status').close()",
    "change the mode of an open file": 'os.fchmod(os.open("own", os.O_RDONLY), 0o600)',
    "open its folder": 'os.open(".", os.O_RDONLY | os.O_DIRECTORY)',
    "cut its own": 'os.truncate("own", 1)',
    "a pair of sockets": "socket.socketpair()",
    "a time zone": "import zoneinfo; zoneinfo.available_timezones()",
}
"""Calls in Python that a sandbox must allow."""
SCRIPT: Final = """
import json, os, socket, subprocess, sys
from durak_tui.engine.registry import Program
from durak_tui.engine.sandbox import Sandbox
own, elsewhere, tried = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
stranger = int(sys.argv[4])
os.chdir(own)
opened = os.open(elsewhere, os.O_RDONLY)
engine, another, its_own = [sys.executable, "-c", ""], [sys.executable, "-c", "1"], {"DEPTH": "3"}
programs = Program("engine", tuple(engine)), Program("another", tuple(another), its_own)
Sandbox(own, programs, ("durak_tui.analysis.",)).enter()
found = {}
for name, code in tried.items():
    try:
        exec(code)
    except PermissionError as error:
        found[name] = "refused" if error.errno == 1 else repr(error)
    except BaseException as error:
        found[name] = repr(error)
    else:
        found[name] = "done"
print(json.dumps(found))
"""


def test_a_guest_may_do_nothing_but_what_the_game_needs(tmp_path: Path) -> None:
    own, elsewhere = tmp_path / "own", tmp_path / "elsewhere"
    for one in (own, elsewhere):
        one.mkdir()
    (elsewhere / "file").write_text("secret")
    (own / "own").write_text("mine")
    (own / "link").symlink_to(elsewhere)
    (own / "to-file").symlink_to(elsewhere / "file")
    tried = json.dumps({**ATTEMPTS, **ALLOWED})
    with subprocess.Popen(["sleep", "600"], start_new_session=True) as stranger:
        try:
            run = subprocess.run(
                [
                    sys.executable, "-P", "-c", SCRIPT, str(own), str(elsewhere), tried,
                    str(stranger.pid),
                ],
                capture_output=True, check=True, text=True, timeout=120, stdin=subprocess.DEVNULL,
            )  # fmt: skip
        finally:
            stranger.kill()
    refused, done = dict.fromkeys(ATTEMPTS, "refused"), dict.fromkeys(ALLOWED, "done")
    assert json.loads(run.stdout) == {**refused, **done}
    assert (elsewhere / "file").read_text() == "secret"
    assert [one.name for one in elsewhere.iterdir()] == ["file"]


def test_a_sandbox_that_fails_lets_nothing_through(tmp_path: Path) -> None:
    script = (
        "import sys; from durak_tui.engine.sandbox import Sandbox\n"
        f"sandbox = Sandbox({str(tmp_path)!r}, [])\n"
        "del sandbox._readable\n"
        "sandbox.enter()\n"
        "try: open('/etc/passwd')\n"
        "except AttributeError: print('closed')\n"
    )
    run = subprocess.run(
        [sys.executable, "-P", "-c", script],
        capture_output=True, check=True, text=True, timeout=120, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert run.stdout == "closed\n"
