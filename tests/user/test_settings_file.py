"""Settings files: their meaning, and messages about mistakes."""

import json
import os
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from durak_tui.common import i18n
from durak_tui.common.i18n import LANGUAGES
from durak_tui.engine.config import EngineConfig
from durak_tui.game.caps import ATTACK_LIMITS
from durak_tui.game.cards import DECK_SIZES
from durak_tui.user.schema import GROUPS, ROWS, Settings
from durak_tui.user.settings import SettingsStore
from tests.user.stores import problems, written


def test_every_deck_and_every_attack_limit_is_offered() -> None:
    assert [value for value, _ in ROWS["deck"].choices] == list(DECK_SIZES)
    assert [value for value, _ in ROWS["attack_limit"].choices] == list(ATTACK_LIMITS)


def test_every_setting_is_checked() -> None:
    assert {field.name for field in fields(Settings)} == {*ROWS, "keys", "engines"}
    for row in ROWS.values():
        assert row.check(row.default) == row.default == getattr(Settings(), row.key)
        assert [row.check(value) for value, _ in row.choices] == [v for v, _ in row.choices]


@pytest.mark.parametrize("language", LANGUAGES)
def test_values_are_called_alike_without_a_capital(language: str) -> None:
    i18n.choose(language)
    texts = [i18n._(text) for row in ROWS.values() for _value, text in row.choices]
    assert texts and not [text for text in texts if text[0].isupper()]


def test_the_form_has_every_setting_with_a_label_once() -> None:
    listed = [key for _title, keys in GROUPS for key in keys]
    assert sorted(listed) == sorted(key for key, row in ROWS.items() if row.label)


OTHERS: dict[str, Any] = {
    "default_engine": "lisa", "player": "Анна", "language": "ru", "theme": "ansi",
    "colours": "256", "cards": "ascii", "suit_colours": 4, "felt": "blue", "back": "dots",
    "hand_order": "suit", "travel": "off", "bell": True, "deck": 52, "first_attack": "me",
    "take_back": False, "forced_moves": True,
    "think_seconds": 5, "hint_engine": "lisa", "hints_always": True, "hint_seconds": 2,
    "show_infos": True, "pause_ms": 0, "replay_ms": 1000, "watch_ms": 10, "mouse": False,
    "attack_limit": "6", "turn_minutes": 7,
}  # fmt: skip
"""Another value than the default for each setting."""
TABLES_OF_ALL = """
[keys]
"play.take" = "t,space"
[engines.lisa]
command = "lisa --level 3"
move_time = 0.5
game_time = 60
"""


def test_everything_can_be_set_in_the_file(file: Path) -> None:
    assert OTHERS.keys() == ROWS.keys()
    lines = [f"{key} = {json.dumps(value)}\n" for key, value in OTHERS.items()]
    store = written(file, "".join(lines) + TABLES_OF_ALL)
    assert problems(store) == []
    assert store.value == Settings(
        **OTHERS,
        keys={"play.take": "t,space"},
        engines=(EngineConfig("lisa --level 3", "lisa", (), 0.5, 60.0),),
    )


def test_ids_of_actions_may_be_written_as_tables(file: Path) -> None:
    for text in (
        '[keys]\n"play.take" = "t"\n"logs.filter" = "f"\n',
        '[keys]\nplay.take = "t"\nlogs.filter = "f"\n',
        'keys.play.take = "t"\nkeys.logs.filter = "f"\n',
        '[keys.play]\ntake = "t"\n[keys.logs]\nfilter = "f"\n',
    ):
        settings = written(file, text).value
        assert settings.keys == {"play.take": "t", "logs.filter": "f"}, text


