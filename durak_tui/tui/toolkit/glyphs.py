"""The characters to draw with, on terminals with and without UTF-8."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from durak_tui.game.cards import suit_of
from durak_tui.words.game_notation import rank_on_card


@dataclass(frozen=True, slots=True)
class Glyphs:
    """A set of characters, each one cell wide."""

    ascii: bool
    suits: str  # Clubs, diamonds, hearts, spades.
    back: str  # The back of a card on one line.
    patterns: Mapping[str, str]  # Of larger backs, by their names: two characters each.
    corners: str  # Of a card: where they are rounded, from the upper left to the lower right.
    cut_corners: str  # Of an empty place: what is cut off there.
    edge: str  # Between a card and one that it lies on.
    right_edge: str  # The same where that one is at its left.
    trump: str  # On a card of the trump suit.
    last: str  # Below the card that was played last.
    dot: str  # Between facts on one line.
    dash: str
    pointer: str  # Before the line that is chosen.
    nothing: str  # In an empty field.
    filled: str  # The part of a bar that is done.
    empty: str  # The rest of it.
    more_above: str
    more_below: str
    ellipsis: str
    yes: str
    tick: str
    no: str
    plus_minus: str

    def card(self, card: int) -> str:
        """A card in two or three cells: ``7♠``, ``10♥``; in ASCII ``7S``."""
        return rank_on_card(card, ascii_only=self.ascii) + self.suits[suit_of(card)]

    def cards(self, cards: Iterable[int]) -> str:
        return " ".join(map(self.card, cards))

    def suit(self, card: int) -> str:
        return self.suits[suit_of(card)]


UNICODE: Final = Glyphs(
    ascii=False, suits="♣♦♥♠", back="▒", corners="▟▙▜▛", cut_corners="▘▝▖▗", edge="▏",
    right_edge="▕",
    patterns={"lattice": "╱╲", "dots": "• ", "weave": "▚▞", "plain": "  "},
    trump="★", last="▲", dot="·", dash="–", pointer="›", nothing="·",
    filled="█", empty="░", more_above="↑", more_below="↓", ellipsis="…",
    yes="✓", tick="✓", no="✗", plus_minus="±",
)  # fmt: skip
ASCII: Final = Glyphs(
    ascii=True, suits="CDHS", back="#", corners="    ", cut_corners="    ", edge="|",
    right_edge="|",
    patterns={"lattice": "/\\", "dots": "o ", "weave": "%%", "plain": "  "},
    trump="*", last="^", dot="-", dash="-", pointer=">", nothing=".",
    filled="#", empty="-", more_above="^", more_below="v", ellipsis="~",
    yes="+", tick="x", no="x", plus_minus="+/-",
)  # fmt: skip


def is_red(card: int) -> bool:
    """True if a card is a diamond or a heart."""
    return suit_of(card) in (1, 2)


def has_utf8(environ: Mapping[str, str] = os.environ) -> bool:
    """True if the user's locale is one of UTF-8.

    Where none is set Python gives itself one (PEP 538), which says nothing of the terminal.
    """
    coerced = environ.get("LC_CTYPE") == "C.UTF-8" and environ.get("LANG", "") in ("", "C", "POSIX")
    for name in ("LC_ALL", "LC_CTYPE", "LANG"):
        if value := environ.get(name):
            if name == "LC_CTYPE" and coerced:
                continue
            return value.lower().replace("-", "").partition("@")[0].endswith("utf8")
    return False
