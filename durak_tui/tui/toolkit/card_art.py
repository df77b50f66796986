"""The faces of cards in every size, as data."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from durak_tui.game.cards import card_name, suit_of
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
        return {17: 13, 13: 9, 11: 7, 9: 5, 7: 5}.get(self.width, 1)

    @property
    def shift(self) -> "Size":
        """The offset of the card that beats it, aside and below."""
        return Size(0, 0) if self.is_chip else Size(max(1, self.width // 5), self.height // 3 + 1)


CHIP: Final = Size(4, 1)
SIZES: Final = (
    Size(17, 11), Size(13, 9), Size(11, 8), Size(9, 6), Size(7, 5), Size(5, 3), CHIP,
)  # fmt: skip
"""From the largest to the smallest; about as wide as real cards in cells of 1:2."""
INDEX: Final = 3  # Columns of the name of a card, at most.

_SUITS: Final[Mapping[int, tuple[str, ...]]] = {
    5: (
        " ▟█▙    ▄█▄   ▟█▄█▙   ▗█▖ ",
        "▄███▄  █████  ▜███▛  ▟███▙",
        "▀▗█▖▀   ▀█▀    ▝█▘   ▀▗█▖▀",
    ),
    7: (
        " ▗▟█▙▖     ▄█▄    ▗██▄██▖    ▄█▄  ",
        "▗▄███▄▖  ▄█████▄  ███████  ▗█████▖",
        "▜█▛█▜█▛  ▀█████▀   ▜███▛   ▜█▛█▜█▛",
        "  ▗█▖      ▀█▀      ▝█▘      ▄█▄  ",
    ),
    9: (
        "  ▗███▖       ▄█▄     ▗██▙ ▟██▖     ▄█▄   ",
        "  ▝███▘     ▄█████▄   █████████   ▄█████▄ ",
        "▟██▄█▄██▙  █████████  ▝███████▘  ▟███████▙",
        "▜██▀█▀██▛   ▀█████▀     ▀███▀    ▝██▘█▝██▘",
        "   ▄█▄        ▀█▀        ▝█▘        ▄█▄   ",
    ),
    13: (
        "    ▄███▄           ▄█▄        ▄███▄ ▄███▄        ▄█▄     ",
        "   ███████        ▄█████▄     █████████████     ▄█████▄   ",
        "    ▀███▀       ▄█████████▄   █████████████   ▄█████████▄ ",
        "▄███▄ █ ▄███▄  █████████████   ███████████   █████████████",
        "█████▀█▀█████   ▀█████████▀     ▀███████▀    ▀████▀█▀████▀",
        " ▀▀▀  █  ▀▀▀      ▀█████▀         █████        ▀▀  █  ▀▀  ",
        "    ▄███▄           ▀█▀            ▀█▀           ▄███▄    ",
    ),
}
"""Clubs, diamonds, hearts and spades by their width, in blocks of a half or a quarter cell."""
_LETTERED: Final = 7
"""The columns of a card on which a court has its letter between two suits."""
_CROWDED: Final = 5
"""The most rows in a frame in which a suit beside the head would touch it."""
LEAST_SUIT: Final = min(_SUITS)
"""The columns of a suit that is drawn, at least."""
_PIPS: Final[Mapping[int, Mapping[str, tuple[tuple[int, ...], tuple[int, ...]]]]] = {
    4: {
        "2": ((), (1, 4)), "3": ((), (1, 2, 4)), "4": ((1, 4), ()), "5": ((1, 4), (2,)),
        "6": ((1, 2, 3), ()), "7": ((1, 3, 4), (2,)), "8": ((1, 2, 3, 4), ()),
        "9": ((1, 2, 3, 4), (2,)), "T": ((1, 2, 3, 4), (2, 3)),
    },
    6: {
        "2": ((), (1, 5)), "3": ((), (1, 3, 5)), "4": ((1, 5), ()), "5": ((1, 5), (3,)),
        "6": ((1, 3, 5), ()), "7": ((1, 3, 5), (2,)), "8": ((1, 3, 5), (2, 4)),
        "9": ((1, 2, 4, 5), (3,)), "T": ((1, 3, 4, 6), (2, 5)),
    },
    7: {
        "2": ((), (2, 6)), "3": ((), (2, 4, 6)), "4": ((2, 6), ()), "5": ((2, 6), (4,)),
        "6": ((2, 4, 6), ()), "7": ((2, 4, 6), (3,)), "8": ((2, 4, 6), (3, 5)),
        "9": ((1, 3, 5, 7), (4,)), "T": ((1, 3, 5, 7), (2, 6)),
    },
    9: {
        "2": ((), (1, 9)), "3": ((), (1, 5, 9)), "4": ((1, 9), ()), "5": ((1, 9), (5,)),
        "6": ((1, 5, 9), ()), "7": ((1, 5, 9), (3,)), "8": ((1, 5, 9), (3, 7)),
        "9": ((1, 4, 6, 9), (5,)), "T": ((1, 4, 6, 9), (2, 8)),
    },
}  # fmt: skip
_FIGURES: Final[Mapping[str, Mapping[int, tuple[str, ...]]]] = {
    "J": {
        9: (" ▄▄█▀", "▟███▙"),
        11: (" ▗▄▄▛▘ ", "▝▜▀▀▀▛▘", " ▐▝ ▘▌ ", "  ▚█▞  "),
        13: (" ▗▄▄▄▖▟▘ ", "▗██████▄▖", " ▐ ▄ ▄ ▌ ", " ▐▖ ▄ ▗▌ ", "  ▀▄▄▄▀  "),
        17: ("  ▄▄▄▄▄▖█▘ ", "▄▟██████▙▄▄", "  ▌▗▄ ▄▖▐  ", "  ▙ ▗▄▖ ▟  ", "  ▝▜▄▄▄▛▘  "),
    },
    "Q": {
        9: ("▖▗█▖▗", "▜▟█▙▛"),
        11: (" ▗ ▄ ▖ ", " ▟▛▀▜▙ ", " █▝ ▘█ ", " █▙ ▟█ "),
        13: (" ▗▗▟█▙▖▖ ", " ▟▛▀▀▀▜▙ ", " █ ▀ ▀ █ ", " █▙ ▀ ▟█ ", "▗███▄███▖"),
        17: ("  ▄ ▗█▖ ▄  ", " ▗█▀▀▀▀▀█▖ ", " ▐▌▝▀ ▀▘▐▌ ", " ▐█▄▝▀▘▄█▌ ", "▗████▄████▖"),
    },
    "K": {
        9: ("▄▗█▖▄", "█████"),
        11: (" ▙▟▄▙▟ ", " ▌▄ ▄▐ ", " ▙▄ ▄▟ ", " ▀███▀ "),
        13: (" ▙▗▙ ▟▖▟ ", " ▜▀▀▀▀▀▛ ", " ▐ ▀ ▀ ▌ ", " ▝█▟█▙█▘ ", "  ▝▜█▛▘  "),
        17: (" ▐▙ ▗█▖ ▟▌ ", " ▝▛▀▀▀▀▀▜▘ ", "  ▌▝▀ ▀▘▐  ", "  ▙▄▐█▌▄▟  ", "  ▀█████▀  "),
    },
}
"""The heads of jacks, queens and kings by the width of the card."""
_IN_ASCII: Final = str.maketrans("█▀▄▌▐▘▝▖▗▚▞▙▟▛▜┌┐└┘─│", "#'.##'',,++####++++-|")


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
        # Where it is seen in most fans: behind the name, below it if a corner is there.
        y, x = (0, 1 + len(name)) if len(name) < size.width - 2 else (1, 1)
        rows[y] = rows[y][:x] + glyphs.trump + rows[y][x + 1 :]
    return rows


def _middle(card: int, size: Size, glyphs: Glyphs) -> list[str]:
    """The rows between the names: pips, a court, or a large suit."""
    rank, room = card_name(card)[0], size.height - 2
    if not size.is_small and rank in _PIPS[room]:
        return _pips(card, size, glyphs)
    if rank in _FIGURES and not size.is_small:
        return _court(card, size, glyphs)
    sign = glyphs.suit(card)
    if rank == "A":
        rows = suit(card, size.suit_width, glyphs)
    elif rank in _FIGURES and size.width == _LETTERED and not glyphs.ascii:
        rows = [sign + glyphs.card(card).removesuffix(sign) + sign]
    else:
        rows = [sign]
    above = (room - len(rows)) // 2
    lines = [""] * above + rows + [""] * (room - above - len(rows))
    return [line.center(size.width) for line in lines]


def _pips(card: int, size: Size, glyphs: Glyphs) -> list[str]:
    aside, middle = _PIPS[size.height - 2][card_name(card)[0]]
    centre, apart = size.width // 2, size.width // 4
    rows = []
    for row in range(1, size.height - 1):
        places = [centre - apart, centre + apart] if row in aside else []
        places += [centre] if row in middle else []
        sign = glyphs.suit(card)
        rows.append("".join(sign if x in places else " " for x in range(size.width)))
    return rows


def _court(card: int, size: Size, glyphs: Glyphs) -> list[str]:
    """A figure in a frame, with the suit if there is room."""
    figure = _FIGURES[card_name(card)[0]][size.width]
    inner, room = len(figure[0]), size.height - 4
    above = (room - len(figure)) // 2
    lines = [*[" " * inner] * above, *figure, *[" " * inner] * (room - above - len(figure))]
    sign = glyphs.suit(card)
    if room > _CROWDED:
        lines[0] = sign + lines[0][1:]
        lines[-1] = lines[-1][:-1] + sign
    across, down, (left_top, right_top, left_low, right_low) = "─", "│", "┌┐└┘"
    rows = [
        left_top + across * inner + right_top,
        *(down + line + down for line in lines),
        left_low + across * inner + right_low,
    ]
    rows = [row.center(size.width) for row in rows]
    return _printed(rows, glyphs)


def _printed(rows: Iterable[str], glyphs: Glyphs) -> list[str]:
    """Rows of blocks and lines, in the signs that can be shown."""
    return [row.translate(_IN_ASCII) if glyphs.ascii else row for row in rows]


def suit(card: int, width: int, glyphs: Glyphs) -> list[str]:
    """The suit of a card in ``width`` columns."""
    if width not in _SUITS:
        return [glyphs.suit(card)]
    start = suit_of(card) * (width + 2)
    return _printed((row[start : start + width].ljust(width) for row in _SUITS[width]), glyphs)


def back(size: Size, glyphs: Glyphs, pattern: str) -> list[str]:
    """The rows of a back with the pattern of this name."""
    if size.is_chip:
        return [glyphs.back * 2]
    inner = size.width - 2
    both = glyphs.patterns[pattern] * inner
    rows = [both[y % 2 : y % 2 + inner] for y in range(size.height - 2)]
    plain = " " * size.width
    return [plain, *(f" {row} " for row in rows), plain]


def across(card: int, size: Size, glyphs: Glyphs) -> list[str]:
    """The rows of a trump's face that lies across."""
    name, middle = glyphs.card(card), (size.height - 1) // 2
    rows = [" " * size.width] * size.height
    rows[-1] = f"{name} ".rjust(size.width)
    rows[middle] = f" {name}{glyphs.trump}".ljust(size.width)
    return rows
