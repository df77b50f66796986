"""The bar of the games of a match."""

from textual.geometry import Region

from durak_tui.statistics.counts import GameCounts
from durak_tui.tui.toolkit.canvas import Canvas
from durak_tui.tui.toolkit.games_bar import SEATS, has_shares, put_games_bar
from durak_tui.tui.toolkit.glyphs import ASCII, UNICODE


def bar(games: GameCounts, width: int = 40) -> list[tuple[str, str]]:
    """The parts of a bar, with their looks."""
    canvas = Canvas(width + 2, 1)
    put_games_bar(canvas, Region(1, 0, width, 1), games, UNICODE)
    before, *parts, behind = canvas.row(0)
    assert before == behind == (" ", "text"), "it stays within its place"
    return list(parts)


def test_won_drawn_and_lost_games_have_a_look_a_letter_and_a_share() -> None:
    first, second = SEATS
    (won, look1), (drawn, look2), (lost, look3) = bar(GameCounts(20, 10, 10))
    assert (won.strip(), look1) == ("W 50 %", first)
    assert (drawn[1:].strip(), look2) == ("D 25 %", "neutral")
    assert (lost[1:].strip(), look3) == ("L 25 %", second)
    assert list(map(len, (won, drawn, lost))) == [20, 10, 10]
    assert drawn[0] == lost[0] == UNICODE.edge, "without colours the parts have an edge"


def test_a_part_without_room_has_a_letter_or_nothing_and_none_is_left_out_of_the_width() -> None:
    won, drawn, lost = (text for text, _look in bar(GameCounts(35, 1, 4)))
    assert (won.strip(), drawn.strip("▏ "), lost.strip("▏ ")) == ("W 88 %", "D", "")
    assert len(won + drawn + lost) == 40
    assert [text.strip() for text, _look in bar(GameCounts(7, 0, 0))] == ["W 100 %"]
    assert [look for _text, look in bar(GameCounts(1, 1, 0))] == [SEATS[0], SEATS[1]]
    canvas = Canvas(20, 1)
    put_games_bar(canvas, Region(0, 0, 20, 1), GameCounts(), ASCII)
    assert canvas.row(0) == ((" " * 20, "text"),)


def test_a_few_games_lost_or_drawn_among_many_won_are_seen() -> None:
    first, second = SEATS
    (won, look1), (drawn, look2), (lost, look3) = bar(GameCounts(97, 1, 2), 16)
    assert (look1, look2, look3) == (first, "neutral", second)
    assert (won.strip(), drawn, lost) == ("W 97 %", UNICODE.edge, UNICODE.edge)
    assert len(won + drawn + lost) == 16


def test_a_bar_has_all_shares_only_if_each_part_has_room_for_its_own() -> None:
    assert has_shares(40, GameCounts(20, 10, 10))
    assert not has_shares(16, GameCounts(20, 10, 10))
    assert not has_shares(80, GameCounts(97, 1, 2))
    assert has_shares(16, GameCounts(7, 0, 0)), "what there is none of needs no room"
