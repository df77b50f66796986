"""Text on one line: escaped, measured, cut; sentences and paths."""

import os
import unicodedata
from collections.abc import Iterable, Sequence
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
    return _begin(text, width - len(mark)) + mark


def _begin(text: Iterable[str], width: int) -> str:
    """So many columns of a text at most."""
    result = ""
    for char in text:
        width -= _cells_of(char)
        if width < 0:
            break
        result += char
    return result


def shortened(texts: Sequence[str], width: int, ellipsis: str = _ELLIPSIS) -> list[str]:
    """Texts of at most so many columns, those that are cut in the middle.

    Different ones stay different: cut elsewhere or, where that is not enough, numbered.
    """
    room = max(0, width - len(ellipsis))
    for head in sorted(range(room + 1), key=lambda head: abs(2 * head - room)):
        cut = [_without_middle(text, width, head, ellipsis) for text in texts]
        if len(set(cut)) == len(set(texts)):
            return cut
    numbers = {text: number for number, text in enumerate(dict.fromkeys(texts), 1)}
    return [_without_middle(text, width, room, f"{ellipsis}{numbers[text]}") for text in texts]


def _without_middle(text: str, width: int, head: int, mark: str) -> str:
    """The text with ``mark`` after ``head`` columns, if it takes more than ``width``."""
    if cells(text) <= width:
        return text
    begin = _begin(text, min(head, max(0, width - len(mark))))
    end = _begin(reversed(text), max(0, width - len(mark) - cells(begin)))[::-1]
    return begin + mark[: max(0, width)] + end


def clock(seconds: float) -> str:
    """A time as on a clock: ``0:07``, ``12:34``, ``1:02:03``."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
