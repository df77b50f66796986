"""Characters seen as one: joined emoji, letters with their marks.

A simple form of the extended grapheme clusters of Unicode (UAX #29), and where its two invisible
joiners mean something.
"""

import re
import unicodedata
from functools import lru_cache
from typing import Final

ZWNJ, ZWJ = "\u200c", "\u200d"
"""Keeps letters apart that would be joined; joins emoji into one."""
JOINERS: Final = (ZWNJ, ZWJ)
_EMOJI_STYLE: Final = "\ufe0f"
"""Makes an emoji of a character that would be text."""
_PICTURE: Final = re.compile(
    "[\xa9\xae\u203c\u2049\u2122\u2139\u2194-\u2199\u21a9\u21aa\u231a\u231b\u2328\u2388\u23cf"
    "\u23e9-\u23f3\u23f8-\u23fa\u24c2\u25aa\u25ab\u25b6\u25c0\u25fb-\u25fe\u2600-\u2605"
    "\u2607-\u2612\u2614-\u2685\u2690-\u2705\u2708-\u2712\u2714\u2716\u271d\u2721\u2728\u2733"
    "\u2734\u2744\u2747\u274c\u274e\u2753-\u2755\u2757\u2763-\u2767\u2795-\u2797\u27a1\u27b0"
    "\u27bf\u2934\u2935\u2b05-\u2b07\u2b1b\u2b1c\u2b50\u2b55\u3030\u303d\u3297\u3299"
    "\U0001f000-\U0001f0ff\U0001f10d-\U0001f10f\U0001f12f\U0001f16c-\U0001f171\U0001f17e"
    "\U0001f17f\U0001f18e\U0001f191-\U0001f19a\U0001f1ad-\U0001f1e5\U0001f201-\U0001f20f"
    "\U0001f21a\U0001f22f\U0001f232-\U0001f23a\U0001f23c-\U0001f23f\U0001f249-\U0001f3fa"
    "\U0001f400-\U0001f53d\U0001f546-\U0001f64f\U0001f680-\U0001f6ff\U0001f774-\U0001f77f"
    "\U0001f7d5-\U0001f7ff\U0001f80c-\U0001f80f\U0001f848-\U0001f84f\U0001f85a-\U0001f85f"
    "\U0001f888-\U0001f88f\U0001f8ae-\U0001f8ff\U0001f90c-\U0001f93a\U0001f93c-\U0001f945"
    "\U0001f947-\U0001faff\U0001fc00-\U0001fffd]"
)
"""Extended_Pictographic, in emoji-data.txt of Unicode 15.1 (UTS #51)."""
_SKIN: Final = re.compile("[\U0001f3fb-\U0001f3ff]")
_HALF_FLAG: Final = re.compile("[\U0001f1e6-\U0001f1ff]")
_KEYCAPS: Final = frozenset("0123456789#*")
_VIRAMA: Final = 9  # Its canonical combining class: what takes the vowel from an Indic letter.
_BELONGING: Final = ("Mn", "Me", "Cf")  # Categories of what takes no column of its own.
_UNSEEN: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200c\u200d\u3164\ufe00-\ufe0f\uffa0]"
)
"""Default_Ignorable_Code_Point, as far as it may be in a name."""


def joins(text: str, at: int) -> bool:
    """Say whether the character there is a joiner with a meaning.

    ZWJ does between emoji (UAX #29, rule GB11), and ZWNJ where RFC 5892 (A.1, "ContextJ") and with
    it UTS #46 and PRECIS (RFC 8264) allow it: behind a virama, and between letters that join.  As
    people write it behind others as well, these may be any letters of a script of that kind.
    """
    if text[at] not in JOINERS:
        return False
    place = at - 1
    while place >= 0 and (_SKIN.match(text[place]) or unicodedata.category(text[place]) == "Mn"):
        place -= 1
    before, after = text[max(0, place) : at], text[at + 1 : at + 2]
    if text[at] == ZWJ:
        return bool(_PICTURE.match(before) and _PICTURE.match(after))
    if not before or not after.isalpha():
        return False
    if unicodedata.combining(before[-1]) == _VIRAMA:
        return True
    return before[0].isalpha() and all(map(_is_arabic, (before[0], after)))


def _is_arabic(letter: str) -> bool:
    """Say whether a letter is of Arabic script, or one like it."""
    return unicodedata.bidirectional(letter) == "AL"


def clusters(text: str) -> list[str]:
    """The text in pieces that must not be cut."""
    if text.isascii() or not any(map(_may_belong, set(text))):
        return list(text)
    found: list[str] = []
    for char in text:
        if _may_belong(char) and found and _belongs(char, found[-1]):
            found[-1] += char
        else:
            found.append(char)
    return found


@lru_cache(4096)
def _may_belong(char: str) -> bool:
    """Say whether a character can continue a cluster."""
    return unicodedata.category(char) in _BELONGING or bool(
        _PICTURE.match(char) or _SKIN.match(char) or _HALF_FLAG.match(char)
    )


def _belongs(char: str, before: str) -> bool:
    """Say whether a character continues the cluster before it."""
    if unicodedata.category(char) in _BELONGING:
        return True
    if _SKIN.match(char) or (before[-1] == ZWJ and _PICTURE.match(char)):
        return bool(_PICTURE.match(before))
    return bool(_HALF_FLAG.match(char) and _HALF_FLAG.fullmatch(before))


@lru_cache(4096)
def columns(cluster: str) -> int:
    """The columns of a terminal that a cluster takes.

    Terminals differ; this is what those show that know clusters, and what rich counts on.
    """
    first = cluster[0]
    if unicodedata.category(first) in _BELONGING:
        return 0
    if unicodedata.east_asian_width(first) in "WF" or _HALF_FLAG.match(cluster[1:]):
        return 2
    is_emoji = first in _KEYCAPS or _PICTURE.match(first)
    return 2 if is_emoji and _EMOJI_STYLE in cluster else 1


def folded(name: str) -> str:
    """A name without what nobody can see, in one case.

    Of names that look alike it is the same: as nicknames are compared (RFC 8266, 2.4), and without
    joiners and other characters that cannot be seen.
    """
    seen = unicodedata.normalize("NFKC", _UNSEEN.sub("", name))
    return unicodedata.normalize("NFKC", seen.casefold())
