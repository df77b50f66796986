"""The tournament of an application, which outlives its screen."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from textual.screen import Screen

from durak_tui.common.i18n import _, grouped
from durak_tui.tui.matches.pulse import Pulse

if TYPE_CHECKING:
    from durak_tui.tournament.background import BackgroundTournament, TournamentSnapshot


@runtime_checkable
class TournamentViewer(Protocol):
    """A screen that shows the tournament."""

    def tournament_changed(self, now: "TournamentSnapshot") -> bool:
        """Show how it stands; return whether its end would be seen."""


class TournamentPulse(Pulse["BackgroundTournament", "TournamentSnapshot"]):
    """The tournament of an application."""

    SECONDS = 0.5
    REMEMBERED = "last_tournament"
    file = Path()  # What describes it.

    def begin(self, tournament: "BackgroundTournament", file: Path) -> None:
        self.file = file
        self.start(tournament)

    def file_of(self, now: "TournamentSnapshot") -> Path:
        return self.file

    def shows(self, screen: Screen[Any], now: "TournamentSnapshot") -> bool:
        return isinstance(screen, TournamentViewer) and screen.tournament_changed(now)

    def end_words(self, now: "TournamentSnapshot") -> str:
        if now.state == "failed":
            return _("The tournament failed: {why}").format(why=now.failure)
        if now.state == "stopped":
            text = _("The tournament was stopped: {done} of {total} games.")
            return text.format(done=grouped(now.done), total=grouped(now.total))
        from durak_tui.tui.tournament.board import result_sentence

        return _("The tournament is over: {result}").format(result=result_sentence(now))
