"""The report: the numbers of the games, fit to be read, and never markup from outside."""

import html
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from durak_tui.common.text import one_line
from durak_tui.game.position import DRAW
from durak_tui.match.schedule import Task
from durak_tui.records.record import Ending
from durak_tui.statistics.elo import Estimate
from durak_tui.tournament import report_page as page
from durak_tui.tournament.pairings import FORMATS
from durak_tui.tournament.report import (
    Listing,
    Paragraph,
    Part,
    ReportHeading,
    ReportTable,
    elo_text,
    markdown,
    markdown_of,
)
from durak_tui.tournament.report_page import document as on_a_page
from durak_tui.tournament.report_page import html as page_of
from durak_tui.tournament.report_page import html_of
from tests.strict_html import Page
from tests.tournament.synthetic import cup, drawn, played

NASTY = '<script>alert(1)</script> & "x" | `*_[a](b)_*` ``` \\ ~~s~~ # \x1b[2J\x00 \u202e <!-- '


def cells(line: str) -> list[str]:
    """The cells of a line of a Markdown table, unescaped."""
    return [
        html.unescape(re.sub(r"\\(.)", r"\1", cell.strip()))
        for cell in re.split(r"(?<!\\)\|", line.strip())[1:-1]
    ]


def table_after(text: str, heading: str) -> list[list[str]]:
    """The first table after a heading, without its head."""
    lines = text[text.index(f"## {heading}\n") :].splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("|"))
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append(cells(line))
    return rows


def first_loses_one(task: Task) -> Ending:
    """e1 beats all, but fails in game 7; e2 and e3 draw."""
    names = [player.shown for player in task.players]
    if "e1" not in names:
        return Ending(DRAW)
    seat = names.index("e1")
    if task.game_id == 7:
        return Ending(1 - seat, "crash", seat, "went away", "move", stderr="Traceback\n  line 3")
    return Ending(seat)


def test_the_tables_say_what_the_games_say() -> None:
    tournament, _, _ = played(cup("round-robin", 3, 4), first_loses_one)
    text = markdown(tournament)
    assert text.startswith("# Round robin of 3 engines\n\nWinner: e1. 12 of 12 games")
    assert [row[:5] for row in table_after(text, "Standings")] == [
        ["1", "e1", "7.0", "8", "87.5 %"],
        ["2", "e2", "3.0", "8", "37.5 %"],
        ["3", "e3", "2.0", "8", "25.0 %"],
    ]
    cross = table_after(text, "Crosstable")
    assert [row[0] for row in cross] == ["1 e1", "2 e2", "3 e3"]
    assert cross[0][1:] == ["", "3.0/4", "4.0/4"]
    assert cross[1][1:] == ["1.0/4", "", "2.0/4"]
    pairings = table_after(text, "Pairings")
    assert [row[:9] for row in pairings] == [
        ["1", "e2", "e3", "2.0 : 2.0", "0", "0", "4", "0", "1-4"],
        ["2", "e1", "e2", "3.0 : 1.0", "3", "1", "0", "0", "5-8"],
        ["3", "e1", "e3", "4.0 : 0.0", "4", "0", "0", "0", "9-12"],
    ]
    seats = table_after(text, "Seats")
    assert [row[:7] for row in seats[:2]] == [
        ["e1", "1", "4", "3", "1", "0", "0"],
        ["e1", "2", "4", "4", "0", "0", "0"],
    ]
    assert table_after(text, "Faults") == [["e1", "1", "crash", "1", "7"]]
    assert text.endswith(
        "## Failed games\n\n### Game 7: e1 - e2\n\n```\nwent away\n```\n\n"
        "End of its standard error:\n\n```\nTraceback\n  line 3\n```\n"
    )


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("stop_after", [None, 5])
def test_the_page_is_whole_and_needs_nothing_else(form: str, stop_after: int | None) -> None:
    tournament, _, _ = played(cup(form, 5), stop_after=stop_after)
    text = page_of(tournament)
    read = Page(text)
    assert read.needs_nothing_else()
    assert (
        "url(" not in text
        and "@import" not in text
        and "http" not in text.replace("http-equiv", "")
    )
    assert "prefers-color-scheme" in text or "color-scheme: light dark" in text
    assert "@media print" in text
    shown = "".join(read.text)
    for name in tournament.config.names:
        assert name in shown


