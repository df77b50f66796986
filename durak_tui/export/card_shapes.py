"""Cards as SVG, with shapes of their own: alike everywhere."""

from collections.abc import Iterable, Iterator
from typing import Final

from durak_tui.common.svg import element
from durak_tui.game.cards import card_name, suit_of
from durak_tui.words.game_notation import rank_on_card

WIDTH: Final = 70
HEIGHT: Final = 98
RED: Final = "#c41230"
BLACK: Final = "#1b1b1b"
SUITS: Final = "♣♦♥♠"
_PLAIN: Final = "\ufe0e"  # Asks for a suit as a character of text, not as a picture.

_BLANK: Final = element(
    "rect", x=".5", y=".5", width=WIDTH - 1, height=HEIGHT - 1, rx=6, fill="#fdfcf7",
    stroke="#00000040",
)  # fmt: skip
_PATHS: Final = (
    "M50 5a21 21 0 0 1 17 33a21 21 0 1 1-12 34c1 10 4 18 10 23H35c6-5 9-13 10-23"
    "a21 21 0 1 1-12-34A21 21 0 0 1 50 5Z",
    "M50 3C60 22 72 37 87 50C72 63 60 78 50 97C40 78 28 63 13 50C28 37 40 22 50 3Z",
    "M50 92C20 64 7 47 7 30C7 16 17 7 29 7C39 7 46 13 50 22C54 13 61 7 71 7C83 7 93 16 93 30"
    "C93 47 80 64 50 92Z",
    "M50 5C66 26 93 42 93 62C93 75 83 82 73 82C64 82 58 78 54 71C55 82 58 90 64 95H36"
    "C42 90 45 82 46 71C42 78 36 82 27 82C17 82 7 75 7 62C7 42 34 26 50 5Z",
)
"""The suits in a square of a hundred, in their order: clubs, diamonds, hearts, spades."""
_SIDES: Final = 25.0, 46.0
_LEFT_AND_RIGHT: Final[dict[str, tuple[float, ...]]] = {
    "2": (), "3": (), "4": (22, 76), "5": (22, 76), "6": (22, 49, 76), "7": (22, 49, 76),
    "8": (22, 49, 76), "9": (22, 40, 58, 76), "T": (22, 40, 58, 76),
}  # fmt: skip
_MIDDLE: Final[dict[str, tuple[float, ...]]] = {
    "2": (22, 76), "3": (22, 49, 76), "4": (), "5": (49,), "6": (), "7": (35.5,),
    "8": (35.5, 62.5), "9": (49,), "T": (31, 67),
}  # fmt: skip


def shown(cards: Iterable[int]) -> str:
    """Cards in text: ``10♥ Q♠``."""
    return " ".join(f"{rank_on_card(card)}{SUITS[suit_of(card)]}{_PLAIN}" for card in cards)


def definitions(cards: Iterable[int]) -> Iterator[str]:
    """SVG symbols: the suits, a back, and these cards as ``card-N``."""
    for suit, path in enumerate(_PATHS):
        colour = RED if suit in (1, 2) else BLACK
        yield f'<symbol id="suit-{suit}" viewBox="0 0 100 100"><path d="{path}" fill="{colour}"/>'
        yield "</symbol>"
    box = f'viewBox="0 0 {WIDTH} {HEIGHT}"'
    yield f'<symbol id="card-back" {box}>{_BLANK}'
    yield (
        '<rect x="4" y="4" width="62" height="90" rx="4" fill="#2b4c7e"/>'
        '<path d="M35 12L58 49L35 86L12 49Z" fill="none" stroke="#9db8dd" stroke-width="2"/>'
        '<path d="M35 26L49 49L35 72L21 49Z" fill="#9db8dd"/></symbol>'
    )
    for card in cards:
        yield f'<symbol id="card-{card}" {box}>{_face(card)}</symbol>'


def _face(card: int) -> str:
    rank = rank_on_card(card)
    tight = -1.5 if rank == "10" else None
    corner = _rank(card, 9.5, 16, 15, letter_spacing=tight) + _suit(suit_of(card), 9.5, 23.5, 11)
    other = element("g", corner, transform=f"rotate(180 {WIDTH / 2} {HEIGHT / 2})")
    return _BLANK + corner + other + "".join(_middle(card))


def _rank(card: int, x: float, y: int, size: int, **more: object) -> str:
    return element(
        "text", rank_on_card(card), x=x, y=y, font_size=size,
        fill=RED if suit_of(card) in (1, 2) else BLACK, font_family="Georgia,serif",
        font_weight="bold", text_anchor="middle", **more,
    )  # fmt: skip


def _middle(card: int) -> Iterator[str]:
    """The part of a card between its corners."""
    rank, suit = card_name(card)[0], suit_of(card)
    if rank == "A":
        yield _suit(suit, 35, 49, 34)
    elif rank in "JQK":
        tint = "#c4123014" if suit in (1, 2) else "#1b1b1b12"
        yield element("rect", x=18, y=12, width=34, height=74, rx=3, fill=tint, stroke="#b08d3c")
        yield _rank(card, 35, 60, 32)
        yield _suit(suit, 26, 21, 13)
        yield _suit(suit, 44, 77, 13, 180)
    else:
        for y in _LEFT_AND_RIGHT[rank]:
            for x in _SIDES:
                yield _suit(suit, x, y, 13, 180 * (y > HEIGHT / 2))
        for y in _MIDDLE[rank]:
            yield _suit(suit, 35.5, y, 13, 180 * (y > HEIGHT / 2))


def _suit(suit: int, x: float, y: float, size: float, turn: int = 0) -> str:
    """A suit around a point, perhaps upside down."""
    return element(
        "use", href=f"#suit-{suit}", x=x - size / 2, y=y - size / 2, width=size, height=size,
        transform=turned(turn, x, y),
    )  # fmt: skip


def turned(degrees: int, x: float, y: float) -> str | None:
    """The ``transform`` of something turned around a point."""
    return f"rotate({degrees} {x:g} {y:g})" if degrees else None
