#!/usr/bin/env python3
"""An engine that plays well until it is asked its N-th question, and then misbehaves.

Usage: rogue.py MODE [--at N] [--pid-file FILE]

Speaks protocol 1, so that every game gets a fresh process, unless the mode says other.
Every process writes its id to the pid file, and those of its children; with --in-game N
only the N-th process that does so misbehaves.
"""

import fcntl
import json
import os
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import Any, NoReturn

ARGUMENTS = dict(zip(sys.argv[2::2], sys.argv[3::2], strict=True))
MODE = sys.argv[1]
AT = int(ARGUMENTS.get("--at", "4"))
IN_GAME = int(ARGUMENTS.get("--in-game", "0"))
PID_FILE = ARGUMENTS.get("--pid-file")
PERSISTENT = MODE in (
    "drip-info", "flood-info", "headers", "huge-info", "info-and-illegal", "odd-infos", "orphans",
)  # fmt: skip
RANKS = "23456789TJQKA"
HEADER = "####2026-11-27T00:00:00, a - b (1-0)####"
"""So a game begins in a log."""
ODD_INFOS = [
    '{"win": NaN}', '{"win": 7}', '{"win": "0.5", "text": 3}', '{"moves": ["7C"]}', "{}",
    '{"win": 0.250049, "text": "a\\u001b[2Jb\\n' + "x" * 60_000 + '"}', '{"win": -1, "text": null}',
]  # fmt: skip
"""Allowed infos, of which only the sixth has anything to show."""


def note_pid(pid: int) -> None:
    if PID_FILE:
        with open(PID_FILE, "a") as file:
            file.write(f"{pid}\n")


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def hang() -> NoReturn:
    while True:
        time.sleep(3600)


def start_child(**options: Any) -> None:
    code = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(3600)"
    child = subprocess.Popen([sys.executable, "-c", code], **options)
    note_pid(child.pid)


def start_daemon() -> None:
    """The usual double fork, and not even the environment is left of where it came from."""
    ready, done = os.pipe()
    child = os.fork()
    if child == 0:
        os.setsid()
        if os.fork() == 0:
            os.write(done, b"%d" % os.getpid())
            os.execve("/bin/sleep", ["sleep", "3600"], {})
        os._exit(0)
    os.waitpid(child, 0)
    note_pid(int(os.read(ready, 20)))


def start_chain(length: int) -> None:
    """So many processes, each a child of the one before and in a session of its own."""
    ready, done = os.pipe()
    if os.fork() == 0:
        for _ in range(length):
            os.setsid()
            note_pid(os.getpid())
            if os.fork():
                hang()
        os.write(done, b"!")
        os._exit(0)
    os.read(ready, 1)


def start_orphans() -> None:
    """Two children's children that end at once, the second in a session of its own."""
    if os.fork() == 0:
        for own_session in (False, True):
            if os.fork() == 0:
                if own_session:
                    os.setsid()
                os._exit(0)
        os._exit(0)
    os.wait()


def wait_until_read() -> None:
    """Until nothing that was written is still in the pipe."""
    # The system tells nobody when a pipe is empty: one has to look again.
    while struct.unpack("i", fcntl.ioctl(1, termios.FIONREAD, b"\0" * 4)) != (0,):
        time.sleep(0.001)


