"""Watching a running match: one game after the other, card by card."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Horizontal

from durak_tui.common.i18n import N_, _, ngettext
from durak_tui.common.short_names import short_names
from durak_tui.game.position import DEAL
from durak_tui.match.watch import WatchedGame
from durak_tui.records.record import Thought
from durak_tui.records.walk import Bout, Event, Walk, walk
from durak_tui.tui.play.game_log import GameLog
from durak_tui.tui.runs.run_words import state_word
from durak_tui.tui.terminal.timer import Timer
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.card_table import CardTable
from durak_tui.tui.toolkit.chances import Chance, Chances
from durak_tui.tui.toolkit.glyphs import Glyphs
from durak_tui.tui.toolkit.playback_speed import Speed
from durak_tui.tui.toolkit.screen import DurakScreen
from durak_tui.tui.toolkit.table_view import SeatView, TableView, part_of
from durak_tui.words.match import thinking_words
from durak_tui.words.narrator import Narrator, shown_names

if TYPE_CHECKING:
    from durak_tui.match.background import BackgroundRun
    from durak_tui.match.snapshot import MatchSnapshot

RESULT_SECONDS: Final = 2.0  # How long a result is shown before the next game.
_LOOK: Final = 0.25  # Seconds between two looks at an engine that thinks.
_AT_ONCE: Final = 0.01
_NAME: Final = 20  # Columns of a name in a sentence, so that the rest of it has room.
_MAY_BEGIN: Final = ("starting", "running")  # States in which another game will begin.


class ShownGame:
    """A game shown card by card, as far as it goes."""

    def __init__(self, game: WatchedGame, glyphs: Glyphs) -> None:
        self.game = game
        self._walk: Final = Walk(game.deal.position())
        self.position: Final = self._walk.position
        self.names = shown_names(game.names)
        first, second = short_names(self.names, _NAME, glyphs.ellipsis)
        self._short_names: Final = first, second
        self._narrator = Narrator(self._short_names, glyphs.cards)
        self._shown = 0
        self._news = self._narrator.first_attack(self.position.attacker, by_trump=False)
        while self._shown < game.joined:
            self.step()

    @property
    def over(self) -> bool:
        """True once all of it has been shown."""
        return self.game.over and self._shown == len(self.game.actions) and not self._is_settled

    @property
    def _is_settled(self) -> bool:
        return self.position.phase == DEAL

    def step(self) -> bool:
        """Show the next card, or clear the table, if there is anything."""
        events: tuple[Event, ...]
        if self._is_settled:
            events = self._walk.settle()[:1]
        elif self._shown < len(self.game.actions):
            events = self._walk.play(self.game.actions[self._shown])
            self._shown += 1
        else:
            return False
        self._news = " ".join(chain.from_iterable(map(self._narrator.tell, events)))
        return True

    @property
    def chances(self) -> tuple[Chance, Chance]:
        """The last thoughts of both engines, up to the next decision."""
        last: list[Thought | None] = [None, None]
        for said in tuple(self.game.thoughts):
            if said.played > self._shown:
                break
            last[said.seat] = said.thought
        first, second = (Chance(name, one) for name, one in zip(self.names, last, strict=True))
        return first, second

    @property
    def bouts(self) -> Sequence[Bout]:
        """The bouts as far as they have been shown."""
        shown = walk(self.game.deal, tuple(self.game.actions[: self._shown])).bouts()
        return [bout for bout in shown if bout.cards]

    @property
    def thinking(self) -> str:
        """The engine that thinks, and its time, from a second on."""
        if self.game.over or self._is_settled or self._shown < len(self.game.actions):
            return ""
        seconds = int(monotonic() - self.game.acted_at)
        name = self._short_names[self.position.to_act]
        return thinking_words(name, seconds) if seconds > 0 else ""

    def view(self) -> TableView:
        cards = TableView.of(self.position, self._seat(1), self._seat(0))
        return replace(cards, news=self._news, task=self._result() if self.over else "")

    def _seat(self, seat: int) -> SeatView:
        position = self.position
        hand = position.hands[seat]
        ending = self.game.ending if self.over else None
        plays = not self.over and position.phase < DEAL
        return SeatView(
            self.names[seat],
            hand.bit_count(),
            hand,
            part=part_of(seat, position.attacker, taking=position.taking, ending=ending),
            to_act=plays and position.to_act == seat,
        )

    def _result(self) -> str:
        ending = self.game.ending
        if ending is None:
            return _("This game was aborted.")
        first, second = self.position.hands
        return self._narrator.end(ending, (first.bit_count(), second.bit_count()))


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
    FIXED = ("app.help", "app.back", "app.quit")
    ACTIONS: ClassVar = (
        KeyAction("watch.pause", "space,p", N_("Pause"), N_("Pause the view; the match continues"),
                  does="hold", arguments=(1,)),
        KeyAction("watch.unpause", "space,p", N_("Resume"), N_("Resume the view"),
                  does="hold", arguments=(0,)),
        KeyAction("watch.next", "n,right", N_("Next game"), N_("Go to the next game now")),
        KeyAction("watch.bouts", "b,g", N_("Bouts"), N_("Show or hide the bouts")),
        KeyAction("watch.faster", "plus,equals_sign", N_("Faster"), N_("Less time per card"),
                  does="speed", arguments=(-1,)),
        KeyAction("watch.slower", "minus", N_("Slower"), N_("More time per card"),
                  does="speed", arguments=(1,)),
    )  # fmt: skip

    def __init__(self, match: "BackgroundRun") -> None:
        super().__init__()
        self._match = match
        self._watch = match.watch()
        self._past: WatchedGame | None = self._watch.game
        """The last game that was shown, or is not wanted any more."""
        self._live: ShownGame | None = None
        self._timer: Timer | None = None
        self._held = False
        self._speed = Speed(self, "watch_ms", self._not_saved)
        self._match_state = ""  # The state of the match as it is shown.
        self._goes_on = True  # Whether there is, or may come, a card that has not been shown.

    def content(self) -> ComposeResult:
        yield Chances()
        with Horizontal():
            yield CardTable()
            yield GameLog()

    def on_mount(self) -> None:
        self._speed.read()
        self._watch.next()
        self.fill()

    def on_screen_resume(self) -> None:
        self._wait()

    def on_screen_suspend(self) -> None:
        self._rest()

    def run_changed(self, now: "MatchSnapshot") -> bool:
        if not now.is_on or now.state != self._match_state:
            self.fill()
        return True

    # The show

    def _wait(self, seconds: float = _AT_ONCE) -> None:
        self._rest()
        if not self._held:
            self._timer = Timer(self, seconds, self._step)

    def _rest(self) -> None:
        if self._timer:
            self._timer.stop()
            self._timer = None

    def _step(self) -> None:
        """Show what comes next, and set the time for what follows."""
        self._timer = None
        live, game = self._live, self._watch.game
        if live is None or live.game is self._past:
            if game is not None and game is not self._past:
                self._live = ShownGame(game, self.durak.glyphs)
                self.fill()
                self._wait(self._speed.ms / 1000)
            elif self._match.snapshot().state in _MAY_BEGIN:
                self._wait(_LOOK)
            else:
                self.fill()
        elif live.step() or live.over:
            if live.over:
                self._ask_for_next()
            self.fill()
            self._wait(RESULT_SECONDS if live.over else self._speed.ms / 1000)
        else:
            self.query_one(Chances).show(*live.chances)
            self._show_table(live)
            self._wait(min(_LOOK, self._speed.ms / 1000))

    def _ask_for_next(self) -> None:
        self._past = self._live.game if self._live else None
        self._watch.next()

    def fill(self) -> None:
        live, now = self._live, self._match.snapshot()
        dot = f" {self.durak.glyphs.dot} "
        title = self.title_text()
        state = [_("{n} ms per card").format(n=self._speed.ms)]
        if live:
            text = _("Match {match}, game {game}")
            title = text.format(match=live.game.match, game=live.game.game_id)
            self._show_table(live)
            self.query_one(Chances).show(*live.chances)
            self.query_one(GameLog).show_bouts(live.bouts, live.names)
        if self._held:
            state.insert(0, _("paused"))
        elif live is None and now.state in _MAY_BEGIN:
            state.insert(0, _("waiting for a game"))
        self._match_state = now.state
        goes_on = now.state in _MAY_BEGIN or self._has_more()
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

    def _show_table(self, live: ShownGame) -> None:
        by_suit = self.durak.settings.value.hand_order == "suit"
        view, table = replace(live.view(), by_suit=by_suit), self.query_one(CardTable)
        if not (self._held or live.over):  # A held clock would be wrong.
            view = replace(view, task=live.thinking)
        if view != table.view:
            table.show(view)

    def _has_more(self) -> bool:
        """True if a game has not been shown to its end."""
        if self._live and self._live.game is not self._past:
            return True
        return self._watch.game is not None and self._watch.game is not self._past

    def _scores(self, live: ShownGame | None) -> Sequence[Sequence[str]]:
        """The score of the match, the longest way to say it first."""
        match = live.game.match if live else 0
        scores = self._match.scores(match, match) if live else []
        if live is None or not scores or not scores[0].played:
            return [()]
        first, second = short_names(live.names, _NAME, self.durak.glyphs.ellipsis)
        wins, losses = scores[0].wins
        n = scores[0].draws
        drawn = ", " + ngettext("{n} draw", "{n} draws", n).format(n=n) if n else ""
        plain = f"{wins} : {losses}"
        return [(f"{first} {plain} {second}{drawn}",), (plain + drawn,), (plain,)]

    # What can be done

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "hold":
            return self._goes_on and parameters == (int(not self._held),)
        if action in ("next", "speed"):
            return self._goes_on
        return True

    def action_hold(self, held: int) -> None:
        self._held = bool(held)
        self._wait()
        self.fill()
        self.keys_changed()

    def action_next(self) -> None:
        if self._live and self._live.game is not self._past:
            self._ask_for_next()
        self.action_hold(False)

    def action_bouts(self) -> None:
        self.toggle_class("-turned")

    def action_speed(self, by: int) -> None:
        self._speed.change(by)
        if self._live and self._live.game is not self._past:
            self._wait(self._speed.ms / 1000)
        self.fill()

    def _not_saved(self, text: str) -> None:
        self.app.notify(text, severity="warning", markup=False)
