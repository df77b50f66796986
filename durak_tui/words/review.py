"""The review of a game in sentences, for screens and commands."""

from collections.abc import Iterable, Mapping
from typing import Final

from durak_tui.analysis.review import KINDS, Decision, Kind, MistakeTally
from durak_tui.common.i18n import N_, _, ngettext
from durak_tui.game.cards import card_names
from durak_tui.game.position import GIVE_MORE, MOVE, RESPOND, Action
from durak_tui.words.narrator import Cards

_PASSES: Final[Mapping[int, str]] = {
    MOVE: N_("ending the bout"),
    RESPOND: N_("taking the cards"),
    GIVE_MORE: N_("giving nothing more"),
}
_EXACT: Final[Mapping[Kind, str]] = {
    "win lost": N_("Bout {bout}: {played} threw away a won endgame; {best} wins."),
    "win drawn": N_("Bout {bout}: {played} let a won endgame become a draw; {best} wins."),
    "draw lost": N_("Bout {bout}: {played} threw away a draw; {best} draws."),
}


def _names(cards: Iterable[int]) -> str:
    return " ".join(card_names(cards))


def action_words(phase: int, action: Action, cards: Cards = _names) -> str:
    """The cards of an action, or what passing means then."""
    return cards(action) if action else _(_PASSES[phase])


def mistake_words(decision: Decision, cards: Cards = _names) -> str:
    """What a mistake cost and what was better; empty if none."""
    kind = decision.kind
    if kind is None:
        return ""
    text = _EXACT.get(kind)
    # Translators: {cost} is a part of one game, such as 0.14; {best} is the better card.
    text = _(text) if text else _("Bout {bout}: {played} cost {cost}; {best} was better.")
    return text.format(
        bout=decision.bout,
        played=action_words(decision.phase, decision.action, cards),
        best=action_words(decision.phase, decision.best, cards),
        cost=cost_words(decision.cost),
    )


def cost_words(cost: float) -> str:
    """A cost in games, with two digits after the point."""
    return f"{cost:.2f}"


def _counted(kind: Kind, n: int) -> str:
    match kind:
        case "inaccuracy":
            text = ngettext("{n} inaccuracy", "{n} inaccuracies", n)
        case "mistake":
            text = ngettext("{n} mistake", "{n} mistakes", n)
        case "blunder":
            text = ngettext("{n} blunder", "{n} blunders", n)
        case "draw lost":
            text = ngettext("{n} draw thrown away", "{n} draws thrown away", n)
        case "win drawn":
            text = ngettext("{n} win that became a draw", "{n} wins that became draws", n)
        case "win lost":
            text = ngettext("{n} win thrown away", "{n} wins thrown away", n)
    return text.format(n=n)


def counts_words(tally: MistakeTally) -> str:
    """The mistakes by kind, such as ``1 blunder, 2 mistakes``."""
    found = [_counted(kind, n) for kind, n in zip(KINDS, tally.counts, strict=True) if n]
    return ", ".join(reversed(found)) or _("no mistakes")


def tally_words(tally: MistakeTally) -> str:
    """A player's decisions and the cost of their mistakes."""
    n = tally.decisions
    # Translators: decisions in which there was a choice
    text = ngettext("{n} decision", "{n} decisions", n).format(n=n)
    if not tally.cost:
        return text
    cost = _("cost {cost} in all, {mean} each")
    return f"{text}, " + cost.format(cost=cost_words(tally.cost), mean=f"{tally.mean_cost:.3f}")
