"""Why an engine cannot be started."""

from durak_tui.common.i18n import _
from durak_tui.engine.errors import EngineStartError
from durak_tui.engine.registry import resolve


def problem_of(command: str) -> str:
    """Why a command cannot be run; empty if its program is there."""
    try:
        resolve(command)
    except EngineStartError as error:
        return str(error)
    return ""


def no_command(text: str) -> str:
    """A sentence about a text that is no command line at all."""
    if not text.strip():
        return _("Say which program it is, such as: python3 my_engine.py")
    return "" if text.isprintable() else _("A command is one line of text.")


def sentence(text: str) -> str:
    """A part of a sentence as a sentence of its own."""
    return text[:1].upper() + text[1:] + "." if text else ""
