"""Watching a running match: one game after the other, card by card."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Horizontal

from durak_tui.common.i18n import N_, _, decimal, ngettext
from durak_tui.tui.play.game_log import GameLog
from durak_tui.tui.play.table_actions import SHOW_BOUTS
from durak_tui.tui.runs.live_game import MAY_BEGIN, LiveGames, ShownGame
from durak_tui.tui.runs.run_words import state_word
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.card_table import CardTable
from durak_tui.tui.toolkit.chances import Chances
from durak_tui.tui.toolkit.playback_speed import Speed
from durak_tui.tui.toolkit.screen import DurakScreen

if TYPE_CHECKING:
    from durak_tui.match.background import BackgroundRun
    from durak_tui.match.snapshot import MatchSnapshot


class WatchScreen(DurakScreen):
    """Games of a match, both hands open, while it goes on."""

    TITLE = N_("Watching a match")
    HELP = N_(
        "One game of the match as it is played, with both hands open. The match continues at"
        " its own speed: after each game you see another one that is being played, not the one"
        " with the next number. The score of the match so far is at the top right.\n\nAn engine"
        " may say how it rates its chances. A line below the title then shows, for each engine,"
        " its chance to win by its own estimate, and its comment."
    )
    CSS_PATH = "watch_screen.tcss"
    FOLLOWS = "match_feed"
    ACTIONS: ClassVar = (
        KeyAction("watch.pause", "p,space", N_("Pause"), N_("Pause the view; the match continues"),
                  does="hold", arguments=(1,)),
        KeyAction("watch.unpause", "p,space", N_("Continue"), N_("Resume the view"),
                  does="hold", arguments=(0,)),
        KeyAction("watch.next", "n,right", N_("Next game"), N_("Go to the next game now")),
        KeyAction("watch.bouts", "b,g", N_("Bouts"), SHOW_BOUTS),
        KeyAction("watch.faster", "plus,equals_sign", N_("Faster"), N_("Less time per card"),
                  does="speed", arguments=(-1,)),
        KeyAction("watch.slower", "minus", N_("Slower"), N_("More time per card"),
                  does="speed", arguments=(1,)),
    )  # fmt: skip

    def __init__(self, match: "BackgroundRun") -> None:
        super().__init__()
        self._match = match
        self._speed = Speed(self, "watch_ms", self._not_saved)
        self._games = LiveGames(
            self, match, lambda: self.durak.glyphs, lambda: self._speed.ms, self.fill
        )
        self._match_state = ""  # The state of the match as it is shown.
        self._goes_on = True  # As the line of keys has it.

    def content(self) -> ComposeResult:
        yield Chances()
        with Horizontal():
            yield CardTable()
            yield GameLog()

    def on_mount(self) -> None:
        self._speed.read()
        self.fill()

    def on_screen_resume(self) -> None:
        self._games.wait()

    def on_screen_suspend(self) -> None:
        self._games.rest()

    def run_changed(self, now: "MatchSnapshot") -> bool:
        if not now.is_on or now.state != self._match_state:
            self.fill()
        return True

    # The show

    def fill(self) -> None:
        live, now = self._games.shown, self._match.snapshot()
        dot = f" {self.durak.glyphs.dot} "
        title = self.title_text()
        state = [_("{seconds} s per card").format(seconds=decimal(self._speed.ms / 1000))]
        self._games.show_on(self.query_one(CardTable))
        if live:
            title = live.title
            self.query_one(Chances).show(*live.chances)
            self.query_one(GameLog).show_bouts(live.bouts, live.names, live.position.trump)
        if self._games.held:
            state.insert(0, _("paused"))
        elif live is None and now.state in MAY_BEGIN:
            state.insert(0, _("waiting for a game"))
        self._match_state = now.state
        goes_on = self._games.goes_on
        if goes_on != self._goes_on:
            self._goes_on = goes_on
            self.keys_changed()
        if not now.is_on:
            state.insert(0, _("the match is over"))
        elif now.state in ("pausing", "paused"):
            state.insert(0, _("match: {state}").format(state=state_word(now)))
        # Where there is no room for the names, the score goes without them.
        room = self.size.width - cell_len(title) - 4
        said = (dot.join([*scores, *state]) for scores in self._scores(live))
        best = next((text for text in said if cell_len(text) <= room), dot.join(state))
        self.head(best, title=title)

    def _scores(self, live: ShownGame | None) -> Sequence[Sequence[str]]:
        """The score of the match, the longest way to say it first."""
        match = live.game.match if live else 0
        scores = self._match.scores(match, match) if live else []
        if live is None or not scores or not scores[0].played:
            return [()]
        first, second = live.brief_names
        wins, losses = scores[0].wins
        n = scores[0].draws
        drawn = ", " + ngettext("{n} draw", "{n} draws", n).format(n=n) if n else ""
        plain = f"{wins} : {losses}"
        return [(f"{first}  {plain}  {second}{drawn}",), (plain + drawn,), (plain,)]

    # What can be done

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "hold":
            return self._goes_on and parameters == (int(not self._games.held),)
        if action in ("next", "speed"):
            return self._goes_on
        return True

    def action_hold(self, held: int) -> None:
        self._games.held = bool(held)
        self._games.wait()
        self.fill()
        self.keys_changed()

    def action_next(self) -> None:
        self._games.next()
        self.action_hold(False)

    def action_bouts(self) -> None:
        self.toggle_class("-turned")

    def action_speed(self, by: int) -> None:
        self._speed.change(by)
        self._games.wait_for_card()
        self.fill()

    def _not_saved(self, text: str) -> None:
        self.app.notify(text, severity="warning", markup=False)
