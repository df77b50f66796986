"""The voice of the line mode: full words for a screen reader."""

from collections.abc import Mapping, Sequence
from typing import Final

from durak_tui.common.i18n import N_, _, ngettext
from durak_tui.game.cards import RANKS, in_hand_order, rank_of, suit_of
from durak_tui.game.position import GIVE_MORE, RESPOND
from durak_tui.game.violation import Rule
from durak_tui.records.walk import Beaten, Drawn
from durak_tui.table.adviser import Advice
from durak_tui.table.game import LiveGame, Pass
from durak_tui.words.narrator import limit_of_attacks
from durak_tui.words.play import PlayWords
from durak_tui.words.refusals import IN_LINES
from durak_tui.words.worth import worth_words

_RANKS: Final = (
    *RANKS[:8], "10", N_("jack"), N_("queen"), N_("king"), N_("ace"),
)  # fmt: skip
_CARDS: Final = (
    N_("{rank} of clubs"),
    N_("{rank} of diamonds"),
    N_("{rank} of hearts"),
    N_("{rank} of spades"),
)
_TRUMPS: Final = (
    N_("Trumps are clubs."),
    N_("Trumps are diamonds."),
    N_("Trumps are hearts."),
    N_("Trumps are spades."),
)
_PASSES: Final[Mapping[Pass, str]] = {
    Pass.TAKE: N_("t: take."),
    Pass.BEATEN: N_("d: done, the bout is beaten."),
    Pass.ENOUGH: N_("d: done, add no more."),
}


def card_words(card: int, trump: int) -> str:
    """A card in words."""
    words = _name(card)
    return _("trump {card}").format(card=words) if suit_of(card) == suit_of(trump) else words


def _name(card: int) -> str:
    return _(_CARDS[suit_of(card)]).format(rank=_(_RANKS[rank_of(card)]))


