"""A game of two others in sentences, whether it is being played or was recorded."""

from collections.abc import Iterable, Sequence
from typing import Final

from durak_tui.common.i18n import _, ngettext
from durak_tui.common.text import one_line
from durak_tui.game.position import DRAW
from durak_tui.records.record import NORMAL, RESIGNED, VOID, Ending
from durak_tui.tui.toolkit.card_table import Part
from durak_tui.tui.toolkit.glyphs import Glyphs


def told_apart(names: tuple[str, str]) -> tuple[str, str]:
    """Both names, fit to be shown, and told apart where they are the same."""
    first, second = map(one_line, names)
    if first == second:
        return f"{first} (1)", f"{second} (2)"
    return first, second


def part_at_end(ending: Ending, seat: int) -> Part:
    """What a game has made of a player."""
    if ending.winner is VOID:
        return ""
    return "drew" if ending.winner == DRAW else "won" if ending.winner == seat else "lost"


class GameWords:
    """What players do, by their seats."""

    def __init__(self, names: tuple[str, str], glyphs: Glyphs) -> None:
        """``names`` is what the players are called."""
        self.names: Final = names
        self._glyphs = glyphs

    def cards(self, cards: Iterable[int]) -> str:
        """Cards side by side."""
        return " ".join(map(self._glyphs.card, cards))

    def attacks_first(self, seat: int) -> str:
        """Before the first card."""
        return _("{name} attacks first.").format(name=self.names[seat])

    def attacks(self, seat: int, card: int, *, first: bool) -> str:
        """A card that is to be beaten: the first of the bout, or another."""
        text = _("{name} attacks with {card}.") if first else _("{name} throws in {card}.")
        return text.format(name=self.names[seat], card=self.cards([card]))

    def beats(self, seat: int, card: int, by: int) -> str:
        """A card is beaten."""
        text = _("{name} beats {card} with {by}.")
        return text.format(name=self.names[seat], card=self.cards([card]), by=self.cards([by]))

    def takes(self, seat: int) -> str:
        """A card is not beaten."""
        return _("{name} takes.").format(name=self.names[seat])

    def adds(self, seat: int, cards: Iterable[int]) -> str:
        """Cards for a player who takes."""
        return _("{name} adds {cards}.").format(name=self.names[seat], cards=self.cards(cards))

    def beaten(self) -> str:
        """A bout is over, and its cards are out of the game."""
        return _("Beaten.")

    def taken(self, seat: int, count: int) -> str:
        """A bout is over, and a player has its cards."""
        text = ngettext("{name} takes {n} card.", "{name} takes {n} cards.", count)
        return text.format(name=self.names[seat], n=count)

    def result(self, ending: Ending, left: Sequence[int]) -> str:
        """How the game ended; so many cards were ``left`` to each."""
        if ending.winner is VOID:
            return _("Void: both engines failed before the first card.")
        if ending.reason == RESIGNED and ending.winner != DRAW:
            text = _("{name} has given up: {other} has won.")
            other = self.names[ending.winner]
            return text.format(name=self.names[1 - ending.winner], other=other)
        if ending.reason != NORMAL:
            return self._forfeit(ending)
        if ending.winner == DRAW:
            return _("A draw: both hands are empty.")
        count = left[1 - ending.winner]
        text = ngettext(
            "{name} has won; {other} is the fool with {n} card.",
            "{name} has won; {other} is the fool with {n} cards.",
            count,
        )
        loser, winner = self.names[1 - ending.winner], self.names[ending.winner]
        return text.format(name=winner, other=loser, n=count)

    def _forfeit(self, ending: Ending) -> str:
        why = one_line(ending.detail or _(ending.reason))
        if ending.winner in (0, 1):
            text = _("{name} has won by forfeit. {why}")
            return text.format(name=self.names[ending.winner], why=why)
        return _("Broken off: {reason}.").format(reason=why)
