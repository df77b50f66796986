"""The start of a player's process, and the reason for its silence."""

import errno
import os
from collections.abc import Mapping, Sequence
from typing import Final

from durak_tui.common.i18n import N_, Message, why
from durak_tui.engine.cancel import CancelToken
from durak_tui.engine.deadline import DeadlinePassed
from durak_tui.engine.engine_errors import EngineStartError, RunnerError
from durak_tui.engine.process import (
    DEATH_GRACE,
    STDERR_TAIL,
    EngineProcess,
    PipeClosed,
    exit_detail,
)
from durak_tui.engine.registry import Program, how_to_build
from durak_tui.protocol.faults import Detail

# Why starting a process fails when it is not the program's fault.
_OUR_LIMITS: Final = {errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM}


def launched(
    program: Program,
    cancel: CancelToken | None = None,
    *,
    env: Mapping[str, str] = {},
    stderr_kept: int = STDERR_TAIL,
    alone: bool = False,
) -> EngineProcess:
    """Start a program.

    ``env`` is added to the environment of this process; the program's own variables win over both.
    For the other arguments see :class:`~durak_tui.engine.process.EngineProcess`.  Raises
    EngineStartError if it cannot be executed, RunnerError if this machine is out of something.
    """
    whole = {**os.environ, **env, **program.env}
    try:
        return EngineProcess(program.argv, whole, program.cwd, cancel, stderr_kept, alone=alone)
    except OSError as error:
        if error.errno in _OUR_LIMITS:
            raise RunnerError(N_("no engine can be started: {why}"), why=why(error)) from None
        problem: object = _start_problem(program.argv, error)
    except ValueError as error:  # a NUL in an argument
        problem = error
    text = N_("engine {name} cannot be started: {why}")
    raise EngineStartError(text, name=repr(program.name), why=problem)


def _start_problem(argv: Sequence[str], error: OSError) -> Message:
    if isinstance(error, FileNotFoundError) and os.path.isfile(argv[0]):
        return Message(N_("the interpreter that its first line names does not exist"))
    if error.errno == errno.ENOEXEC and (build := how_to_build(argv[0])):
        text = N_("it is source, not a program: build it with {command}")
        return Message(text, {"command": build})
    if error.errno == errno.ENOEXEC:
        text = N_("it is not a program: a script needs a first line such as #!/usr/bin/env python3")
        return Message(text)
    return why(error)


def what_happened(process: EngineProcess, error: DeadlinePassed | PipeClosed) -> Detail | None:
    """The fault of a silent process; None if it is only late."""
    if isinstance(error, PipeClosed):
        # It may be dying: that takes a moment to show.
        alive: Detail | None = Detail(error.code)
        status = process.exit_status(DEATH_GRACE)
    else:
        alive, status = None, process.exit_status()
    return alive if status is None else exit_detail(status)
