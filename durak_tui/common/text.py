"""Text on one line: escaped, measured, cut; sentences and paths."""

import os
import unicodedata
from typing import Final

_ELLIPSIS: Final = "..."


def one_line(text: str) -> str:
    """The text, with everything escaped that does not fit on one line."""
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )


def sentence(text: str) -> str:
    """A part of a sentence as a sentence of its own."""
    return text[:1].upper() + text[1:] + "." if text else ""


def short_path(path: str | os.PathLike[str]) -> str:
    """A path fit to be shown, with ``~`` for the user's home."""
    text, home = os.path.abspath(os.path.expanduser(path)), os.path.expanduser("~")
    if home != "/" and (text == home or text.startswith(home + "/")):
        text = "~" + text[len(home) :]
    return one_line(text)


def cells(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    return sum(map(_cells_of, text))


def _cells_of(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def fit(text: str, width: int) -> str:
    """The text, cut if it takes more columns than ``width``."""
    if cells(text) <= width:
        return text
    mark = _ELLIPSIS if width > 2 * len(_ELLIPSIS) else ""
    result, left = "", width - len(mark)
    for char in text:
        left -= _cells_of(char)
        if left < 0:
            break
        result += char
    return result + mark


def clock(seconds: float) -> str:
    """A time as on a clock: ``0:07``, ``12:34``, ``1:02:03``."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
