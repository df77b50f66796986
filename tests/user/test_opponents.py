"""Whom a person can play against, and which level suits them."""

import pytest

from durak_tui.common.i18n import choose
from durak_tui.engine.config import EngineConfig
from durak_tui.engine.registry import SHIPPED
from durak_tui.user.engines import about, engine_named, foreign_commands, opponent_now, opponents
from durak_tui.user.opponents import (
    LEVELS,
    SHIPPED_ABOUT,
    level_called,
    next_level,
    shown_name,
    suggestion,
)
from durak_tui.user.schema import Settings

LISA = EngineConfig("lisa-engine --fast", "lisa")
MINE = EngineConfig("mine", "Beginner")
WON, LOST = "person", "engine"


def test_levels_come_first_then_the_users_own_then_what_ships() -> None:
    found = opponents(Settings(engines=(LISA,)))
    names = [level.name for level in LEVELS]
    assert [one.name for one in found] == [*names, "lisa", *SHIPPED]
    assert [one.command for one in found.levels] == [
        f"durak-player --level {number}" for number in range(1, 6)
    ]


def test_an_engine_of_ones_own_replaces_what_has_its_name() -> None:
    dummy = EngineConfig("durak-dummy", "durak-dummy", move_time=9.0)
    found = opponents(Settings(engines=(MINE, dummy)))
    assert found.levels[0] == MINE and found.shipped[0] == dummy and found.own == []
    assert engine_named(Settings(engines=(MINE,)), "Beginner", 2.0).command == "mine"


def test_a_level_is_found_by_its_name_and_played_under_it() -> None:
    found = engine_named(Settings(), "Expert", 2.0)
    assert found == EngineConfig("durak-player --level 4", "Expert", move_time=2.0)
    assert level_called("expert") is None


def test_foreign_is_what_neither_ships_nor_is_the_users_own() -> None:
    set_up = EngineConfig("mine --log", "mine", env=(("SEED", "1"),))
    settings = Settings(engines=(LISA, EngineConfig("other", "durak-dummy"), set_up))
    known = [EngineConfig(name) for name in SHIPPED] + [level.engine for level in LEVELS]
    of_a_log = EngineConfig(set_up.command)
    assert foreign_commands(settings, [*known, LISA, set_up, of_a_log]) == []
    loaded = EngineConfig("durak-dummy", env=(("LD_PRELOAD", "./x.so"),))
    shell = EngineConfig("sh -c 'touch x'", "lisa")
    assert foreign_commands(settings, [shell, LISA, loaded, shell, EngineConfig("mine")]) == [
        "sh -c 'touch x'",
        "LD_PRELOAD=./x.so durak-dummy",
        "mine",
    ]


def test_for_a_match_engines_come_first() -> None:
    found = opponents(Settings(engines=(LISA, MINE))).engines_first
    names = [level.name for level in LEVELS]
    assert [one.name for one in found] == [*SHIPPED, "lisa", *names]


def test_a_command_line_is_shown_without_control_characters() -> None:
    assert "\x1b" not in about(EngineConfig("engine --title \x1b[31m", "loud"))


def test_everybody_has_a_line_about_them() -> None:
    assert set(SHIPPED_ABOUT) == set(SHIPPED)
    lines = {one.name: about(one) for one in opponents(Settings(engines=(LISA, MINE)))}
    assert all(lines.values()) and len(set(lines.values())) == len(lines)
    assert lines["lisa"] == "lisa-engine --fast"
    assert lines["Beginner"] == "mine", "it is not the level that it hides"


@pytest.mark.parametrize(
    ("last", "now"),
    [
        ("", "lisa"),
        ("Casual", "Casual"),
        ("durak-random", "durak-random"),
        ("durak-dummy --seed 3", "durak-dummy --seed 3"),
        ("a program that is gone", "lisa"),
    ],
)
def test_play_is_against_the_last_one_chosen_if_it_is_still_there(last: str, now: str) -> None:
    assert opponent_now(Settings(engines=(LISA,), default_engine="lisa"), last) == now
    assert opponent_now(Settings(), "") == "Beginner"


@pytest.mark.parametrize(
    ("name", "recent", "suits"),
    [
        ("Beginner", [WON] * 4, "Casual"),
        ("Beginner", [WON, WON, LOST, WON, WON], "Casual"),
        ("Beginner", [WON, WON, None, WON, LOST], None),
        ("Beginner", [LOST, LOST, WON, WON, WON, WON], "Casual"),
        ("Beginner", [WON, WON, WON, WON, LOST, LOST], None),
        ("Beginner", [LOST] * 5, None),
        ("Master", [WON] * 5, None),
        ("Master", [LOST, WON, LOST, LOST, LOST], "Expert"),
        ("Skilled", [WON] * 3, None),
        ("Skilled", [None] * 5, None),
        ("durak-dummy", [WON] * 5, None),
    ],
)
def test_another_level_is_suggested_after_four_wins_or_losses_in_five_games(
    name: str, recent: list[str | None], suits: str | None
) -> None:
    found = suggestion(name, recent, ())
    assert (found and found.name) == suits


def test_a_change_of_level_is_suggested_once_in_each_direction() -> None:
    made = [("Casual", "Skilled")]
    assert suggestion("Casual", [WON] * 4, made) is None
    down = suggestion("Casual", [LOST] * 4, made)
    assert down and down.name == "Beginner"


def test_there_is_a_next_level_but_beside_the_ends() -> None:
    def name(of: str, by: int) -> str | None:
        level = next_level(of, by)
        return level and level.name

    assert [name(level.name, 1) for level in LEVELS[:-1]] == [level.name for level in LEVELS[1:]]
    assert name("Master", 1) is name("Beginner", -1) is name("durak-dummy", 1) is None


def test_a_level_is_shown_in_the_language_of_the_screens() -> None:
    choose("ru")
    assert shown_name("Beginner") != "Beginner" and shown_name("Beginner").isalpha()
    assert shown_name("lisa\n") == "lisa\\n"
