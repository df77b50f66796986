"""What is entered about engines, and what is wrong with it."""

from typing import Final

from durak_tui.common import values
from durak_tui.common.i18n import N_, _
from durak_tui.engine.errors import EngineStartError
from durak_tui.engine.registry import resolve

COMMAND_HINT: Final = N_(
    "A program and its arguments, with quotes as in a shell. Tab completes the names of files."
)


def seconds(text: str) -> float | None:
    """A time as it was entered; None if there is none."""
    text = text.strip().replace(",", ".")
    return float(text) if text else None


def seconds_problem(text: str) -> str:
    """A sentence about what is wrong with a time limit, or nothing."""
    try:
        if (time := seconds(text)) is not None:
            values.seconds(time)
    except ValueError:
        return _("Enter seconds as a number above 0, such as 2.5, or leave this empty.")
    return ""


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
        return _("Enter its command, such as: python3 my_engine.py")
    return "" if text.isprintable() else _("A command is one line of text.")


def sentence(text: str) -> str:
    """A part of a sentence as a sentence of its own."""
    return text[:1].upper() + text[1:] + "." if text else ""