SECONDS = "must be a number of seconds above 0 and at most 1000000000"
LINE = "must be one line of text in quotes, without spaces around it"
KEYS = 'must be names of keys separated by commas, such as "t,space"'
MS = "must be a whole number from"
KNOWN = ", ".join([*ROWS, "keys", "engines"])
TABLES = "engines: each engine must be a table that begins with [engines.NAME]"


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ('deck = "36"', 'deck: must be one of 24, 36, 52, not "36"; 36 is used'),
        ("deck = 36.0", "deck: must be one of 24, 36, 52, not 36.0; 36 is used"),
        ("mouse = 1", "mouse: must be true or false, not 1; true is used"),
        ("cards = 1", 'cards: must be one of "auto", "unicode", "ascii", not 1; "auto" is used'),
        ("language = 'de'", 'language: must be one of "", "en", "ru", not "de"; "" is used'),
        ("pause_ms = -1", f"pause_ms: {MS} 0 to 60000, not -1; 700 is used"),
        ("watch_ms = 9", f"watch_ms: {MS} 10 to 60000, not 9; 250 is used"),
        ("replay_ms = 5.5", f"replay_ms: {MS} 10 to 60000, not 5.5; 600 is used"),
        ("pause_ms = true", f"pause_ms: {MS} 0 to 60000, not true; 700 is used"),
        ("think_seconds = 0", f"think_seconds: {SECONDS}, not 0; 3.0 is used"),
        ("think_seconds = nan", f"think_seconds: {SECONDS}, not nan; 3.0 is used"),
        ("think_seconds = inf", f"think_seconds: {SECONDS}, not inf; 3.0 is used"),
        ('default_engine = ""', 'default_engine: must not be empty; "Beginner" is used'),
        (r'player = "a\nb"', rf'player: {LINE}, not "a\nb"; "" is used'),
        ('player = " a"', f'player: {LINE}, not " a"; "" is used'),
        ("theme = 1979-05-27", f'theme: {LINE}, not 1979-05-27; "" is used'),
        ("theme = [" + "1, " * 50 + "]", f'theme: {LINE}, not [{"1, " * 13}...; "" is used'),
        ("langage = 'ru'", "langage: unknown key; did you mean language?"),
        (r'"a\u001b" = 1', rf"a\x1b: unknown key; known keys: {KNOWN}"),
        ("keys = 3", "keys: must be a table that begins with [keys]"),
        ("keys.play.take = 3", f"keys.play.take: {KEYS}, not 3"),
        # Believed, it would be refused with every change of any setting.
        (r'keys."play\u001b" = "t"', rf'keys.play\x1b: {LINE}, not "play\x1b"'),
        (f"{'a' * 5000} = 1", f"{'a' * 40}...: unknown key; known keys: {KNOWN}"),
        (f'player = "{"a" * 201}"', 'player: at most 40 characters, not 201; "" is used'),
        ("[engine]\nname = 'x'", TABLES),
        ("engine = 'x'", TABLES),
        ("engines = 'x'", TABLES),
        ("[[engines]]\ncommand = 'x'", TABLES),
        ("[engines]\ncommand = 'x'", TABLES),
    ],
)  # fmt: skip
def test_a_wrong_value_is_reported_and_the_default_is_used(
    file: Path, line: str, what: str
) -> None:
    store = written(file, line)
    assert problems(store) == [f"settings.toml: {what}"]
    assert store.value == Settings()


def test_of_very_many_problems_the_first_are_listed_and_the_others_counted(file: Path) -> None:
    text = "".join(f"k{n} = 1\n" for n in range(5000)) + "deck = 52\nmouse = 1"
    store = written(file, text)
    found = problems(store)
    assert found[0] == "settings.toml: mouse: must be true or false, not 1; true is used"
    assert found[1] == f"settings.toml: k0: unknown key; known keys: {KNOWN}"
    assert found[20:] == ["settings.toml: and 4981 more"]
    assert store.value.deck == 52


def test_of_an_engine_all_is_used_that_can_be(file: Path) -> None:
    store = written(
        file,
        """
        [engines.lisa]
        command = "lisa"
        move_time = 0
        movetime = 3
        [engines.bart]
        [engines.homer]
        command = 3
        [engines.""]
        command = "x"
        """,
    )
    assert store.value.engines == (EngineConfig("lisa", "lisa"),)
    assert problems(store) == [
        "settings.toml: engines.lisa.move_time: must be a number of seconds above 0 and at most"
        " 1000000000, not 0",
        "settings.toml: engines.bart.command: is missing; the engine is left out",
        f"settings.toml: engines.homer.command: {LINE}, not 3; the engine is left out",
        "settings.toml: engines..name: must not be empty; the engine is left out",
        "settings.toml: engines.lisa.movetime: unknown key; did you mean move_time?",
    ]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"deck = 36\ncards == 3\n", "line 2, column 8: Invalid value"),
        (b"deck = 36\n[keys", "line 2, column 6: Expected ']' at the end of a table declaration"),
        ("# я\nключ = 1\n".encode(), "line 2, column 1: Invalid statement"),
        (b"deck = 36\n# \xff\n", "line 2, column 3: not UTF-8"),
        (b"x = " + b"[" * 20_000, "it is nested too deeply"),
        (b"x = " + b"1" * 20_000, "there is a number in it that is too long"),
    ],
)
def test_a_file_that_is_no_toml_is_reported_with_line_and_column(
    file: Path, text: bytes, why: str
) -> None:
    store = written(file, text)
    assert store.value == Settings()
    [problem] = problems(store)
    assert problem.startswith(f"{file} cannot be read: {why}")
    assert problem.endswith("this file is kept beside the new one")
    assert "\n" not in problem


def test_a_folder_or_a_pipe_in_place_of_the_file_is_reported(file: Path) -> None:
    file.mkdir(parents=True)
    assert "cannot be read: Is a directory" in problems(SettingsStore(file))[0]
    file.rmdir()
    os.mkfifo(file)
    assert "cannot be read: Not a regular file" in problems(SettingsStore(file))[0]


def test_the_mark_that_some_editors_put_before_utf_8_does_no_harm(file: Path) -> None:
    store = written(file, b"\xef\xbb\xbfdeck = 52\n")
    assert (store.value, problems(store)) == (Settings(deck=52), [])
    store.update(deck=36)
    assert file.read_text() == "deck = 36\n"


def test_problems_are_in_the_language_chosen_later(file: Path) -> None:
    store = written(file, "deck = 40\nlanguage = 'ru'")
    i18n.choose(store.value.language)
    [problem] = problems(store)
    assert problem.startswith("settings.toml: deck: нужно одно из: 24, 36, 52")
