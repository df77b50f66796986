"""The report of a tournament as a page, with pictures."""

import re
from typing import Final

from durak_tui.common.i18n import _
from durak_tui.tournament.charts import course_chart, rating_chart
from durak_tui.tournament.markup import document, heading, rendered
from durak_tui.tournament.report import sections, title
from durak_tui.tournament.tournament import Tournament

_RESULT: Final = re.compile(r'<td class="n">([\d.]+)/(\d+)</td>')
_NUMBERS: Final = re.compile(r"<td>(\d+(?:, \d+)*)([^<]*)</td>\n</tr>")
_GAME: Final = re.compile(r"<h3>([^<\d]*)(\d+)")


def html(tournament: Tournament) -> str:
    """One file, in light and dark, that needs no other."""
    places = tournament.standing()
    body = []
    for name, markdown in sections(tournament):
        text = rendered(f"{heading(2, _(name))}\n\n{markdown}" if name else markdown)
        if name == "Standings":
            text += rating_chart(places) + course_chart(tournament, places)
        elif name == "Crosstable":
            text = _RESULT.sub(_tinted, text)
        elif name == "Faults":
            text = _NUMBERS.sub(lambda found: _linked(found, tournament), text)
        elif name == "Failed games":
            text = _GAME.sub(r'<h3 id="game-\2">\1\2', text)
        body.append(f"<section>\n{text}</section>\n")
    return document(title(tournament), "".join(body))


def _tinted(found: re.Match[str]) -> str:
    """A result, tinted by how far it is from even."""
    points, games = float(found[1]), int(found[2])
    share = points / games if games else 0.5
    look = "won" if share > 0.5 else "lost" if share < 0.5 else "even"
    strength = round(90 * abs(share - 0.5))
    return f'<td class="n {look}" style="--share: {strength}%">{found[1]}/{found[2]}</td>'


def _linked(found: re.Match[str], tournament: Tournament) -> str:
    """Numbers of games with links to those that are described below."""
    kept = tournament.scores.failures

    def link(number: re.Match[str]) -> str:
        is_kept = int(number[0]) in kept
        return f'<a href="#game-{number[0]}">{number[0]}</a>' if is_kept else number[0]

    return f"<td>{re.sub(r'[0-9]+', link, found[1])}{found[2]}</td>\n</tr>"
