"""Cards as people type them: with signs of suits, in any alphabet."""

import re
import unicodedata
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from durak_tui.common.i18n import N_, Message
from durak_tui.common.values import WrongValue
from durak_tui.game.cards import RANKS, SUITS, parse_card

_SIGNS: Final = str.maketrans("♣♧♦♢♥♡♠♤", "CCDDHHSS", "\N{VARIATION SELECTOR-15}\ufe0f")
"""Letters for the signs of suits; the last two choose how these look, and are left out."""
_WRITTEN: Final = {
    "CYRILLIC": N_("'{letter}' is a Cyrillic letter; {advice}"),
    "GREEK": N_("'{letter}' is a Greek letter; {advice}"),
    "FULLWIDTH": N_("'{letter}' is a full-width character; {advice}"),
}
"""By the first word of its name in Unicode: in which alphabet a letter is."""
_LATIN: Final = N_("write the Latin {latin}")
_DIGIT: Final = N_("write the digit {latin}")
_LOOKS_LIKE: Final = str.maketrans("АКТСНЅЈΑΚΤΗϹ", "AKTCHSJAKTHC")
_RUSSIAN_RANKS: Final[Mapping[str, Message]] = {
    "В": Message(N_("write J for a jack")),
    "Д": Message(N_("write Q for a queen")),
    "Т": Message(N_("write T for a ten, A for an ace")),
}
_ALL: Final = {
    RANKS: Message(N_("the ranks are 2 to 9, T, J, Q, K and A")),
    SUITS: Message(N_("the suits are C, D, H and S")),
}


class WrongLetter(WrongValue):
    """A letter in cards that is of another alphabet."""


def with_letters(text: str) -> str:
    """Cards with letters for the signs of suits."""
    return text.translate(_SIGNS)


def check_letters(cards: str) -> None:
    """Raise WrongLetter for the first letter of another alphabet.

    ``cards`` are names of cards, with anything between them.
    """
    for name in re.findall(r"\w+", cards):
        for place, letter in enumerate(name):
            alphabet = unicodedata.name(letter, "").partition(" ")[0]
            if alphabet in _WRITTEN:
                advice = _advice(letter.upper(), (RANKS, SUITS)[place % 2])
                raise WrongLetter(_WRITTEN[alphabet], letter=letter, advice=advice)


def card_typed(name: str) -> int:
    """The card of a name that a person typed.  Raises WrongValue."""
    plain = with_letters(name)
    try:
        return parse_card(plain)
    except ValueError:
        check_letters(plain)
        raise WrongValue(N_("not a card: '{name}'"), name=name[:40]) from None


def names_in(text: str) -> list[str]:
    """The words of a text, between blanks or commas."""
    return re.findall(r"[^\s,]+", text)


def is_unfinished(text: str) -> bool:
    """True if the last word may yet become a card.

    A letter of another alphabet never does.
    """
    try:
        for name in names_in(text)[-1:]:
            card_typed(name)
    except WrongValue as error:
        return not isinstance(error, WrongLetter)
    return False


def cards_in(text: str) -> list[int]:
    """The cards of a text that is still being typed, each once."""
    found: dict[int, None] = {}
    for name in names_in(text):
        with suppress(WrongValue):
            found[card_typed(name)] = None
    return list(found)


def _advice(letter: str, ours: str) -> Message:
    """Say what to write for a letter, of the ranks or suits."""
    if ours == RANKS and letter in _RUSSIAN_RANKS:
        return _RUSSIAN_RANKS[letter]
    latin = unicodedata.normalize("NFKC", letter.translate(_LOOKS_LIKE))
    if latin not in ours:
        return _ALL[ours]
    return Message(_LATIN if latin.isalpha() else _DIGIT, {"latin": latin})
