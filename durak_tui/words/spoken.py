"""A game in full words: every card and every pass is spoken."""

from typing import ClassVar, Final

from durak_tui.common.i18n import N_, _, ngettext
from durak_tui.records.walk import Beaten, Drawn
from durak_tui.words.narrator import Cards, Narrator, Said


class SpokenNarrator(Narrator):
    """Says all that a screen would show."""

    LEADS: ClassVar[Said] = N_("You attack: {card}."), N_("{name} attacks: {card}.")
    THROWS_IN: ClassVar[Said] = N_("You throw in: {card}."), N_("{name} throws in: {card}.")
    ENDS_BOUT: ClassVar[Said] = N_("You end the bout."), N_("{name} ends the bout.")
    BEATS: ClassVar[Said] = N_("You beat it: {by}."), N_("{name} beats it: {by}.")
    GIVES: ClassVar[Said] = N_("You give: {card}."), N_("{name} gives: {card}.")
    GIVES_NO_MORE: ClassVar[Said] = N_("You give no more."), N_("{name} gives no more.")
    IS_DRAW: ClassVar[str] = N_("The game is a draw.")
    YOU_RESIGNED: ClassVar[str] = N_("You have resigned, {name} has won.")
    YOU_LOST: ClassVar[str] = N_("You have lost, {name} has won.")

    def __init__(
        self, names: tuple[str, str], cards: Cards, trump: int, *, you: int | None = None
    ) -> None:
        super().__init__(names, cards, you=you)
        self._trump: Final = trump

    def taken(self, seat: int, count: int) -> str:
        if seat == self.you:
            text = ngettext("You took {n} card.", "You took {n} cards.", count)
        else:
            text = ngettext("{name} took {n} card.", "{name} took {n} cards.", count)
        return text.format(name=self.names[seat], n=count)

    def beaten(self, event: Beaten) -> str:
        n = len(event.table)
        text = ngettext("Beaten. {n} card leaves the game.", "Beaten. {n} cards leave the game.", n)
        return text.format(n=n)

    def drawn(self, event: Drawn) -> list[str]:
        sentences = []
        first = self.you or 0
        for seat in (first, 1 - first):
            cards = event.by(seat)
            if not cards:
                continue
            if seat == self.you:
                text = ngettext(
                    "You draw {n} card: {cards}.", "You draw {n} cards: {cards}.", len(cards)
                )
            else:
                text = ngettext("{name} draws {n} card.", "{name} draws {n} cards.", len(cards))
            shown = self.cards(cards)
            sentences.append(text.format(name=self.names[seat], n=len(cards), cards=shown))
        return [*sentences, self.talon(event.talon_count)] if sentences else []

    def talon(self, count: int) -> str:
        """How many cards are left, and the open trump."""
        if not count:
            return _("The talon is empty.")
        text = ngettext(
            "{n} card is left in the talon: {card}.",
            "{n} cards are left in the talon, the last is {card}.",
            count,
        )
        return text.format(n=count, card=self.cards([self._trump]))

    def won(self, count: int) -> str:
        return _("You have won.")
