"""Whole reviews."""

from durak_tui.analysis.game_review import Review, decisions
from durak_tui.records.record import GameRecord


def review(record: GameRecord, worlds: int) -> Review:
    """The whole review of a game."""
    return Review(tuple(decisions(record, worlds)), worlds, len(record.actions))
