"""What is entered for a tournament becomes its file."""

from pathlib import Path

from durak_tui.engine.config import EngineConfig
from durak_tui.game.caps import Caps
from durak_tui.tournament.report_files import write_config
from durak_tui.tournament.tournament_config import load
from durak_tui.tui.runs.run_screen import first_entries
from durak_tui.tui.runs.tournament_form import (
    OFFERED,
    TOURNAMENT_OPTIONS,
    config_of,
    entrants,
    file_of,
    file_problem,
    file_values,
)
from durak_tui.user.schema import Settings
from tests.tui.apps import make_app, text_on, until

OWN = EngineConfig("python3 mine.py", "mine", move_time=2.5)
SETTINGS = Settings(engines=(OWN,))


def taking_part(*names: str) -> dict[str, str]:
    """The fields of a form in which these engines take part."""
    return {field: "in" for field, engine in entrants(SETTINGS).items() if engine.name in names}


def test_a_form_becomes_a_file_that_the_command_reads(tmp_path: Path) -> None:
    entered = first_entries(TOURNAMENT_OPTIONS,
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
        TOURNAMENT_OPTIONS, file="/x/cup.toml", format="knockout", rounds="3", **two
    )
    assert config_of(entered, SETTINGS).rounds is None
    assert config_of({**entered, "format": "swiss"}, SETTINGS).rounds == 3


def test_every_engine_is_offered_once() -> None:
    names = [engine.name for engine in entrants(SETTINGS).values()]
    assert {"durak-dummy", "mine", "Beginner", "Master"} <= set(names)
    assert len(names) == len(set(names))


async def test_a_form_of_very_many_engines_says_that_there_are_others() -> None:
    app = make_app("tournament")
    many = tuple(EngineConfig("durak-dummy", f"mine {number}") for number in range(OFFERED))
    app.settings.update(engines=many)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.screen.query_one("#own0").focus()
        await until(pilot, lambda: f"Above are {OFFERED} of " in text_on(app))


def test_of_very_many_engines_the_first_have_a_field() -> None:
    many = tuple(EngineConfig("durak-dummy", f"mine {number}") for number in range(3000))
    offered = entrants(Settings(engines=many))
    assert len(offered) == OFFERED
    assert many[0] in offered.values()


def test_a_file_is_named_by_its_ending(tmp_path: Path) -> None:
    assert file_problem(str(tmp_path)) and file_problem("") and file_problem("cup.txt")
    assert not file_problem("~/cup.toml")
