"""The panels of a screen on which people meet."""

from collections.abc import Sequence
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from durak_tui.common.i18n import N_
from durak_tui.tui.settings.choices import RulesList
from durak_tui.tui.terminal.mishap import ReportsErrors
from durak_tui.tui.toolkit.note import Note, Said
from durak_tui.tui.toolkit.offer_list import Offer, OfferList
from durak_tui.tui.toolkit.panel import Panel

_LEAST: Final = 19  # Rows in a wide window, also if the list is short.
_FRAME: Final = 3  # Rows of the list's frame and heading.


class PeoplePanels(ReportsErrors, Horizontal):
    """The list of people, and panels about them and the person here.

    They stand side by side in a wide window, and one below the other elsewhere.
    """

    DEFAULT_CSS: ClassVar = """
    PeoplePanels {
        height: 1fr; layout: vertical; padding: 0 1;
        #people { height: 1fr; max-width: 92; }
        #waiting { height: 1fr; }
        #beside { height: auto; }
        #about { height: 7; max-width: 92; margin-top: 1; padding: 0 2; }
        #you { height: 1; padding: 0 2; }
        RulesList { height: 2; margin-top: 1; }
    }
    DurakScreen.-low PeoplePanels {
        #about, RulesList { margin-top: 0; }
    }
    DurakScreen.-normal.-medium PeoplePanels, DurakScreen.-normal.-tall PeoplePanels {
        #people { max-width: 100%; }
        #about { height: 6; margin: 0; padding: 0; max-width: 100%; }
        #you { padding: 0; }
        RulesList { margin: 0; }
    }
    DurakScreen.-wide PeoplePanels {
        height: 3fr; layout: horizontal;
        #people, #beside { width: 1fr; height: 100%; max-width: 100%; }
        #details { height: 1fr; }
        #about { height: 1fr; margin: 0; padding: 0; max-width: 100%; }
        #you { height: 2; padding: 0; }
        RulesList { margin: 0; }
    }
    """
    SCOPED_CSS: ClassVar = False

    def __init__(self, where: str, rules: RulesList) -> None:
        """``where`` people meet, in English."""
        super().__init__()
        self._where = where
        self._rules = rules

    def compose(self) -> ComposeResult:
        yield Panel(self._where, OfferList(id="waiting"), id="people")
        with Vertical(id="beside"):
            yield Panel(N_("Details"), Note(id="about"), id="details")
            yield Panel(N_("You"), Note(id="you"), id="own")
            yield Panel(N_("House rules you propose"), self._rules)

    def offer(self, rows: Sequence[Offer], cursor: str | None) -> None:
        """Show these rows; the cursor moves to one, or stays."""
        self.query_one(OfferList).offer(rows, cursor)
        if self.screen.has_class("-wide", "-tall"):
            # What a short list does not need is felt.
            least = max(_LEAST, self.app.size.height // 2)
            self.styles.max_height = max(least, len(rows) + _FRAME)
        else:
            self.styles.max_height = None
        for panel in self.query(Panel):
            panel.fill()

    def say(self, details: Sequence[Said], own: Sequence[Said]) -> None:
        """Say something of the selected row, and of the person here.

        Only a wide window has more than one line for them; elsewhere the rest is a detail.
        """
        lines = len(own) if self.screen.has_class("-wide") else 1
        rest = [one for one in own[lines:] if not any(one[0] in text for text, _look in details)]
        self.query_one("#about", Note).say(*details, *rest)
        self.query_one("#you", Note).say(*own[:lines])
