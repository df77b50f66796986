"""The report of a tournament as a page, with pictures."""

from collections.abc import Collection
from dataclasses import replace
from functools import cache
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final

from durak_tui.common.i18n import chosen
from durak_tui.common.svg import element, filled
from durak_tui.common.text import one_line
from durak_tui.match.tally import numbers_of
from durak_tui.tournament.charts import course_chart, rating_chart
from durak_tui.tournament.markup import (
    GamesCell,
    Part,
    PointsCell,
    ReportHeading,
    ReportTable,
    markdown_of,
)
from durak_tui.tournament.report import sections, title
from durak_tui.tournament.tournament_run import Tournament

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

ROWS: Final = 1000
"""Rows of a table that are read at a time: of 32,000 pairings it would take 600 MB."""
_TEMPLATE: Final = Path(__file__).with_name("page.html")


def html(tournament: Tournament) -> str:
    """One file, in light and dark, that needs no other."""
    places, kept = tournament.standing(), tournament.scores.failures
    body = []
    for name, parts in sections(tournament):
        text = "".join(html_of(part, kept) for part in parts)
        if name == "Standings":
            text += rating_chart(places) + course_chart(tournament, places)
        body.append(f"<section>\n{text}</section>\n")
    return document(title(tournament), "".join(body))


@cache
def _reader() -> "MarkdownIt":
    """A reader of the Markdown of reports, and of nothing more."""
    from markdown_it import MarkdownIt  # only for those who write a report

    rules = ["heading", "table", "fence", "escape", "entity"]
    return MarkdownIt("zero", {"html": False}).enable(rules)


def html_of(part: Part, described: Collection[int] = ()) -> str:
    """A part as HTML, with links to games ``described`` on the page."""
    if not isinstance(part, ReportTable):
        return _rendered(part, described)
    pieces = [part.rows[at : at + ROWS] for at in range(0, max(1, len(part.rows)), ROWS)]
    first, *more = (_rendered(part._replace(rows=rows), described) for rows in pieces)
    rest = "".join(one.partition("<tbody>\n")[2].partition("</tbody>")[0] for one in more)
    # Wide tables are scrolled by themselves.
    return element("div", first.replace("</tbody>", f"{rest}</tbody>")) + "\n"


def _rendered(part: Part, described: Collection[int]) -> str:
    reader = _reader()
    tokens = reader.parse(markdown_of(part))
    if isinstance(part, ReportHeading) and part.game is not None:
        tokens[0].attrSet("id", f"game-{part.game}")
    if isinstance(part, ReportTable):
        cells = (cell for row in part.rows for cell in row)
        for token, text in pairwise(tokens):
            if token.type == "td_open":
                _dress(next(cells), token, text, described)
    return str(reader.renderer.render(tokens, reader.options, {}))


def _dress(cell: object, token: "Token", text: "Token", described: Collection[int]) -> None:
    """Add to a cell what Markdown cannot say."""
    match cell:
        case PointsCell(points, games):
            # Tinted by how far it is from even.
            share = points / games if games else 0.5
            token.attrSet("class", "won" if share > 0.5 else "lost" if share < 0.5 else "even")
            token.attrJoin("style", f";--share: {round(90 * abs(share - 0.5))}%")
        case GamesCell(faults):
            numbers = numbers_of(
                faults,
                lambda game: (
                    f'<a href="#game-{game}">{game}</a>' if game in described else str(game)
                ),
            )
            text.children = [replace(text, type="html_inline", content=numbers)]


def document(title: str, body: str) -> str:
    """One HTML file, for screen and paper, that needs no other."""
    # Should anything slip through the escaping, the page still loads and runs nothing.
    shown = escape(one_line(title))
    return filled(_TEMPLATE, {"language": chosen(), "title": shown, "body": body})
