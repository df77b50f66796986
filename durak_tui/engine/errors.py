"""Errors of running an engine.  A fault in a game is an engine's; not starting is the user's."""

from durak_tui.protocol.faults import Verdict


class EngineError(Exception):
    """Anything that goes wrong with an engine."""


class EngineStartError(EngineError):
    """An engine could not be started at all; the text says why and what to do."""


class RunnerError(EngineError):
    """This machine is out of something, such as processes or open files; no engine's fault."""


class EngineFault(EngineError):
    """An engine broke a rule, the protocol or a limit; :attr:`verdict` tells how."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(str(verdict))
        self.verdict = verdict
