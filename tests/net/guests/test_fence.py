"""What the process of a guest is refused, by trying it in a process with a fence."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

ATTEMPTS: Final = {
    "write elsewhere": 'open(elsewhere + "/new", "w")',
    "append elsewhere": 'open(elsewhere + "/file", "a")',
    "write by a descriptor": 'os.open(elsewhere + "/new", os.O_RDWR | os.O_CREAT)',
    "write up and over": 'open("../elsewhere/new", "w")',
    "write through a link": 'open("link/new", "w")',
    "write to a link's file": 'open("to-file", "w")',
    "read elsewhere": 'open(elsewhere + "/file").read()',
    "read through a link": 'open("to-file").read()',
    "list elsewhere": "os.listdir(elsewhere)",
    "list it otherwise": "list(os.scandir(elsewhere))",
    "remove elsewhere": 'os.remove(elsewhere + "/file")',
    "rename out of it": 'os.rename("own", elsewhere + "/own")',
    "rename into it": 'os.rename(elsewhere + "/file", "mine")',
    "link a file": 'os.link(elsewhere + "/file", "mine")',
    "make a link": 'os.symlink(elsewhere, "another")',
    "make a folder": 'os.mkdir(elsewhere + "/folder")',
    "change its mode": 'os.chmod(elsewhere + "/file", 0o777)',
    "leave": "os.chdir(elsewhere)",
    "run a program": 'subprocess.run(["/bin/true"])',
    "run a shell": 'subprocess.run("true", shell=True)',
    "run Python": 'subprocess.run([sys.executable, "-c", "pass"])',
    "run a module": 'subprocess.run([sys.executable, "-P", "-m", "pip"])',
    "run what looks like an analysis": (
        'subprocess.run([sys.executable, "-P", "-m", "durak_tui.analysis.review", "/x"])'
    ),
    "run another in its name": "subprocess.run(engine, executable='/bin/true')",
    "system": 'os.system("true")',
    "become another": 'os.execv("/bin/true", ["true"])',
    "spawn": 'os.posix_spawn("/bin/true", ["true"], {})',
    "fork": "os.fork()",
    "fork on a terminal": "import pty; pty.fork()",
    "the network": "socket.socket(socket.AF_INET)",
    "the network, newer": "socket.socket(socket.AF_INET6)",
    "a name": 'socket.getaddrinfo("localhost", 80)',
    "a socket of the machine": 'socket.socket(socket.AF_UNIX).connect("/run/x")',
    "a library": 'import ctypes; ctypes.CDLL("libc.so.6")',
    "the server": "os.kill(os.getppid(), 0)",
    "everybody": "os.kill(-1, 0)",
    "the limits": "import resource; resource.setrlimit(resource.RLIMIT_CORE, (0, 0))",
    "another interpreter": 'sys.audit("cpython.PyInterpreterState_New")',
    "what nobody has thought of": 'sys.audit("something.new", 1)',
}
"""What is tried, in Python; each must be refused."""
ALLOWED: Final = {
    "write": 'open("new", "w").write("x")',
    "write in a folder of its own": 'os.mkdir("folder"); open("folder/new", "w").close()',
    "replace": 'os.rename("new", "other"); os.remove("other")',
    "read": 'open("own").read()',
    "throw away": 'open("/dev/null", "w").close()',
    "load a module": "import wave",
    "its engine": "subprocess.run(engine, check=True, stdin=subprocess.DEVNULL)",
    "a pair of sockets": "socket.socketpair()",
    "a time zone": "import zoneinfo; zoneinfo.available_timezones()",
}
"""What must not be."""
SCRIPT: Final = """
import json, os, socket, subprocess, sys
from durak_tui.net.guests.fence import Fence
own, elsewhere, tried = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
os.chdir(own)
engine = [sys.executable, "-c", ""]
Fence(own, [engine]).put_up()
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
    run = subprocess.run(
        [sys.executable, "-P", "-c", SCRIPT, str(own), str(elsewhere), tried],
        capture_output=True, check=True, text=True, timeout=120, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    refused, done = dict.fromkeys(ATTEMPTS, "refused"), dict.fromkeys(ALLOWED, "done")
    assert json.loads(run.stdout) == {**refused, **done}
    assert (elsewhere / "file").read_text() == "secret"
    assert [one.name for one in elsewhere.iterdir()] == ["file"]


def test_a_fence_that_fails_lets_nothing_through(tmp_path: Path) -> None:
    script = (
        "import sys; from durak_tui.net.guests.fence import Fence\n"
        f"fence = Fence({str(tmp_path)!r}, [])\n"
        "del fence._readable\n"
        "fence.put_up()\n"
        "try: open('/etc/passwd')\n"
        "except AttributeError: print('closed')\n"
    )
    run = subprocess.run(
        [sys.executable, "-P", "-c", script],
        capture_output=True, check=True, text=True, timeout=120, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert run.stdout == "closed\n"
