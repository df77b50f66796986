"""Best play in an endgame, in words."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from durak_tui.analysis.endgame import EVEN, WIN
from durak_tui.common.i18n import N_, _
from durak_tui.game.position import DRAW, OVER, Action, Position
from durak_tui.records.record import Ending
from durak_tui.records.walk import Played, Walk
from durak_tui.words.narrator import Cards, Narrator, Said, bout_end

_WINS: Final[Said] = N_("you win with best play"), N_("{name} wins with best play")
_LOSES: Final[Said] = N_("you lose against best play"), N_("{name} loses against best play")
_AT_LEAST_DRAWS: Final[Said] = N_("you have at least a draw"), N_("{name} has at least a draw")
_AT_MOST_DRAWS: Final[Said] = N_("you can draw at best"), N_("{name} can draw at best")


def not_yet() -> str:
    """Said where the talon still has cards."""
    return _("You can solve the game once the talon is empty.")


def line_words(
    position: Position,
    line: Sequence[Action],
    names: tuple[str, str],
    cards: Cards,
    you: int | None = None,
) -> Iterator[str]:
    """The bouts of a line in short, and who wins by it.

    ``position`` is played on.
    """
    text = ""
    for bout in Walk(position, line).bouts():
        if text:
            yield text
        parts = ["/".join(cards([card]) for card in pair) for pair in bout.pairs]
        parts += [f"+{cards([card])}" for card in bout.given]
        text = f"{names[bout.attacker]}: {' '.join(parts)}"
        if end := bout_end(bout):
            text += f" ({end})"
    if text:
        yield text
    if position.phase == OVER:
        yield end_words(position.winner, names, you)


def end_words(winner: int, names: tuple[str, str], you: int | None = None) -> str:
    """The result at the end of a line."""
    if winner == DRAW:
        return _("a draw")
    return _("you win") if winner == you else _("{name} wins").format(name=names[winner])


class Step(NamedTuple):
    """A moment of a line: the position, and how it came about."""

    position: Position
    news: str
    action: Action | None = None  # What is played next; None at the end of the line.


def steps(
    position: Position,
    line: Sequence[Action],
    names: tuple[str, str],
    cards: Cards,
    you: int | None = None,
) -> list[Step]:
    """The moments of a line, from the position to its end."""
    narrator = Narrator(names, cards, you=you)
    walk = Walk(position.copy(), line)
    found = [Step(position.copy(), "")]
    for event in walk:
        if isinstance(event, Played):
            found[-1] = found[-1]._replace(action=event.cards)
            found.append(Step(walk.position.copy(), ""))
        if said := " ".join(narrator.tell(event)):
            found[-1] = found[-1]._replace(news=f"{found[-1].news} {said}".strip())
    if walk.position.phase == OVER:
        left = walk.position.hands[0].bit_count(), walk.position.hands[1].bit_count()
        end = narrator.end(Ending(walk.position.winner), left)
        found[-1] = found[-1]._replace(news=f"{found[-1].news} {end}".strip())
    return found


def solution_words(low: int, high: int, name: str) -> str:
    """The result of best play for a player, or for "you".

    Without a ``name`` it is "you"."""
    if low == high == EVEN:
        return _("a draw with best play")
    if low == high:
        said = _WINS if low == WIN else _LOSES
    elif EVEN in (low, high):
        said = _AT_LEAST_DRAWS if low == EVEN else _AT_MOST_DRAWS
    else:
        return _("too large to be solved")
    return _(said[bool(name)]).format(name=name)
