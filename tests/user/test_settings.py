"""The user's settings: a file of his, in which the program changes only what it must."""

import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
import tomlkit

from durak_tui.common import i18n
from durak_tui.engine.config import EngineConfig
from durak_tui.user.folders import config_folder
from durak_tui.user.schema import ROWS, SettingError, Settings
from durak_tui.user.settings import SettingsStore

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

LISA = EngineConfig("lisa --level 3", "lisa")
BART = EngineConfig("/opt/bart/bart", "bart", move_time=2.0)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "config" / "settings.toml"


@pytest.fixture
def english_again() -> Iterator[None]:
    """For a test that chooses a language."""
    yield
    i18n.choose("en")


def written(file: Path, text: str | bytes) -> SettingsStore:
    """The settings in a file that has this text."""
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return SettingsStore(file)


def files_beside(file: Path) -> set[str]:
    """What is in the folder besides the file and its lock."""
    return set(os.listdir(file.parent)) - {file.name, f".{file.name}.lock"}


# Reading


def test_without_a_file_everything_has_its_default(file: Path) -> None:
    loaded = SettingsStore(file)
    assert (loaded.settings, loaded.problems) == (Settings(), ())
    assert loaded.settings.default_engine == "durak-dummy"
    assert not file.parent.exists()


def test_every_setting_is_checked() -> None:
    assert {field.name for field in fields(Settings)} == {*ROWS, "keys", "engines"}
    for row in ROWS.values():
        assert row.check(row.default) == row.default == getattr(Settings(), row.key)
        assert [row.check(value) for value, _ in row.choices] == [v for v, _ in row.choices]


def test_the_users_file_is_read_unless_another_is_named(file: Path) -> None:
    own = config_folder() / "settings.toml"
    own.parent.mkdir(parents=True)
    own.write_text("deck = 52\n")
    assert SettingsStore().settings == Settings(deck=52)
    assert SettingsStore(file).settings == Settings()


def test_everything_can_be_set_in_the_file(file: Path) -> None:
    store = written(
        file,
        """
        default_engine = "lisa"
        player = "Анна"
        language = "ru"
        theme = "ansi"
        cards = "ascii"
        deck = 52
        winner_first = true
        take_back = false
        think_seconds = 5
        hint_engine = "lisa"
        hint_seconds = 2
        pause_ms = 0
        replay_ms = 1000
        watch_ms = 10
        mouse = false
        [keys]
        "play.take" = "t,space"
        [engines.lisa]
        command = "lisa --level 3"
        move_time = 0.5
        game_time = 60
        """,
    )
    assert store.problems == ()
    assert store.settings == Settings(
        "lisa", "ru", "ansi", "ascii", "Анна", 52, True, False, 5.0, "lisa", 2.0, 0,
        1000, 10, False,
        {"play.take": "t,space"}, (EngineConfig("lisa --level 3", "lisa", (), 0.5, 60.0),),
    )  # fmt: skip


def test_ids_of_actions_may_be_written_as_tables(file: Path) -> None:
    for text in (
        '[keys]\n"play.take" = "t"\n"logs.filter" = "f"\n',
        '[keys]\nplay.take = "t"\nlogs.filter = "f"\n',
        'keys.play.take = "t"\nkeys.logs.filter = "f"\n',
        '[keys.play]\ntake = "t"\n[keys.logs]\nfilter = "f"\n',
    ):
        settings = written(file, text).settings
        assert settings.keys == {"play.take": "t", "logs.filter": "f"}, text


