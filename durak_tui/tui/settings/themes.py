"""The choice of a theme, each shown below the cursor."""

from typing import ClassVar, Final

from rich.color import ColorSystem
from textual.app import ComposeResult
from textual.containers import Horizontal

from durak_tui.common.i18n import N_, _
from durak_tui.tui.settings.choices import choices
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.canvas import Canvas, CanvasWidget
from durak_tui.tui.toolkit.card_table import CardTable
from durak_tui.tui.toolkit.menu import Entry, EntryList, Menu
from durak_tui.tui.toolkit.note import Note
from durak_tui.tui.toolkit.sample_table import sample
from durak_tui.tui.toolkit.screen import DurakScreen
from durak_tui.tui.toolkit.side_by_side import SideBySide

_CARDS: Final = (("card-black", 35), ("card-red", 22), ("card-red", 9), ("card-black", 24))
_WORDS: Final = (
    ("text", N_("normal text")),
    ("dim", N_("less important")),
    ("strong", N_("more important")),
    ("accent", N_("what you can do")),
    ("good", N_("success")),
    ("bad", N_("failure")),
    ("cursor", N_("the cursor")),
)


class _Sample(CanvasWidget):
    """Some cards, and a line of text in each look."""

    def draw(self, canvas: Canvas) -> None:
        x = 0
        for look, card in _CARDS:
            x = canvas.put(x, 0, f" {self.glyphs.card(card)} ", look) + 1
        back = self.durak.settings.value.back
        canvas.put(x, 0, self.glyphs.back * 4, f"back-{back}")
        for y, (look, text) in enumerate(_WORDS, 2):
            canvas.put(0, y, f" {_(text)} ", look)


class ThemesScreen(DurakScreen):
    """The list of themes; its result is what went wrong."""

    TITLE = N_("Theme")
    HELP = N_(
        "The theme under the cursor is shown at once. Enter keeps it; leaving brings the old"
        " one back."
    )
    CSS_PATH = "themes.tcss"
    ACTIONS: ClassVar = (
        KeyAction("themes.keep", "enter", N_("Keep"),
                  N_("Keep the theme that is shown"), does="pick"),
    )  # fmt: skip

    def content(self) -> ComposeResult:
        panes = Horizontal(Menu(id="themes"), _Sample(id="sample"), id="panes")
        yield SideBySide(panes, Note(id="note"), beside=CardTable())

    def on_mount(self) -> None:
        self.query_one(CardTable).show(sample(self.durak.settings.value))
        menu = self.query_one(Menu)
        themes, now = choices(self.durak, "theme"), self.durak.settings.value.theme
        names = [name for name, _shown in themes]
        entries = [Entry(name, shown) for name, shown in themes]
        menu.show(entries, names.index(now) if now in names else 0)
        if self.durak.no_color:
            text = _("This terminal shows no colours; all themes look alike here.")
            self.query_one(Note).say((text, "dim"))
        elif self.durak.colours is ColorSystem.STANDARD:
            text = _("This terminal shows 16 colours; a theme is only light or dark here.")
            self.query_one(Note).say((text, "dim"))

    def on_entry_list_highlighted(self, event: EntryList.Highlighted) -> None:
        self.durak.try_theme(event.entry.id)

    def on_entry_list_picked(self, event: EntryList.Picked) -> None:
        event.stop()
        self.dismiss(self.durak.change_settings(theme=event.entry.id))

    def action_back(self) -> None:
        self.durak.apply_settings()
        self.dismiss(None)
