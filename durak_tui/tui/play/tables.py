"""Which screen a stored game is played on."""

from durak_tui.records.journal import UnfinishedGame


def table_of(game: UnfinishedGame) -> str:
    """The name of the screen to resume this game on."""
    return "hot-seat" if game.game.opening.between_people else "play"
