"""The report of a tournament as a page, with pictures."""

from collections.abc import Collection
from dataclasses import replace
from functools import cache
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from durak_tui.common.i18n import chosen
from durak_tui.common.svg import element
from durak_tui.common.text import one_line
from durak_tui.match.tally import numbers_of
from durak_tui.tournament.charts import COLOURS, course_chart, rating_chart
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
_STYLE: Final = """\
:root { color-scheme: light dark; --paper: #fff; --ink: #1b1f24; --soft: #5c6670;
  --rule: #d5dae0; --win: #2f7fd6; --loss: #d9761a;
  --c0: #1f6fc4; --c1: #c2570c; --c2: #2b8a57; --c3: #a63d97; --c4: #a07a00; --c5: #0b8694;
  --c6: #c33a4a; --c7: #6b5fd0; }
@media (prefers-color-scheme: dark) { :root { --paper: #14171b; --ink: #e4e8ec; --soft: #98a3ae;
  --rule: #343b43; --win: #4c9bee; --loss: #e58f3c;
  --c0: #6cb0f5; --c1: #f0954f; --c2: #63c08e; --c3: #d984cc; --c4: #d9b53c; --c5: #4fc3d0;
  --c6: #ef7b88; --c7: #a49bf2; } }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto;
  padding: 0 1.25rem; background: var(--paper); color: var(--ink); }
h1, h2, h3 { line-height: 1.2; margin: 2.5rem 0 0.75rem; }
h1 { margin-top: 0; font-size: 2rem; }
h2 { font-size: 1.3rem; }
h3 { font-size: 1rem; overflow-wrap: anywhere; scroll-margin-top: 1rem; }
h3:target { color: var(--win); }
p { max-width: 45rem; overflow-wrap: anywhere; color: var(--soft); }
section:first-child p { font-size: 1.1rem; color: var(--ink); }
a { color: var(--win); }
div { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 0.3rem 0.75rem; text-align: left; vertical-align: top;
  border-bottom: 1px solid var(--rule); }
thead th { border-bottom: 2px solid var(--soft); font-size: 0.85rem; color: var(--soft); }
[style^="text-align:right"] { white-space: nowrap; }
.won { background: color-mix(in srgb, var(--win) var(--share), transparent); }
.lost { background: color-mix(in srgb, var(--loss) var(--share), transparent); }
figure { margin: 2rem 0; }
figcaption { font-weight: 600; margin-bottom: 0.5rem; }
svg { width: 100%; max-width: 56rem; height: auto; font: 14px system-ui, sans-serif; }
.grid { stroke: var(--rule); }
.zero { stroke: var(--soft); stroke-dasharray: 5 4; }
.tick { fill: var(--soft); font-size: 13px; }
.name { fill: var(--ink); }
.error, .reach { stroke-width: 2.5; opacity: 0.75; }
.reach { stroke-dasharray: 2 5; }
.course { fill: none; stroke-width: 2.5; stroke-linejoin: round; }
pre { padding: 0.5rem 0.75rem; white-space: pre-wrap; overflow-wrap: anywhere;
  border-left: 3px solid var(--loss); background: color-mix(in srgb, var(--soft) 9%, transparent); }
@media print {
  :root { color-scheme: light; --paper: #fff; --ink: #000; }
  body { font-size: 9pt; max-width: none; margin: 0; padding: 0; }
  div { overflow-x: visible; }
  h1, h2, h3, thead, figcaption { break-after: avoid; }
  tr, figure { break-inside: avoid; }
}
"""
_COLOURS: Final = "".join(
    f".c{n} {{ stroke: var(--c{n}); }} .dot.c{n} {{ fill: var(--c{n}); }}"
    f" text.c{n} {{ fill: var(--c{n}); stroke: none; }}\n"
    for n in range(COLOURS)
)


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
    return (
        f'<!DOCTYPE html>\n<html lang="{chosen()}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        # Should anything slip through the escaping, it still loads and runs nothing.
        '<meta http-equiv="Content-Security-Policy"'
        " content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f"<title>{escape(one_line(title))}</title>\n<style>\n{_STYLE}{_COLOURS}</style>\n</head>\n"
        f"<body>\n{body}</body>\n</html>\n"
    )
