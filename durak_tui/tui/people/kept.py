"""The choice among the games with people elsewhere that can go on."""

from collections.abc import Sequence

from durak_tui.common.text import one_line
from durak_tui.net.journal import Kept, TalkJournal
from durak_tui.tui.play.unfinished import StoredGames
from durak_tui.tui.toolkit.menu import Entry


class KeptScreen(StoredGames):
    """The games with people elsewhere, the last one first."""

    def __init__(self, kept: Sequence[Kept]) -> None:
        super().__init__([
            Entry(one.id, one_line(one.name), f"{one.saved_at:%Y-%m-%d %H:%M}") for one in kept
        ])  # fmt: skip

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "drop" and self.durak.is_guest:
            return False  # the server keeps it, for both
        return super().check_action(action, parameters)

    def delete(self, id_: str) -> None:
        _stored, journal = TalkJournal.resume(id_)
        journal.discard()
