"""The lines of the first screen, and what stands above them, in windows of all sizes."""

from collections.abc import Sequence

import pytest

from durak_tui.tui.home_title import arranged
from durak_tui.tui.toolkit.card_art import SIZES
from durak_tui.tui.toolkit.menu import Entry
from tests.tui.apps import started

GROUPS = [("Resume", [Entry("match", "Match")]),
          ("Play", [Entry("play", "Play"), Entry("people", "With people")]),
          ("More", [Entry("logs", "Logs")])]  # fmt: skip
PLAIN = ["Resume", "Match", "Play", "With people", "Logs"]
TITLED = ["Resume", "Match", "Play", "Play", "With people", "More", "Logs"]
SPACED = ["Resume", "Match", "", "Play", "Play", "With people", "", "More", "Logs"]
EMPTY = [("Resume", ()), *GROUPS[1:]]


def labels(lines: Sequence[Entry]) -> list[str]:
    return [line.label for line in lines]


def test_where_there_is_no_room_blank_lines_go_first_and_then_titles() -> None:
    shown = [labels(arranged(GROUPS, 80, height)[0]) for height in range(40, 6, -1)]
    assert [lines for n, lines in enumerate(shown) if lines not in shown[:n]] == [
        SPACED, TITLED, PLAIN
    ]  # fmt: skip


def test_nothing_of_it_is_ever_cut() -> None:
    for height in range(7, 60):
        lines, above = arranged(GROUPS, 80, height)
        assert len(lines) + above <= height


def test_what_was_left_keeps_its_title_and_a_group_of_nothing_has_none() -> None:
    assert labels(arranged(GROUPS, 80, 7)[0]) == PLAIN
    assert labels(arranged(EMPTY, 80, 7)[0]) == ["Play", "With people", "Logs"]
    assert labels(arranged(EMPTY, 80, 40)[0])[0] == "Play"


def test_blank_lines_are_given_up_for_cards_but_never_a_third_of_the_window() -> None:
    least = min(size.height for size in SIZES if not size.is_chip)
    beside = {arranged(GROUPS, 80, height)[1] - height // 3 for height in range(20, 60)}
    assert max(beside) <= 4  # lines about the cards, and the name
    (height,) = [n for n in range(10, 30) if labels(arranged(GROUPS, 80, n)[0]) == TITLED][-1:]
    assert arranged(GROUPS, 80, height)[1] == least + 4


def test_where_cards_have_no_room_beside_each_other_there_are_none() -> None:
    _lines, above = arranged(GROUPS, 20, 59)
    assert above < min(size.height for size in SIZES if not size.is_chip) + 4


@pytest.mark.parametrize("width", [60, 61, 80, 120])
async def test_the_name_stands_in_the_middle(width: int) -> None:
    for height in (20, 40):
        async with started(size=(width, height)) as (_, app):
            rows = [strip.text for strip in app.screen._compositor.render_strips()]
            (row,) = (row for row in rows if "durak-tui" in row)
            before, behind = (len(part) for part in row.split("durak-tui"))
            assert abs(before - behind) <= 1
