"""Games with another guest, at a table of the server."""

from collections.abc import Callable

from durak_tui.common.i18n import N_, _
from durak_tui.tui.people.table import PeopleTable
from durak_tui.tui.toolkit.dialog import LastQuestion
from durak_tui.tui.toolkit.menu import Entry
from durak_tui.tui.toolkit.screen import asking


class GuestTable(PeopleTable):
    """A table at which another guest sits opposite, and the server deals."""

    HELP = N_(
        "You play another guest of this server, which deals. Nothing is played by itself, and"
        " nothing can be taken back. If one of you loses the line, the game goes on when they are"
        " back; who stays away for too long may lose it. Other guests may look on: they see no"
        " hand.\n\nThe sign under a card is its key."
    )

    @asking
    async def ask_to_leave(self) -> None:
        if await self._is_sure():
            self.leave()

    def before_quitting(self, go_on: Callable[[], object]) -> None:
        if self.is_kept and not self._status.left and not self.durak.keeps_games:
            self._ask_to_quit(go_on)
        else:
            go_on()

    @asking
    async def _ask_to_quit(self, go_on: Callable[[], object]) -> None:
        if await self._is_sure():
            go_on()

    async def _is_sure(self) -> bool:
        text = _("You can come back to the game. If you stay away for too long you may lose it.")
        if not self.durak.keeps_games:
            text = _("You have no key, so you cannot come back: you may lose the game.")
        question = LastQuestion(
            _("Leave the table?"), text, [Entry("stay", _("Stay")), Entry("leave", _("Leave"))]
        )
        return bool(await self.ask(question) == "leave")
