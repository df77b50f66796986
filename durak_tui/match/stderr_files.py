"""Files with the standard error of Durak engines."""

from durak_tui.common.text import one_line
from durak_tui.match.engine_game import PlayedGame
from durak_tui.pool.stderr_folder import StderrFolder
from durak_tui.records.record import outcome


class StderrFiles(StderrFolder):
    """A folder with a file for each engine."""

    def add(self, game: PlayedGame) -> None:
        """Append what both wrote in a game, if anything.  Raises OSError."""
        record = game.record
        if any(game.stderr):
            first, second = map(one_line, record.names)
            when = record.started_at.isoformat(timespec="seconds")
            head = f"Game {record.game_id}, {when}, {first} - {second} ({outcome(record)}"
            faults = [why for why in record.ending.faults() if why]
            self.add_words(record.names, game.stderr, ", ".join([head, *faults]) + ")")
