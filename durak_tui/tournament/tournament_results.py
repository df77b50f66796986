"""The results of a tournament, for a program."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from durak_tui.statistics.counts import GameCounts
from durak_tui.statistics.elo import score
from durak_tui.statistics.statistics_json import as_json
from durak_tui.tournament.standings import (
    EngineScore,
    FixtureScore,
    SeatScore,
    best_counts,
    meetings,
)
from durak_tui.tournament.tournament_run import Tournament


def results(tournament: Tournament) -> dict[str, Any]:
    """All results as JSON values, as ``docs/formats/tournament.md`` describes them."""
    scores, config = tournament.scores, tournament.config
    met = meetings(scores.fixtures)
    entrants = range(len(config.engines))
    return {
        "settings": tournament.settings,
        "complete": tournament.complete,
        "winners": tournament.winners(),
        "played": scores.played,
        "total": tournament.total,
        "failed": scores.failed,
        "started_at": scores.started_at.isoformat() if scores.started_at else None,
        "ended_at": scores.ended_at.isoformat() if scores.ended_at else None,
        "standing": [
            {
                "rank": place.rank,
                "engine": place.name,
                "merit": place.rank_points,
                "points": place.engine.games.points,
                "games": place.engine.games.number,
                **_statistics(place.engine),
            }
            for place in tournament.standing()
        ],
        "engines": [
            {
                "name": engine.shown,
                **({"says": said.said} if said else {}),
                "pairs": asdict(score_.pairs),
                "seats": [_seat_json(seat) for seat in score_.seats],
            }
            for engine, said, score_ in zip(
                config.engines, tournament.engines, scores.engines, strict=True
            )
        ],
        "crosstable": [
            [
                (games := met.get((row, column)))
                and {"points": games.points, "games": games.number}
                for column in entrants
            ]
            for row in entrants
        ],
        "pairings": [_pairing_json(one, scores.names) for one in scores.fixtures],
        "rounds": [
            {
                "round": one.round.number,
                "further": one.round.playoff,
                "byes": [scores.names[bye] for bye in one.round.byes],
                "seeded_on": [scores.names[better] for better in one.seeded_on()],
            }
            for one in tournament.past
        ],
        "failures": [
            {
                "game": game_id,
                "players": record.names,
                "faults": record.ending.faults(),
                "verdict": record.ending.detail,
                "stderr": record.ending.stderr,
            }
            for game_id, record in scores.failures.items()
        ],
    }


def _statistics(one: EngineScore | FixtureScore) -> dict[str, Any]:
    values = as_json(best_counts(one))
    return {
        "score": score(one.games),
        **{key: values[key] for key in ("elo", "elo_error", "nelo", "nelo_error", "los")},
        "bound": values.get("bound"),
    }


def _game_counts(games: GameCounts, void: int) -> dict[str, int]:
    return {
        "games": games.number,
        "wins": games.wins,
        "losses": games.losses,
        "draws": games.draws,
        "void": void,
    }


def _seat_json(seat: SeatScore) -> dict[str, Any]:
    return {
        **_game_counts(seat.games, seat.void),
        "answers": seat.answers,
        "average_ms": None if seat.average is None else round(seat.average * 1000, 6),
        "worst_ms": round(seat.worst * 1000, 6),
        "faults": {
            reason: {"count": count.count, "games": count.games}
            for reason, count in sorted(seat.faults.items())
        },
    }


def _pairing_json(one: FixtureScore, names: Sequence[str]) -> dict[str, Any]:
    first, second = one.fixture.entrants
    return {
        "round": one.fixture.round.number,
        "further": one.fixture.round.playoff,
        "engines": [names[first], names[second]],
        "first_game": one.fixture.first_game,
        "played": one.played,
        "points": one.points,
        **_game_counts(one.games, one.void),
        "pairs": asdict(one.pairs),
        **_statistics(one),
    }