SECONDS = "must be a number of seconds above 0 and at most 1000000000"
LINE = "must be a text on one line in quotes, without blanks around it"
KEYS = 'must be names of keys separated by commas, such as "t,space"'
MS = "must be a whole number from"
KNOWN = ", ".join([*ROWS, "keys", "engines"])
TABLES = "engines: each engine must be a table that begins with [engines.NAME]"


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ('deck = "36"', 'deck: must be one of 36, 52, not "36"; 36 is used'),
        ("deck = 36.0", "deck: must be one of 36, 52, not 36.0; 36 is used"),
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
        ('default_engine = ""', 'default_engine: must not be empty; "durak-dummy" is used'),
        (r'player = "a\nb"', rf'player: {LINE}, not "a\nb"; "" is used'),
        ('player = " a"', f'player: {LINE}, not " a"; "" is used'),
        ("theme = 1979-05-27", f'theme: {LINE}, not 1979-05-27; "" is used'),
        ("theme = [" + "1, " * 50 + "]", f'theme: {LINE}, not [{"1, " * 13}...; "" is used'),
        ("langage = 'ru'", "langage: unknown key, did you mean language?"),
        (r'"a\u001b" = 1', rf"a\x1b: unknown key, known are {KNOWN}"),
        ("keys = 3", "keys: must be a table that begins with [keys]"),
        ("keys.play.take = 3", f"keys.play.take: {KEYS}, not 3"),
        ("[engine]\nname = 'x'", TABLES),
        ("engine = 'x'", TABLES),
        ("engines = 'x'", TABLES),
        ("[[engines]]\ncommand = 'x'", TABLES),
        ("[engines]\ncommand = 'x'", TABLES),
    ],
)  # fmt: skip
def test_a_wrong_value_is_told_of_and_the_default_is_used(file: Path, line: str, what: str) -> None:
    store = written(file, line)
    assert store.problems == (f"settings.toml: {what}",)
    assert store.settings == Settings()


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
    assert store.settings.engines == (EngineConfig("lisa", "lisa"),)
    assert store.problems == (
        "settings.toml: engines.lisa.movetime: unknown key, did you mean move_time?",
        "settings.toml: engines.lisa.move_time: must be a number of seconds above 0 and at most"
        " 1000000000, not 0",
        "settings.toml: engines.bart.command: is missing; the engine is left out",
        f"settings.toml: engines.homer.command: {LINE}, not 3; the engine is left out",
        "settings.toml: engines..name: must not be empty; the engine is left out",
    )


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
def test_a_file_that_is_no_toml_is_told_of_with_line_and_column(
    file: Path, text: bytes, why: str
) -> None:
    store = written(file, text)
    assert store.settings == Settings()
    [problem] = store.problems
    assert problem.startswith(f"{file} cannot be read: {why}")
    assert problem.endswith("this file is kept beside the new one")
    assert "\n" not in problem


def test_what_is_no_file_is_told_of(file: Path) -> None:
    file.mkdir(parents=True)
    assert "cannot be read: Is a directory" in SettingsStore(file).problems[0]
    file.rmdir()
    os.mkfifo(file)
    assert "cannot be read: Not a regular file" in SettingsStore(file).problems[0]


def test_the_mark_that_some_editors_put_before_utf_8_does_no_harm(file: Path) -> None:
    store = written(file, b"\xef\xbb\xbfdeck = 52\n")
    assert (store.settings, store.problems) == (Settings(deck=52), ())
    store.update(deck=36)
    assert file.read_text() == "deck = 36\n"


@pytest.mark.usefixtures("english_again")
def test_problems_are_told_in_the_language_chosen_later(file: Path) -> None:
    store = written(file, "deck = 40\nlanguage = 'ru'")
    i18n.choose(store.settings.language)
    [problem] = store.problems
    assert problem.startswith("settings.toml: deck: нужно одно из: 36, 52")


# Changing


def test_the_file_and_its_folder_are_made_when_something_is_set(file: Path) -> None:
    store = SettingsStore(file)
    assert store.update(deck=52, player="Анна") == Settings(deck=52, player="Анна")
    assert tomllib.loads(file.read_text(encoding="utf-8")) == {"deck": 52, "player": "Анна"}
    assert file.parent.stat().st_mode & 0o777 == 0o700
    assert not files_beside(file)


def test_nothing_is_written_when_nothing_changes(file: Path) -> None:
    SettingsStore(file).update(deck=36)
    assert not file.exists()
    store = written(file, "deck = 36")
    before = file.stat().st_mtime_ns
    store.update(deck=36)
    store.change(lambda settings: settings)
    assert (file.read_text(), file.stat().st_mtime_ns) == ("deck = 36", before)


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


def test_a_last_line_need_not_end(file: Path) -> None:
    for text in ("[keys]", "deck = 36", "# nothing", '[engines.a]\ncommand = "a"'):
        store = written(file, text)
        store.change(lambda s: replace(s.with_keys("quit", "x").with_engine(LISA), deck=52))
        assert SettingsStore(file).settings == store.settings
        assert set(text.splitlines()) <= {*file.read_text().splitlines(), "deck = 36"}
        assert not files_beside(file)


def test_an_engine_is_added_changed_renamed_and_removed(file: Path) -> None:
    store = written(file, COMMENTED)
    assert list(store.settings.engines) == [LISA, BART]
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
    assert list(store.settings.engines) == [EngineConfig("bart", "bartholomew")]
    text = file.read_text()
    assert "lisa" not in text
    assert "# The one to beat\n\n# The new one\n[engines.bartholomew]\n" in text


def test_the_default_engine_follows_its_name_and_falls_back_to_the_one_that_ships() -> None:
    settings = Settings(engines=(LISA, BART), default_engine="lisa")
    renamed = settings.with_engine(replace(LISA, name="eva"), instead_of="lisa")
    assert renamed.default_engine == "eva"
    assert [engine.name for engine in renamed.engines] == ["eva", "bart"]
    assert renamed.without_engine("bart").default_engine == "eva"
    assert renamed.without_engine("eva").default_engine == "durak-dummy"
    assert settings.engine("bart") == BART
    assert settings.engine("homer") is None


