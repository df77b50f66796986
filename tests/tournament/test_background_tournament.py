"""A tournament in the background, as a screen sees it."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from durak_tui.engine.cancel import CancelToken
from durak_tui.records.writer import LogWriter
from durak_tui.tournament.background_tournament import BackgroundTournament, TournamentSnapshot
from durak_tui.tournament.report import markdown
from durak_tui.tournament.tournament_config import TournamentConfig, load, parse
from durak_tui.tournament.tournament_files import (
    REPORTS,
    StoppedTournament,
    config_values,
    stopped_tournament,
    write_config,
)
from durak_tui.tournament.tournament_run import Tournament
from tests.processes import Bell
from tests.records.games import games_of
from tests.table.patient import A_FEW, ALL, patient
from tests.tournament.synthetic import cup


def small(folder: Path, games: int = 4, **more: Any) -> TournamentConfig:
    """A tournament of three quick engines."""
    names = [{"name": f"dummy{n}", "command": "durak-dummy"} for n in (1, 2)]
    engines = [*names, {"name": "random", "command": "durak-random"}]
    values = {"format": "round-robin", "games": games, "output": "out", "engine": engines, **more}
    return parse(values, str(folder))


def ended(config: TournamentConfig, *, resume: bool = False) -> TournamentSnapshot:
    with BackgroundTournament(config, resume=resume) as tournament:
        tournament.start()
        assert tournament.wait(120)
        return tournament.snapshot()


@pytest.mark.slow
def test_it_is_played_to_its_end_and_its_table_is_that_of_its_report(tmp_path: Path) -> None:
    config = small(tmp_path)
    now = ended(config)
    assert (now.state, now.done, now.total, now.failure) == ("finished", 12, 12, "")
    records = games_of(config.output / "games.log")
    afresh = Tournament(config)
    afresh.resume([replace(record, run=None) for record in records])
    afresh.greet(CancelToken())
    assert "durak-random 0" in markdown(afresh), "what the engines say they are"
    assert (config.output / "report.md").read_text() == markdown(afresh)
    assert [one.name for one in now.standing] == [place.name for place in afresh.standing()]
    for row, one in enumerate(now.standing):
        assert one.against[row] is None
        assert sum(met.points for met in one.against if met) == one.games.points
    assert sorted(path.name for path in config.output.iterdir()) == sorted([*REPORTS, "games.log"])


def stopped(
    config: TournamentConfig, moment: Callable[[TournamentSnapshot], object]
) -> TournamentSnapshot:
    """A tournament that is stopped at this moment."""
    with BackgroundTournament(config, concurrency=1) as tournament:  # or game 1 may get none
        tournament.start()
        with tournament.changed:
            assert tournament.changed.wait_for(lambda: moment(tournament.snapshot()), 60)
        tournament.stop()
        assert tournament.wait(60)
        return tournament.snapshot()


@pytest.mark.few(1)
@pytest.mark.parametrize("begun", [True, False])
def test_stopped_before_or_after_its_first_game_it_is_resumed_from_its_file(
    begun: bool, tmp_path: Path, bell: Bell
) -> None:
    engines = [
        {"name": "dummy1", "command": "durak-dummy"},
        {"name": "patient", "command": patient(bell).command, "move_time": 600},
    ]
    config = small(tmp_path, games=20 if begun else 2, engine=engines)
    file = tmp_path / "cup.toml"
    write_config(file, config_values(config, "out"))
    assert stopped_tournament(file) is None
    if begun:
        bell.ring(A_FEW)  # no more games than these can be over when it is stopped
        end = stopped(config, lambda now: now.done)
    else:
        end = stopped(config, lambda now: now.state == "running")
        assert end.done == 0
    assert end.state == "stopped"
    offered = StoppedTournament(str(file), "Round robin of 2 engines", end.done, end.total)
    assert stopped_tournament(file) == offered
    log = config.output / "games.log"
    with LogWriter(log, alone=True):
        assert stopped_tournament(file) is None, "another program plays it"
    bell.ring(ALL)
    now = ended(load(str(file)), resume=True)
    assert (now.state, now.done, now.resumed) == ("finished", end.total, end.done)
    assert [game.game_id for game in games_of(log)] == [*range(1, end.total + 1)]
    assert stopped_tournament(file) is None


def test_games_that_are_there_are_neither_lost_nor_mixed_with_others(tmp_path: Path) -> None:
    config = small(tmp_path, games=2)
    ended(config)
    before = (config.output / "games.log").read_bytes()
    again = ended(config)
    assert again.state == "failed"
    assert "already contains games" in again.failure
    other = ended(replace(config, seed=2), resume=True)
    assert other.state == "failed"
    assert "seed was 1, is 2" in other.failure
    assert (config.output / "games.log").read_bytes() == before


@pytest.mark.parametrize(
    "config",
    [
        cup("swiss", 5, 6, rounds=3, seed=-7, deck=52),
        cup("knockout", 3),
        cup("gauntlet", 2, move_time=2.5, game_time=60, start_time=90),
        parse({
            "format": "round-robin", "output": "out",
            "engine": [
                {"command": "a 'b c' \"d\" \\", "env": {"LEVEL": "3", "Ä": "\t=\n"}},
                {"command": "b", "name": "\N{SNOWMAN} # [x]", "move_time": 1},
            ],
        }),
    ],
)  # fmt: skip
def test_what_is_written_into_a_file_is_read_back(config: TournamentConfig, tmp_path: Path) -> None:
    file = tmp_path / "cup.toml"
    write_config(file, config_values(config, "out"))
    assert load(str(file)) == replace(config, output=tmp_path / "out")
