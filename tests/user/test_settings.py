"""The settings are checked, saved at once, and shared with other programs."""

import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from durak_tui.engine.config import EngineConfig
from durak_tui.user.folders import config_folder
from durak_tui.user.schema import SettingError, Settings
from durak_tui.user.settings import SettingsStore
from tests.user.stores import BART, LISA, files_beside, problems, written


def test_without_a_file_everything_has_its_default(file: Path) -> None:
    loaded = SettingsStore(file)
    assert (loaded.value, problems(loaded)) == (Settings(), [])
    assert loaded.value.default_engine == "Beginner"
    assert not file.parent.exists()


def test_the_users_file_is_read_unless_another_is_named(file: Path) -> None:
    own = config_folder() / "settings.toml"
    own.parent.mkdir(parents=True)
    own.write_text("deck = 52\n")
    assert SettingsStore().value == Settings(deck=52)
    assert SettingsStore(file).value == Settings()


def test_the_default_engine_follows_its_name_and_falls_back_to_the_first_level() -> None:
    settings = Settings(engines=(LISA, BART), default_engine="lisa")
    renamed = settings.with_engine(replace(LISA, name="eva"), instead_of="lisa")
    assert renamed.default_engine == "eva"
    assert [engine.name for engine in renamed.engines] == ["eva", "bart"]
    assert renamed.without_engine("bart").default_engine == "eva"
    assert renamed.without_engine("eva").default_engine == "Beginner"
    assert settings.engine("bart") == BART
    assert settings.engine("homer") is None


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"deck": 40}, "deck"),
        ({"think_seconds": 0}, "think_seconds"),
        ({"player": "a\nb"}, "player"),
        ({"player": "\udcff"}, "player"),
        ({"player": "x" * 201}, "player"),
        ({"keys": {"play.take": "\x1b"}}, "keys.play.take"),
        ({"keys": {"": "t"}}, "keys"),
        ({"engines": (EngineConfig("x", ""),)}, "engine.name"),
        ({"engines": (EngineConfig(" ", "x"),)}, "engine.command"),
        ({"engines": (EngineConfig("x", "x", move_time=0),)}, "engine.move_time"),
        ({"engines": (LISA, LISA)}, "engine.name"),
        ({"engines": (EngineConfig("x", "x" * 201),)}, "engine.name"),
        ({"engines": (EngineConfig("x" * 10_001, "x"),)}, "engine.command"),
    ],
)
def test_what_is_not_allowed_cannot_be_set(file: Path, changes: dict[str, Any], key: str) -> None:
    store = SettingsStore(file)
    with pytest.raises(SettingError) as error:
        store.update(**changes)
    assert error.value.key == key
    assert str(error.value).startswith(f"{key}: ")
    assert store.value == Settings()
    assert not file.exists()


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


def test_a_broken_file_is_moved_aside_and_no_earlier_one_is_overwritten(file: Path) -> None:
    for number in ("", ".2", ".3"):
        broken = f"deck = {number}!\n"
        store = written(file, broken)
        assert store.update(deck=52) == Settings(deck=52)
        assert problems(store) == []
        assert file.read_text() == "deck = 52\n"
        assert Path(f"{file}.broken{number}").read_text() == broken
    assert files_beside(file) == {f"settings.toml.broken{n}" for n in ("", ".2", ".3")}


def test_a_broken_file_stays_where_it_is_while_nothing_is_set(file: Path) -> None:
    store = written(file, "deck = !\n")
    store.update(deck=36)
    assert file.read_text() == "deck = !\n"
    assert len(problems(store)) == 1
    assert not files_beside(file)


def test_reading_loads_neither_tomlkit_nor_anything_heavy() -> None:
    script = (
        "import sys; from durak_tui.user.settings import SettingsStore; SettingsStore();"
        " print(*sys.modules)"
    )
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, timeout=300, text=True
    )
    assert not {"tomlkit", "asyncio", "textual", "rich", "difflib"} & set(run.stdout.split())


# Others change the file, too


def test_two_programs_that_change_different_things_do_not_undo_each_other(file: Path) -> None:
    one, other = SettingsStore(file), SettingsStore(file)
    one.update(deck=52)
    other.update(theme="ansi")
    one.change(lambda settings: settings.with_engine(LISA))
    other.change(lambda settings: settings.with_engine(BART))
    assert other.value == Settings(deck=52, theme="ansi", engines=(LISA, BART))
    assert SettingsStore(file).value == other.value


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


def test_what_cannot_be_saved_holds_for_this_program_and_is_saved_later(file: Path) -> None:
    store = written(file, "deck = 36\n")
    folder = file.parent.rename(file.parent.with_name("elsewhere"))
    file.parent.touch()
    for change in ({"deck": 52}, {"theme": "ansi"}):
        with pytest.raises(OSError, match="exists"):
            store.update(**change)
    assert store.value == Settings(deck=52, theme="ansi")
    file.parent.unlink()
    folder.rename(file.parent)
    assert file.read_text() == "deck = 36\n"
    SettingsStore(file).update(player="Eva")
    store.update(mouse=False)
    assert store.value == Settings(deck=52, theme="ansi", mouse=False, player="Eva")
    assert SettingsStore(file).value == store.value
