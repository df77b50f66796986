"""``durak-tui me``: one's own record, from the log of one's games."""

import argparse
import os
from collections.abc import Iterator
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

from durak_tui.cli.common import (
    StandardOutput,
    can_be_written,
    chart_lines,
    complain,
    explained,
    width_of_output,
)
from durak_tui.cli.show import games_of
from durak_tui.common.i18n import N_
from durak_tui.common.text import strict_json

if TYPE_CHECKING:
    from durak_tui.analysis.game_review import MistakeTally
    from durak_tui.library.own_record import Overview, OwnGame

LAST: Final = 10  # Games that are listed.


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Your own record, from the log of the games you have played: the score against each"
        " opponent, a rating on the scale of the shipped engines, streaks, mistakes,"
        " and your last games. Matches between engines, games between two people and games"
        " continued from a position do not count."
    )
    parser.epilog = (
        "--json prints one object: log, games, won, lost, drawn, score (0 to 1), unclear (games"
        " that do not show which player you were), rating (games, the last hundred against rated"
        " engines; value, on the scale on which the mean of the shipped engines is 1500, null if"
        " all were won or all lost; low and high, its 95 % interval, null where it is open; null"
        " without such games), streak (result of the last games, length, longest_won,"
        " longest_lost), mistakes (games that have been reviewed, mistakes, cost), opponents, the"
        " rated ones first (name, rating, games, won, lost, drawn, score, elo, elo_error, bound),"
        " course (the rating after a game, from the tenth rated one on, at most 200 of them evenly"
        " spaced: game, rating, low, high) and last, the newest games first (game, its number"
        " in the log; opponent, result, started_at)."
    )
    add = parser.add_argument
    add("--json", action="store_true", help="as JSON")
    add("--log", metavar="FILE", help="a log other than that of your own games")
    add(
        "--name",
        action="append",
        default=[],
        metavar="NAME",
        help="a name you have played under before (can be repeated)",
    )


def run(arguments: argparse.Namespace) -> int:
    from durak_tui.library.index import has_something, open_plain
    from durak_tui.library.own_record import COURSE, Overview, OwnRecord
    from durak_tui.library.reviewed import OwnMistakes
    from durak_tui.user.engines import who_plays
    from durak_tui.user.folders import games_log
    from durak_tui.user.settings import SettingsStore
    from durak_tui.words.own_record_words import no_reviews

    settings = SettingsStore().value
    path = arguments.log or os.fspath(games_log())
    found, mistakes = Overview(), OwnMistakes()
    with explained(N_("{path} cannot be read: {why}"), path=path):
        if arguments.log or has_something(path):
            with games_of(path, None, opened=open_plain) as index:
                record = OwnRecord(index, who_plays(settings, *arguments.name))
                for _step in record.read():
                    pass
                for _step in mistakes.read(index, path, record.games):
                    pass
                found = record.overview(LAST, COURSE)
    if mistakes.problem:
        complain(f"{path}: {no_reviews(mistakes.problem)}")
    output = StandardOutput()
    if arguments.json:
        output.line(strict_json(_as_json(path, found, mistakes.tally)))
    else:
        output.lines(_lines(path, found, mistakes.tally))
    return 0


def _lines(path: str, found: "Overview", tally: "MistakeTally") -> Iterator[str]:
    from durak_tui.words import own_record_words as words
    from durak_tui.words.chart import CHARACTERS, PAGE_WIDTH
    from durak_tui.words.text_table import fitted, in_columns

    games = found.counts.number
    width, ascii_only = width_of_output(), not can_be_written(CHARACTERS)
    first = words.result_words(found.counts) if games else words.none_words(found.looked_at, path)
    yield from _wrapped(first, width)
    yield from _wrapped(words.between_words(found.between), width)
    yield from _wrapped(words.unclear_words(found.unclear), width)
    if not games:
        return
    yield from _wrapped(words.rating_line(found.rating), width)
    if not found.is_rated:
        cells = words.first_rated_bar(found.first_rated, width or PAGE_WIDTH, ascii_only=ascii_only)
        yield "".join(text for text, _points in cells).rstrip()
    yield from _wrapped(words.streak_words(found.streaks), width)
    yield from _wrapped(words.mistakes_words(tally, games), width)
    if tally.games < games:
        # Never wrapped: it can be copied as it is.
        yield words.to_review(path, tally)
    yield ""
    for begin, bar, end in words.opponents_table(found, width, ascii_only=ascii_only):
        yield "".join([begin, *bar, end])
    if chart := chart_lines(words.rating_curve(found.course)):
        yield ""
        yield from _wrapped(words.course_title(found.course), width)
        yield from chart
    yield ""
    yield words.last_title()
    yield from in_columns(fitted([words.game_row(game) for game in found.last], width))
    if found.is_rated:
        yield ""
        yield from _wrapped(words.scale_words(), width)


def _wrapped(text: str, width: int) -> list[str]:
    """The lines of a text; without a width it is one."""
    if not text or not width:
        return [text] if text else []
    return wrap(text, width, break_long_words=False, break_on_hyphens=False)


def _as_json(path: str, found: "Overview", tally: "MistakeTally") -> dict[str, Any]:
    from durak_tui.statistics.elo import elo

    counts, streaks = found.counts, found.streaks
    opponents = []
    for name, strength, met in found.opponents:
        estimate = elo(met)
        opponents.append(
            {
                "name": name,
                "rating": strength and strength.rating,
                "games": met.number,
                "won": met.wins,
                "lost": met.losses,
                "drawn": met.draws,
                "score": met.points / met.number,
                "elo": estimate and estimate.value,
                "elo_error": estimate and estimate.error,
                "bound": estimate and estimate.bound,
            }
        )
    return {
        "log": path,
        "games": counts.number,
        "won": counts.wins,
        "lost": counts.losses,
        "drawn": counts.draws,
        "score": counts.points / counts.number if counts.number else None,
        "unclear": found.unclear,
        "rating": found.rating and found.rating._asdict(),
        "streak": {
            "result": _result(streaks.points),
            "length": streaks.current,
            "longest_won": streaks.won,
            "longest_lost": streaks.lost,
        },
        "mistakes": {"games": tally.games, "mistakes": tally.mistakes, "cost": tally.cost},
        "opponents": opponents,
        "course": [
            {"game": number + 1, "rating": at.value, "low": at.low, "high": at.high}
            for number, _played, at in found.course
        ],
        "last": [_game_as_json(game) for game in found.last],
    }


def _game_as_json(game: "OwnGame") -> dict[str, Any]:
    return {
        "game": game.number + 1,
        "opponent": game.opponent,
        "result": _result(game.points),
        "started_at": game.started_at and game.started_at.isoformat(),
    }


def _result(points: float | None) -> str | None:
    return None if points is None else {1.0: "won", 0.0: "lost", 0.5: "drawn"}[points]
