"""A line of chat, below what was said before."""

from collections.abc import Sequence
from typing import Final

from durak_tui.common.i18n import _
from durak_tui.tui.people.people_questions import LineDialog

SHOWN: Final = 6  # The last lines that are shown; more are kept.
KEPT: Final = 200


class ChatDialog(LineDialog):
    """A dialog whose result is a line for the other."""

    def __init__(self, name: str, lines: Sequence[str]) -> None:
        said = "\n".join(lines[-SHOWN:])
        super().__init__(_("To {name}").format(name=name), said)
