"""Errors whose text is for the user."""

from durak_tui.common.i18n import Message


class UserError(Exception):
    """An error whose text is for the user, in the chosen language."""

    def __init__(self, text: str, /, **shown: object) -> None:
        """``text`` is marked with ``N_``; ``shown`` is what its placeholders stand for."""
        super().__init__(text)
        self.message = Message(text, shown)

    def __str__(self) -> str:
        return str(self.message)
