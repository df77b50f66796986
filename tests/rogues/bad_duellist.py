"""A player of 2048, by lines, that misbehaves: bad_duellist.py KIND POSITION PID_FILE.

It plays well until it is asked for that position (from 1), and notes the ids of its children.
"""

import os
import signal
import sys
from collections.abc import Sequence
from typing import NoReturn

from durak_engines.duel_random import serve

from durak_tui.games.duel2048.board import Tiles

KIND, AT, PID_FILE = sys.argv[1], int(sys.argv[2]), sys.argv[3]


def hang() -> NoReturn:
    while True:
        signal.pause()


def start_child() -> None:
    pid = os.fork()
    if pid == 0:
        hang()
    with open(PID_FILE, "a") as file:
        file.write(f"{pid}\n")


def misbehave() -> None:
    match KIND:
        case "silent":
            hang()
        case "stopped":
            os.kill(os.getpid(), signal.SIGSTOP)
        case "exit":
            sys.exit(3)
        case "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        case "long-line":
            while True:
                os.write(1, b"0 " * 1000)
        case "many-lines":
            while True:
                os.write(1, b"\n" * 1000)
        case "deaf":
            os.close(0)
            hang()
        case "mute":
            os.close(1)
            hang()
        case "heir":  # Its child holds the pipes when it has gone.
            start_child()
            os._exit(0)
        case "parent":  # Which goes on to play well.
            start_child()


asked = 0


def place(_tiles: Tiles, _seat: int, cells: Sequence[int]) -> int:
    global asked
    asked += 1
    if asked == AT:
        misbehave()
    return cells[-1]  # The one that is offered, mostly.


def main() -> None:
    serve("Rogue", place, lambda _tiles, _seat, ways: ways[0])


if __name__ == "__main__":
    main()
