"""A miner that misbehaves: bad_miner.py KIND [TURN], from that turn on (from 1)."""

import os
import signal
import sys
import time


def misbehave(kind: str) -> None:
    match kind:
        case "slow":
            time.sleep(0.1)
        case "silent":
            signal.pause()
        case "exit":
            sys.exit(3)
        case "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        case "flood":
            while True:
                os.write(1, b"EAST\n" * 1000)
        case "deaf":
            os.close(0)
            signal.pause()
        case "mute":
            os.close(1)
            signal.pause()
        case "child":  # leaves somebody behind who holds the pipes
            if os.fork() == 0:
                signal.pause()
            os._exit(0)


def main() -> None:
    kind, turn = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1
    if kind == "nameless":
        signal.pause()
    elif kind == "sleepy":
        time.sleep(0.5)
    sys.stdout.write("Rogue\n")
    sys.stdout.flush()
    sys.stdin.readline()
    for number, line in enumerate(sys.stdin, 1):
        for _ in range(5 + int(line.split()[2])):
            sys.stdin.readline()
        if number >= turn:
            misbehave(kind)
        nonsense = {"lower": "east", "blank": "EAST ", "empty": "", "bytes": "\udcff\udcfe"}
        answer = nonsense.get(kind, "NORTH")
        sys.stdout.buffer.write(answer.encode("utf-8", "surrogateescape") + b"\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
