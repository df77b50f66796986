"""Why an engine cannot be started."""

from durak_tui.engine.errors import EngineStartError
from durak_tui.engine.registry import resolve


def problem_of(command: str) -> str:
    """Why a command cannot be run; empty if its program is there."""
    try:
        resolve(command)
    except EngineStartError as error:
        return str(error)
    return ""


def sentence(text: str) -> str:
    """A part of a sentence as a sentence of its own."""
    return text[:1].upper() + text[1:] + "." if text else ""
