"""The games of a run that were counted lately."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from rich.cells import cell_len

from durak_tui.common.i18n import _
from durak_tui.common.short_names import short_names
from durak_tui.match.run import LastGame
from durak_tui.records.record import RESULTS
from durak_tui.tui.toolkit.canvas import Canvas, CanvasWidget, fit
from durak_tui.tui.toolkit.glyphs import Glyphs
from durak_tui.user.opponents import shown_name
from durak_tui.words.game_notation import outcome_word


class LastGames(CanvasWidget):
    """Games by number, the newest last, with results and names."""

    DEFAULT_CSS: ClassVar = "LastGames { padding: 0 1; }"

    _games: Sequence[LastGame] = ()

    def show(self, games: Sequence[LastGame]) -> None:
        if games != self._games:
            self._games = games
            self.redraw()

    def draw(self, canvas: Canvas) -> None:
        if not self._games or canvas.height < 2:
            return
        canvas.put(0, 0, _("Last games"), "dim")
        games, glyphs = self._games[-(canvas.height - 1) :], self.glyphs
        digits = max(len(str(one.game_id)) for one in games)
        words = {winner: outcome_word(result) for winner, result in RESULTS.items()}
        begin = digits + 2 + max(map(cell_len, words.values())) + 2
        rows = _players(games, canvas.width - begin, glyphs)
        for y, (game, players) in enumerate(zip(games, rows, strict=True), 1):
            canvas.put(0, y, f"{game.game_id:>{digits}}", "dim")
            canvas.put(digits + 2, y, words[game.winner], "text")
            x = begin
            for text, look in players:
                x = canvas.put(x, y, text, look)
            if game.reason:
                room = max(0, canvas.width - x - 2)
                canvas.put(x + 2, y, fit(_(game.reason), room, glyphs), "bad")


def _players(
    games: Sequence[LastGame], width: int, glyphs: Glyphs
) -> Iterator[list[tuple[str, str]]]:
    """The names in each game, the winner's in another look.

    Where all games are between the same two, the winner is enough.
    """
    names = list(dict.fromkeys(name for one in games for name in one.names))
    are_two = len({one.names for one in games}) == 1
    between = f" {glyphs.dash} "
    room = width if are_two else (width - len(between)) // 2
    called = dict(
        zip(names, short_names(map(shown_name, names), room, glyphs.ellipsis), strict=True)
    )
    for game in games:
        first, second = (
            (called[name], "strong" if seat == game.winner else "text")
            for seat, name in enumerate(game.names)
        )
        if not are_two:
            yield [first, (between, "dim"), second]
        elif game.winner in (0, 1):
            yield [(first, second)[game.winner == 1]]
        else:
            yield []
