"""Errors of running an engine: its faults, and those of the set-up."""

from durak_tui.protocol.faults import Verdict


class EngineError(Exception):
    """Anything that goes wrong with an engine."""


class EngineStartError(EngineError):
    """A program that cannot be started; the text says what to do."""


class RunnerError(EngineError):
    """A shortage of this machine, such as of processes; nobody's fault."""


class EngineFault(EngineError):
    """A broken rule, protocol or limit, as :attr:`verdict` tells."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(str(verdict))
        self.verdict = verdict
