"""A change of a setting leaves all else in its file alone."""

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from durak_tui.engine.config import EngineConfig
from durak_tui.user.schema import Settings
from durak_tui.user.settings import SettingsStore
from tests.user.stores import BART, LISA, files_beside, problems, written

COMMENTED = """\
# My settings

deck = 36   # the short one
colour = "green"

# What my fingers know
[keys]
play.take = "t"   # take!

# The one to beat
[engines.lisa]
command = "lisa --level 3"
level = 3

# The new one
[engines.bart]
command = "/opt/bart/bart"
move_time = 2
"""

OLD = """\
deck = 52 # before

# The one to beat
[[engine]] # here it begins
# its name
name = "lisa" # not Bart
command = "lisa --level 3"
level = 3 # unknown here

# its options
[engine.options]
fast = true # always

# Lisa again
[[engine]]
name = "lisa"
command = "other"

# no name: called by its command
[[engine]]
command = '/opt/"it is" #1/b.c'
game_time = 60

# after all engines
[keys]
play.take = "t"
# the end
"""


def test_only_the_values_that_change_are_changed_in_the_file(file: Path) -> None:
    store = written(file, COMMENTED)
    store.update(deck=52, theme="ansi", keys={"play.take": "x", "play.done": "d"})
    assert file.read_text() == COMMENTED.replace("deck = 36 ", "deck = 52 ").replace(
        'colour = "green"\n', 'colour = "green"\ntheme = "ansi"\n'
    ).replace('play.take = "t"   # take!\n', 'play.take = "x"   # take!\n"play.done" = "d"\n')
    store.change(lambda settings: settings.with_keys("play.done", None))
    store.update(deck=36, keys={"play.take": "t"})
    assert file.read_text() == COMMENTED.replace(
        'colour = "green"\n', 'colour = "green"\ntheme = "ansi"\n'
    )


def test_a_setting_of_an_earlier_version_is_read_and_changed_where_it_stands(file: Path) -> None:
    store = written(file, "winner_first = true  # mine\n")
    assert (store.value, problems(store)) == (Settings(first_attack="winner"), [])
    store.update(first_attack="engine")
    assert file.read_text() == 'winner_first = "engine"  # mine\n'
    assert (SettingsStore(file).value.first_attack, problems(SettingsStore(file))) == ("engine", [])
    both = written(file, "winner_first = true\nfirst_attack = 'me'\n")
    assert both.value.first_attack == "me"
    assert "winner_first: unknown key" in problems(both)[0]
    wrong = written(file, "winner_first = 7\n")
    assert wrong.value == Settings()
    assert problems(wrong)[0].startswith("settings.toml: winner_first: must be one of")


def test_an_engine_is_added_changed_renamed_and_removed(file: Path) -> None:
    store = written(file, COMMENTED)
    assert list(store.value.engines) == [LISA, BART]
    store.change(
        lambda s: s.with_engine(EngineConfig("maggie 'with blanks'", "maggie", move_time=1))
    )
    added = "\n[engines.maggie]\ncommand = \"maggie 'with blanks'\"\nmove_time = 1.0\n"
    assert file.read_text() == COMMENTED + added
    store.change(lambda s: s.with_engine(replace(LISA, game_time=30)))
    changed = COMMENTED.replace("level = 3\n\n", "level = 3\ngame_time = 30.0\n\n")
    assert file.read_text() == changed + added
    store.change(lambda s: s.with_engine(EngineConfig("bart", "bartholomew"), instead_of="bart"))
    text = file.read_text()
    assert '# The new one\n[engines.bartholomew]\ncommand = "bart"\n\n' in text
    store.change(lambda s: s.without_engine("lisa").without_engine("maggie"))
    assert list(store.value.engines) == [EngineConfig("bart", "bartholomew")]
    text = file.read_text()
    assert "lisa" not in text
    assert "# The one to beat\n\n# The new one\n[engines.bartholomew]\n" in text


def test_a_removed_engine_comes_back_to_its_place(file: Path) -> None:
    store = written(file, COMMENTED)
    store.change(lambda settings: settings.without_engine("lisa"))
    store.change(lambda settings: replace(settings, engines=(LISA, *settings.engines)))
    assert store.value.engines == SettingsStore(file).value.engines == (LISA, BART)
    assert file.read_text().endswith(
        '# The one to beat\n\n[engines.lisa]\ncommand = "lisa --level 3"\n\n'
        + COMMENTED[COMMENTED.index("# The new one") :]
    )


def test_a_wrong_value_stays_in_the_file_until_it_is_set(file: Path) -> None:
    store = written(file, 'deck = "big" # ?\npause_ms = -5\n')
    store.update(theme="ansi")
    assert file.read_text() == 'deck = "big" # ?\npause_ms = -5\ntheme = "ansi"\n'
    store.update(deck=36)
    assert file.read_text() == 'deck = 36 # ?\npause_ms = -5\ntheme = "ansi"\n'
    assert len(problems(store)) == 1