def test_a_wrong_value_stays_in_the_file_until_it_is_set(file: Path) -> None:
    store = written(file, 'deck = "big" # ?\npause_ms = -5\n')
    store.update(theme="ansi")
    assert file.read_text() == 'deck = "big" # ?\npause_ms = -5\ntheme = "ansi"\n'
    store.update(deck=36)
    assert file.read_text() == 'deck = 36 # ?\npause_ms = -5\ntheme = "ansi"\n'
    assert len(store.problems) == 1


def test_a_broken_file_is_moved_aside_and_no_earlier_one_is_overwritten(file: Path) -> None:
    for number in ("", ".2", ".3"):
        broken = f"deck = {number}!\n"
        store = written(file, broken)
        assert store.update(deck=52) == Settings(deck=52)
        assert store.problems == ()
        assert file.read_text() == "deck = 52\n"
        assert Path(f"{file}.broken{number}").read_text() == broken
    assert files_beside(file) == {f"settings.toml.broken{n}" for n in ("", ".2", ".3")}


def test_a_broken_file_stays_where_it_is_while_nothing_is_set(file: Path) -> None:
    store = written(file, "deck = !\n")
    store.update(deck=36)
    assert file.read_text() == "deck = !\n"
    assert len(store.problems) == 1
    assert not files_beside(file)


def test_engines_change_their_order_and_all_comments_stay(file: Path) -> None:
    store = written(file, COMMENTED)
    assert store.update(engines=(BART, LISA)).engines == (BART, LISA)
    assert sorted(file.read_text().splitlines()) == sorted(COMMENTED.splitlines())
    assert SettingsStore(file).settings == store.settings
    assert not files_beside(file)


@pytest.fixture
def at_a_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    """tomlkit meets with something that it cannot read."""
    parse = tomlkit.parse

    def fail(text: str) -> tomlkit.TOMLDocument:
        if "level = 3" in text:
            raise ValueError("tomlkit has not met with this yet")
        return parse(text)

    monkeypatch.setattr(tomlkit, "parse", fail)


@pytest.mark.usefixtures("at_a_loss")
@pytest.mark.parametrize("text", [COMMENTED, OLD])
def test_a_file_whose_comments_cannot_stay_is_kept_and_told_of(file: Path, text: str) -> None:
    store = written(file, text)
    assert store.settings.engine("lisa") == LISA
    wanted = store.settings.with_engine(replace(LISA, move_time=7.0))
    store.change(lambda settings: settings.with_engine(replace(LISA, move_time=7.0)))
    old = file.with_name("settings.toml.old")
    assert old.read_text() == text
    assert store.problems == (
        f"{file} was written anew, without its comments; the old file is {old}",
    )
    assert store.settings == SettingsStore(file).settings == wanted


# Files of earlier versions


def test_the_engines_of_an_earlier_version_are_converted_once_with_all_comments(
    file: Path,
) -> None:
    store = written(file, OLD)
    assert file.read_text() == OLD, "not before something is set"
    path = '/opt/"it is" #1/b.c'
    assert store.settings == Settings(
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
# not Bart
# its name
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
    assert SettingsStore(file).settings == store.settings
    store.update(mouse=False)
    assert file.read_text() == converted.replace("# before\n", "# before\nmouse = false\n")
    assert not files_beside(file)


def test_an_engine_of_an_earlier_version_is_changed_while_it_is_converted(file: Path) -> None:
    store = written(file, OLD)
    store.change(lambda s: s.without_engine("lisa").with_engine(BART))
    text = file.read_text()
    assert store.settings.engines[0] == EngineConfig("other", "lisa (2)")
    assert store.settings.engines[-1] == BART
    assert "[engines.lisa]" not in text
    for comment in (
        "# The one to beat",
        "# its name",
        "# its options",
        "# Lisa again",
        "# the end",
    ):
        assert text.count(comment) == 1
    assert SettingsStore(file).settings == store.settings


@pytest.mark.parametrize(
    ("text", "after"),
    [
        (
            'engine = [ # mine\n  # best\n  { name = "a", command = "x" },\n]\ndeck = 36\n',
            ["# best", '[engines.a]\ncommand = "x"'],
        ),
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
    assert SettingsStore(file).settings == store.settings


def test_a_linked_file_is_changed_where_it_is(file: Path, tmp_path: Path) -> None:
    target = tmp_path / "dotfiles" / "durak.toml"
    target.parent.mkdir()
    target.write_text("deck = 36\n")
    file.parent.mkdir()
    file.symlink_to(target)
    SettingsStore(file).update(deck=52)
    assert file.is_symlink()
    assert target.read_text() == "deck = 52\n"


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"deck": 40}, "deck"),
        ({"think_seconds": 0}, "think_seconds"),
        ({"player": "a\nb"}, "player"),
        ({"player": "\udcff"}, "player"),
        ({"keys": {"play.take": "\x1b"}}, "keys.play.take"),
        ({"keys": {"": "t"}}, "keys"),
        ({"engines": (EngineConfig("x", ""),)}, "engine.name"),
        ({"engines": (EngineConfig(" ", "x"),)}, "engine.command"),
        ({"engines": (EngineConfig("x", "x", move_time=0),)}, "engine.move_time"),
        ({"engines": (LISA, LISA)}, "engine.name"),
    ],
)
def test_what_is_not_allowed_cannot_be_set(file: Path, changes: dict[str, Any], key: str) -> None:
    store = SettingsStore(file)
    with pytest.raises(SettingError) as error:
        store.update(**changes)
    assert error.value.key == key
    assert str(error.value) == f"{key}: {error.value.what}"
    assert store.settings == Settings()
    assert not file.exists()


