"""Best play in an endgame, in words."""

from collections.abc import Iterator, Sequence

from durak_tui.common.i18n import _
from durak_tui.game.position import DRAW, OVER, Action, Position
from durak_tui.records.walk import Walk
from durak_tui.words.narrator import Cards, bout_end


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
        pairs = [bout.cards[at : at + 2] for at in range(0, len(bout.cards), 2)]
        parts = ["/".join(cards([card]) for card in pair) for pair in pairs]
        parts += [f"+{cards([card])}" for card in bout.given]
        text = f"{names[bout.attacker]}: {' '.join(parts)}"
        if end := bout_end(bout):
            text += f" ({end})"
    if text:
        yield text
    if position.phase == OVER:
        yield end_words(position.winner, names, you)


def end_words(winner: int, names: tuple[str, str], you: int | None = None) -> str:
    """Who wins at the end of a line."""
    if winner == DRAW:
        return _("a draw")
    return _("you win") if winner == you else _("{name} wins").format(name=names[winner])


def value_words(value: float) -> str:
    """An exact score: wins, draws or loses."""
    return {1.0: _("wins"), 0.5: _("draws")}.get(value, _("loses"))