@pytest.mark.parametrize(
    ("text", "new"),
    [
        (
            'engines.a.command = "x" # good\nengines.b = { command = "y" } # better\n',
            'engines.a.command = "z" # good\nengines.b = { command = "z" } # better\n',
        ),
        (
            '["engines"."a]#b"] # mine\ncommand = "x"\n',
            '["engines"."a]#b"] # mine\ncommand = "z"\n',
        ),
    ],
)
def test_engines_are_changed_where_they_are_however_they_are_written(
    file: Path, text: str, new: str
) -> None:
    store = written(file, text)
    store.change(
        lambda settings: replace(
            settings, engines=tuple(replace(one, command="z") for one in settings.engines)
        )
    )
    assert file.read_text() == new
    assert not files_beside(file)


def test_an_engine_with_an_unusual_name_is_renamed_and_no_blank_lines_pile_up(file: Path) -> None:
    store = written(file, '["engines"."a]#b"] # mine\ncommand = "x"\n')
    store.change(lambda settings: replace(settings, engines=(EngineConfig("x", name="q"),)))
    renamed = '[engines.q] # mine\ncommand = "x"\n'
    assert file.read_text() == renamed
    more = EngineConfig("y", name="r")
    for _time in range(3):
        store.change(lambda settings: replace(settings, engines=(*settings.engines, more)))
        assert file.read_text() == renamed + '\n[engines.r]\ncommand = "y"\n'
        store.change(lambda settings: replace(settings, engines=settings.engines[:1]))


@pytest.mark.parametrize("text", [COMMENTED, OLD])
def test_a_file_whose_comments_cannot_stay_is_kept_and_named(file: Path, text: str) -> None:
    store = written(file, text)
    # Beside play.take, a table's key, TOML has no place for it.
    store.change(lambda settings: settings.with_keys("play", "p"))
    old = file.with_name("settings.toml.old")
    assert old.read_text() == text
    assert problems(store) == [
        f"{file} was rewritten with the settings that could be read, without comments;"
        f" the old file is {old}"
    ]
    assert store.value.keys == {"play.take": "t", "play": "p"}
    assert store.value == SettingsStore(file).value
    assert LISA in store.value.engines


@pytest.mark.parametrize(
    "text",
    [
        "theme = [ # wrong\n  # but mine\n  1,\n]\n",
        'keys = { "play.take" = "t" }\ntext = """\n[no header]\n"""\n',
    ],
)
def test_a_change_that_would_lose_more_than_its_value_keeps_the_old_file(
    file: Path, text: str
) -> None:
    store = written(file, text)
    store.update(theme="ansi")
    assert SettingsStore(file).value == store.value
    assert store.value.theme == "ansi"
    assert file.with_name("settings.toml.old").read_text() == text
    assert "was rewritten with the settings" in problems(store)[-1]


# Files of earlier versions


def test_the_engines_of_an_earlier_version_are_converted_once_with_all_comments(file: Path) -> None:
    store = written(file, OLD)
    assert file.read_text() == OLD, "not before something is set"
    path = '/opt/"it is" #1/b.c'
    assert store.value == Settings(
        deck=52,
        keys={"play.take": "t"},
        engines=(
            EngineConfig("lisa --level 3", "lisa"),
            EngineConfig("other", "lisa (2)"),
            EngineConfig(path, path, game_time=60.0),
        ),
    )
    store.update(deck=36)
    assert (
        file.read_text()
        == """\
deck = 36 # before

# The one to beat
[engines.lisa] # here it begins
# its name
# not Bart
command = "lisa --level 3"
level = 3 # unknown here

# its options
[engines.lisa.options]
fast = true # always

# Lisa again
[engines."lisa (2)"]
command = "other"

# no name: called by its command
[engines."/opt/\\"it is\\" #1/b.c"]
command = '/opt/"it is" #1/b.c'
game_time = 60

# after all engines
[keys]
play.take = "t"
# the end
"""
    )
    converted = file.read_text()
    assert SettingsStore(file).value == store.value
    store.update(mouse=False)
    assert file.read_text() == converted.replace("# before\n", "# before\nmouse = false\n")
    assert not files_beside(file)


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ('[[ "engine" ]]\nname = "a"\ncommand = "x"\n', ['[engines.a]\ncommand = "x"']),
        ('[[engine]]\r\nname = "a.b"\r\ncommand = "x"\r\n', ['[engines."a.b"]\r\ncommand']),
        (
            '[[engine]]\ncommand = "x"\nname = """a"""\n[engines.b]\ncommand = "y"\n',
            ['[engines.a]\ncommand = "x"\n', '[engines.b]\ncommand = "y"'],
        ),
        (
            '[[engine]]\ncommand = """x\\\n[[engine]]"""\n',
            ['[engines."x[[engine]]"]\ncommand = """x\\\n[[engine]]"""'],
        ),
        ("[[engine]]\nname = 3\ncommand = 'x'\n# c\n", ['[engines."engine 1"]', "# c"]),
    ],
)
def test_however_an_earlier_file_was_written_by_hand(
    file: Path, text: str, after: list[str]
) -> None:
    store = written(file, text)
    store.update(theme="ansi")
    new = file.read_bytes().decode()
    assert "engine" not in tomllib.loads(new)
    for part in after:
        assert part in new
    assert not files_beside(file)
    assert SettingsStore(file).value == store.value
