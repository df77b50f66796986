"""The choice among the games with people elsewhere that can go on."""

from collections.abc import Sequence

from durak_tui.common.text import one_line
from durak_tui.net.calls import Kept
from durak_tui.net.journal import SittingJournal
from durak_tui.tui.play.unfinished import StoredGames
from durak_tui.tui.toolkit.menu import Entry


def kept_games(kept: Sequence[Kept], *, can_delete: bool) -> StoredGames:
    """The games with people elsewhere, the last one first."""
    entries = [Entry(one.id, one_line(one.name), f"{one.saved_at:%Y-%m-%d %H:%M}") for one in kept]
    return StoredGames(entries, _delete if can_delete else None)


def _delete(id_: str) -> None:
    _stored, journal = SittingJournal.resume(id_)
    journal.discard()
