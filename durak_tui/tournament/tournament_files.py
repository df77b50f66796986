"""The files of a tournament: configuration, log, reports and results."""

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from durak_tui.common.files import replace_file
from durak_tui.common.i18n import N_
from durak_tui.common.text import strict_json
from durak_tui.engine.config import DEFAULT_MOVE_TIME
from durak_tui.game.caps import NO_CAPS, caps_name
from durak_tui.library.index import last_game
from durak_tui.match.run_log import is_written
from durak_tui.pool.run_errors import usable
from durak_tui.pool.run_file import opened_log
from durak_tui.records.writer import LogWriter
from durak_tui.statistics.counts import GameCounts
from durak_tui.statistics.elo import score
from durak_tui.statistics.statistics_json import as_json
from durak_tui.tournament.report import markdown, title
from durak_tui.tournament.report_page import html
from durak_tui.tournament.standings import (
    EngineScore,
    FixtureScore,
    SeatScore,
    best_counts,
    meetings,
)
from durak_tui.tournament.tournament_config import ConfigError, TournamentConfig, load
from durak_tui.tournament.tournament_run import Tournament

LOG: Final = "games.log"
REPORTS: Final = ("report.md", "report.html", "results.json")


def open_log(config: TournamentConfig) -> LogWriter:
    """Open a tournament's log and make its folder.  Raises RunError."""
    folder = config.output
    with usable(N_("output: folder {folder} cannot be created: {why}"), folder=folder):
        folder.mkdir(parents=True, exist_ok=True)
    return opened_log(str(folder / LOG), LogWriter)


def write_reports(tournament: Tournament) -> None:
    """Write the files of REPORTS anew.  Raises RunError."""
    texts = (
        markdown(tournament),
        html(tournament),
        strict_json(results(tournament), indent=1) + "\n",
    )
    for name, text in zip(REPORTS, texts, strict=True):
        path = tournament.config.output / name
        with usable(N_("{path} cannot be written: {why}"), path=path):
            # The log has all that is in them: there is nothing to wait for the disk for.
            replace_file(path, text, sync=False)


def write_config(path: Path, values: Mapping[str, Any]) -> None:
    """Write a tournament as its command reads it.  Raises OSError."""
    import tomlkit  # only here: most commands write none

    replace_file(path, tomlkit.dumps(values))


def config_values(config: TournamentConfig, output: str) -> dict[str, Any]:
    """The values of a file that makes this configuration."""
    values: dict[str, Any] = {
        "format": config.format,
        "games": config.games,
        "seed": config.seed,
        "deck": config.deck,
        "output": output,
    }
    if config.rounds is not None:
        values["rounds"] = config.rounds
    if config.caps != NO_CAPS:
        values["attack_limit"] = caps_name(config.caps)
    if (start_time := config.engines[0].start_time) is not None:
        values["start_time"] = start_time  # The same for all.
    values["engine"] = [
        {
            "name": engine.shown,
            "command": engine.command,
            **({"env": dict(engine.env)} if engine.env else {}),
            **({"move_time": time} if (time := engine.move_time) not in (None, DEFAULT_MOVE_TIME)
               else {}),
            **({"game_time": engine.game_time} if engine.game_time is not None else {}),
        }
        for engine in config.engines
    ]  # fmt: skip
    return values


@dataclass(frozen=True, slots=True)
class StoppedTournament:
    """A tournament that can be resumed from its file."""

    file: str
    title: str
    done: int
    total: int


def stopped_tournament(file: str | os.PathLike[str]) -> StoppedTournament | None:
    """The tournament of a file, if it was stopped."""
    with suppress(OSError, ConfigError):
        tournament = Tournament(load(os.fspath(file)))
        log = tournament.config.output / LOG
        if is_written(log):
            return None
        # The log is there from the beginning, perhaps still without a game.
        game = last_game(log)
        done = game.game_id if game else 0
        if done is not None and done < tournament.total:
            return StoppedTournament(os.fspath(file), title(tournament), done, tournament.total)
    return None


# Results for programs


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
