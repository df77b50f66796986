"""The report of a tournament, read in the terminal."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Markdown

from durak_tui.common.i18n import N_
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.screen import DurakScreen

_END = 1 << 30


class ReportScreen(DurakScreen):
    """A report in Markdown."""

    TITLE = N_("Report")
    HELP = N_("The report of the tournament, as it stood when you opened it.")
    ACTIONS: ClassVar = (
        KeyAction("report.up", "up,k", N_("Up"), N_("Up one line"), False, "scroll", (-1,)),
        KeyAction("report.down", "down,j", N_("Down"), N_("Down one line"), False, "scroll", (1,)),
        KeyAction("report.page-up", "pageup,b", N_("Page up"), N_("Up one page"), True,
                  "page", (-1,)),
        KeyAction("report.page-down", "pagedown,space", N_("Page"), N_("Down one page"), True,
                  "page", (1,)),
        KeyAction("report.first", "home,g", N_("First"), N_("Go to the beginning"), False,
                  "scroll", (-_END,)),
        KeyAction("report.last", "end,G", N_("Last"), N_("Go to the end"), False,
                  "scroll", (_END,)),
    )  # fmt: skip

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def content(self) -> ComposeResult:
        with VerticalScroll(id="report"):
            yield Markdown(self._text, open_links=False)

    def on_mount(self) -> None:
        self.query_one("#report").focus()

    def action_scroll(self, by: int) -> None:
        self.query_one("#report").scroll_relative(y=by, animate=False)

    def action_page(self, pages: int) -> None:
        report = self.query_one("#report")
        self.action_scroll(pages * max(1, report.size.height - 2))
