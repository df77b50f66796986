"""What stops a run, told to its user."""

from durak_tui.i18n import Message, _


class ToldError(Exception):
    """The text is for the user, in the language that is chosen when it is asked for.

    The commands choose none, and so speak English.
    """

    def __init__(self, text: str, /, **shown: object) -> None:
        """``text`` is marked with ``N_``; ``shown`` is what its placeholders stand for."""
        super().__init__(text)
        self._text = text
        self._shown = shown

    def __str__(self) -> str:
        # What has no placeholders may have braces that mean nothing.
        return str(Message(self._text, self._shown)) if self._shown else _(self._text)


def why(error: OSError) -> object:
    """What the system says, to be shown as part of such a text."""
    return Message(error.strerror) if error.strerror else error
