"""A game of a running match, shown card by card."""

from itertools import chain
from typing import Final

from durak_tui.common.i18n import _
from durak_tui.game.position import DEAL
from durak_tui.match.watch import WatchedGame
from durak_tui.records.walk import Walk
from durak_tui.tui.toolkit.canvas import fit
from durak_tui.tui.toolkit.card_table import SeatView, TableView, part_of
from durak_tui.tui.toolkit.glyphs import Glyphs
from durak_tui.words.narrator import Narrator, distinct_names

_NAME: Final = 20  # Columns of a name in a sentence, so that the rest of it has room.


class LiveGame:
    """A game shown card by card, as far as it goes."""

    def __init__(self, game: WatchedGame, glyphs: Glyphs) -> None:
        self.game = game
        self._walk: Final = Walk(game.deal.position())
        self.position: Final = self._walk.position
        self.names = distinct_names(game.names)
        first, second = (fit(name, _NAME, glyphs) for name in self.names)
        self._narrator = Narrator((first, second), glyphs.cards)
        self._shown = 0
        self._news = self._narrator.first_attack(self.position.attacker, by_trump=False)

    @property
    def over(self) -> bool:
        """Whether all of it has been shown."""
        return self.game.over and self._shown == len(self.game.actions) and not self._is_settled

    @property
    def _is_settled(self) -> bool:
        return self.position.phase == DEAL

    def step(self) -> bool:
        """Show the next card, or clear the table, if there is anything."""
        if self._is_settled:
            events = self._walk.settle()[:1]
        elif self._shown < len(self.game.actions):
            events = self._walk.play(self.game.actions[self._shown])
            self._shown += 1
        else:
            return False
        self._news = " ".join(chain.from_iterable(map(self._narrator.tell, events)))
        return True

    def view(self) -> TableView:
        position, over = self.position, self.over
        return TableView(
            top=self._seat(1),
            bottom=self._seat(0),
            trump=position.trump,
            talon_count=position.talon_count,
            discard_count=len(position.discarded),
            table=tuple(position.table),
            given=tuple(position.given),
            news=self._news,
            task=self._result() if over else "",
        )

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
            return _("This game was broken off.")
        first, second = self.position.hands
        return self._narrator.end(ending, (first.bit_count(), second.bit_count()))
