"""The review of a game, in sentences and as a plot."""

from collections.abc import Iterable, Mapping
from typing import Final

from durak_tui.analysis.game_review import KINDS, Decision, Kind, MistakeTally, Review
from durak_tui.common.i18n import N_, _, ngettext
from durak_tui.game.cards import card_names
from durak_tui.game.position import GIVE_MORE, MOVE, RESPOND, Action
from durak_tui.words.chart import bars, margin_of
from durak_tui.words.narrator import Cards
from durak_tui.words.worth import percent, worth_words

_PASSES: Final[Mapping[int, str]] = {
    MOVE: N_("done"),
    RESPOND: N_("taking the cards"),
    GIVE_MORE: N_("throwing in nothing"),
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
_EXACT: Final[Mapping[Kind, str]] = {
    "win lost": N_("Bout {bout}: {played} threw away a won endgame; {best} wins."),
    "win drawn": N_("Bout {bout}: {played} let a won endgame slip to a draw; {best} wins."),
    "draw lost": N_("Bout {bout}: {played} threw away a draw; {best} draws."),
}

WIDTH: Final = 78
HEIGHT: Final = 8
_WIDEST_STEP: Final = 3  # Columns for one action: a short game need not be drawn out.
_LABELS: Final = ("1.0", "0.5", "0.0")


def _names(cards: Iterable[int]) -> str:
    return " ".join(card_names(cards))


def action_words(phase: int, action: Action, cards: Cards = _names) -> str:
    """The cards of an action, or what passing means then."""
    return cards(action) if action else _(_PASSES[phase])


def mistake_words(decision: Decision, cards: Cards = _names) -> str:
    """The cost of a mistake and a better choice; empty if none."""
    kind = decision.kind
    if kind is None:
        return ""
    text, best = _EXACT.get(kind), action_words(decision.phase, decision.best, cards)
    if text is None:
        # Translators: {cost} is a part of one game, such as 6 %; {best} is the better card.
        text = N_("Bout {bout}: {played} cost {cost}. Better: {best}.")
        best = cards(decision.best) or _(_BETTER_PASSES[decision.phase])
    return _(text).format(
        bout=decision.bout,
        played=action_words(decision.phase, decision.action, cards),
        best=best,
        cost=percent(decision.cost),
    )


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
            text = ngettext("{n} draw thrown away", "{n} draws thrown away", n)
        case "win drawn":
            text = ngettext("{n} win let slip to a draw", "{n} wins let slip to draws", n)
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
    return f"{text}, " + cost.format(cost=percent(tally.cost), mean=percent(tally.mean_cost))


def plot(
    found: Review, width: int = WIDTH, height: int = HEIGHT, *, ascii_only: bool = False
) -> list[str]:
    """Player 0's expected score after every action, as lines.

    Above the axis are ``height`` lines of bars, from 0 to 1.  The axis is drawn double where
    scores are exact.  The line under it says with a 1 or 2 which player made a mistake
    (a ``*`` if both did), and the last where bouts begin.
    """
    scores = found.scores
    if not scores:
        return []
    margin = margin_of(_LABELS)
    room = max(1, width - margin)
    columns = min(room, len(scores) * min(_WIDEST_STEP, max(1, room // len(scores))))
    parts = [_part(found, at, columns) for at in range(columns)]
    means = [sum(scores[d.number] for d in part) / len(part) for part in parts]
    exact = [all(each.exact for each in part) for part in parts]
    lines = bars(means, _LABELS, height, double=exact, ascii_only=ascii_only)
    blank = " " * margin
    mistakes = _mistakes(parts)
    if mistakes.strip():
        lines.append((blank + mistakes).rstrip())
    lines.append((blank + _bouts(parts)).rstrip())
    return lines


def _part(found: Review, at: int, columns: int) -> tuple[Decision, ...]:
    """The decisions that a column stands for."""
    n = len(found.decisions)
    begin = at * n // columns
    return found.decisions[begin : max(begin + 1, (at + 1) * n // columns)]


def _mistakes(parts: list[tuple[Decision, ...]]) -> str:
    """The numbers of players below the columns of their mistakes."""
    marks, marked = "", set()
    for part in parts:
        wrong = [each for each in part if each.cost and each.number not in marked]
        marked |= {each.number for each in wrong}
        players = {each.player for each in wrong}
        marks += "*" if len(players) > 1 else f"{players.pop() + 1}" if players else " "
    return marks


def _bouts(parts: list[tuple[Decision, ...]]) -> str:
    """The number of each bout where it begins, room allowing."""
    line, bout = "", 0
    for at, part in enumerate(parts):
        if part[-1].bout == bout:
            continue
        bout = part[-1].bout
        if at > len(line) or at == 0:
            number = str(bout)
            if at + len(number) <= len(parts):
                line = line.ljust(at) + number
    return line