def test_byes_and_seedings_are_reported() -> None:
    swiss, _, _ = played(cup("swiss", 3, 2))
    rows = table_after(markdown(swiss), "Pairings")
    assert next(row[:3] for row in rows if row[2] == "has a bye") == ["1", "e3", "has a bye"]
    knockout, _, _ = played(cup("knockout", 3, 2), drawn)
    rows = table_after(markdown(knockout), "Pairings")
    assert [row[:3] for row in rows] == [
        ["1", "e2", "e3"],
        ["1", "e1", "has a bye"],
        *([f"1, pair {n} more", "e2", "e3"] for n in range(1, 6)),
        ["1", "e2", "advances as the better seed"],
        ["2", "e1", "e2"],
        *([f"2, pair {n} more", "e1", "e2"] for n in range(1, 6)),
        ["2", "e1", "advances as the better seed"],
    ]  # fmt: skip


def test_what_engines_say_is_never_markup() -> None:
    config = cup("gauntlet", 2, 2)
    config = replace(
        config, engines=tuple(replace(e, name=f"{n} {NASTY}") for n, e in enumerate(config.engines))
    )

    def fails(task: Task) -> Ending:
        return Ending(0, "crash", 1, NASTY, "move", stderr=f"{NASTY}\n{NASTY}\n</pre>````")

    tournament, _, _ = played(config, fails)
    text = markdown(tournament)
    html_text = page_of(tournament)
    read = Page(html_text)
    assert read.needs_nothing_else()
    assert "<script" not in html_text and "\x1b" not in html_text and "\0" not in html_text
    # Every name and what it said is there, letter by letter.
    assert "".join(read.text).count(one_line(NASTY).strip()) == text.count("alert(1)")
    assert "\x1b" not in text and "\0" not in text and "\u202e" not in text
    outside = re.sub(r"(?ms)^(`{3,})\n.*?^\1$", "", text)
    assert "<script" not in outside and "`````" not in outside
    # Whatever is left of markup is ours: marks of headings, fences and cells.
    ours = re.sub(r"(?m)^#+ |^\||\|$| \| ", "", outside)
    ours = re.sub(r"&(lt|amp);", "", re.sub(r"\\[^a-zA-Z0-9\s]", "", ours))
    assert not re.search(r"[`*_\[\]|#~&\\]|<\S", ours)
    for row in table_after(text, "Standings"):
        assert len(row) == 7


TEXTS = st.text(max_size=30) | st.sampled_from(
    [NASTY, "```", "a`b``c", "", "\n", "1. a", "- a", "    a", "a\\", "\\|", "&lt;", "\\&lt;"]
)


def shown(text: str) -> str:
    """A text as a page shows it, without blanks at either end."""
    return one_line(text).strip()


@given(TEXTS, TEXTS, TEXTS, TEXTS)
def test_any_text_comes_out_as_it_is(head: str, text: str, cell: str, lines: str) -> None:
    parts: list[Part] = [
        ReportHeading(2, head),
        Paragraph(text),
        ReportTable(["a", f">{cell}"], [(cell, text)]),
        Listing(lines),
    ]
    document = "\n\n".join(map(markdown_of, parts)) + "\n"
    page = on_a_page("any", "".join(map(html_of, parts)))
    has_text = bool(shown(text))
    read = Page(page)
    tags = [tag for tag, _ in read.tags if tag != "div"]
    assert tags[tags.index("h2") :] == [
        "h2", *(["p"] if has_text else []),
        "table", "thead", "tr", "th", "th", "tbody", "tr", "td", "td", "pre", "code",
    ]  # fmt: skip
    said = read.texts_of("h2", "p", "th", "td", "code")
    assert said.pop().rstrip("\n") == "\n".join(map(one_line, lines.split("\n"))).rstrip("\n")
    expected = [head, *([text] if has_text else []), "a", cell, cell, text]
    assert [one.strip() for one in said] == [shown(one) for one in expected]
    assert Page(page).needs_nothing_else()
    assert all(char == "\n" or char.isprintable() for char in document)
    if "`" in lines:
        fences = [line for line in document.splitlines() if re.fullmatch("`{3,}", line)]
        assert max(map(len, fences)) > max(map(len, re.findall("`+", lines)))


