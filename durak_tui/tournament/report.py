"""The report of a tournament, from its configuration and games alone.

Its parts are written in Markdown here, as a page in report_page.py, and shown by the screen.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias

from durak_tui.common.i18n import N_, _, chance_words, decimal, pgettext, share_words
from durak_tui.common.text import one_line
from durak_tui.game.caps import NO_CAPS, caps_name
from durak_tui.match.tally import FaultCount, numbers_of
from durak_tui.statistics.counts import GameCounts
from durak_tui.statistics.elo import Estimate, elo, los, score
from durak_tui.tournament.pairings import Round
from durak_tui.tournament.standings import (
    KEPT_FAILURES,
    FixtureScore,
    StandingLine,
    best_counts,
    meetings,
)
from durak_tui.tournament.tournament_run import Tournament

_MARKUP: Final = re.compile(r"[\\`*_\[\]|#~&]|<(?=\S)|^[>+=-]|:(?=//)|(?<=www)\.", re.IGNORECASE)
"""Characters that mean something in Markdown, in HTML inside of it, or in an address."""
_ENTITIES: Final = {"<": "&lt;", "&": "&amp;"}
"""Not every reader of Markdown knows these with a backslash."""
_FENCES: Final = re.compile("`+")


class ReportHeading(NamedTuple):
    level: int
    text: str
    game: int | None = None  # The game that it is about, if it is one.


class Paragraph(NamedTuple):
    text: str


class Listing(NamedTuple):
    """Lines as they are."""

    text: str


class PointsCell(NamedTuple):
    """A cell with points and the number of games."""

    points: float
    games: int

    def __str__(self) -> str:
        return f"{decimal(self.points, '.1f')}/{self.games}"


class EngineCell(NamedTuple):
    """A cell with an engine, perhaps after its number in the standing."""

    name: str
    number: int | None = None

    @property
    def rank(self) -> str:
        """All before the name."""
        return "" if self.number is None else f"{self.number} "

    def __str__(self) -> str:
        return self.rank + self.name


class GamesCell(NamedTuple):
    """A cell with the numbers of games in which something happened."""

    faults: FaultCount

    def __str__(self) -> str:
        return numbers_of(self.faults)


class ReportTable(NamedTuple):
    """A table; titles with ``>`` begin columns of numbers."""

    columns: Sequence[str]
    rows: Sequence[Sequence[object]]

    @property
    def titles(self) -> list[str]:
        return [one_line(column.removeprefix(">")) for column in self.columns]

    @property
    def numbers(self) -> list[bool]:
        """For each column, if it holds numbers."""
        return [column.startswith(">") for column in self.columns]


Part: TypeAlias = ReportHeading | Paragraph | Listing | ReportTable


def markdown_of(part: Part) -> str:
    """A part in Markdown; no text is taken for anything else."""
    match part:
        case ReportHeading(level, text):
            return f"{'#' * level} {_escaped(text)}"
        case Paragraph(text):
            return _escaped(text)
        case Listing(text):
            # Longer than any in the text, which would end it.
            longest = max(map(len, _FENCES.findall(text)), default=0)
            fence = "`" * max(3, longest + 1)
            return "\n".join([fence, *map(one_line, text.split("\n")), fence])
        case ReportTable():
            marks = ["---:" if number else "---" for number in part.numbers]
            head = [_row(part.titles), f"| {' | '.join(marks)} |"]
            return "\n".join([*head, *map(_row, part.rows)])


def _row(cells: Sequence[object]) -> str:
    return f"| {' | '.join(_escaped(str(cell)) for cell in cells)} |"


def _escaped(text: str) -> str:
    return _MARKUP.sub(lambda found: _ENTITIES.get(found[0], "\\" + found[0]), one_line(text))


_RANKED_BY: Final = {"swiss": N_("Pairings won"), "knockout": N_("Rounds passed")}
_FORMATS: Final[Mapping[str, str]] = {
    "round-robin": N_("Round robin of {n} engines"),
    "gauntlet": N_("Gauntlet of {n} engines"),
    "swiss": N_("Swiss of {n} engines"),
    "knockout": N_("Knockout of {n} engines"),
}


def title(tournament: Tournament) -> str:
    """The format and how many engines play."""
    config = tournament.config
    return _(_FORMATS[config.format]).format(n=len(config.engines))


def ranked_by(tournament: Tournament) -> str:
    """The value that goes before points in the standing; or empty."""
    name = _RANKED_BY.get(tournament.config.format, "")
    return _(name)


def elo_text(estimate: Estimate | None) -> str:
    """An Elo difference with its error, or a bound that tells something."""
    if estimate is None or estimate.is_vague:
        return ""
    if estimate.error is None:
        return f"{estimate.bound} {estimate.value:+z.0f}"
    return f"{decimal(estimate.value, '+z.1f')} ± {decimal(estimate.error, '.1f')}"


def markdown(tournament: Tournament) -> str:
    """The report in Markdown."""
    parts = (part for _name, parts in sections(tournament) for part in parts)
    return "\n\n".join(map(markdown_of, parts)) + "\n"


def sections(tournament: Tournament) -> Iterator[tuple[str, Sequence[Part]]]:
    """The report: sections with their names in English; the first has none."""
    places = tournament.standing()

    def section(name: str, *parts: Part) -> tuple[str, Sequence[Part]]:
        return name, [ReportHeading(2, _(name)), *parts]

    yield "", [ReportHeading(1, title(tournament)), Paragraph(_summary(tournament))]
    yield section(
        N_("Standings"), standings_table(tournament, places), Paragraph(_elo_explained(tournament))
    )
    yield section(
        N_("Crosstable"),
        Paragraph(_("Points of the row's engine against the column's, and games.")),
        _crosstable(tournament, places),
    )
    yield section(
        N_("Pairings"),
        _pairings(tournament),
        Paragraph(_("Elo and LOS are those of engine A against engine B.")),
    )
    text = _("Times are milliseconds per answer; the greeting before a game does not count.")
    yield section(N_("Seats"), _seats(places), Paragraph(text))
    yield section(N_("Faults"), _faults(places))
    yield section(N_("Engines"), _engines(tournament))
    if tournament.scores.failures:
        yield section(N_("Failed games"), *_failures(tournament))


def _summary(tournament: Tournament) -> str:
    config, scores = tournament.config, tournament.scores
    first = tournament.winners()
    sentences = []
    if len(first) == 1:
        sentences.append(_("Winner: {name}.").format(name=first[0]))
    elif first:
        text = _("{names} share first place.")
        sentences.append(text.format(names=", ".join(first)))
    else:
        sentences.append(_("The tournament is not over."))
    text = _("{n} of {total} games played, {games} per pairing: every deal twice, from both seats.")
    sentences.append(text.format(n=scores.played, total=tournament.total, games=config.games))
    sentences.append(_("Seed {seed}, {n} cards.").format(seed=config.seed, n=config.deck))
    if config.caps != NO_CAPS:
        sentences.append(_("Attack limit {limit}.").format(limit=caps_name(config.caps)))
    if scores.started_at and scores.ended_at:
        text = _("Started {begin:%Y-%m-%d %H:%M:%S}, ended {end:%Y-%m-%d %H:%M:%S}.")
        sentences.append(text.format(begin=scores.started_at, end=scores.ended_at))
    return " ".join(sentences)


def standings_table(tournament: Tournament, lines: Sequence[StandingLine]) -> ReportTable:
    """The standings, a line for each engine."""
    by, scores = ranked_by(tournament), [line.engine for line in lines]
    return _table(
        (_right(_("Rank")), [line.rank for line in lines]),
        (_("Engine"), [EngineCell(line.name) for line in lines]),
        *([(_right(by), [decimal(line.rank_points) for line in lines])] if by else []),
        (_right(_("Points")), [decimal(one.games.points, ".1f") for one in scores]),
        (_right(_("Games")), [one.games.number for one in scores]),
        (_right(_("Score")), [share_words(score(one.games)) for one in scores]),
        (_right(_("Elo")), [elo_text(elo(best_counts(one))) for one in scores]),
        (_right(_("LOS")), [chance_words(los(best_counts(one))) for one in scores]),
    )


def _table(*columns: tuple[str, Sequence[object]]) -> ReportTable:
    """A table of columns, each with its title and its cells."""
    titles, cells = zip(*columns, strict=True)
    return ReportTable(titles, list(zip(*cells, strict=True)))


def _right(title: str) -> str:
    """The title of a column of numbers."""
    return f">{title}"


def _elo_explained(tournament: Tournament) -> str:
    text = _(
        "Elo compares the engine with its field, all the opponents it met, ± half the 95 %"
        " interval; < or > marks a bound where all results were the same. LOS is the likelihood"
        " that the engine is stronger than its field. Both are computed from pairs of games with"
        " the same deal where there are any. Void games, in which both engines failed before the"
        " first card, do not count."
    )
    if tournament.config.format == "round-robin":
        return text
    other = _("The engines met different fields, so do not compare their Elo.")
    return f"{text} {other}"


def _crosstable(tournament: Tournament, places: Sequence[StandingLine]) -> ReportTable:
    met = meetings(tournament.scores.fixtures)
    return ReportTable(
        [_("Engine"), *(f">{number}" for number in range(1, len(places) + 1))],
        [
            [
                EngineCell(row.name, number),
                *(_cell(met.get((row.entrant, column.entrant))) for column in places),
            ]
            for number, row in enumerate(places, 1)
        ],
    )


def _cell(games: GameCounts | None) -> PointsCell | str:
    return "" if games is None else PointsCell(games.points, games.number)


def _pairings(tournament: Tournament) -> ReportTable:
    names = tournament.scores.names
    rows: list[list[object]] = []
    rounds = groupby(tournament.scores.fixtures, key=lambda one: one.fixture.round)
    for number, (round_, played) in enumerate(rounds):
        rows += [_pairing(one, names) for one in played]
        rows += [_remark(round_, names[bye], _("has a bye")) for bye in round_.byes]
        if number < len(tournament.past):
            better = tournament.past[number].seeded_on()
            text = _("advances as the better seed")
            rows += [_remark(round_, names[one], text) for one in better]
    numbers = (
        _("Points"), _("Won"), _("Lost"), _("Drawn"), _("Void"), _("Games"), _("Elo"), _("LOS"),
    )  # fmt: skip
    titles = [_right(_("Round")), _("Engine A"), _("Engine B"), *map(_right, numbers)]
    return ReportTable(titles, rows)


def _remark(round_: Round, name: str, remark: str) -> list[object]:
    return [round_.number, EngineCell(name), remark, *[""] * 8]


def _pairing(one: FixtureScore, names: Sequence[str]) -> list[object]:
    first, second = one.fixture.entrants
    counts = best_counts(one)
    return [
        one.fixture.round.name,
        EngineCell(names[first]),
        EngineCell(names[second]),
        " : ".join(decimal(points, ".1f") for points in one.points),
        one.games.wins,
        one.games.losses,
        one.games.draws,
        one.void,
        f"{one.fixture.first_game}-{one.fixture.first_game + one.played - 1}",
        elo_text(elo(counts)),
        chance_words(los(counts)),
    ]


def _ms(seconds: float | None) -> str:
    return "" if seconds is None else decimal(seconds * 1000, ".2f")


def _seats(places: Sequence[StandingLine]) -> ReportTable:
    rows = [
        (place.name, number, seat)
        for place in places
        for number, seat in enumerate(place.engine.seats, 1)
    ]
    seats = [seat for _name, _number, seat in rows]
    averages = [seat.average for seat in seats]
    return _table(
        (_("Engine"), [EngineCell(name) for name, _number, _seat in rows]),
        (_right(_("Seat")), [number for _name, number, _seat in rows]),
        (_right(_("Games")), [seat.games.number for seat in seats]),
        (_right(_("Won")), [seat.games.wins for seat in seats]),
        (_right(_("Lost")), [seat.games.losses for seat in seats]),
        (_right(_("Drawn")), [seat.games.draws for seat in seats]),
        (_right(_("Void")), [seat.void for seat in seats]),
        (_right(_("Answers")), [seat.answers for seat in seats]),
        (_right(_("Average")), [_ms(one) for one in averages]),
        (_right(_("Worst")), [_ms(one.worst if one.answers else None) for one in seats]),
    )


def _faults(places: Sequence[StandingLine]) -> Part:
    rows = [
        [EngineCell(place.name), number, _(reason), count.count, GamesCell(count)]
        for place in places
        for number, seat in enumerate(place.engine.seats, 1)
        for reason, count in sorted(seat.faults.items())
    ]
    if not rows:
        return Paragraph(_("No engine failed."))
    titles = [_("Engine"), _right(_("Seat")), _("Fault"), _right(_("Count")), _("Games")]
    return ReportTable(titles, rows)


def _failures(tournament: Tournament) -> Iterator[Part]:
    scores = tournament.scores
    if len(scores.failures) < scores.failed:
        text = _(
            "{n} of {total}: the first {kept} for each engine, seat and fault. The others"
            " are in games.log, by number."
        )
        values = {"n": len(scores.failures), "total": scores.failed, "kept": KEPT_FAILURES}
        yield Paragraph(text.format(**values))
    for game_id, record in scores.failures.items():
        text = _("Game {n}: {names}")
        yield ReportHeading(3, text.format(n=game_id, names=" - ".join(record.names)), game_id)
        # As a listing, since it holds lines of the protocol.
        yield Listing(record.ending.why)
        if record.ending.stderr:
            yield Paragraph(_("End of its standard error:"))
            yield Listing(record.ending.stderr)
        else:
            yield Paragraph(_("Nothing on its standard error."))


def _engines(tournament: Tournament) -> ReportTable:
    engines, said = tournament.config.engines, tournament.engines
    limits = [engine.limits for engine in engines]
    return _table(
        (_right(pgettext("tournament", "Seed")), range(1, len(engines) + 1)),
        (_("Engine"), [EngineCell(engine.shown) for engine in engines]),
        (_("Command"), [engine.command for engine in engines]),
        (_("Introduces itself as"), [one.line if one else "" for one in said]),
        (
            _("Environment"),
            [", ".join(f"{name}={value}" for name, value in engine.env) for engine in engines],
        ),
        (_right(_("Seconds per move")), [decimal(one.move_time) for one in limits]),
        (
            _right(_("Seconds per game")),
            ["" if one.game_time is None else decimal(one.game_time) for one in limits],
        ),
    )
