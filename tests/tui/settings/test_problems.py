"""Problems of the user's files are reported once, in one place."""

import pytest

from durak_tui.common.i18n import Message
from durak_tui.tui.settings.file import SettingsFileScreen, problems_of
from durak_tui.user.folders import config_folder
from tests.tui.apps import make_app, notices_on, started, text_on, until

WRONG = """
default_engine = "durak-dumy"
theme = "nrod"
deck = 40

[keys]
"play.nothing" = "x"
"play.tak" = "t"
"""


@pytest.fixture(autouse=True)
def wrong_settings() -> None:
    config_folder().mkdir(parents=True)
    (config_folder() / "settings.toml").write_text(WRONG)


def test_unknown_names_are_listed_with_those_that_may_be_meant() -> None:
    problems = problems_of(make_app())
    assert [one.removeprefix("settings.toml: ") for one in problems[1:]] == [
        "default_engine: there is no engine durak-dumy; did you mean durak-dummy?",
        "theme: there is no theme nrod; did you mean nord?",
        "keys: there is no action play.nothing; did you mean play.hint?",
        "keys: there is no action play.tak; did you mean play.take?",
    ]


def test_of_very_many_the_first_are_listed_and_the_others_counted() -> None:
    keys = "".join(f'"play.k{n}" = "x"\n' for n in range(500))
    (config_folder() / "settings.toml").write_text('theme = "nrod"\n[keys]\n' + keys)
    problems = problems_of(make_app())
    assert problems[0].startswith("settings.toml: theme: there is no theme nrod")
    assert problems[20:] == ["settings.toml: and 481 more"]


@pytest.mark.parametrize("name", ["durak-player", "Master", "durak-player --level 2", "/bin/true"])
def test_an_engine_that_can_be_started_is_none_of_them(name: str) -> None:
    (config_folder() / "settings.toml").write_text(f'default_engine = "{name}"\n')
    assert problems_of(make_app()) == []


async def test_home_counts_them_in_one_line_that_leads_to_their_list() -> None:
    async with started(notifications=True) as (pilot, app):
        await until(pilot, lambda: "Problems 5 in your files" in text_on(app))
        assert notices_on(app) == []
        await pilot.press("f")
        assert isinstance(app.screen, SettingsFileScreen)
        assert "did you mean nord?" in text_on(app)
        app.change_settings(theme="nord")
        await pilot.press("escape")
        await until(pilot, lambda: "Problems 4 in your files" in text_on(app))


async def test_any_other_first_screen_says_it_in_one_notice() -> None:
    async with started("logs", notifications=True) as (pilot, app):
        said = "5 problems in your files. See Settings, Settings file."
        await until(pilot, lambda: notices_on(app) == [said])


async def test_an_import_is_reported_in_a_notice() -> None:
    app = make_app()
    app.settings.news = (Message("Imported from {path}.", {"path": "there"}),)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until(pilot, lambda: notices_on(app) == ["Imported from there."])
