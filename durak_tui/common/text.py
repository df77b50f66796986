"""Text on one line: escaped, measured, cut; sentences, paths, JSON."""

import json
import os
import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from os.path import commonprefix
from typing import Final

from durak_tui.common.clusters import JOINERS, clusters, columns, joins

ELLIPSIS: Final = "..."
_JOINERS: Final = "".join(JOINERS)
_EXCERPT: Final = 40
_READ: Final = 200  # Characters of a name or a reason: there are some in every row of a list.
_HALF: Final = re.compile(r"\\\\|\\ud[89ab]..\\ud[c-f]..|(\\ud[89a-f]..)")
"""Half of a surrogate pair in JSON; an escaped backslash and a whole pair are passed over."""


def one_line(text: str) -> str:
    """The text, with everything escaped that does not fit on one line."""
    return made_printable(text, lambda char: char.encode("unicode_escape").decode())


def is_one_line(text: str) -> bool:
    """Say whether a text is shown as it is."""
    return text.isprintable() or made_printable(text, lambda _: "") == text


def made_printable(text: str, instead: Callable[[str], str]) -> str:
    """The text with ``instead`` of each character that is not shown.

    These are controls and invisible characters, but for joiners where they mean something.
    """
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() or joins(text, at) else instead(char)
        for at, char in enumerate(text)
    )


def excerpt(text: object, most: int = _EXCERPT) -> str:
    """A text on one line, cut if it is long."""
    whole = str(text)
    line = one_line(beginning(whole, most))
    is_whole = len(whole) <= most and len(line) <= most
    return line if is_whole else beginning(line, most) + "..."


def beginning(text: str, most: int) -> str:
    """The first ``most`` characters of a text, in whole clusters."""
    if len(text) <= most:
        return text
    *whole, _cut = clusters(text[: most + 1])
    return ("".join(whole) or text[:most]).rstrip(_JOINERS)


def strict_json(value: object, indent: int | None = None) -> str:
    """JSON that any program reads.

    Half a character, which is what Python has where bytes are no UTF-8, is escaped as by
    :func:`one_line`.
    """
    text = json.dumps(value, indent=indent, allow_nan=False)
    return _HALF.sub(lambda found: "\\" * bool(found[1]) + found[0], text)


def sentence(text: str) -> str:
    """A part of a sentence as a sentence of its own."""
    return text[:1].upper() + text[1:] + "." if text else ""


def in_sentence(text: str) -> str:
    """A sentence as a part of another."""
    return text[:1].lower() + text[1:].removesuffix(".")


def short_path(path: str | os.PathLike[str]) -> str:
    """A path fit to be shown, with ``~`` for the user's home."""
    text, home = os.path.abspath(os.path.expanduser(path)), os.path.expanduser("~")
    if home != "/" and (text == home or text.startswith(home + "/")):
        text = "~" + text[len(home) :]
    return one_line(text)


def cells(text: str) -> int:
    """The columns of a terminal that a text takes."""
    return len(text) if text.isascii() else sum(map(columns, clusters(text)))


def fit(text: str, width: int, ellipsis: str = ELLIPSIS) -> str:
    """The text, cut if it takes more columns than ``width``."""
    if cells(text) <= width:
        return text
    mark = ellipsis if width > 2 * len(ellipsis) else ""
    return "".join(_begin(clusters(text), width - len(mark))).rstrip() + mark


def _begin(parts: Iterable[str], width: int) -> list[str]:
    """The first clusters, of at most ``width`` columns."""
    result = []
    for part in parts:
        width -= columns(part)
        if width < 0:
            break
        result.append(part)
    return [*result[:-1], *(part.rstrip(_JOINERS) for part in result[-1:])]


def shortened(texts: Iterable[str], width: int, ellipsis: str = ELLIPSIS) -> list[str]:
    """Texts of at most ``width`` columns, cut in the middle.

    Different ones stay different: of those that would not, what differs is kept; where that is
    not enough, they are numbered.
    """
    texts = list(texts)
    cut = {text: _without_middle(text, width, ellipsis) for text in texts}
    alike: dict[str, list[str]] = defaultdict(list)
    for text, short in cut.items():
        alike[short].append(text)
    for group in alike.values():
        if len(group) > 1:
            differ = len(commonprefix([*map(clusters, group)]))  # noqa: RUF071 - no paths
            cut |= {text: _without_middle(text, width, ellipsis, differ) for text in group}
    if len(set(cut.values())) < len(cut):
        for number, text in enumerate(cut, 1):
            cut[text] = _without_middle(text, width, f"{ellipsis}{number}")
    return [cut[text] for text in texts]


def _without_middle(text: str, width: int, mark: str, keep: int | None = None) -> str:
    """The text with ``mark`` for its middle, if it is too wide.

    Behind the mark is its end, or what begins with cluster ``keep``.
    """
    if cells(text) <= width:
        return text
    parts = clusters(text)
    room = max(0, width - len(mark))
    head = _begin(parts, room // 2)
    left = room - sum(map(columns, head))
    tail = _begin(reversed(parts), left)[::-1]
    if keep is not None and keep < len(parts) - len(tail):
        tail = _begin(parts[keep:], left)
    return "".join((*head, mark[: max(0, width)], *tail))


def brief(text: str) -> str:
    """The text, without its middle if it is too long to read."""
    if len(text) <= _READ:
        return text
    _cut, *end = clusters(text[-_READ // 2 - 1 :])
    return beginning(text, _READ // 2) + ELLIPSIS + "".join(end)


def clock(seconds: float) -> str:
    """A time as on a clock: ``0:07``, ``12:34``, ``1:02:03``."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
