"""No byte goes to the terminal for what it shows already, and what it shows is always right."""

import io
from collections.abc import Iterable

import pyte
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, InlineUpdate, LayoutUpdate
from textual.geometry import Region, Size
from textual.strip import Strip

from durak_tui.tui.terminal.diff_output import Shadow
from tests.examples import examples
from tests.tui.terminals import seen

SIZE = WIDTH, HEIGHT = Size(24, 5)
CONSOLE = Console(color_system="truecolor", force_terminal=True, file=io.StringIO())

STYLES = [
    Style.parse(text)
    for text in (
        "none", "bold", "#ff0000 on #101010", "#00ff00 on #101010", "bold #ff0000 on #101010",
        "reverse", "red", "on blue", "dim italic", "underline #ffffff on #000000",
    )
]  # fmt: skip


def full(rows: list[list[tuple[str, Style]]]) -> LayoutUpdate:
    """An update of the whole screen."""
    strips: list[Iterable[Strip]] = [
        [Strip([Segment(text, style) for text, style in row])] for row in rows
    ]
    return LayoutUpdate(strips, Region(0, 0, WIDTH, HEIGHT))


def sent(shadow: Shadow, update: LayoutUpdate | ChopsUpdate) -> str:
    """The text that an update sends to the terminal."""
    less = shadow.update(update, CONSOLE, SIZE)
    return less.render_segments(CONSOLE) if less else ""


class Screen:
    """A terminal that was sent what a shadow let through."""

    def __init__(self) -> None:
        self.pyte = pyte.Screen(WIDTH, HEIGHT)
        self._stream = pyte.Stream(self.pyte)
        self.feed("\x1b[?7l")  # as Textual does, or what is too wide would go on in the next row

    def feed(self, text: str) -> None:
        self._stream.feed(text)

    def cells(self) -> list[list[object]]:
        """Everything that is seen, cell by cell."""
        return [[seen(self.pyte.buffer[y][x]) for x in range(WIDTH)] for y in range(HEIGHT)]


words = st.lists(
    st.sampled_from([*"ab ♠7日я", "👩‍🚀", "👍🏽", "1️⃣", "🇩🇪", "ی‌"]), min_size=1, max_size=6
).map("".join)


@st.composite
def pictures(draw: st.DrawFn) -> list[list[tuple[str, Style]]]:
    """Rows of text in all styles, each as wide as the screen."""
    rows = []
    for _ in range(HEIGHT):
        row, width = [], 0
        for text in draw(st.lists(words, max_size=5)):
            style = draw(st.sampled_from(STYLES))
            length = Segment(text).cell_length
            if width + length > WIDTH:
                break
            row.append((text, style))
            width += length
        row.append((" " * (WIDTH - width), STYLES[0]))
        rows.append(row)
    return rows


@settings(max_examples=examples(60))
@given(st.lists(pictures(), min_size=2, max_size=5), st.booleans())
def test_after_every_update_the_terminal_shows_what_a_full_one_would_show(
    shown: list[list[list[tuple[str, Style]]]], erases: bool
) -> None:
    shadow, screen = Shadow(erases=erases), Screen()
    for rows in shown:
        screen.feed(sent(shadow, full(rows)))
        fresh = Screen()
        fresh.feed(sent(Shadow(), full(rows)))
        assert screen.cells() == fresh.cells()


@pytest.mark.parametrize("cluster", ["👩‍🚀", "👨‍👩‍👧", "👍🏽", "❤️", "1️⃣", "🇩🇪"])
def test_what_stands_beside_an_emoji_is_in_its_place_however_wide_it_is_drawn(cluster: str) -> None:
    """The terminal of these tests knows no clusters."""
    shadow, screen = Shadow(), Screen()
    for name in ("x ", cluster, "xy", cluster):
        screen.feed(sent(shadow, full([row_of(f"[{name}]beside")] * HEIGHT)))
        for y in range(HEIGHT):
            row = screen.pyte.buffer[y]
            assert "".join(row[x].data for x in (0, *range(3, 8))) == "[]beside"[:6]
    screen.feed(sent(shadow, full([row_of("[xy]beside")] * HEIGHT)))
    assert {row.rstrip() for row in screen.pyte.display} == {"[xy]beside"}


def row_of(text: str) -> list[tuple[str, Style]]:
    """A whole row that begins with a text."""
    return [(text + " " * (WIDTH - cell_len(text)), STYLES[0])]


def test_what_is_shown_costs_nothing_until_the_terminal_cannot_be_trusted() -> None:
    shadow, rows = Shadow(), [[("x" * WIDTH, STYLES[2])]] * HEIGHT
    first = sent(shadow, full(rows))
    assert first
    assert sent(shadow, full(rows)) == ""
    shadow.forget()
    assert sent(shadow, full(rows)) == first
    other = InlineUpdate([Strip([Segment("z")])])
    assert shadow.update(other, CONSOLE, SIZE) is other, "an update of another kind passes"
    assert sent(shadow, full(rows)) == first


def test_one_other_character_costs_one_jump_one_colour_and_itself() -> None:
    shadow, rows = Shadow(), [[("x" * WIDTH, STYLES[2])] for _ in range(HEIGHT)]
    sent(shadow, full(rows))
    rows[3] = [("x" * 10 + "y" + "x" * (WIDTH - 11), STYLES[2])]
    assert sent(shadow, full(rows)) == "\x1b[4;11H\x1b[38;5;196;48;2;16;16;16my\x1b[0m"


