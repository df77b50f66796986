"""The report of a tournament, from its configuration and games alone."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from durak_tui.match.tally import numbers_of
from durak_tui.statistics.counts import GameCounts
from durak_tui.statistics.elo import Estimate, elo, los, score
from durak_tui.tournament.markup import escaped, heading, listing, table
from durak_tui.tournament.pairings import Round
from durak_tui.tournament.standings import (
    KEPT_FAILURES,
    FixtureScore,
    Place,
    SeatScore,
    best_counts,
    meetings,
)
from durak_tui.tournament.tournament import Tournament

RANKED_BY: Final = {"swiss": "Pairings won", "knockout": "Rounds passed"}


def title(tournament: Tournament) -> str:
    config = tournament.config
    return f"{config.format.capitalize()} of {len(config.engines)} engines"


def elo_text(estimate: Estimate | None) -> str:
    """An Elo difference with its error, or a bound, if known."""
    if estimate is None:
        return ""
    if estimate.error is None:
        return f"{estimate.bound} {estimate.value:+z.0f}"
    return f"{estimate.value:+z.1f} ± {estimate.error:.1f}"


def percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.1f} %"


def markdown(tournament: Tournament) -> str:
    """The report, in the Markdown that :mod:`durak_tui.tournament.markup` makes."""
    parts = []
    for name, text in sections(tournament):
        parts += [heading(2, name), text] if name else [text]
    return "\n\n".join(parts) + "\n"


def sections(tournament: Tournament) -> Iterator[tuple[str, str]]:
    """The parts of the report: heading, if apart, and text."""
    places = tournament.standing()

    def joined(*texts: str) -> str:
        return "\n\n".join(texts)

    yield "", joined(heading(1, title(tournament)), escaped(_summary(tournament)))
    yield "Standing", joined(_standing(tournament, places), escaped(_elo_explained(tournament)))
    yield (
        "Crosstable",
        joined(
            escaped("Points of the engine of the row against that of the column, and games."),
            _crosstable(tournament, places),
        ),
    )
    yield (
        "Pairings",
        joined(
            _pairings(tournament), escaped("Elo and LOS are those of engine A against engine B.")
        ),
    )
    yield (
        "Seats",
        joined(
            _seats(places),
            escaped("Times are milliseconds for one answer; the greeting before a game is free."),
        ),
    )
    yield "Faults", joined(*_faults(places))
    yield "Engines", _engines(tournament)
    if tournament.scores.failures:
        yield "Failed games", joined(*_failures(tournament))


def _summary(tournament: Tournament) -> str:
    config, scores = tournament.config, tournament.scores
    first = tournament.winners()
    sentences = []
    if len(first) == 1:
        sentences.append(f"Winner: {first[0]}.")
    elif first:
        sentences.append(f"First place is shared by {', '.join(first)}.")
    else:
        sentences.append("The tournament is not over.")
    sentences += [
        f"{scores.played} of {tournament.total} games have been played, {config.games} in each"
        " pairing: every deal twice, the second time with the seats exchanged.",
        f"Seed {config.seed}, {config.deck} cards.",
    ]
    if scores.started_at and scores.ended_at:
        begin, end = (f"{time:%Y-%m-%d %H:%M:%S}" for time in (scores.started_at, scores.ended_at))
        sentences.append(f"First game {begin}, last game over {end}.")
    return " ".join(sentences)


def _standing(tournament: Tournament, places: Sequence[Place]) -> str:
    ranked_by = RANKED_BY.get(tournament.config.format)
    by_rank = [f">{ranked_by}"] if ranked_by else []
    return table(
        [">Rank", "Engine", *by_rank, ">Points", ">Games", ">Score", ">Elo", ">LOS"],
        [
            [
                place.rank,
                place.name,
                *([f"{place.rank_points:g}"] if ranked_by else []),
                f"{place.engine.games.points:.1f}",
                place.engine.games.number,
                percent(score(place.engine.games)),
                elo_text(elo(best_counts(place.engine))),
                percent(los(best_counts(place.engine))),
            ]
            for place in places
        ],
    )


def _elo_explained(tournament: Tournament) -> str:
    text = (
        "Elo is the difference of the engine to the field it met, that is to all its opponents"
        " together, ± half the width of the 95 % interval; < or > stands before a bound, where"
        " all results were the same. LOS is the likelihood that the engine is stronger than this"
        " field. Both are made of pairs of games with the same deal where there are any. Void"
        " games, in which both engines failed before the first card, count for nobody."
    )
    if tournament.config.format == "round-robin":
        return text
    return f"{text} As the engines met different fields, their Elo are not to be compared."


def _crosstable(tournament: Tournament, places: Sequence[Place]) -> str:
    met = meetings(tournament.scores.fixtures)
    return table(
        ["Engine", *(f">{number}" for number in range(1, len(places) + 1))],
        [
            [
                f"{number} {row.name}",
                *(_cell(met.get((row.entrant, column.entrant))) for column in places),
            ]
            for number, row in enumerate(places, 1)
        ],
    )


def _cell(games: GameCounts | None) -> str:
    return "" if games is None else f"{games.points:.1f}/{games.number}"


def _pairings(tournament: Tournament) -> str:
    names = tournament.scores.names
    rows: list[list[object]] = []
    rounds = groupby(tournament.scores.fixtures, key=lambda one: one.fixture.round)
    for number, (round_, played) in enumerate(rounds):
        rows += [_pairing(one, names) for one in played]
        rows += [_remark(round_, names[bye], "has a bye") for bye in round_.byes]
        if number < len(tournament.past):
            better = tournament.past[number].seeded_on()
            rows += [_remark(round_, names[one], "goes on as the better seed") for one in better]
    numbers = (">Points", ">Won", ">Lost", ">Drawn", ">Void", ">Games", ">Elo", ">LOS")
    return table([">Round", "Engine A", "Engine B", *numbers], rows)


def _remark(round_: Round, name: str, remark: str) -> list[object]:
    return [round_.number, name, remark, *[""] * 8]


def _pairing(one: FixtureScore, names: Sequence[str]) -> list[object]:
    first, second = one.fixture.entrants
    counts = best_counts(one)
    return [
        one.fixture.round.name,
        names[first],
        names[second],
        f"{one.points[0]:.1f} : {one.points[1]:.1f}",
        one.games.wins,
        one.games.losses,
        one.games.draws,
        one.void,
        f"{one.fixture.first_game}-{one.fixture.first_game + one.played - 1}",
        elo_text(elo(counts)),
        percent(los(counts)),
    ]


def _seats(places: Sequence[Place]) -> str:
    counts = (">Seat", ">Games", ">Won", ">Lost", ">Drawn", ">Void")
    return table(
        ["Engine", *counts, ">Answers", ">Average", ">Worst"],
        [
            [place.name, number, *_seat(seat)]
            for place in places
            for number, seat in enumerate(place.engine.seats, 1)
        ],
    )


def _seat(seat: SeatScore) -> Iterator[object]:
    games = seat.games
    yield from (games.number, games.wins, games.losses, games.draws, seat.void, seat.answers)
    yield "" if seat.average is None else f"{seat.average * 1000:.2f}"
    yield f"{seat.worst * 1000:.2f}" if seat.answers else ""


def _faults(places: Sequence[Place]) -> list[str]:
    rows = [
        [place.name, number, reason, count.count, numbers_of(count)]
        for place in places
        for number, seat in enumerate(place.engine.seats, 1)
        for reason, count in sorted(seat.faults.items())
    ]
    if not rows:
        return [escaped("No engine has failed in any game.")]
    return [table(["Engine", ">Seat", "Fault", ">Count", "Games"], rows)]


def _failures(tournament: Tournament) -> Iterator[str]:
    scores = tournament.scores
    if len(scores.failures) < scores.failed:
        yield escaped(
            f"{len(scores.failures)} of {scores.failed}: the first {KEPT_FAILURES} of every"
            " engine, seat and fault. The others are in games.log, under their numbers."
        )
    for game_id, record in scores.failures.items():
        yield heading(3, f"Game {game_id}: {' - '.join(record.names)}")
        # As a listing, since it holds lines of the protocol.
        yield listing(record.ending.detail)
        if record.ending.stderr:
            yield escaped("The end of its standard error:")
            yield listing(record.ending.stderr)
        else:
            yield escaped("Nothing on its standard error.")


def _engines(tournament: Tournament) -> str:
    return table(
        [
            *(">Seed", "Engine", "Command", "Says it is", "Environment"),
            *(">Seconds per move", ">Seconds per game"),
        ],
        [
            [
                number,
                engine.shown,
                engine.command,
                said.line if said else "",
                ", ".join(f"{name}={value}" for name, value in engine.env),
                f"{engine.limits.move_time:g}",
                "" if engine.limits.game_time is None else f"{engine.limits.game_time:g}",
            ]
            for number, (engine, said) in enumerate(
                zip(tournament.config.engines, tournament.engines, strict=True), 1
            )
        ],
    )
