"""A position as the protocol tells it to one of the players."""

from typing import Final

from durak_tui.game.position import Position
from durak_tui.protocol.messages import GameData, Kind

QUESTIONS: Final[tuple[Kind, ...]] = ("move", "respond", "give_more", "deal", "game_end")


def game_data(position: Position, player: int) -> GameData:
    """What a command says to this player about the game."""
    return GameData(
        position.discarded,
        position.talon_count,
        position.table,
        position.hands[1 - player].bit_count(),
        position.trump,
    )
