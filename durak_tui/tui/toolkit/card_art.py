"""The faces of cards in every size, as data."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from durak_tui.game.cards import suit_of
from durak_tui.tui.toolkit.glyphs import Glyphs


class Size(NamedTuple):
    """Columns and rows of a card."""

    width: int
    height: int

    @property
    def is_chip(self) -> bool:
        """True if it is only a name on one line."""
        return self.height == 1

    @property
    def is_small(self) -> bool:
        """True if cards are drawn to cost the least to send."""
        return self.height <= 5

    @property
    def suit_width(self) -> int:
        """The columns of the suit in the middle."""
        return {17: 13, 13: 9, 11: 7, 9: 5}.get(self.width, 1)

    @property
    def shift(self) -> "Size":
        """The offset of the card that beats it, aside and below."""
        return Size(0, 0) if self.is_chip else Size(max(1, self.width // 5), self.height // 3 + 1)


CHIP: Final = Size(4, 1)
SIZES: Final = (
    Size(17, 12), Size(13, 9), Size(11, 8), Size(9, 6), Size(7, 5), Size(5, 3), CHIP,
)  # fmt: skip
"""From the largest to the smallest; about as wide as real cards in cells of 1:2."""
INDEX: Final = 3  # Columns of the name of a card, at most.

_SUITS: Final[Mapping[int, tuple[str, ...]]] = {
    5: (
        " ███    ▄█▄   ▄█▄█▄   ▄█▄ ",
        "█████  █████  █████  █████",
        " ▄█▄    ▀█▀    ▀█▀    ▄█▄ ",
    ),
    7: (
        " ▄███▄     ▄█▄    ▄██▄██▄    ▄█▄  ",
        " ▄███▄   ▄█████▄  ███████  ▄█████▄",
        "██▀█▀██  ▀█████▀   █████   ██▀█▀██",
        "  ▄█▄      ▀█▀      ▀█▀      ▄█▄  ",
    ),
    9: (
        "  ▄███▄       ▄█▄     ▄███▄███▄     ▄█▄   ",
        "  ▀███▀     ▄█████▄   █████████   ▄█████▄ ",
        "▄███████▄  █████████  ▀███████▀  █████████",
        "▀██▀█▀██▀   ▀█████▀    ▀█████▀   ▀██▀█▀██▀",
        "   ▄█▄        ▀█▀        ▀█▀        ▄█▄   ",
    ),
    11: (
        "   ▄███▄         ▄█▄       ▄███▄███▄       ▄█▄    ",
        "   ▀███▀       ▄█████▄    ███████████    ▄█████▄  ",
        "▄███▄█▄███▄  ▄█████████▄  ███████████  ▄█████████▄",
        "███████████  ▀█████████▀   ▀███████▀   ███████████",
        " ▀▀▀ █ ▀▀▀     ▀█████▀      ▀█████▀     ▀▀▀ █ ▀▀▀ ",
        "   ▄███▄         ▀█▀          ▀█▀         ▄███▄   ",
    ),
    13: (
        "    ▄███▄           ▄█▄        ▄███▄ ▄███▄        ▄█▄     ",
        "   ███████        ▄█████▄     █████████████     ▄█████▄   ",
        " ▄▄▄▀███▀▄▄▄    ▄█████████▄   █████████████   ▄█████████▄ ",
        "█████████████  █████████████   ███████████   █████████████",
        "█████████████   ▀█████████▀     ▀███████▀    ▀████▀█▀████▀",
        " ▀▀▀▀ █ ▀▀▀▀      ▀█████▀         █████        ▀▀  █  ▀▀  ",
        "    ▄███▄           ▀█▀            ▀█▀           ▄███▄    ",
    ),
}
"""Clubs, diamonds, hearts and spades by their width, in blocks half a cell high."""
_IN_ASCII: Final = str.maketrans("\u2588\u2580\u2584", "#'.")


def face(card: int, size: Size, glyphs: Glyphs, *, is_trump: bool = False) -> list[str]:
    """The rows of a face, with blank corners."""
    name = glyphs.card(card)
    if size.is_chip:
        return [f"{name:>{INDEX}}{glyphs.trump if is_trump else ' '}"]
    rows = [f" {name}".ljust(size.width), *[" " * size.width] * (size.height - 2)]
    rows.append(f"{name} ".rjust(size.width))
    for y, row in enumerate(_middle(card, size, glyphs), 1):
        rows[y] = row
    if is_trump:
        rows[1] = f" {glyphs.trump}{rows[1][2:]}"
    return rows


def _middle(card: int, size: Size, glyphs: Glyphs) -> list[str]:
    """The rows between the names, with the suit."""
    rows = suit(card, size.suit_width, glyphs)
    room = size.height - 2
    above = (room - len(rows)) // 2
    lines = [""] * above + rows + [""] * (room - above - len(rows))
    return [line.center(size.width) for line in lines]


def suit(card: int, width: int, glyphs: Glyphs) -> list[str]:
    """The suit of a card in ``width`` columns."""
    if width not in _SUITS:
        return [glyphs.suit(card)]
    start = suit_of(card) * (width + 2)
    rows = [row[start : start + width].ljust(width) for row in _SUITS[width]]
    return [row.translate(_IN_ASCII) for row in rows] if glyphs.ascii else rows


def back(size: Size, glyphs: Glyphs) -> list[str]:
    """The rows of a back, with blank corners."""
    if size.is_chip:
        return [glyphs.back * 2]
    inner = size.width - 2
    lattice = [(glyphs.lattice * inner)[y % 2 : y % 2 + inner] for y in range(size.height - 2)]
    plain = " " * size.width
    return [plain, *(f" {row} " for row in lattice), plain]


def across(card: int, size: Size, glyphs: Glyphs) -> list[str]:
    """The rows of a face that lies across."""
    rows = [" " * size.width] * size.height
    rows[(size.height - 1) // 2] = f" {glyphs.card(card)}".ljust(size.width)
    return rows
