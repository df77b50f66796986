"""A cable between two network namespaces that delays, loses, repeats and cuts.

    python -m tests.net.wire.bad_cable NAMESPACE NAMESPACE DELAY LOSS REPEATED

It makes an Ethernet interface ``cable`` in each, and carries frames between the two: each comes
DELAY seconds later, or not at all (LOSS, 0 to 1), or twice (REPEATED).  It does what netem of Linux
does, which many kernels do not have.  "ready" is printed when it is there; "cut N" on standard
input loses everything for N seconds, "cut" and "mended" are printed.  It ends with its input.
"""

import ctypes
import fcntl
import os
import random
import select
import struct
import sys
from heapq import heappop, heappush
from time import monotonic

NAME = "cable"
_SETIFF = 0x400454CA  # TUNSETIFF, IFF_TAP, IFF_NO_PI of linux/if_tun.h
_TAP, _NO_PI = 0x0002, 0x1000
_CLONE_NEWNET = 0x40000000


def opened(namespace: str) -> int:
    """The near end of an Ethernet interface in a namespace."""
    with open(f"/run/netns/{namespace}", "rb") as file:
        if ctypes.CDLL(None, use_errno=True).setns(file.fileno(), _CLONE_NEWNET):
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    fd = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
    fcntl.ioctl(fd, _SETIFF, struct.pack("16sH22x", NAME.encode(), _TAP | _NO_PI))
    return fd


def carry(ends: tuple[int, int], delay: float, loss: float, repeated: float) -> None:
    """Until the end of standard input."""
    chance = random.Random(1)
    waiting: list[tuple[float, int, int, bytes]] = []
    number, cut_until = 0, 0.0
    while True:
        due = [when for when in (waiting[0][0] if waiting else 0, cut_until) if when]
        patience = max(0.0, min(due) - monotonic()) if due else None
        ready, _, _ = select.select([*ends, 0], [], [], patience)
        now = monotonic()
        if cut_until and now >= cut_until:
            cut_until = 0.0
            print("mended", now, flush=True)
        if 0 in ready:
            words = os.read(0, 1000).split()
            if not words:
                return
            cut_until = now + float(words[1])
            waiting.clear()
            print("cut", now, flush=True)
        for place, end in enumerate(ends):
            if end in ready:
                frame = os.read(end, 1 << 16)
                if cut_until or chance.random() < loss:
                    continue
                for _ in range(1 + (chance.random() < repeated)):
                    number += 1
                    heappush(waiting, (now + delay, number, ends[1 - place], frame))
        while waiting and waiting[0][0] <= now:
            _, _, end, frame = heappop(waiting)
            os.write(end, frame)


if __name__ == "__main__":
    near, far = opened(sys.argv[1]), opened(sys.argv[2])
    print("ready", flush=True)
    carry((near, far), *map(float, sys.argv[3:]))
