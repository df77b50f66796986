"""The formats in which a game can be handed on."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from durak_tui.common.i18n import N_
from durak_tui.records.record import GameRecord
from durak_tui.records.replay import ReplayCursor
from durak_tui.records.walk import walk

OF_A_MOMENT: Final = "position", "svg"
"""Formats that show one moment of a game."""


class Format(NamedTuple):
    """A form in which a game is written."""

    extension: str
    label: str  # Marked for translation.


FORMATS: Final[Mapping[str, Format]] = {
    "log": Format(".log", N_("Log record")),
    "text": Format(".txt", N_("As readable text")),
    "position": Format(".txt", N_("The position as one line")),
    "svg": Format(".svg", N_("Picture of the table (SVG)")),
    "html": Format(".html", N_("Web page to step through (HTML)")),
}


def exported(record: GameRecord, number: int, name: str, at: int | None = None) -> str:
    """A game in one of the formats but ``log``.

    ``number`` is that of the game in its log, ``at`` a place of a :class:`ReplayCursor`, for what
    shows one moment; without it the end.
    """
    if name == "html":
        from durak_tui.export.game_page import page

        return page(record, number)
    if name in OF_A_MOMENT:
        cursor = ReplayCursor(record)
        cursor.to_event(cursor.length if at is None else at)
        if name == "position":
            # As ``durak-tui solve`` reads it.
            return f"{walk(record.deal, record.actions[: cursor.actions_played]).to_end()}\n"
        from durak_tui.export.picture import picture

        return picture(record, cursor)
    from durak_tui.words.game_notation import game_text

    return game_text(record, number)
