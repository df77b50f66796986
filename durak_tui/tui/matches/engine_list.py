"""The list of engines for a match."""

from typing import ClassVar

from textual.app import ComposeResult

from durak_tui.common.i18n import N_, _
from durak_tui.tui.engines.offers import OfferList, offers
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.menu import Menu
from durak_tui.tui.toolkit.note import NoteHeading
from durak_tui.tui.toolkit.screen import DurakScreen
from durak_tui.user.engines import opponents
from durak_tui.user.state import UserState


class EngineListScreen(DurakScreen):
    """All engines and levels; its result is a name, or empty."""

    TITLE = N_("Engines")
    HELP = N_("Choose an engine for a match. In its field any command line may be typed as well.")
    CSS_PATH = "engine_list.tcss"
    ACTIONS: ClassVar = (
        KeyAction("autoplay.choose", "enter", N_("Choose"), N_("Let this one play"), does="pick"),
    )

    def __init__(self, name: str) -> None:
        """The cursor stands on the engine of that name."""
        super().__init__()
        self._chosen = name

    def content(self) -> ComposeResult:
        yield NoteHeading(id="heading")
        yield OfferList(id="engines")

    def on_mount(self) -> None:
        self.query_one(NoteHeading).show(_("Which engine should play?"))
        self.redraw()

    def redraw(self) -> None:
        listed = offers(opponents(self.durak.settings.value), UserState())
        self.query_one(OfferList).offer(listed, self._chosen)
        super().redraw()

    def on_menu_entry_highlighted(self, event: Menu.EntryHighlighted) -> None:
        self._chosen = event.entry.id

    def on_menu_entry_picked(self, event: Menu.EntryPicked) -> None:
        event.stop()
        self.dismiss(event.entry.id)

    def action_back(self) -> None:
        self.dismiss("")
