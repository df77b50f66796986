"""The report of a tournament as a page, with pictures in SVG."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cache
from html import escape
from itertools import pairwise
from math import ceil, floor, log10
from pathlib import Path
from typing import TYPE_CHECKING, Final

from durak_tui.common.i18n import _, chosen, grouped
from durak_tui.common.svg import element, filled
from durak_tui.common.text import fit, one_line
from durak_tui.match.tally import numbers_of
from durak_tui.statistics.elo import elo
from durak_tui.tournament.report import (
    GamesCell,
    Part,
    PointsCell,
    ReportHeading,
    ReportTable,
    markdown_of,
    sections,
    title,
)
from durak_tui.tournament.standings import StandingLine, best_counts
from durak_tui.tournament.tournament_run import Tournament

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

ROWS: Final = 1000
"""Rows of a table that are parsed at a time: 32,000 pairings at once would take 600 MB."""
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


# Pictures

COLOURS: Final = 8  # Lines of a picture that differ in colour; more could not be seen.
WIDTH: Final = 900
_NAME: Final = 26  # Letters of a name beside a picture.
_LEFT: Final = 210  # Where the field of a picture begins and ends, from left to right.
_RIGHT: Final = 800
_EDGE: Final = 60  # The same for the scores, which have their names on the right.
_END: Final = 700
_ROW: Final = 30
_TOP: Final = 14
_COURSE: Final = 300  # The height of the field of the scores.
_LABEL: Final = 17  # Between the names of two lines, so that both can be read.
_TICKS: Final = 6


def rating_chart(places: Sequence[StandingLine]) -> str:
    """Elo of each engine, with its 95 % interval."""
    rows = [(place, elo(best_counts(place.engine))) for place in places]
    ends = [0.0]
    for _place, estimate in rows:
        if estimate:
            ends += [estimate.value - (estimate.error or 0), estimate.value + (estimate.error or 0)]
    if len(ends) == 1:
        return ""
    low, high, step = _scale(min(ends), max(ends))
    bottom = _TOP + _ROW * len(rows)

    def x_of(value: float) -> float:
        return _LEFT + (_RIGHT - _LEFT) * (value - low) / (high - low)

    parts = []
    for number in range(round((high - low) / step) + 1):
        value = low + number * step
        look = "zero" if abs(value) < step / 2 else "grid"
        parts.append(_line(look, x_of(value), _TOP - 6, x_of(value), bottom))
        parts.append(_text("tick", x_of(value), bottom + 18, _signed(value), "middle"))
    for number, (place, estimate) in enumerate(rows):
        y = _TOP + _ROW * (number + 0.5)
        parts.append(_text("name", _LEFT - 14, y + 5, _short(place.name), "end"))
        if estimate is None:
            continue
        colour, x = f"c{number % COLOURS}", x_of(estimate.value)
        if estimate.error is None:
            # The true value lies on this side of it.
            end = _RIGHT if estimate.bound == ">" else _LEFT
            parts.append(_line(f"reach {colour}", x, y, end, y))
        else:
            left, right = (
                x_of(estimate.value - estimate.error),
                x_of(estimate.value + estimate.error),
            )
            parts.append(_line(f"error {colour}", left, y, right, y))
            parts += [_line(f"error {colour}", end, y - 5, end, y + 5) for end in (left, right)]
        parts.append(element("circle", class_=f"dot {colour}", cx=x, cy=y, r=6))
        label = f"{estimate.bound or ''}{_signed(estimate.value)}"
        parts.append(_text("tick", _RIGHT + 14, y + 4, label, "start"))
    return _figure(bottom + 28, _("Elo of each engine"), parts)


def course_chart(tournament: Tournament, places: Sequence[StandingLine]) -> str:
    """Scores of the first engines, over their own games."""
    scores = tournament.scores
    lines = []
    most = max(place.engine.games.number for place in places)
    for number, place in enumerate(places[:COLOURS]):
        moments = [both[place.entrant] for _played, both in scores.course.moments]
        moments.append(scores.now()[place.entrant])
        course = dict.fromkeys((games, points / games) for points, games in moments if games)
        # The first games are worth too much each: all else would be a narrow strip.
        if seen := [one for one in course if one[0] >= most / 25]:
            lines.append((number, place, seen))
    if sum(len(seen) for _number, _place, seen in lines) < 3:
        return ""
    values = [0.5, *(value for _number, _place, seen in lines for _games, value in seen)]
    low, high, step = _scale(100 * min(values), 100 * max(values))
    bottom = _TOP + _COURSE

    def x_of(games: float) -> float:
        return _EDGE + (_END - _EDGE) * games / most

    def y_of(share: float) -> float:
        return bottom - _COURSE * (100 * share - low) / (high - low)

    parts = []
    for number in range(round((high - low) / step) + 1):
        value = low + number * step
        parts.append(_line("grid", _EDGE, y_of(value / 100), _END, y_of(value / 100)))
        parts.append(_text("tick", _EDGE - 10, y_of(value / 100) + 4, f"{value:.0f} %", "end"))
    parts.append(_line("zero", _EDGE, y_of(0.5), _END, y_of(0.5)))
    for number in range(5):
        games = most * number / 4
        parts.append(_text("tick", x_of(games), bottom + 20, grouped(round(games)), "middle"))
    label = float("-inf")
    for number, place, seen in sorted(lines, key=lambda one: -one[2][-1][1]):
        dots = " ".join(f"{x_of(games):.1f},{y_of(share):.1f}" for games, share in seen)
        parts.append(element("polyline", class_=f"course c{number}", points=dots))
        games, share = seen[-1]
        label = max(label + _LABEL, y_of(share) + 4)
        parts.append(_text(f"c{number}", x_of(games) + 10, label, _short(place.name), "start"))
    return _figure(
        max(bottom + 30, label + 10), _("Score of each engine as its games go on"), parts
    )


def _scale(low: float, high: float) -> tuple[float, float, float]:
    """Round ends of an axis, and the step between its marks."""
    size = max(high - low, 1e-6) / _TICKS
    power = 10.0 ** floor(log10(size))
    step = next(power * one for one in (1, 2, 2.5, 5, 10) if power * one >= size)
    return step * floor(low / step), step * ceil(high / step), step


def _signed(value: float) -> str:
    return f"{value:+z.0f}".replace("+0", "0") if abs(value) < 0.5 else f"{value:+.0f}"


def _short(name: str) -> str:
    return fit(one_line(name), _NAME)


def _line(look: str, x: float, y: float, to_x: float, to_y: float) -> str:
    return element("line", class_=look, x1=x, y1=y, x2=to_x, y2=to_y)


def _text(look: str, x: float, y: float, text: str, anchor: str) -> str:
    return element("text", escape(text), class_=look, x=x, y=y, text_anchor=anchor)


def _figure(height: float, title: str, parts: Sequence[str]) -> str:
    box = f"0 0 {WIDTH} {height:.0f}"
    svg = element("svg", *parts, viewBox=box, role="img", aria_label=title)
    return element("figure", element("figcaption", escape(title)), svg) + "\n"
