"""What an answer costs when nobody thinks: the pipes and the switch between processes."""

import os
from time import monotonic
from typing import Final

from durak_tui.engine.process import DeadlinePassed, EngineProcess, PipeClosed

_TRIPS: Final = 200
_ECHO: Final = ("cat",)


def pipe_round_trip() -> float:
    """Seconds from writing a line to having read the answer of a program that only echoes.

    The shortest of many, so that no thought is ever taken for it; 0.0 where there is no such
    program.  Takes a few milliseconds.
    """
    try:
        echo = EngineProcess(_ECHO, os.environ)
    except OSError:
        return 0.0
    times = []
    try:
        for _ in range(_TRIPS):
            started = monotonic()
            echo.write(b"ok\n", started + 1.0)
            echo.read(started + 1.0)
            times.append(monotonic() - started)
    except (DeadlinePassed, PipeClosed):
        return 0.0
    finally:
        echo.close()
    return min(times)