def test_a_cell_of_another_colour_between_two_that_change_is_passed_in_three_bytes() -> None:
    shadow, (red, green) = Shadow(), STYLES[2:4]
    for text in ("7", "8"):
        row = [(text, red), ("9", green), (text.ljust(WIDTH - 2), red)]
        update = sent(shadow, full([row] * HEIGHT))
    assert "8\x1b[C8" in update


def test_unchanged_cells_between_are_sent_again_only_if_they_are_no_longer_than_the_jump() -> None:
    def between(text: str) -> str:
        shadow = Shadow()
        for edge in "12":
            row = f"{edge}{text}{edge}"
            update = sent(shadow, full([row_of(row.ljust(WIDTH))] * HEIGHT))
        return update

    assert "2abcd2" in between("abcd")
    assert "2\x1b[5C2" in between("abcde")
    assert "2\x1b[2C2" in between("││"), "which are six bytes"


def test_what_has_one_colour_is_sent_together_where_that_is_shorter() -> None:
    shadow, (red, green, *_) = Shadow(), STYLES[2:]
    rest = " " * (WIDTH - 7), STYLES[0]
    for text in ("ab", "cd"):
        row = [(text[0], red), (" " * 5, STYLES[0]), (text[1], green), rest]
        update = sent(shadow, full([row] * HEIGHT))
    assert update.count("\x1b[38;") == 2


def test_a_colour_that_has_a_number_everywhere_goes_by_it() -> None:
    def codes(style: str) -> str:
        return sent(Shadow(), full([[("x" * WIDTH, Style.parse(style))]] * HEIGHT))

    assert "\x1b[38;5;16;48;5;255m" in codes("#000000 on #eeeeee")
    assert "\x1b[38;5;203;48;2;23;61;43m" in codes("#ff5f5f on #173d2b")


def test_a_block_of_blanks_is_erased_row_below_row_where_the_terminal_can() -> None:
    def block(*, erases: bool) -> str:
        shadow = Shadow(erases=erases)
        sent(shadow, full([[("x" * WIDTH, STYLES[7])]] * HEIGHT))
        row = [("x" * 5, STYLES[7]), (" " * 7, STYLES[7]), ("x" * (WIDTH - 12), STYLES[7])]
        return sent(shadow, full([row] * HEIGHT))

    erased = "\v".join(["\x1b[7X"] * HEIGHT)
    assert block(erases=True) == f"\x1b[1;6H\x1b[44m{erased}\x1b[0m"
    assert "X" not in block(erases=False)


def test_a_character_does_not_take_the_look_of_the_one_behind_it() -> None:
    rows = [[("7", STYLES[0]), ("7", STYLES[1]), (" " * (WIDTH - 2), STYLES[0])]]
    assert sent(Shadow(), full(rows)).startswith("\x1b[1;1H7\x1b[1m7")


def test_a_part_that_was_painted_again_for_one_change_is_not_sent_whole() -> None:
    shadow = Shadow()
    sent(shadow, full([[("x" * WIDTH, STYLES[0])]] * HEIGHT))
    chops = [{0: Strip([Segment("x" * 20)]), 20: Strip([Segment("xyxx")])}] * HEIGHT
    update = ChopsUpdate(chops, [(2, 0, WIDTH)], [[20, WIDTH]] * HEIGHT)
    assert sent(shadow, update) == "\x1b[3;22Hy"


def test_what_lies_below_a_widget_that_was_not_drawn_again_is_not_sent() -> None:
    shadow = Shadow()
    sent(shadow, full([[("x" * WIDTH, STYLES[0])]] * HEIGHT))
    below = Strip([Segment(" " * (WIDTH - 20))])
    chops = [{0: Strip([Segment("x" * 19 + "y")]), 20: below}] * HEIGHT
    update = ChopsUpdate(chops, [(2, 0, 20)], [[20, WIDTH]] * HEIGHT)
    assert sent(shadow, update) == "\x1b[3;20Hy"


def test_what_was_drawn_for_a_larger_terminal_is_not_squeezed_into_its_last_cells() -> None:
    rows = [[("x" * 9 + "日" + "y" * (WIDTH - 11), STYLES[0])]] * HEIGHT
    update = Shadow().update(full(rows), CONSOLE, Size(10, 3))
    assert update
    sent_to_it = update.render_segments(CONSOLE)
    assert sent_to_it.count("x" * 9) == 3
    assert "日" not in sent_to_it and "y" not in sent_to_it


def test_a_terminal_is_covered_once_each_cell_of_it_is_sent() -> None:
    shadow, rows = Shadow(), [[("x" * WIDTH, STYLES[0])]] * HEIGHT
    assert not shadow.covers(SIZE)
    sent(shadow, ChopsUpdate([{0: Strip([Segment("x")])}] * HEIGHT, [(2, 0, 1)], [[1]] * HEIGHT))
    assert not shadow.covers(SIZE)
    sent(shadow, full(rows))
    assert shadow.covers(SIZE) and shadow.covers(Size(WIDTH, 1))
    assert not shadow.covers(Size(WIDTH + 1, HEIGHT)) and not shadow.covers(Size(1, HEIGHT + 1))
    shadow.forget()
    assert not shadow.covers(SIZE)


def test_a_terminal_without_colours_gets_none() -> None:
    plain = Console(color_system=None, file=io.StringIO())
    rows = [[("x" * WIDTH, Style.parse("bold red"))]] * HEIGHT
    update = Shadow().update(full(rows), plain, SIZE)
    assert update
    assert "\x1b[1mx" in update.render_segments(plain)
    assert "31" not in update.render_segments(plain)
