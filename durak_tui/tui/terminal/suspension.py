"""Suspending the program, with all that was started with it.

Textual stops only its own process: a script that has started it would go on waiting, and the
shell would not hear of it.  Look at ``App.action_suspend_process`` when Textual (8.2.8) moves.
"""

import os

from textual.app import App

from durak_tui.tui.terminal.driver import TerminalDriver


class Suspension(App[None]):
    """An application that a shell can suspend."""

    def suspend_to_shell(self) -> bool:
        """Stop until the shell resumes it; False if nobody could."""
        if not isinstance(self._driver, TerminalDriver) or not has_job_control():
            return False
        self._suspend_signal()
        self._driver.stop_all()
        return True


def has_job_control() -> bool:
    """Whether a shell controls this program as a job.

    What is the first program of its terminal, as after ``ssh -t HOST durak-tui``, would be
    stopped for ever.
    """
    return os.getsid(0) != os.getpgrp()
