"""Faces and backs of cards in every size."""

from collections.abc import Iterable

import pytest
from textual.color import Color

from durak_tui.common import i18n
from durak_tui.game.cards import full_deck, parse_card, suit_of
from durak_tui.tui.toolkit.canvas import Canvas
from durak_tui.tui.toolkit.card_art import INDEX, SIZES, Size, across, back, face, suit
from durak_tui.tui.toolkit.glyphs import ASCII, UNICODE, Glyphs
from durak_tui.tui.toolkit.palettes import DARK
from durak_tui.tui.toolkit.styles import looks, suit_looks
from durak_tui.user.schema import ROWS

every_set = pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
every_size = pytest.mark.parametrize("size", SIZES, ids=str)


@every_set
@every_size
def test_a_face_has_its_size_and_its_name_in_two_corners(size: Size, glyphs: Glyphs) -> None:
    for card in full_deck(52):
        rows, name = face(card, size, glyphs), glyphs.card(card)
        assert [len(row) for row in rows] == [size.width] * size.height
        if not size.is_chip:
            assert rows[0].startswith(f" {name}") and rows[-1].endswith(f"{name} ")
        else:
            assert rows[0].strip() == name
        assert glyphs is UNICODE or "".join(rows).isascii()


def test_in_russian_court_cards_have_russian_letters_where_these_can_be_shown() -> None:
    i18n.choose("ru")
    shown = UNICODE.cards(map(parse_card, ("AD", "KD", "QD", "JD", "TD", "9D")))
    assert shown == "Т♦ К♦ Д♦ В♦ 10♦ 9♦"
    assert ASCII.cards(map(parse_card, ("AD", "JD"))) == "AD JD"
    canvas = Canvas(20, 1, suit_looks(UNICODE, four=False))
    canvas.put(0, 0, shown[:2], "text")
    assert canvas.row(0)[0] == ("Т♦", "text-red")


@every_set
@every_size
def test_no_two_cards_look_alike_and_a_trump_has_a_sign(size: Size, glyphs: Glyphs) -> None:
    deck = full_deck(52)
    assert len({tuple(face(card, size, glyphs)) for card in deck}) == 52
    for card in deck:
        plain = "".join(face(card, size, glyphs))
        trump = "".join(face(card, size, glyphs, is_trump=True))
        assert glyphs.trump in trump and glyphs.trump not in plain


@pytest.mark.parametrize("pattern", UNICODE.patterns)
@every_set
@every_size
def test_a_back_hides_its_card_and_a_trump_across_is_named(
    size: Size, glyphs: Glyphs, pattern: str
) -> None:
    rows = back(size, glyphs, pattern)
    assert not any(sign in "".join(rows) for sign in UNICODE.suits)
    if not size.is_chip:
        assert [len(row) for row in rows] == [size.width] * size.height
    lying = across(22, Size(9, 3), glyphs)
    assert [len(row) for row in lying] == [9] * 3 and glyphs.card(22) in lying[1]


def test_every_back_of_the_settings_has_a_pattern_and_a_colour() -> None:
    names = {name for name, _text in ROWS["back"].choices}
    styles = looks(DARK, Color.parse("#000000"))
    for glyphs in (UNICODE, ASCII):
        assert set(glyphs.patterns) == names
        assert len({tuple(back(Size(9, 6), glyphs, name)) for name in names}) == len(names)
    assert len({styles[f"back-{name}"].bgcolor for name in names}) == len(names)


@pytest.mark.parametrize("size", [size for size in SIZES if not size.is_small], ids=str)
@every_set
def test_cards_up_to_ten_have_their_number_of_pips(glyphs: Glyphs, size: Size) -> None:
    for card in full_deck(52)[:36]:
        sign = glyphs.suit(card)
        inside = "".join(face(card, size, glyphs)[1:-1])
        assert inside.count(sign) == card // 4 + 2 and not set(inside) - {sign, " "}


@pytest.mark.parametrize("size", [size for size in SIZES if not size.is_small], ids=str)
@every_set
def test_each_court_has_a_figure_in_a_frame(glyphs: Glyphs, size: Size) -> None:
    figures = set()
    for rank in "JQK":
        rows = face(parse_card(f"{rank}C"), size, glyphs)[1:-1]
        assert {rows[0].strip()[0], rows[-1].strip()[-1]} <= set("┌┘+")
        figures.add("".join(rows))
        corners = "".join(rows).count(glyphs.suit(parse_card(f"{rank}C")))
        assert corners == (2 if size.height > 9 else 0), "it would touch the head"
        above, below = blank_halves(rows[1:-1]), blank_halves(reversed(rows[1:-1]), upper=False)
        assert abs(above - below) <= 1, "the figure stands in the middle"
    assert len(figures) == 3


def blank_halves(rows: Iterable[str], *, upper: bool = True) -> int:
    """Count the halves of rows before a figure of blocks, from above or from below."""
    halves = 0
    for row in rows:
        if set(row) & set("█▌▐▙▟▛▜#" + ("▀▘▝'" if upper else "▄▖▗.,")):
            break
        if set(row) & set("▀▘▝'▄▖▗.,"):
            return halves + 1
        halves += 2
    return halves


def test_on_few_rows_an_ace_has_a_large_suit_and_a_court_its_letter_between_two() -> None:
    def middle(card: str) -> str:
        return face(parse_card(card), Size(7, 5), UNICODE)[2].strip()

    assert list(map(middle, ("JC", "QD", "KH", "6S"))) == ["♣J♣", "♦Q♦", "♥K♥", "♠"]
    ace = face(parse_card("AS"), Size(7, 5), UNICODE)[1:-1]
    assert [row.strip() for row in ace] == [row.strip() for row in suit(51, 5, UNICODE)]
    i18n.choose("ru")
    assert list(map(middle, ("JC", "QD"))) == ["♣В♣", "♦Д♦"]


@every_set
@every_size
def test_the_sign_of_a_trump_stands_behind_the_name_and_covers_nothing(
    size: Size, glyphs: Glyphs
) -> None:
    for card in full_deck(52):
        plain = "\n".join(face(card, size, glyphs))
        trump = "\n".join(face(card, size, glyphs, is_trump=True))
        (at,) = (n for n, both in enumerate(zip(plain, trump, strict=True)) if len({*both}) > 1)
        assert plain[at] == " " and trump[at] == glyphs.trump
        behind = trump.index(glyphs.card(card)) + len(glyphs.card(card))
        is_corner = not size.is_chip and behind == size.width - 1
        assert at == (size.width + 2 if is_corner else behind if not size.is_chip else INDEX)


MIRRORED = str.maketrans("▌▐▘▝▖▗▚▞▙▟▛▜", "▐▌▝▘▗▖▞▚▟▙▜▛")


@pytest.mark.parametrize("width", sorted({size.suit_width for size in SIZES} - {1}))
def test_suits_are_as_wide_as_they_say_and_the_same_on_both_sides(width: int) -> None:
    shapes = {suit_of(card): suit(card, width, UNICODE) for card in range(4)}
    for rows in shapes.values():
        assert all(len(row) == width and row == row[::-1].translate(MIRRORED) for row in rows)
    assert len({tuple(rows) for rows in shapes.values()}) == 4
