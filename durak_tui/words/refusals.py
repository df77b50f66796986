"""The words for an illegal card, for every face that shows them.

A person is addressed in two voices, :data:`ON_SCREEN` and :data:`IN_LINES`; the author of an engine
gets :data:`ADVICE`.  What a log, another person or a check says of somebody's cards is the
sentence of :attr:`durak_tui.game.violation.Rule.text`, translated.
"""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from durak_tui.common.i18n import N_, _, ngettext
from durak_tui.game.violation import IllegalAction, Rule
from durak_tui.words.narrator import Cards


class Refusals(NamedTuple):
    """The sentences of one voice."""

    texts: Mapping[Rule, str]  # All but that of GIVE_LIMIT.
    too_many: Callable[[int], str]  # The one of GIVE_LIMIT, by the limit.

    def of(self, error: IllegalAction, cards: Cards) -> str:
        """The sentence about this action, with cards as ``cards`` shows them."""
        if error.rule is Rule.GIVE_LIMIT:
            return self.too_many(error.limit)
        card = "" if error.card is None else cards([error.card])
        # A card that is shown by a sign begins with its rank.
        return self.text(error.rule).format(
            card=card, other=cards(error.table[-1:]), rank=card[:-1]
        )

    def text(self, rule: Rule) -> str:
        """The sentence about a rule, where no card is named."""
        return _(self.texts[rule])


_BOTH: Final[Mapping[Rule, str]] = {
    Rule.GAME_OVER: N_("The game is over."),
    Rule.BOUT_OVER: N_("The bout is over."),
    Rule.ONE_CARD: N_("You can play only one card now."),
    Rule.GIVEN_TWICE: N_("You can add a card only once."),
}
ON_SCREEN: Final = Refusals(
    {
        **_BOTH,
        Rule.MUST_LEAD: N_("You attack: play a card first."),
        Rule.NOT_HELD: N_("{card} has been played already."),
        Rule.LOWER: N_("{card} does not beat {other}: it is lower."),
        Rule.OTHER_SUIT: N_("{card} does not beat {other}: neither its suit nor a trump."),
        Rule.TRUMP_NEEDED: N_("{card} does not beat {other}: only a higher trump does."),
        Rule.RANK_NOT_ON_TABLE: N_("{card} cannot be thrown in: no {rank} lies on the table."),
    },
    lambda limit: ngettext(
        "You can add at most {n} card.", "You can add at most {n} cards.", limit
    ).format(n=limit),
)
"""Short, with signs of cards."""
IN_LINES: Final = Refusals(
    {
        **_BOTH,
        Rule.MUST_LEAD: N_("You must attack with a card."),
        Rule.NOT_HELD: N_("You do not hold {card}."),
        Rule.LOWER: N_("You cannot play {card}: it is lower than {other}."),
        Rule.OTHER_SUIT: N_(
            "You cannot play {card}: to beat {other} it must be of the same suit, or a trump."
        ),
        Rule.TRUMP_NEEDED: N_("You cannot play {card}: only a higher trump beats {other}."),
        Rule.RANK_NOT_ON_TABLE: N_("You cannot play {card}: no card of this rank is on the table."),
    },
    lambda limit: ngettext(
        "You may add {n} card at most.", "You may add {n} cards at most.", limit
    ).format(n=limit),
)
"""In full words, for a screen reader."""

_BEAT: Final = N_(
    "beat the LAST card on the table, with a higher card of its suit or, unless it is a trump,"
    " with a trump; otherwise take, with an empty line"
)
ADVICE: Final[Mapping[Rule, str]] = {
    Rule.GIVE_LIMIT: N_("give at most enemy_count - 1 cards, and at 0 answer with an empty line"),
    Rule.MUST_LEAD: N_("lead a card when the table is empty; an empty line only ends a bout"),
    Rule.NOT_HELD: N_(
        "keep track of the hand: add the cards of every deal, remove what is played or thrown in"
    ),
    Rule.LOWER: _BEAT,
    Rule.OTHER_SUIT: _BEAT,
    Rule.TRUMP_NEEDED: _BEAT,
    Rule.RANK_NOT_ON_TABLE: N_("play only ranks that are on the table, whoever played them"),
    Rule.GIVEN_TWICE: N_("name each card once"),
}
"""Advice on the rules that an engine's answers can break."""
