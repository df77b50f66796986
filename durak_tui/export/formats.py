"""The formats in which a game can be handed on."""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from durak_tui.common.i18n import N_
from durak_tui.records.record import GameRecord
from durak_tui.records.replay import ReplayCursor

FormatName = Literal["log", "text", "svg", "html"]


class Format(NamedTuple):
    """What a game is written as."""

    extension: str
    label: str  # Marked for translation.
    key: str


FORMATS: Final[Mapping[FormatName, Format]] = {
    "log": Format(".log", N_("Log: exactly as it stands"), "l"),
    "text": Format(".txt", N_("Text: every bout, to read"), "t"),
    "svg": Format(".svg", N_("Picture (SVG): the table as it stands"), "p"),
    "html": Format(".html", N_("Web page (HTML): to step through"), "w"),
}


def exported(record: GameRecord, number: int, name: str, at: int | None = None) -> str:
    """A game, with its number in the log, as ``text``, ``svg`` or ``html``.

    ``at`` is a place of a :class:`ReplayCursor`, for what shows one moment; without it the end.
    """
    if name == "html":
        from durak_tui.export.page import page

        return page(record, number)
    if name == "svg":
        from durak_tui.export.picture import picture

        cursor = ReplayCursor(record)
        if at is None:
            cursor.to_end()
        else:
            cursor.to_event(at)
        return picture(record, cursor)
    from durak_tui.words.notation import game_text

    return game_text(record, number)