def misbehave(word: str, table: list[str], hand: list[str]) -> bool:
    """Do it; False goes on to answer the question."""
    illegal = next(c for c in (r + s for s in "CDHS" for r in RANKS) if c not in hand)
    match MODE:
        case "exit":
            print("out of ideas", file=sys.stderr)
            sys.exit(3)
        case "exit-0":
            sys.exit(0)
        case "segfault":
            os.kill(os.getpid(), signal.SIGSEGV)
        case "silent":
            hang()
        case "late":
            time.sleep(float(ARGUMENTS.get("--by", "60")))
            return False
        case "garbage":
            say("hello world")
        case "binary":
            os.write(1, bytes(range(0, 10)) + b"\xff\xfe\x80\x1b[2J\n")
        case "not-held":
            say(illegal)
        case "illegal":
            # A card it holds, but which neither beats nor may be thrown in; leading is free.
            say(wrong_card(word, table, hand) or illegal)
        case "flood-lines":
            while True:
                os.write(1, b"7C\n" * 1000)
        case "drip-info" | "flood-info":
            while True:
                say("info {}")
                # So that a runner which is held up for seconds does not find a flood after it.
                time.sleep(0.1 if MODE == "drip-info" else 0)
        case "huge-info":
            say('info {"text": "' + "x" * 1_000_000 + '"}')
            return False
        case "odd-infos":
            for info in ODD_INFOS:
                say(f"info {info}")
            return False
        case "headers":
            sys.stderr.write(f"\n{HEADER}\r\n{{}}\n{HEADER}")
            say(f"{HEADER}\r")
        case "drip-words":
            while True:
                say("thinking")
                time.sleep(0.01)
        case "drip-bytes":
            while True:
                os.write(1, b"7")
                time.sleep(0.01)
        case "hurry-bytes":
            time.sleep(float(ARGUMENTS.get("--after", "0")))
            while True:
                os.write(1, b"7")
        case "flood-no-newline":
            while True:
                os.write(1, b"7" * 65536)
        case "close-stdin":
            os.close(0)
            say("ok")
            hang()
        case "close-stdout":
            time.sleep(float(ARGUMENTS.get("--after", "0")))
            os.close(1)
            hang()
        case "stderr-8mb":
            for _ in range(8 * 16):
                os.write(2, b"e" * 65535 + b"\n")
            return False
        case "stderr-flood":
            while True:
                os.write(2, b"e" * 65536)
        case "no-flush":
            sys.stdout.write("ok\n")
            hang()
        case "two-answers":
            os.write(1, b"ok\nok\n")
            hang()
        case "empty-lead":
            say("")
        case "child":
            start_child()
            return False
        case "child-own-session":
            start_child(start_new_session=True)
            return False
        case "child-then-exit":
            start_child(start_new_session=True, stdout=subprocess.DEVNULL)
            sys.exit(1)
        case "child-holds-pipes":
            note_pid(subprocess.Popen(["sleep", "3600"]).pid)
            print("out of ideas", file=sys.stderr)
            sys.exit(3)
        case "job":
            start_child(process_group=0)
            return False
        case "daemon":
            start_daemon()
            return False
        case "chain":
            start_chain(14)
            return False
        case "illegal-in-two":
            os.write(1, illegal.encode())
            wait_until_read()
            os.write(1, b"\n")
        case "info-and-illegal":
            os.write(1, f'info {{"text": "hm"}}\n{illegal}\n'.encode())
        case _:
            return False
    return True


def wrong_card(word: str, table: list[str], hand: list[str]) -> str | None:
    if word == "move" and table:
        ranks = {card[0] for card in table}
        return next((card for card in hand if card[0] not in ranks), None)
    if word == "respond":
        return next((card for card in hand if not beats(card, table[-1])), None)
    return None


def beats(card: str, other: str) -> bool:
    if card[1] == other[1]:
        return RANKS.index(card[0]) > RANKS.index(other[0])
    return card[1] == trump


trump = ""
note_pid(os.getpid())
if IN_GAME and PID_FILE and Path(PID_FILE).read_text().count("\n") != IN_GAME:
    MODE = "good"
if MODE in ("ignore-sigterm", "ignore-game-end", "spin-at-end"):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
if MODE == "dead-on-arrival":
    sys.exit("no brain found")
hand: list[str] = []
asked = 0
while True:
    line = sys.stdin.readline()
    if not line:
        while MODE == "spin-at-end":
            say('Error: Unknown command ""')
        if MODE in ("ignore-sigterm", "ignore-game-end"):
            hang()
        break
    text, _, data = line.partition("##")
    word, *cards = text.split()
    if word == "game_end":
        if MODE in ("ignore-game-end", "spin-at-end"):
            continue
        if MODE == "ignore-sigterm":
            hang()
        if not PERSISTENT:
            break
        continue
    if MODE == "orphans" and word == "move":
        start_orphans()
    if MODE == "headers" and word in ("move", "respond"):
        say("info " + json.dumps({"text": f"\n{HEADER}\r\n{HEADER}\n"}))
    asked += 1
    if asked == AT and misbehave(word, cards, hand):
        continue
    if word == "init":
        hand = []
        trump = cards[0][1]
        # Only an engine of version 2 may write info lines.
        said = {"persistent": True, "name": f"\n{HEADER}\n"}
        if MODE != "headers":
            del said["name"]
        say(f"ok ## {json.dumps(said)}" if PERSISTENT else "ok")
    elif word == "deal":
        hand += cards
        say("ok")
    elif word == "move" and not cards:
        say(hand.pop())
    elif word == "respond":
        answer = next((card for card in hand if beats(card, cards[-1])), "")
        if answer:
            hand.remove(answer)
        say(answer)
    else:
        json.loads(data)
        say("")
