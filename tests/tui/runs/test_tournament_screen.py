"""A tournament on the screen, from the form to the games of a pairing."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from durak_tui.engine.config import EngineConfig
from durak_tui.game.caps import Caps
from durak_tui.match.run import LastGame
from durak_tui.pool import background_work
from durak_tui.statistics.counts import GameCounts
from durak_tui.statistics.elo import elo
from durak_tui.tournament.background_tournament import (
    BackgroundTournament,
    Standing,
    TournamentSnapshot,
)
from durak_tui.tournament.tournament_config import load
from durak_tui.tournament.tournament_files import config_values, write_config
from durak_tui.tournament.tournament_options import TOURNAMENT_FORM
from durak_tui.tui.app import DurakApp
from durak_tui.tui.logs.logs_screen import LogsScreen
from durak_tui.tui.runs.last_games import LastGames
from durak_tui.tui.runs.run_screen import first_entries
from durak_tui.tui.runs.run_words import tournament_facts, tournament_result
from durak_tui.tui.runs.tournament_board import TournamentBoard
from durak_tui.tui.runs.tournament_form import (
    OFFERED,
    config_of,
    entrants,
    file_of,
    file_problem,
    file_values,
)
from durak_tui.tui.toolkit.form import ChoiceField, FormRow, PathField, TickField
from durak_tui.user.schema import Settings
from tests.conftest import rogue
from tests.processes import Bell
from tests.table.patient import A_FEW, ALL, patient
from tests.tournament.synthetic import cup
from tests.tournament.test_background_tournament import small
from tests.tui.apps import TerminalWindow, make_app, row_text, started, text_on, until
from tests.tui.pictures import assert_picture
from tests.tui.runs.matches import filled, tournament_form

NAMES = ("Expert", "durak-dummy", "my engine with a long name", "durak-random")


def standing() -> tuple[Standing, ...]:
    """Four engines of which the last two have not met."""
    points: list[list[float]] = [
        [0, 28.5, 35, 40],
        [11.5, 0, 25, 39],
        [5, 15, 0, -1],
        [0, 1, -1, 0],
    ]
    rows = []
    for row, name in enumerate(NAMES):
        against = tuple(
            None if column == row or won < 0 else counts(won)
            for column, won in enumerate(points[row])
        )
        games = sum((one for one in against if one), GameCounts())
        rows.append(Standing(row + 1, name, 0.0, games, elo(games), against))
    return tuple(rows)


def counts(points: float) -> GameCounts:
    """Forty games worth ``points``."""
    draws = int(points * 2) % 2 * 3 if points > 1 else 0
    wins = int(points - draws / 2)
    return GameCounts(wins, 40 - wins - draws, draws)


RUNNING = TournamentSnapshot(
    version=200, state="running", failure="", notices=(), title="Round robin of 4 engines",
    done=200, total=240, resumed=0, elapsed=9.4, per_second=21.3, failed=3, winners=(),
    standing=standing(), waiting=None, pairing=("Expert", "durak-random"),
    last=tuple(
        LastGame(n, (NAMES[n % 4], NAMES[(n + 1 + n % 3) % 4]), n % 2, "") for n in range(1, 201)
    ),
)  # fmt: skip


class StillTournament(BackgroundTournament):
    """A tournament that stands as a test wants and plays nothing."""

    def __init__(self, now: TournamentSnapshot = RUNNING) -> None:
        super().__init__(cup("round-robin", 4))
        self.now = now

    def snapshot(self) -> TournamentSnapshot:
        return self.now


@asynccontextmanager
async def showing(
    now: TournamentSnapshot, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Pilot[Any]]:
    """The screen with a tournament."""
    app = make_app("tournament")
    app.tournament_feed.job = StillTournament(now)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield pilot


async def test_the_table_looks_right(window: TerminalWindow) -> None:
    async with showing(RUNNING, window.size) as pilot:
        await assert_picture(pilot.app, f"tournament-{window}")


async def test_the_form_looks_right(window: TerminalWindow) -> None:
    async with tournament_form(window.size, file="~/games/cup.toml") as (_, app):
        await assert_picture(app, f"tournament-form-{window}")


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("size", "engines", "place"),
    [
        ((80, 24), 12, ""),
        ((60, 20), 4, "below"),
        ((80, 24), 8, "below"),
        ((120, 40), 4, "below"),
        ((160, 24), 12, "beside"),
    ],
)
async def test_the_last_games_stand_where_the_table_leaves_room(
    size: tuple[int, int], engines: int, place: str
) -> None:
    row = tuple(one._replace(name=one.name[:6]) for one in standing())
    now = replace(RUNNING, standing=row * (engines // 4))
    async with showing(now, size) as pilot:
        board = pilot.app.screen.query_one(TournamentBoard)
        games = pilot.app.screen.query_one(LastGames)
        await until(pilot, lambda: bool(place) == games.is_on_screen)
        if place == "below":
            assert games.region.y >= board.region.bottom > board.wanted[1]
        elif place == "beside":
            assert games.region.x >= board.region.right >= board.wanted[0]
            titles = row_text(board.canvas, board.HEAD - 1)
            assert "Score" in titles, "the table has all the columns that it has alone"


async def test_in_a_large_window_every_row_below_the_table_has_games_with_whole_names() -> None:
    now = replace(RUNNING, state="finished", last=RUNNING.last[-120:])
    async with showing(now, (200, 60)) as pilot:
        games = pilot.app.screen.query_one(LastGames)
        rows = [row_text(games.canvas, y) for y in range(games.size.height)]
        assert games.size.height >= 40 and games.region.bottom == 59
        assert all(row.count("-") >= 2 for row in rows[1:])
        assert NAMES[2] in rows[1] and "…" not in "".join(rows)


def lines_of(pilot: Pilot[Any]) -> tuple[list[str], list[str]]:
    """The lines above the rows of the table, and those rows."""
    board = pilot.app.screen.query_one(TournamentBoard)
    lines = [row_text(board.canvas, y) for y in range(board.size.height)]
    return lines[: board.HEAD], lines[board.HEAD : board.HEAD + board.places()]


async def test_beside_the_table_of_a_wide_window_the_scores_are_a_picture() -> None:
    async with showing(RUNNING, (120, 40)) as pilot:
        _head, rows = lines_of(pilot)
        bars = [row.count("█") for row in rows]
        assert bars == sorted(bars, reverse=True) and bars[0] > 25 and bars[-1] <= 1
        assert len({len(row.rstrip()) for row in rows}) == 1, "they fill what the table leaves"
    async with showing(RUNNING, (80, 24)) as pilot:
        assert not any("█" in row for row in lines_of(pilot)[1]), "not at the cost of names"


async def test_the_pairing_that_is_being_played_is_named_until_the_end() -> None:
    said = "Playing now: Expert – durak-random"
    async with showing(RUNNING) as pilot:
        assert said in "".join(lines_of(pilot)[0])
    async with showing(replace(RUNNING, state="stopped")) as pilot:
        assert said not in "".join(lines_of(pilot)[0])


async def test_numbers_are_narrowed_before_names_are_cut_or_opponents_leave_the_view() -> None:
    names = "durak-guesswork", "durak-montecarlo", "durak-dummy", "durak-player", "durak-random"
    first = standing()[0]
    row = tuple(first._replace(name=name, against=(counts(28.5),) * 5) for name in names)
    async with showing(replace(RUNNING, standing=row), (80, 24)) as pilot:
        (*_head, titles), table = lines_of(pilot)
        assert titles.split()[-5:] == ["1", "2", "3", "4", "5"]
        assert all(line.count("28.5") >= 4 for line in table)
        assert all(name in line for name, line in zip(names, table, strict=True))


async def test_the_row_with_the_cursor_is_of_one_colour_and_its_pairing_in_brackets() -> None:
    async with showing(RUNNING) as pilot:
        board = pilot.app.screen.query_one(TournamentBoard)
        row = board.canvas.row(board.HEAD)
        assert [look for _text, look in row] == ["cursor"]
        assert "[28.5]" in row[0][0]


async def test_engines_are_ticked_in_one_list() -> None:
    async with tournament_form((80, 40)) as (pilot, app):
        first, *others = app.screen.query(TickField)
        labels = [str(row.label) for row in app.screen.query(FormRow) if row.field in others]
        assert set(labels) == {""}, "they stand below one title"
        first.focus()
        await pilot.press("space", "down", "enter")
        assert "[✓] durak-dummy" in text_on(app) and "[✓] durak-player" in text_on(app)
        assert [one.value for one in (first, *others)].count(TickField.IN) == 2
        await pilot.press("enter")
        assert "[ ] durak-player" in text_on(app)


async def test_levels_have_their_names_in_russian_in_form_table_and_games() -> None:
    app = make_app("tournament", {"language": "ru"})
    async with app.run_test(size=(80, 50)) as pilot:
        await pilot.pause()
        assert "[ ] Опытный" in text_on(app) and "Skilled" not in text_on(app)
        assert "Casual" not in text_on(app)
    app = make_app("tournament", {"language": "ru"})
    app.tournament_feed.job = StillTournament(RUNNING)
    async with app.run_test(size=(160, 50)) as pilot:
        await until(pilot, lambda: text_on(app).count("Знаток") > 1)
        assert "Expert" not in text_on(app)


async def test_the_cursor_chooses_a_pairing_that_has_been_played() -> None:
    async with showing(RUNNING) as pilot:
        board = pilot.app.screen.query_one(TournamentBoard)
        assert board.pairing == ("Expert", "durak-dummy")
        await pilot.press("right", "down")
        assert board.pairing == ("durak-dummy", "my engine with a long name")
        await pilot.press("down")
        assert board.pairing is None
        await pilot.press("right")
        assert board.pairing is None, "they have not met"


def test_faults_come_whole_before_the_time_left_and_the_speed() -> None:
    begin = "200 of 240 games   3 games with faults"
    assert tournament_facts(RUNNING, 80) == f"{begin}   0:01 left   21.3 games/s"
    assert tournament_facts(RUNNING, 58) == f"{begin}   0:01 left"
    assert tournament_facts(RUNNING, 45) == begin
    assert (
        tournament_facts(replace(RUNNING, failed=0), 45)
        == "200 of 240 games   0:01 left   21.3 games/s"
    )


def test_how_it_ended_is_said() -> None:
    over = replace(RUNNING, state="finished", done=240, winners=("Expert",))
    assert tournament_result(over) == "Expert wins."
    tied = replace(over, winners=("Expert", "durak-dummy"))
    assert tournament_result(tied) == "Expert, durak-dummy share first place."
    assert tournament_result(replace(RUNNING, state="stopped")).startswith("Stopped early.")
    failed = replace(RUNNING, state="failed", failure="the disk is full")
    assert tournament_result(failed) == "The disk is full."
    assert tournament_result(RUNNING) == ""


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("field", "text", "said"),
    [("own0", "no-such-engine", "not found"), ("games", "2", "Choose at least two engines.")],
)
async def test_a_mistake_is_seen_where_the_form_scrolls(field: str, text: str, said: str) -> None:
    async with tournament_form((60, 20)) as (pilot, app):
        filled(pilot, **{field: text})
        await pilot.press("ctrl+o")
        await until(pilot, lambda: said in text_on(app))
        assert app.tournament_feed.job is None


@pytest.mark.slow
async def test_from_the_form_to_the_games_of_a_pairing_and_on_after_a_stop(
    tmp_path: Path, bell: Bell, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Or the first game may get none.
    monkeypatch.setattr(background_work, "worker_count", lambda _wanted: 1)
    file, engine = tmp_path / "cup.toml", tmp_path / "patient"
    engine.write_text(f"#!/bin/sh\nexec {patient(bell).command}\n")
    engine.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    bell.ring(A_FEW)  # no more games than these can be over when it is stopped
    async with tournament_form(
        (100, 40), file=str(file), games="20", move_time="600",
        own0="durak-random --seed 1", own1="patient",
    ) as (pilot, app):  # fmt: skip
        await pilot.press("ctrl+o")
        await until(pilot, lambda: shown(app), within=120)
        assert load(str(file)).names == ["durak-random --seed 1", "patient"]
        assert app.state.value.last_tournament == file
        await until(pilot, lambda: app.state.value.recent_logs == (tmp_path / "cup/games.log",))
        await pilot.press("s", "down", "enter")
        await until(pilot, lambda: "You can resume it." in text_on(app))
        stopped = shown(app)
    bell.ring(ALL)
    async with started(size=(100, 40)) as (pilot, app):
        await until(pilot, lambda: "r Tournament" in text_on(app))
        await pilot.press("r")
        await until(pilot, lambda: "20 of 20 games" in text_on(app), within=240)
        assert app.tournament_feed.job
        assert app.tournament_feed.job.snapshot().resumed == stopped
        await until(pilot, lambda: app.state.value.last_tournament is None)
        assert (tmp_path / "cup" / "report.html").read_text().startswith("<!DOCTYPE html>")
        await pilot.press("v")
        await until(pilot, lambda: "Standing" in text_on(app))
        await pilot.press("escape", "enter")
        await until(pilot, lambda: isinstance(app.screen, LogsScreen))
        await until(pilot, lambda: "Filter: " in text_on(app))
        assert 'name:"durak-random --seed 1"' in text_on(app) and 'name:"patient"' in text_on(app)
        await until(pilot, lambda: "durak-random --seed 1 – patient" in text_on(app))


def shown(app: DurakApp) -> int:
    """The number of games that the tournament has finished."""
    tournament = app.tournament_feed.job
    return tournament.snapshot().done if tournament else 0


@pytest.mark.slow
async def test_the_file_of_a_tournament_that_is_over_shows_its_table(tmp_path: Path) -> None:
    config = small(tmp_path, games=2)
    with BackgroundTournament(config) as tournament:
        tournament.start()
        assert tournament.wait(120)
    file = tmp_path / "cup.toml"
    write_config(file, config_values(config, "out"))
    async with tournament_form(file=str(file)) as (pilot, app):
        await pilot.press("ctrl+o")
        await until(pilot, lambda: "Resume the tournament it describes" in text_on(app))
        await pilot.press("enter")
        await until(pilot, lambda: "6 of 6 games" in text_on(app))
        await until(pilot, lambda: "finished" in text_on(app))
        await pilot.press("escape", "t")
        await until(pilot, lambda: isinstance(app.focused, PathField))
        assert "6 of 6 games" not in text_on(app), "its end was seen"


async def test_a_tournament_of_a_file_that_was_never_played_is_started(tmp_path: Path) -> None:
    file = tmp_path / "cup.toml"
    write_config(file, config_values(small(tmp_path, games=2), "out"))
    async with tournament_form(file=str(file)) as (pilot, app):
        await pilot.press("ctrl+o")
        await until(pilot, lambda: "Start the tournament it describes" in text_on(app))
        assert "Resume" not in text_on(app)


async def test_the_engines_of_a_form_stay_those_that_it_shows(tmp_path: Path) -> None:
    file = tmp_path / "cup.toml"
    async with tournament_form((120, 40), file=str(file), games="2") as (pilot, app):
        *_others, (one, expert), (other, master) = entrants(app.settings.value).items()
        await pilot.pause()
        assert "This tournament" not in text_on(app), "the form itself says what is missing"
        for field in (one, other):
            app.screen.query_one(f"#{field}", ChoiceField).action_turn(1)
        await until(pilot, lambda: "1 pairing, 2 games in all" in text_on(app))
        filled(pilot, games="")
        await until(pilot, lambda: "games in all" not in text_on(app))
        assert "This tournament" in text_on(app), "its frame does not come and go with a number"
        filled(pilot, games="2")
        await until(pilot, lambda: "1 pairing, 2 games in all" in text_on(app))
        app.change_settings(engines=(EngineConfig("durak-random", "another"),))
        await pilot.press("ctrl+o")
        await until(pilot, file.is_file)
        assert load(str(file)).names == [expert.shown, master.shown]


@pytest.mark.slow
async def test_what_kept_a_tournament_from_starting_can_be_corrected(tmp_path: Path) -> None:
    file = tmp_path / "cup.toml"
    async with tournament_form(
        file=str(file), games="2", own0="durak-random", own1=rogue("dead-on-arrival")
    ) as (pilot, app):
        await pilot.press("ctrl+o")
        await until(pilot, lambda: "did not start" in text_on(app))
        app.screen.query_one("#own1", Input).value = "durak-dummy"
        await pilot.press("ctrl+o")
        await until(pilot, lambda: "2 of 2 games" in text_on(app))
        assert load(str(file)).names == ["durak-random", "durak-dummy"]
        await until(pilot, lambda: "finished" in text_on(app))


@pytest.mark.parametrize(
    ("state", "note", "end"),
    [
        ("finished", "finished, 200 games", "The tournament is over: Expert wins."),
        ("stopped", "stopped: 200 of 240 games", "The tournament was stopped: 200 of 240 games."),
        ("failed", "failed: 200 of 240 games", "The tournament failed: no disk"),
    ],
)
def test_a_tournament_that_was_stopped_is_not_called_over(state: Any, note: str, end: str) -> None:
    now = replace(
        RUNNING, state=state, winners=("Expert",), failure="no disk" * (state == "failed")
    )
    pulse = make_app().tournament_feed
    pulse.job = StillTournament(now)
    assert pulse.note() == note
    assert pulse.end_words(now) == end


async def test_of_a_path_that_is_too_long_its_end_is_in_view() -> None:
    async with started("tournament", size=(60, 20)) as (pilot, app):
        field = app.screen.query_one(PathField)
        await until(pilot, lambda: field.value[-20:] in text_on(app))
        await pilot.press("down")
        assert field.value[-20:] in text_on(app)
        field.enter("~/a-folder-with-a-long-name/another-folder-with-a-long-name/cup.toml")
        await until(pilot, lambda: "long-name/cup.toml" in text_on(app))
        assert re.search("…[^~]+long-name/cup.toml", text_on(app)), "it is seen to begin before"
        await pilot.press("up", "home")
        await until(pilot, lambda: "~/a-folder" in text_on(app))


# The form, and the file that it becomes


OWN = EngineConfig("python3 mine.py", "mine", move_time=2.5)
SETTINGS = Settings(engines=(OWN,))


def taking_part(*names: str) -> dict[str, str]:
    """The fields of a form in which these engines take part."""
    return {field: "in" for field, engine in entrants(SETTINGS).items() if engine.name in names}


def test_a_form_becomes_a_file_that_the_command_reads(tmp_path: Path) -> None:
    entered = first_entries(TOURNAMENT_FORM,
        file=str(tmp_path / "cup.toml"), format="swiss", games="20", rounds="3", deck="52",
        seed="7", move_time="1,5", game_time="60", attack_limit="6,5", own0="./x --fast",
        **taking_part("mine", "Beginner", "durak-random"),
    )  # fmt: skip
    write_config(file_of(entered), file_values(entered, SETTINGS))
    config = load(str(file_of(entered)))
    assert config == config_of(entered, SETTINGS)
    assert (config.format, config.games, config.seed, config.deck) == ("swiss", 20, 7, 52)
    assert config.caps == Caps(6, 5)
    assert (config.rounds, config.output) == (3, tmp_path / "cup")
    assert [(one.shown, one.command, one.move_time, one.game_time) for one in config.engines] == [
        ("durak-random", "durak-random", 1.5, 60),
        ("mine", "python3 mine.py", 2.5, 60),
        ("Beginner", "durak-player --level 1", 1.5, 60),
        ("./x --fast", "./x --fast", 1.5, 60),
    ]


def test_rounds_are_only_of_a_swiss_tournament() -> None:
    two = taking_part("durak-dummy", "durak-random")
    entered = first_entries(
        TOURNAMENT_FORM, file="/x/cup.toml", format="knockout", rounds="3", **two
    )
    assert config_of(entered, SETTINGS).rounds is None
    assert config_of({**entered, "format": "swiss"}, SETTINGS).rounds == 3


def test_every_engine_is_offered_once_but_of_very_many_the_first() -> None:
    names = [engine.name for engine in entrants(SETTINGS).values()]
    assert {"durak-dummy", "mine", "Beginner", "Master"} <= set(names)
    assert len(names) == len(set(names))
    many = tuple(EngineConfig("durak-dummy", f"mine {number}") for number in range(3000))
    offered = entrants(Settings(engines=many))
    assert len(offered) == OFFERED and many[0] in offered.values()


async def test_a_form_of_very_many_engines_says_that_there_are_others() -> None:
    app = make_app("tournament")
    many = tuple(EngineConfig("durak-dummy", f"mine {number}") for number in range(OFFERED))
    app.settings.update(engines=many)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.screen.query_one("#own0").focus()
        await until(pilot, lambda: f"{OFFERED} of " in text_on(app))
        assert "engines are listed above" in text_on(app)


def test_a_file_is_named_by_its_ending(tmp_path: Path) -> None:
    assert file_problem(str(tmp_path)) and file_problem("") and file_problem("cup.txt")
    assert not file_problem("~/cup.toml")
