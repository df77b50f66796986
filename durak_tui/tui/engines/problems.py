"""Checks of what is entered about engines."""

from typing import Final

from durak_tui.common.i18n import N_, _
from durak_tui.common.text import is_one_line, sentence
from durak_tui.common.values import LONGEST_LINE, WrongValue, short
from durak_tui.engine.engine_errors import EngineStartError
from durak_tui.engine.registry import resolve

COMMAND_HINT: Final = N_(
    "A program and its arguments, quoted as in a shell. Tab completes file names."
)


def problem_of(command: str) -> str:
    """The reason why a command cannot be run; empty if it can."""
    try:
        resolve(command)
    except EngineStartError as error:
        return str(error)
    return ""


def no_command(text: str) -> str:
    """A sentence about a text that is no command line at all."""
    if not text.strip():
        return _("Enter its command, such as: python3 my_engine.py")
    return too_long(text, LONGEST_LINE) or (
        "" if is_one_line(text) else _("A command is one line of text.")
    )


def too_long(text: str, most: int) -> str:
    """A sentence about a text that cannot be kept whole."""
    try:
        short(text.strip(), most)
    except WrongValue as error:
        return sentence(str(error))
    return ""
