"""The process of a guest, as ``durak-tui serve`` starts it.

It has a terminal of its own.
"""

import fcntl
import os
import resource
import sys
import termios
from contextlib import suppress
from dataclasses import replace

from durak_tui.engine import registry
from durak_tui.engine.config import EngineConfig
from durak_tui.engine.orphans import guard, orphans
from durak_tui.engine.sandbox import Sandbox
from durak_tui.net.guests.terms import GuestTerms, ServerLimits
from durak_tui.user.opponents import LEVELS

_NICENESS = 10  # The server, and all else on its machine, goes before its guests.
_MB = 1 << 20
_ANALYSES = "durak_tui.analysis."  # Modules that the application runs in processes of their own.


def main() -> int:
    """Run it on the terms of the argument; returns its exit code."""
    terms = GuestTerms.from_json(sys.argv[1])
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # or no signal would come of a new size, or of the end
    os.chdir(terms.home)
    _bind(terms.limits)
    terms = replace(terms, engines=[_by_name(one) for one in terms.engines])
    # Both need what the sandbox refuses; engines are started with their help.
    guard.start()
    orphans.new_mark()
    engines = [*map(EngineConfig, registry.SHIPPED), *(level.engine for level in LEVELS)]
    programs = [one.program() for one in (*engines, *terms.engines)]
    Sandbox(terms.home, programs, (_ANALYSES,)).enter()

    from durak_tui.tui.guests.guest_app import run_guest

    return run_guest(terms)


def _bind(limits: ServerLimits) -> None:
    """Limit this process and all that it starts."""
    os.nice(_NICENESS)
    seconds = max(1, round(limits.cpu_minutes * 60))
    for what, most in (
        (resource.RLIMIT_DATA, limits.memory_mb * _MB),
        (resource.RLIMIT_FSIZE, limits.file_mb * _MB),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_CORE, 0),
    ):
        # A limit of the server's own that is lower stays.
        with suppress(ValueError):
            resource.setrlimit(what, (most, most))


def _by_name(engine: EngineConfig) -> EngineConfig:
    """An engine of which a guest learns only the name."""
    registry.ALSO[engine.name] = engine.program().argv
    return replace(engine, command=engine.name)


if __name__ == "__main__":
    sys.exit(main())
