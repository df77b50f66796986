"""Help: the purpose of a screen, and its keys."""

from collections.abc import Sequence
from typing import ClassVar, Final

from rich.cells import cell_len
from textual.app import ComposeResult

from durak_tui.common.i18n import N_, _
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.page import Line, Page, beside, paragraph
from durak_tui.tui.toolkit.screen import DurakScreen

_WIDEST: Final = 80  # Columns of text that can be read with ease.


class HelpScreen(DurakScreen):
    """The help of the screen that was on."""

    HEADED = False
    TITLE = N_("Help")
    CSS = "HelpScreen Page { padding: 0 0 0 2; }"
    ACTIONS: ClassVar = (
        KeyAction("help.up", "up,k", N_("Up"), N_("Scroll up"), False, "scroll", (-1,)),
        KeyAction("help.down", "down,j", N_("Down"), N_("Scroll down"), True, "scroll", (1,)),
        KeyAction("help.page-up", "pageup,b", N_("Page up"), N_("Scroll up a page"), False,
                  "page", (-1,)),
        KeyAction("help.page-down", "pagedown,space", N_("Page"), N_("Scroll down a page"), True,
                  "page", (1,)),
    )  # fmt: skip

    def __init__(self, about: DurakScreen) -> None:
        super().__init__()
        self._about = about

    def content(self) -> ComposeResult:
        yield Page()

    def on_mount(self) -> None:
        page = self.query_one(Page)
        page.can_focus = False  # its keys are in this screen's footer
        page.show(self._lines)

    def _lines(self, width: int) -> Sequence[Line]:
        width, about = min(width, _WIDEST), self._about
        lines: list[Line] = [[(about.title_text(), "accent")], []]
        for text in filter(None, about.help_text().split("\n\n")):
            lines += [*paragraph(text, width), []]
        entries = [
            (about.durak.shown_keys(one), _(one.help), "text") for one in about.available_actions()
        ]
        column = max(cell_len(keys) for keys, _help, _look in entries) + 2
        return [*lines, *beside(entries, column, width, "strong")]

    def action_scroll(self, by: int) -> None:
        self.query_one(Page).action_move(by)

    def action_page(self, pages: int) -> None:
        self.query_one(Page).action_page(pages)

    def action_help(self) -> None:
        self.action_back()
