"""A game of a running match as it is shown, card by card, at the pace of who looks at it."""

from typing import Final

from durak_tui.arena.watching import WatchedGame
from durak_tui.game.position import DEAL, DRAW, GIVE_MORE, RESPOND
from durak_tui.i18n import _, ngettext
from durak_tui.records.record import NORMAL, VOID, Action
from durak_tui.text import one_line
from durak_tui.tui.glyphs import Glyphs
from durak_tui.tui.widgets.cardtable import Part, SeatView, TableView, fit

_NAME: Final = 20
"""Columns of a name in a sentence, so that the rest of it has room."""


class LiveGame:
    """Shows a game one step at a time, as far as it has been played."""

    def __init__(self, game: WatchedGame, glyphs: Glyphs) -> None:
        self.game = game
        self.position = game.deal.position()
        self.names = _names(game.names)
        first, second = (fit(name, _NAME, glyphs) for name in self.names)
        self._called = first, second
        self._glyphs = glyphs
        self._shown = 0
        self._news = _("{name} attacks first.").format(name=self._called[self.position.attacker])

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
            talon = self.position.talon_count
            self.position.deal()
            is_gone = talon and not self.position.talon_count
            self._news = _("The talon is empty.") if is_gone else ""
        elif self._shown < len(self.game.actions):
            cards = self.game.actions[self._shown]
            self._news = self._played(cards)
            self.position.play(cards)
            self._shown += 1
            if self._is_settled:
                self._news = f"{self._news} {self._bout_over()}".strip()
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
        if self.over and ending and ending.winner is not VOID:
            if ending.winner == DRAW:
                return "drew"
            return "won" if ending.winner == seat else "lost"
        if seat == self.position.attacker:
            return "attacks"
        return "takes" if self.position.taking else "defends"

    # Words

    def _played(self, cards: Action) -> str:
        """What is about to be played."""
        position = self.position
        name = self._called[position.to_act]
        shown = " ".join(map(self._glyphs.card, cards))
        if position.phase == GIVE_MORE:
            return _("{name} adds {cards}.").format(name=name, cards=shown) if cards else ""
        if position.phase == RESPOND:
            if not cards:
                return _("{name} takes.").format(name=name)
            text = _("{name} beats {card} with {by}.")
            return text.format(name=name, card=self._glyphs.card(position.table[-1]), by=shown)
        if not cards:
            return ""
        if position.table:
            return _("{name} throws in {card}.").format(name=name, card=shown)
        return _("{name} attacks with {card}.").format(name=name, card=shown)

    def _bout_over(self) -> str:
        position = self.position
        if not position.taking:
            return _("Beaten.")
        count = len(position.table) + len(position.given)
        text = ngettext("{name} takes {n} card.", "{name} takes {n} cards.", count)
        return text.format(name=self._called[position.defender], n=count)

    def _result(self) -> str:
        ending = self.game.ending
        if ending is None:
            return _("This game was broken off.")
        if ending.winner is VOID:
            return _("Both engines have failed: the game counts for nobody.")
        if ending.winner == DRAW:
            return _("A draw: both hands are empty.")
        winner, loser = self._called[ending.winner], self._called[1 - ending.winner]
        if ending.reason != NORMAL:
            text = _("{winner} has won: {loser} has failed ({reason}).")
            return text.format(winner=winner, loser=loser, reason=_(ending.reason))
        count = self.position.hands[1 - ending.winner].bit_count()
        text = ngettext(
            "{winner} has won: {loser} is the fool with {n} card.",
            "{winner} has won: {loser} is the fool with {n} cards.",
            count,
        )
        return text.format(winner=winner, loser=loser, n=count)


def _names(names: tuple[str, str]) -> tuple[str, str]:
    """Both names, fit to be shown, and to be told from each other."""
    first, second = map(one_line, names)
    return (f"1 {first}", f"2 {second}") if first == second else (first, second)
