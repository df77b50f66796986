"""Games of a running match, one after the other, card by card."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain
from time import monotonic
from typing import TYPE_CHECKING, Final

from durak_tui.common.i18n import _
from durak_tui.common.short_names import short_names
from durak_tui.game.position import DEAL
from durak_tui.match.watch import WatchedGame
from durak_tui.records.record import Thought
from durak_tui.records.walk import Bout, Event, Walk, walk
from durak_tui.tui.terminal.timer import Timer
from durak_tui.tui.toolkit.card_table import CardTable
from durak_tui.tui.toolkit.chances import Chance
from durak_tui.tui.toolkit.glyphs import Glyphs
from durak_tui.tui.toolkit.table_view import SeatView, TableView, part_of
from durak_tui.words.match import thinking_words
from durak_tui.words.narrator import Narrator, shown_names

if TYPE_CHECKING:
    from textual.message_pump import MessagePump

    from durak_tui.match.background import BackgroundRun

RESULT_SECONDS: Final = 2.0  # How long a result is shown before the next game.
_SENTENCE_NAME: Final = 20  # Columns of a name in a sentence, so that the rest of it has room.
MAY_BEGIN: Final = ("starting", "running")
"""States of a match in which another game will begin."""
_LOOK: Final = 0.25  # Seconds between two looks at an engine that thinks.
_AT_ONCE: Final = 0.01


class ShownGame:
    """A game shown card by card, as far as it goes."""

    def __init__(self, game: WatchedGame, glyphs: Glyphs) -> None:
        self.game = game
        self._walk: Final = Walk(game.deal.position())
        self.position: Final = self._walk.position
        self.names = shown_names(game.names)
        first, second = short_names(self.names, _SENTENCE_NAME, glyphs.ellipsis)
        self.brief_names: Final = first, second  # For sentences.
        self._narrator = Narrator(self.brief_names, glyphs.cards)
        self._shown = 0
        self._news = self._narrator.first_attack(self.position.attacker, by_trump=False)
        self._show_first(game.joined)

    @property
    def title(self) -> str:
        text = _("Match {match}, game {game}")
        return text.format(match=self.game.match, game=self.game.game_id)

    @property
    def over(self) -> bool:
        """True once all of it has been shown."""
        return self.game.over and self._shown == len(self.game.actions) and not self._is_settled

    @property
    def is_behind(self) -> bool:
        """True while cards of a finished game are still to be shown."""
        return self.game.over and not self.over

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

    def catch_up(self) -> None:
        """Leave out the cards that have been played up to now."""
        self._show_first(len(self.game.actions))

    def _show_first(self, actions: int) -> None:
        while self._shown < actions:
            self.step()

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
        name = self.brief_names[self.position.to_act]
        return thinking_words(name, seconds) if seconds > 0 else ""

    def view(self, *, by_suit: bool, is_held: bool) -> TableView:
        """The table, without the clock of an engine while held."""
        cards = TableView.of(self.position, self._seat(1), self._seat(0))
        # A held clock would be wrong.
        task = self._result() if self.over else "" if is_held else self.thinking
        return replace(cards, news=self._news, task=task, by_suit=by_suit)

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
            return _("This game was stopped.")
        first, second = self.position.hands
        return self._narrator.end(ending, (first.bit_count(), second.bit_count()))


class LiveGames:
    """A show of the games of a match, one after the other."""

    def __init__(
        self,
        owner: "MessagePump",
        match: "BackgroundRun",
        glyphs: Callable[[], Glyphs],
        card_ms: Callable[[], int],
        changed: Callable[[], None],
    ) -> None:
        """``card_ms`` is the time for a card; ``changed`` is called for news."""
        self.shown: ShownGame | None = None
        self.held = False
        self._owner = owner
        self._match = match
        self._watch = match.watch()
        self._glyphs = glyphs
        self._card_ms = card_ms
        self._changed = changed
        self._timer: Timer | None = None
        self._past: WatchedGame | None = None
        """The last game that was shown, or is not wanted any more."""
        self._begin()

    def _begin(self) -> None:
        """Show the game that others watch, or ask for one."""
        game = self._watch.game
        if game is not None and not game.over:
            self.shown, self._past = ShownGame(game, self._glyphs()), None
            self.shown.catch_up()
        else:
            self.shown, self._past = None, game
            self._watch.next()

    def come_back(self) -> None:
        """After a rest show the same game as it stands, or another."""
        if self.shown is None or self.shown.game.over:
            self._begin()
        else:
            # It is not reported once more, and another one may not begin for long.
            self.shown.catch_up()
        self._changed()

    def stand(self) -> bool:
        """Stop at the last card shown; False if there is none."""
        self.rest()
        if self.shown is None:
            return False
        self.held = True  # Nobody thinks any more.
        self.shown.catch_up()
        self._changed()
        return True

    def show_on(self, table: CardTable) -> None:
        """Show the game on a table, or that one is waited for."""
        if self.shown is None:
            waiting = _("Waiting for the next card of the match...")
            table.waits_for = waiting if self._match.state in MAY_BEGIN else ""
            table.clear()
            return
        by_suit = table.durak.settings.value.by_suit
        view = self.shown.view(by_suit=by_suit, is_held=self.held)
        if view != table.view:
            table.show(view)

    @property
    def is_at_past(self) -> bool:
        """True if the shown game is over, or not wanted any more."""
        return self.shown is None or self.shown.game is self._past

    @property
    def goes_on(self) -> bool:
        """True if a card has not been shown, or may still come."""
        if self._match.state in MAY_BEGIN or not self.is_at_past:
            return True
        return self._watch.game is not None and self._watch.game is not self._past

    @property
    def beats(self) -> bool:
        """True while it looks for news."""
        return self._timer is not None

    def wait(self, seconds: float = _AT_ONCE) -> None:
        """Go on in so many seconds, unless it is held."""
        self.rest()
        if not self.held:
            self._timer = Timer(self._owner, seconds, self._step)

    def wait_for_card(self) -> None:
        """Go on after the time of a card, in a game."""
        if not self.is_at_past:
            self.wait(self._card_ms() / 1000)

    def rest(self) -> None:
        """Show nothing more for now."""
        if self._timer:
            self._timer.stop()
            self._timer = None

    def next(self) -> None:
        """Give up the game that is shown."""
        if not self.is_at_past:
            self._ask_for_next()

    def _ask_for_next(self) -> None:
        self._past = self.shown.game if self.shown else None
        self._watch.next()

    def _step(self) -> None:
        """Show what comes next, and set the time for what follows."""
        self._timer = None
        shown, game, card = self.shown, self._watch.game, self._card_ms() / 1000
        if shown is None or shown.game is self._past:
            if game is not None and game is not self._past:
                self.shown = ShownGame(game, self._glyphs())
                self._changed()
                self.wait(card)
            elif self._match.state in MAY_BEGIN:
                self.wait(_LOOK)
            else:
                self._changed()
            return
        if shown.step() or shown.over:
            if shown.over:
                self._ask_for_next()
                card = RESULT_SECONDS
            self.wait(card)
        else:
            self.wait(min(_LOOK, card))
        self._changed()
