"""Games with another guest, at a table of the server."""

from collections.abc import Callable
from typing import ClassVar

from durak_tui.common.i18n import N_, _
from durak_tui.tui.people.table import PeopleTable
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.dialog import LastQuestion, Question
from durak_tui.tui.toolkit.menu import Entry
from durak_tui.tui.toolkit.screen import asking

_CONCLUDE = KeyAction(
    "play.conclude", "f", N_("Claim the win"), N_("Win a game that the other has left for too long")
)


class GuestTable(PeopleTable):
    """A table at which another guest sits opposite, and the server deals."""

    HELP = N_(
        "You play another guest of this server, which deals. Nothing is played by itself, and"
        " nothing can be taken back. If one of you loses the line, the game goes on when they are"
        " back; who stays away for too long may lose it. Other guests may look on: they see no"
        " hand.\n\nThe sign under a card is its key."
    )
    ACTIONS: ClassVar = tuple(
        _CONCLUDE if one.id == _CONCLUDE.id else one for one in PeopleTable.ACTIONS
    )

    def with_end(self, text: str) -> str:
        if not self.talk.can_conclude:
            return text
        claim = _("{key}: claim the win.").format(key=self.durak.shown_key(_CONCLUDE))
        return f"{text} {claim}"

    @asking
    async def action_conclude(self) -> None:
        name = self.talk.names[1 - self.talk.seat]
        question = Question(
            _("Claim the win?"),
            _("{name} has been away for too long. You may win, or wait.").format(name=name),
            [Entry("wait", _("Wait for {name}").format(name=name)),
             Entry("end", _("Claim the win"))],
        )  # fmt: skip
        if await self.ask(question) == "end":
            self.talk.conclude()

    @asking
    async def ask_to_leave(self) -> None:
        if await self._is_sure():
            self.leave()

    def before_quitting(self, go_on: Callable[[], object]) -> None:
        if self._is_kept and not self._left and not self.durak.keeps_games:
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