class PlainWords(PlayWords):
    """All that a screen would show, in full words."""

    LEADS = N_("You attack: {card}."), N_("{name} attacks: {card}.")
    THROWS_IN = N_("You throw in: {card}."), N_("{name} throws in: {card}.")
    ENDS_BOUT = N_("You end the bout."), N_("{name} ends the bout.")
    BEATS = N_("You beat it: {by}."), N_("{name} beats it: {by}.")
    GIVES = N_("You add: {card}."), N_("{name} adds: {card}.")
    GIVES_NO_MORE = N_("You add no more."), N_("{name} adds no more.")
    IS_DRAW = N_("The game is a draw.")
    YOU_RESIGNED = N_("You resigned. {name} wins.")
    YOU_LOST = N_("You lost. {name} wins.")
    REFUSALS = IN_LINES
    PASSING = N_("taking"), N_("playing no card")

    def __init__(self, game: LiveGame, seat: int, *, by_suit: bool = False) -> None:
        """``by_suit``: how hands are sorted."""
        trump = game.position.trump
        self._by_suit = by_suit
        super().__init__(
            game, seat, lambda cards: ", ".join(card_words(card, trump) for card in cards)
        )

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
        if cards := event.by(self._seat):
            text = ngettext(
                "You draw {n} card: {cards}.", "You draw {n} cards: {cards}.", len(cards)
            )
            sentences.append(text.format(n=len(cards), cards=self.cards(cards)))
        if count := len(event.by(1 - self._seat)):
            text = ngettext("{name} draws {n} card.", "{name} draws {n} cards.", count)
            sentences.append(text.format(name=self.name, n=count))
        return [*sentences, self.talon(event.talon_count)] if sentences else []

    def won(self, other: str, count: int) -> str:
        return _("You have won.")

    def opening(self) -> list[str]:
        """The beginning of a game, or the place where it is resumed."""
        position, size = self._game.position, self._game.size
        lines = [_("You play against {name} with {n} cards.").format(name=self.name, n=size)]
        if limit := limit_of_attacks(self._game.caps):
            lines.append(limit)
        if self._game.actions:
            return [*lines, *self.table()]
        attack = self.first_attack(position.attacker, by_trump=False)
        return [*lines, self.trumps(), self.talon(position.talon_count), attack]

    def talon(self, count: int) -> str:
        """The number of cards left, and the open trump."""
        if not count:
            return _("The talon is empty.")
        text = ngettext(
            "{n} card is left in the talon: the trump, the {card}.",
            "{n} cards are left in the talon, and the last is the trump, the {card}.",
            count,
        )
        return text.format(n=count, card=_name(self._game.position.trump))

    def trumps(self) -> str:
        return _(_TRUMPS[suit_of(self._game.position.trump)])

    def table(self) -> list[str]:
        position = self._game.position
        lines = []
        for i in range(0, len(position.table), 2):
            attack, *answer = position.table[i : i + 2]
            text = (
                _("On the table: {card}, beaten by {other}.")
                if answer
                else _("On the table: {card}, not beaten.")
            )
            lines.append(text.format(card=self.cards([attack]), other=self.cards(answer)))
        if not lines:
            lines.append(_("The table is empty."))
        if position.given:
            lines.append(_("Also added: {cards}.").format(cards=self.cards(position.given)))
        count = position.hands[1 - self._seat].bit_count()
        held = ngettext("{name} holds {n} card.", "{name} holds {n} cards.", count)
        gone = len(position.discarded)
        discarded = ngettext(
            "{n} card has left the game.", "{n} cards have left the game.", gone
        ).format(n=gone)
        lines += [self.trumps(), self.talon(position.talon_count), discarded]
        return [*lines, held.format(name=self.name, n=count)]

    def hand(self) -> str:
        mask = self._game.position.hands[self._seat]
        count = mask.bit_count()
        if not count:
            return _("You hold no cards.")
        text = ngettext("You hold {n} card: {cards}.", "You hold {n} cards: {cards}.", count)
        return text.format(n=count, cards=self.cards(self.in_order(mask)))

    def known(self) -> str:
        """The cards that the other must hold."""
        known = self._game.known(self._seat)
        if not known:
            return _("You cannot know any of {name}'s cards at this point.").format(name=self.name)
        text = _("{name} must hold: {card}.")
        return text.format(name=self.name, card=self.cards(self.in_order(known)))

    def in_order(self, mask: int) -> list[int]:
        trump = suit_of(self._game.position.trump)
        return in_hand_order(mask, trump, by_suit=self._by_suit)

    def turn(self) -> str:
        """The player's task now."""
        position = self._game.position
        if position.phase == RESPOND:
            last = self.cards(position.table[-1:])
            return _("Your turn: beat {card}, or take.").format(card=last)
        if position.phase == GIVE_MORE:
            limit = self._game.choices(self._seat).limit
            text = ngettext(
                "Your turn: {name} takes, you may add {n} more card.",
                "Your turn: {name} takes, you may add up to {n} more cards, such as: 1 2.",
                limit,
            )
            return text.format(name=self.name, n=limit)
        if position.table:
            return _("Your turn: throw in a card, or end the bout.")
        return _("Your turn: attack.")

    def cannot_pass(self, wanted: Pass) -> str:
        """The reason why the player cannot take, or be done, now."""
        if self._game.choices(self._seat).passing is None:
            return self.REFUSALS.text(Rule.MUST_LEAD)
        if wanted is Pass.TAKE:
            return _("There is nothing to take.")
        return _("You must beat the card or take.")

    def choices(self, cards: Sequence[int], passing: Pass | None) -> list[str]:
        """The choices of a turn, numbered from 1."""
        lines = [f"{number}: {self.cards([card])}." for number, card in enumerate(cards, 1)]
        return lines if passing is None else [*lines, _(_PASSES[passing])]

    def hint(self, advice: Advice) -> list[str]:
        """An engine's scores of the choices, the best first."""
        lines = [_("It would choose: {what}.").format(what=self.choice(advice.best))]
        exact = not self._game.position.talon_count
        for action, worth in sorted(advice.scores.items(), key=lambda item: -item[1]):
            lines.append(f"{self.choice(action)}: {worth_words(worth, exact=exact)}.")
        return lines