# Others change the file, too


def test_two_programs_that_change_different_things_do_not_undo_each_other(file: Path) -> None:
    one, other = SettingsStore(file), SettingsStore(file)
    one.update(deck=52)
    other.update(theme="ansi")
    one.change(lambda settings: settings.with_engine(LISA))
    other.change(lambda settings: settings.with_engine(BART))
    assert other.settings == Settings(deck=52, theme="ansi", engines=(LISA, BART))
    assert SettingsStore(file).settings == other.settings


def test_what_the_user_writes_meanwhile_is_seen_at_the_next_change(file: Path) -> None:
    store = written(file, "deck = 36\n")
    file.write_text("deck = 52 # mine\n")
    assert store.update(mouse=False) == Settings(deck=52, mouse=False)
    assert file.read_text() == "deck = 52 # mine\nmouse = false\n"


def test_a_file_that_the_user_breaks_meanwhile_is_kept(file: Path) -> None:
    store = written(file, "deck = 52\n")
    file.write_text("deck = \n")
    store.update(mouse=False)
    assert Path(f"{file}.broken").read_text() == "deck = \n"


def test_many_programs_at_a_time_lose_nothing(file: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from durak_tui.common import files\n"
        "from durak_tui.engine.config import EngineConfig\n"
        "from durak_tui.user.settings import SettingsStore\n"
        "files.LOCK_PATIENCE = 60; store = SettingsStore(Path(sys.argv[1]))\n"  # a slow disk
        "sys.stdin.read()\n"
        "for n in range(10):\n"
        "    entry = EngineConfig('x', f'{sys.argv[2]} {n}')\n"
        "    store.change(lambda settings: settings.with_engine(entry))\n"
    )
    programs = [
        subprocess.Popen([sys.executable, "-c", script, str(file), name], stdin=subprocess.PIPE)
        for name in "abc"
    ]
    for program in programs:
        assert program.stdin
        program.stdin.close()
    assert [program.wait(60) for program in programs] == [0, 0, 0]
    names = sorted(engine.name for engine in SettingsStore(file).settings.engines)
    assert names == [f"{name} {n}" for name in "abc" for n in range(10)]


def test_what_cannot_be_saved_holds_for_this_program_and_is_saved_later(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = written(file, "deck = 36\n")

    def read_only(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr("durak_tui.user.settings.replace_file", read_only)
        for change in ({"deck": 52}, {"theme": "ansi"}):
            with pytest.raises(PermissionError):
                store.update(**change)
        assert store.settings == Settings(deck=52, theme="ansi")
    assert file.read_text() == "deck = 36\n"
    other = SettingsStore(file)
    other.update(player="Eva")
    store.update(mouse=False)
    assert store.settings == Settings(deck=52, theme="ansi", mouse=False, player="Eva")
    assert SettingsStore(file).settings == store.settings


def test_a_place_where_nothing_can_be_saved_is_an_oserror(file: Path) -> None:
    file.parent.touch()
    store = SettingsStore(file)
    assert "Not a directory" in store.problems[0]
    with pytest.raises(OSError, match="exists"):
        store.update(deck=52)
    assert store.settings.deck == 52


def test_reading_loads_neither_tomlkit_nor_anything_heavy() -> None:
    script = (
        "import sys; from durak_tui.user.settings import SettingsStore; SettingsStore();"
        " print(*sys.modules)"
    )
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, timeout=300, text=True
    )
    assert not {"tomlkit", "asyncio", "textual", "rich", "difflib"} & set(run.stdout.split())