@pytest.mark.parametrize(
    "name",
    [
        "<b>x</b>", "<!-- x", "&lt;b&gt;", "[x](javascript:alert(1))", "![x](http://x.example)",
        "<http://x.example>", "http://x.example", "HTTPS://x.example", "www.x.example",
        "**x** _x_ `x` ~~x~~", "x | y", "# x", "> x", "x\x1b]8;;http://x.example\x07y\x1b]8;;\x07",
    ],
)  # fmt: skip
def test_no_name_becomes_markup_or_a_link_wherever_markdown_is_read(name: str) -> None:
    # As generous as GitHub: HTML is passed through and bare addresses are linked.
    generous = MarkdownIt("gfm-like", {"html": True})
    for part in (
        ReportHeading(3, f"Game 1: {name}"),
        Paragraph(f"Winner: {name}."),
        ReportTable(["x"], [[name]]),
    ):
        read = Page(f"<!DOCTYPE html>{generous.render(markdown_of(part))}")
        assert not {tag for tag, _ in read.tags} & {"a", "b", "img", "em", "strong", "code", "s"}
        assert one_line(name) in "".join(read.text)


@pytest.mark.parametrize("n", [0, 1, 2, 3, 7])
def test_a_table_of_any_length_is_one_table(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    table = ReportTable(["a", ">b"], [(f"row {row}", row) for row in range(n)])
    whole = html_of(table)
    monkeypatch.setattr(page, "ROWS", 3)
    assert html_of(table) == whole
    read = Page(f"<!DOCTYPE html>{whole}")
    cells = [cell for row in range(n) for cell in (f"row {row}", str(row))]
    assert read.texts_of("th", "td") == ["a", "b", *cells]


def test_numbers_that_are_not_known_are_left_out() -> None:
    assert elo_text(None) == ""
    assert elo_text(Estimate(-0.04, 12.345)) == "+0.0 ± 12.3"
    assert elo_text(Estimate(311.6, None, ">")) == "> +312"


def test_the_page_has_pictures_of_ratings_and_scores_with_every_engine_in_them() -> None:
    tournament, _, _ = played(cup("round-robin", 4, 40))
    read = Page(page_of(tournament))
    figures = read.texts_of("figcaption")
    assert figures == ["Elo of each engine", "Score of each engine as its games go on"]
    for name in tournament.config.names:
        assert read.texts_of("text").count(name) == 2
    dots = [values for tag, values in read.tags if tag == "circle"]
    assert len(dots) == 4
    # The first stands farthest to the right.
    assert [float(dot["cx"] or 0) for dot in dots] == sorted(
        (float(dot["cx"] or 0) for dot in dots), reverse=True
    )


def test_results_are_tinted_by_their_margin_and_faults_lead_to_their_games() -> None:
    tournament, _, _ = played(cup("round-robin", 3, 4), first_loses_one)
    tags = Page(page_of(tournament)).tags
    tints = [
        (values["class"], int(str(values["style"]).partition("--share:")[2].rstrip("%")))
        for tag, values in tags
        if tag == "td" and "class" in values
    ]
    assert tints == [
        ("won", 22), ("won", 45), ("lost", 22), ("even", 0), ("lost", 45), ("even", 0),
    ]  # fmt: skip
    assert [values["href"] for tag, values in tags if tag == "a"] == ["#game-7"]
    assert [values.get("id") for tag, values in tags if tag == "h3"] == ["game-7"]
