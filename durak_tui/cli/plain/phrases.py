"""What the line mode says: short sentences in full words, fit for a screen reader."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from durak_tui.common.i18n import N_, _, ngettext
from durak_tui.game.cards import RANKS, in_playing_order, rank_of, suit_of
from durak_tui.game.position import GIVE_MORE, RESPOND, Action, Dealt
from durak_tui.records.walk import Drawn, about_to_play, end_of_bout
from durak_tui.table.adviser import Advice
from durak_tui.table.duel import Duel, Obstacle, Pass, WhyNot
from durak_tui.words.spoken import SpokenNarrator

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
PASSES: Final[Mapping[Pass, str]] = {
    Pass.TAKE: N_("t: take."),
    Pass.BEATEN: N_("d: done, the bout is beaten."),
    Pass.ENOUGH: N_("d: done, give no more."),
}
_OBSTACLES: Final[Mapping[Obstacle, str]] = {
    Obstacle.OVER: N_("The game is over."),
    Obstacle.TURN: N_("It is not your turn."),
    Obstacle.NOT_HELD: N_("You do not hold {card}."),
    Obstacle.LOWER: N_("You cannot play {card}: it is lower than {other}."),
    Obstacle.SUIT: N_(
        "You cannot play {card}: to beat {other} it would have to be of the same suit, or a trump."
    ),
    Obstacle.TRUMP: N_("You cannot play {card}: only a higher trump beats {other}."),
    Obstacle.RANK: N_("You cannot play {card}: no card of this rank is on the table."),
}


def card_words(card: int, trump: int) -> str:
    """A card in words."""
    words = _(_CARDS[suit_of(card)]).format(rank=_(_RANKS[rank_of(card)]))
    return _("trump {card}").format(card=words) if suit_of(card) == suit_of(trump) else words


def list_words(cards: Iterable[int], trump: int) -> str:
    """Several cards in words."""
    return ", ".join(card_words(card, trump) for card in cards)


def why_not_words(why: WhyNot, trump: int) -> str:
    """Why a card cannot be played."""
    if why.obstacle is Obstacle.LIMIT:
        limit = why.limit or 0
        return ngettext(
            "You may give {n} card at most.", "You may give {n} cards at most.", limit
        ).format(n=limit)
    card = card_words(why.card, trump)
    other = "" if why.to_beat is None else card_words(why.to_beat, trump)
    return _(_OBSTACLES[why.obstacle]).format(card=card, other=other)


def hint_lines(advice: Advice, duel: Duel) -> list[str]:
    """What an engine thinks of the choices, the best first."""
    position = duel.position
    takes = position.phase == RESPOND

    def words(action: Action) -> str:
        passing = _("taking") if takes else _("playing no card")
        return list_words(action, position.trump) or passing

    lines = [_("It would choose: {what}.").format(what=words(advice.best))]
    for action, score in sorted(advice.scores.items(), key=lambda item: -item[1]):
        text = _("{what}: expected score {n} of 100.")
        lines.append(text.format(what=words(action), n=round(100 * score)))
    return lines


class Phrases:
    """What is said of a game.  The engine is called by its name, the person "you"."""

    def __init__(self, duel: Duel, engine: str) -> None:
        self._duel = duel
        self._engine = engine
        trump = duel.position.trump
        self._narrator = SpokenNarrator((engine, engine), self._cards, trump, you=duel.seat)

    def _cards(self, cards: Iterable[int]) -> str:
        return list_words(cards, self._duel.position.trump)

    def known(self) -> str:
        """The cards that the engine must hold."""
        known = in_playing_order(self._duel.known, suit_of(self._duel.position.trump))
        if not self._duel.known:
            return _("No card of {name} can be known.").format(name=self._engine)
        text = _("{name} must hold: {card}.")
        return text.format(name=self._engine, card=self._cards(known))

    def action(self, cards: Action) -> str:
        """What is about to be played, in a sentence."""
        return self._narrator.played(about_to_play(self._duel.position, cards))

    def bout_over(self) -> list[str]:
        """What is to become of the cards that lie there."""
        return self._narrator.tell(end_of_bout(self._duel.position))

    def drawn(self, dealt: Dealt) -> list[str]:
        """Who drew what, and what is left."""
        return self._narrator.tell(Drawn(1, dealt, self._duel.position.talon_count))

    def talon(self) -> str:
        """How many cards are left, and the open trump."""
        return self._narrator.talon(self._duel.position.talon_count)

    def trumps(self) -> str:
        """Which suit is trumps."""
        return _(_TRUMPS[suit_of(self._duel.position.trump)])

    def opening(self) -> list[str]:
        """How a game begins, or where it is resumed."""
        duel = self._duel
        size = len(duel.deal.deck)
        lines = [_("You play against {name} with {n} cards.").format(name=self._engine, n=size)]
        if duel.actions:
            return [*lines, *self.table()]
        attack = self._narrator.opening(duel.position.attacker, by_trump=False)
        return [*lines, self.trumps(), self.talon(), attack]

    def table(self) -> list[str]:
        """All that lies open."""
        position = self._duel.position
        lines = []
        for i in range(0, len(position.table), 2):
            attack, *answer = position.table[i : i + 2]
            text = (
                _("On the table: {card}, beaten by {other}.")
                if answer
                else _("On the table: {card}, not beaten.")
            )
            lines.append(text.format(card=self._cards([attack]), other=self._cards(answer)))
        if not lines:
            lines.append(_("The table is empty."))
        if position.given:
            lines.append(_("Given, too: {cards}.").format(cards=self._cards(position.given)))
        count = position.hands[1 - self._duel.seat].bit_count()
        held = ngettext("{name} holds {n} card.", "{name} holds {n} cards.", count)
        gone = len(position.discarded)
        discarded = ngettext(
            "{n} card has left the game.", "{n} cards have left the game.", gone
        ).format(n=gone)
        lines += [self.trumps(), self.talon(), discarded]
        return [*lines, held.format(name=self._engine, n=count)]

    def hand(self) -> str:
        """The person's cards."""
        position = self._duel.position
        mask = position.hands[self._duel.seat]
        count = mask.bit_count()
        if not count:
            return _("You hold no card.")
        cards = list(in_playing_order(mask, suit_of(position.trump)))
        text = ngettext("You hold {n} card: {cards}.", "You hold {n} cards: {cards}.", count)
        return text.format(n=count, cards=self._cards(cards))

    def turn(self) -> str:
        """What the person is to do now."""
        position = self._duel.position
        if position.phase == RESPOND:
            last = self._cards(position.table[-1:])
            return _("Your turn: beat {card}, or take.").format(card=last)
        if position.phase == GIVE_MORE:
            limit = self._duel.choices().limit
            text = ngettext(
                "Your turn: {name} takes, you may give {n} card more.",
                "Your turn: {name} takes, you may give up to {n} cards more, such as: 1 2.",
                limit,
            )
            return text.format(name=self._engine, n=limit)
        if position.table:
            return _("Your turn: throw in a card, or end the bout.")
        return _("Your turn: attack.")

    def result(self) -> str:
        """How the game has ended."""
        ending, (first, second) = self._duel.ending, self._duel.position.hands
        assert ending
        return self._narrator.result(ending, (first.bit_count(), second.bit_count()))


def choice_lines(cards: Sequence[int], passing: Pass | None, trump: int) -> list[str]:
    """The choices of a turn, numbered from 1."""
    lines = [f"{number}: {card_words(card, trump)}." for number, card in enumerate(cards, 1)]
    return [*lines, *([] if passing is None else [_(PASSES[passing])])]
