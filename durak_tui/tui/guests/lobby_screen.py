"""The lobby of a server: guests who wait, games of others."""

from typing import ClassVar, Final

from durak_tui.common.i18n import N_, _
from durak_tui.common.text import one_line
from durak_tui.net.guests.lobby_calls import LobbyCalls
from durak_tui.net.guests.news import ShownTable
from durak_tui.tui.people.meeting import MeetingScreen
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.menu import Entry, Menu

_TABLE: Final = "table "  # How entries for tables begin, before their numbers.


class LobbyScreen(MeetingScreen):
    """The guests who wait; all who open it can be invited, too."""

    TITLE = N_("Lobby")
    HELP = N_(
        "Every guest of this server who has this screen open is listed automatically. Enter"
        " invites the one under the cursor; whoever is invited is asked. The house rules below are"
        " what you propose; the other agrees or proposes others. The server deals.\n\nBelow are"
        " games of others. Enter lets you look on; nobody's hand is shown."
    )
    CSS_PATH: ClassVar = "../people/meeting.tcss"

    @property
    def own_name(self) -> str:
        """The guest's name on the server, once they are there."""
        return self.calls.name if self.calls else super().own_name

    @property
    def _tables(self) -> dict[str, ShownTable]:
        calls = self.calls
        tables = calls.tables if isinstance(calls, LobbyCalls) else ()
        return {f"{_TABLE}{one.number}": one for one in tables}

    def more_entries(self) -> list[Entry]:
        return [
            Entry(
                name,
                _("{first} and {second}").format(
                    first=one_line(one.names[0]), second=one_line(one.names[1])
                ),
                _("look on"),
            )
            for name, one in self._tables.items()
        ]

    def label_of(self, action: KeyAction) -> str:
        current = self.query_one(Menu).current
        if action.method == "pick" and current and current.id in self._tables:
            return _("Look on")
        return super().label_of(action)

    def on_menu_entry_highlighted(self) -> None:
        self.keys_changed()

    def on_menu_entry_picked(self, event: Menu.EntryPicked) -> None:
        if table := self._tables.get(event.entry.id):
            event.stop()
            event.prevent_default()  # else Textual would call that of the base, too
            self.durak.go("looking-on", table=table)
