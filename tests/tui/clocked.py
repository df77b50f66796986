"""The program with a clock that a test moves by hand.

    clocked.py FD [ARGUMENT...]

Whoever writes a number of seconds to the socket FD lets them pass.  What has become due in them is
done when the socket answers.
"""

import asyncio
import socket
import sys
import time

_STEP = 0.25  # Seconds that pass at once: a timer that repeats is due in many of them.
_TURNS = 20  # Of the event loop after each step: a timer's message goes through several hands.

_monotonic = time.monotonic
_ahead = 0.0


def _moved() -> float:
    return _monotonic() + _ahead


time.monotonic = _moved  # before anybody else has taken a copy

_control = socket.socket(fileno=int(sys.argv.pop(1)))
_passing: set[asyncio.Task[None]] = set()  # A loop alone does not keep its tasks.


class _Policy(asyncio.DefaultEventLoopPolicy):
    def new_event_loop(self) -> asyncio.AbstractEventLoop:
        loop = super().new_event_loop()
        loop.add_reader(_control, lambda: _passing.add(loop.create_task(_pass(_control.recv(64)))))
        return loop


async def _pass(seconds: bytes) -> None:
    global _ahead
    until = _ahead + float(seconds)
    while _ahead < until:
        _ahead += _STEP
        for _ in range(_TURNS):
            await asyncio.sleep(0)
    _control.sendall(b"passed")


asyncio.set_event_loop_policy(_Policy())

if __name__ == "__main__":
    from durak_tui.cli.main import main

    sys.exit(main())
