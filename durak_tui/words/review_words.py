"""The review of a game in sentences."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from durak_tui.analysis.game_review import KINDS, Decision, Kind, MistakeTally
from durak_tui.common.i18n import N_, _, ngettext, pgettext
from durak_tui.game.cards import card_names
from durak_tui.game.position import GIVE_MORE, MOVE, RESPOND, Action
from durak_tui.words.narrator import Cards
from durak_tui.words.worth import percent, worth_words

_PASSES: Final[Mapping[int, Callable[[], str]]] = {
    # Translators: actions as nouns: "done cost 10 %", "taking lost a won endgame"
    MOVE: lambda: pgettext("action", "done"),
    RESPOND: lambda: pgettext("action", "taking"),
    GIVE_MORE: lambda: _("throwing in nothing"),
}
_BETTER_PASSES: Final[Mapping[int, str]] = {
    MOVE: N_("done"),
    RESPOND: N_("take"),
    GIVE_MORE: N_("throw in nothing"),
}
_WORTH_OF_PASS: Final[Mapping[int, str]] = {
    MOVE: N_("Done: {worth}."),
    RESPOND: N_("Taking: {worth}."),
    GIVE_MORE: N_("No more: {worth}."),
}
_ESTIMATED: Final[Mapping[Kind, str]] = {
    "inaccuracy": N_("Bout {bout}: {played} was an inaccuracy."),
    "mistake": N_("Bout {bout}: {played} was a mistake."),
    "blunder": N_("Bout {bout}: {played} was a blunder."),
}
_EXACT: Final[Mapping[Kind, str]] = {
    "win lost": N_("Bout {bout}: {played} lost a won endgame."),
    "win drawn": N_("Bout {bout}: {played} drew a won endgame."),
    "draw lost": N_("Bout {bout}: {played} lost a drawn endgame."),
}


def _names(cards: Iterable[int]) -> str:
    return " ".join(card_names(cards))


def action_words(phase: int, action: Action, cards: Cards = _names) -> str:
    """The cards of an action, or what passing means then."""
    return _at_once(action, cards) or _PASSES[phase]()


def _at_once(action: Action, cards: Cards) -> str:
    """The cards of one choice, which are no list of several."""
    # Translators: between two cards that are thrown in at once
    return _(" and ").join(cards([card]) for card in action)


def kind_words(kind: Kind, bout: int, played: str) -> str:
    """The sort of a mistake, said of what was played."""
    return _({**_ESTIMATED, **_EXACT}[kind]).format(bout=bout, played=played)


def mistake_words(decision: Decision, cards: Cards = _names) -> str:
    """The cost of a mistake and a better choice; empty if none."""
    kind = decision.kind
    if kind is None:
        return ""
    bout, played = decision.bout, action_words(decision.phase, decision.action, cards)
    if kind in _EXACT:
        said = kind_words(kind, bout, played)
    else:
        # Translators: {cost} is a part of one game, such as 6 %.
        text = _("Bout {bout}: {played} cost {cost}.")
        said = text.format(bout=bout, played=played, cost=percent(decision.cost))
    best = _at_once(decision.best, cards) or _(_BETTER_PASSES[decision.phase])
    # Translators: {best} is the better card.
    better = _("Better: {best}.").format(best=best)
    return f"{said} {better}"


def pass_words(decision: Decision) -> str:
    """The worth of playing no card, and whether that was best."""
    worth = dict(decision.values).get(())
    if worth is None:
        return ""
    said = worth_words(worth, exact=decision.exact)
    if not decision.best:
        said = _("{worth} (best)").format(worth=said)
    return _(_WORTH_OF_PASS[decision.phase]).format(worth=said)


def chances_words(name: str, score: float) -> str:
    """The expected score of a player, or "you", in per cent."""
    text = _("Chances of {name}: {worth}") if name else _("Your chances: {worth}")
    return text.format(name=name, worth=percent(score))


def _counted(kind: Kind, n: int) -> str:
    match kind:
        case "inaccuracy":
            text = ngettext("{n} inaccuracy", "{n} inaccuracies", n)
        case "mistake":
            text = ngettext("{n} mistake", "{n} mistakes", n)
        case "blunder":
            text = ngettext("{n} blunder", "{n} blunders", n)
        case "draw lost":
            text = ngettext("{n} draw turned into a loss", "{n} draws turned into losses", n)
        case "win drawn":
            text = ngettext("{n} win turned into a draw", "{n} wins turned into draws", n)
        case "win lost":
            text = ngettext("{n} win turned into a loss", "{n} wins turned into losses", n)
    return text.format(n=n).replace(" ", "\N{NO-BREAK SPACE}", 1)


def counts_words(tally: MistakeTally) -> str:
    """The mistakes by kind, such as ``1 blunder, 2 mistakes``.

    This is how all faces count them: a total would name all of them after one kind.
    """
    found = [_counted(kind, n) for kind, n in zip(KINDS, tally.counts, strict=True) if n]
    return ", ".join(reversed(found)) or _("no mistakes")


def tally_words(tally: MistakeTally) -> str:
    """A player's decisions, and their mean cost if there were mistakes."""
    n = tally.decisions
    # Translators: decisions in which there was a choice
    text = ngettext("{n} decision", "{n} decisions", n).format(n=n)
    return f"{text}, {cost_words(tally)}" if tally.cost else text


def unsolved_words(n: int) -> str:
    """The decisions of the endgame that could not be solved."""
    return ngettext(
        "{n} endgame decision was too complex to solve, and is estimated.",
        "{n} endgame decisions were too complex to solve, and are estimated.",
        n,
    ).format(n=n)


def cost_words(tally: MistakeTally) -> str:
    """The mean cost of a player's decisions, the same measure everywhere."""
    return _("cost {mean} per decision").format(mean=percent(tally.mean_cost))
