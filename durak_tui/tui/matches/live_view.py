"""A game of a running match as it is shown, card by card, at the pace of who looks at it."""

from typing import Final

from durak_tui.common.i18n import _
from durak_tui.game.position import DEAL, GIVE_MORE, RESPOND
from durak_tui.match.watch import WatchedGame
from durak_tui.records.walk import Beaten, Drawn, Event, Played, Taken, Walk
from durak_tui.tui.toolkit.canvas import fit
from durak_tui.tui.toolkit.card_table import Part, SeatView, TableView
from durak_tui.tui.toolkit.game_words import GameWords, part_at_end, told_apart
from durak_tui.tui.toolkit.glyphs import Glyphs

_NAME: Final = 20
"""Columns of a name in a sentence, so that the rest of it has room."""


class LiveGame:
    """Shows a game one step at a time, as far as it has been played."""

    def __init__(self, game: WatchedGame, glyphs: Glyphs) -> None:
        self.game = game
        self._walk: Final = Walk(game.deal.position())
        self.position: Final = self._walk.position
        self.names = told_apart(game.names)
        first, second = (fit(name, _NAME, glyphs) for name in self.names)
        self._say = GameWords((first, second), glyphs)
        self._shown = 0
        self._news = self._say.attacks_first(self.position.attacker)

    @property
    def over(self) -> bool:
        """Whether all of it has been shown."""
        return self.game.over and self._shown == len(self.game.actions) and not self._is_settled

    @property
    def _is_settled(self) -> bool:
        return self.position.phase == DEAL

    def step(self) -> bool:
        """Show the next card, or clear the table; whether there was anything to be shown."""
        if self._is_settled:
            drawn, *_end = self._walk.settle()
            self._news = self._told(drawn)
        elif self._shown < len(self.game.actions):
            events = self._walk.play(self.game.actions[self._shown])
            self._news = " ".join(filter(None, map(self._told, events)))
            self._shown += 1
        else:
            return False
        return True

    def view(self) -> TableView:
        """The table as it is now."""
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
        plays = not self.over and position.phase < DEAL
        return SeatView(
            self.names[seat],
            hand.bit_count(),
            hand,
            part=self._part(seat),
            to_act=plays and position.to_act == seat,
        )

    def _part(self, seat: int) -> Part:
        ending = self.game.ending
        if self.over and ending:
            return part_at_end(ending, seat)
        if seat == self.position.attacker:
            return "attacks"
        return "takes" if self.position.taking else "defends"

    # Words

    def _told(self, event: Event) -> str:
        say = self._say
        match event:
            case Played(seat=seat, cards=cards, phase=phase, last=last):
                if phase == GIVE_MORE:
                    return say.adds(seat, cards) if cards else ""
                if last is not None and phase == RESPOND:
                    return say.beats(seat, last, cards[0]) if cards else say.takes(seat)
                return say.attacks(seat, cards[0], first=last is None) if cards else ""
            case Taken(seat=seat, table=table, given=given):
                return say.taken(seat, len(table) + len(given))
            case Beaten():
                return say.beaten()
            case Drawn(talon_count=0) if event.by(0) or event.by(1):
                return _("The talon is empty.")
        return ""

    def _result(self) -> str:
        ending = self.game.ending
        if ending is None:
            return _("This game was broken off.")
        first, second = self.position.hands
        return self._say.result(ending, (first.bit_count(), second.bit_count()))
