"""The games of a run that were counted lately."""

from collections.abc import Sequence
from typing import ClassVar, Final

from rich.cells import cell_len

from durak_tui.common.i18n import _
from durak_tui.common.short_names import short_names
from durak_tui.match.run import LastGame
from durak_tui.records.record import RESULTS
from durak_tui.tui.toolkit.canvas import Canvas, CanvasWidget, fit
from durak_tui.tui.toolkit.glyphs import Glyphs
from durak_tui.user.opponents import shown_name
from durak_tui.words.game_notation import outcome_word

_BETWEEN: Final = 3  # Free columns between two columns of games.


class LastGames(CanvasWidget):
    """Games by number, the newest last, with results and names."""

    DEFAULT_CSS: ClassVar = "LastGames { padding: 0 1; }"

    _games: Sequence[LastGame] = ()
    _are_all = False

    def show(self, games: Sequence[LastGame], *, are_all: bool = False) -> None:
        """Show these games; ``are_all`` says that no more follow."""
        if (games, are_all) != (self._games, self._are_all):
            self._games, self._are_all = games, are_all
            self.redraw()

    def draw(self, canvas: Canvas) -> None:
        if not self._games or canvas.height < 2:
            return
        canvas.put(0, 0, _("Last games"), "dim")
        height, rows = canvas.height - 1, _GameRows(self._games, canvas.width, self.glyphs)
        columns = max(1, (canvas.width + _BETWEEN) // (rows.width + _BETWEEN))
        if not self._are_all:  # Every game that comes moves all the others: many bytes.
            columns = 1
        games = self._games[-columns * height :]
        for n, game in enumerate(games):
            column, y = divmod(n, height)
            rows.put(canvas, column * (rows.width + _BETWEEN), y + 1, game)


class _GameRows:
    """The rows of games, all of one width."""

    def __init__(self, games: Sequence[LastGame], most: int, glyphs: Glyphs) -> None:
        """``most`` is the columns that there are."""
        self._glyphs = glyphs
        self._digits = max(len(str(one.game_id)) for one in games)
        self._words = {winner: outcome_word(result) for winner, result in RESULTS.items()}
        self._begin = self._digits + 2 + max(map(cell_len, self._words.values())) + 2
        names = list(dict.fromkeys(name for one in games for name in one.names))
        # Where all games are between the same two, the winner is enough.
        self._are_two = len({one.names for one in games}) == 1
        self._between = f" {glyphs.dash} "
        room = most - self._begin
        if not self._are_two:
            room = (room - cell_len(self._between)) // 2
        called = short_names(map(shown_name, names), room, glyphs.ellipsis)
        self._called = dict(zip(names, called, strict=True))
        *_others, second, longest = sorted(map(cell_len, (*called, "")))
        players = longest if self._are_two else second + cell_len(self._between) + longest
        reasons = {_(one.reason) for one in games if one.reason}
        behind = max((cell_len(one) + 2 for one in reasons), default=0)
        self.width = min(most, self._begin + players + behind)

    def put(self, canvas: Canvas, x: int, y: int, game: LastGame) -> None:
        canvas.put(x, y, f"{game.game_id:>{self._digits}}", "dim")
        canvas.put(x + self._digits + 2, y, self._words[game.winner], "text")
        end = x + self.width
        x += self._begin
        for text, look in self._players(game):
            x = canvas.put(x, y, text, look)
        if game.reason:
            canvas.put(x + 2, y, fit(_(game.reason), max(0, end - x - 2), self._glyphs), "bad")

    def _players(self, game: LastGame) -> Sequence[tuple[str, str]]:
        """The names in a game, the winner's in another look."""
        first, second = (
            (self._called[name], "strong" if seat == game.winner else "text")
            for seat, name in enumerate(game.names)
        )
        if not self._are_two:
            return first, (self._between, "dim"), second
        return [(first, second)[game.winner]] if game.winner in (0, 1) else []
