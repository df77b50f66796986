"""A game of a running match, beside the match."""

from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.containers import Vertical

from durak_tui.common.i18n import _
from durak_tui.tui.runs.live_game import LiveGames, ShownGame
from durak_tui.tui.terminal.mishap import ReportsErrors
from durak_tui.tui.toolkit.canvas import Canvas, CanvasWidget, fit
from durak_tui.tui.toolkit.card_table import CardTable
from durak_tui.tui.toolkit.chances import Chances

if TYPE_CHECKING:
    from durak_tui.match.background import BackgroundRun
    from durak_tui.tui.app import DurakApp


class _PaneTitle(CanvasWidget):
    """The number of the game that is shown."""

    DEFAULT_CSS = "_PaneTitle { height: 1; padding: 0 1; }"

    text = ""

    def show(self, text: str) -> None:
        if text != self.text:
            self.text = text
            self.redraw()

    def draw(self, canvas: Canvas) -> None:
        canvas.put(0, 0, fit(self.text, canvas.width, self.glyphs), "dim")


def _title(shown: ShownGame) -> str:
    """The number of a game, perhaps of one that has ended."""
    # Engines may play twenty games in the time of a card: the match is far ahead then.
    text = _("{title}: already over") if shown.is_behind else "{title}"
    return text.format(title=shown.title)


class LivePane(ReportsErrors, Vertical):
    """Games card by card, and after the match the last table."""

    DEFAULT_CSS: ClassVar = "LivePane { height: 1fr; Chances { height: 2; } }"

    least_ms = 700
    """The time for a card: less would cost bytes and could not be followed beside all else."""
    _games: LiveGames | None = None
    _match: "BackgroundRun | None" = None
    _rests = False

    def compose(self) -> ComposeResult:
        yield _PaneTitle()
        yield Chances()
        yield CardTable()

    def show(self, match: "BackgroundRun") -> None:
        """Show games of this match, as long as there are any."""
        if match is not self._match:
            self.rest()
            self._match = match
            self._games = LiveGames(
                self, match, lambda: self._durak.glyphs, self._card_ms, self._fill
            )
            self._fill()
        elif self._games and self._rests:
            self._games.come_back()
        self._rests = False
        if self._games and not self._games.beats and self._games.goes_on:
            self._games.wait()

    def rest(self) -> None:
        """Show no more for now: nobody looks."""
        self._rests = True
        if self._games:
            self._games.rest()

    def stand(self, match: "BackgroundRun") -> bool:
        """Keep the last table of this match; False if none was shown."""
        self.rest()
        return match is self._match and self._games is not None and self._games.stand()

    @property
    def _durak(self) -> "DurakApp":
        return cast("DurakApp", self.app)

    def _card_ms(self) -> int:
        return max(self.least_ms, self._durak.settings.value.watch_ms)

    def _fill(self) -> None:
        if self._games is None:
            return
        self._games.show_on(self.query_one(CardTable))
        shown = self._games.shown
        self.query_one(_PaneTitle).show(_title(shown) if shown else "")
        self.query_one(Chances).show(*(shown.chances if shown else ()))
