"""Characters seen as one: joined emoji, letters with their marks.

They are the extended grapheme clusters of Unicode (UAX #29), as wcwidth finds them.  Its two
invisible joiners are shown only where they mean something.
"""

import re
import unicodedata
from functools import lru_cache
from typing import Final

ZWNJ, ZWJ = "\u200c", "\u200d"
"""Keeps letters apart that would be joined; joins emoji into one."""
JOINERS: Final = (ZWNJ, ZWJ)
_ALONE: Final = re.compile(
    "[\x20-\u02ff\u0370-\u0482\u048a-\u0590\u2010-\u2027\u2030-\u205e\u2190-\u2bff]*"
)
"""Text of characters that join none before them: Latin, Greek, Cyrillic, signs."""
_SKIN: Final = "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
_VIRAMA: Final = 9  # Its canonical combining class: what takes the vowel from an Indic letter.
_RA_VIRAMA: Final = "\u09b0\u09cd"
_UNSEEN: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200c\u200d\u3164\ufe00-\ufe0f\uffa0]"
)
"""Default_Ignorable_Code_Point, as far as it may be in a name."""


def joins(text: str, at: int) -> bool:
    """Say whether the character there is a joiner with a meaning.

    ZWNJ does where RFC 5892 (A.1, "ContextJ") and with it UTS #46 and PRECIS (RFC 8264) allow it:
    behind a virama, and between letters that join.  As people write it behind others as well, these
    may be any letters of a script of that kind.  ZWJ does within a cluster: between emoji (UAX #29,
    rule GB11), behind a virama (A.2), and before that of the Bengali ra.
    """
    after = text[at + 1 : at + 2]
    if text[at] not in JOINERS or not after.isprintable():
        return False
    place = at - 1
    while place >= 0 and (text[place] in _SKIN or unicodedata.category(text[place]) == "Mn"):
        place -= 1
    before = text[max(0, place) : at]
    if not before:
        return False
    is_behind_virama = unicodedata.combining(before[-1]) == _VIRAMA and after.isalpha()
    if text[at] == ZWNJ:
        return is_behind_virama or all(map(_is_arabic_letter, (before[0], after)))
    if len(clusters(before + ZWJ + after)) > 1:
        return False
    # What is one without it, such as a letter and its mark, needs no joiner.
    is_needed = len(clusters(before + after)) > 1
    return is_needed or is_behind_virama or before[-1] + after == _RA_VIRAMA


def _is_arabic_letter(character: str) -> bool:
    """Say whether it is a letter of a script like Arabic."""
    return character.isalpha() and unicodedata.bidirectional(character) == "AL"


def clusters(text: str) -> list[str]:
    """The text in pieces that must not be cut."""
    if _ALONE.fullmatch(text):
        return list(text)
    from wcwidth import iter_graphemes  # Engines start without it.

    return list(iter_graphemes(text))


@lru_cache(4096)
def columns(cluster: str) -> int:
    """The columns of a terminal that a cluster takes.

    Terminals differ; this is what those show that know clusters, and what rich counts on.
    """
    from wcwidth import wcswidth

    width: int = wcswidth(cluster)
    return max(0, width)


def folded(name: str) -> str:
    """A name without what nobody can see, in one case.

    Of names that look alike it is the same: as nicknames are compared (RFC 8266, 2.4), and without
    joiners and other characters that cannot be seen.
    """
    seen = unicodedata.normalize("NFKC", _UNSEEN.sub("", name))
    return unicodedata.normalize("NFKC", seen.casefold())
